//! The program as its users run it: input, output, files and exit code.

// A panic here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod files;
mod process;
mod refused;
mod usage;

//! The file of puzzles: its form, each puzzle by the solver, and each by a naive solver that knows only the rules.

// A panic here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used)]

mod check;
mod file;
mod naive;

use std::env;

/// Returns whether everything is tested: the nightly run. Others take a sample.
fn is_exhaustive() -> bool {
    env::var_os("MARLIN_EXHAUSTIVE").is_some()
}

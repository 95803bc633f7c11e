//! What the system may do to the program: refuse it threads, give it files that are none, and lines without end.
//!
//! Real processes, real limits. Where a system has no such limit, the test says so and passes.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a helper that fails is a test that fails, and says what it skips"
)]

mod files;
mod lines;
mod sandbox;
mod threads;

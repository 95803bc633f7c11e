//! Attacks on the program: no threads, files or memory, a kill at any moment, a full disk, paths that are not
//! regular files, more lines than it can carry out, and random sessions.
//!
//! Real processes, real limits. Where a system has no such limit, the test says so and passes.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a helper that fails is a test that fails, and says what it skips"
)]

#[path = "../support/mod.rs"]
#[expect(dead_code, reason = "the other tests ask for more")]
mod support;

mod disk;
mod files;
mod limits;
mod lines;
mod sandbox;
mod sessions;
mod threads;

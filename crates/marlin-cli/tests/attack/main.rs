//! What the system may do to the program: refuse it threads, and give it files that are none.
//!
//! Real processes, real limits. Where a system has no such limit, the test says so and passes.

#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs)]

mod files;
mod sandbox;
mod threads;

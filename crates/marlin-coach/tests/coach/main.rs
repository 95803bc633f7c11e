//! Tests of whole parts, through the public interface of the library.

// A panic here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod explain;
mod levels;
mod naive;
mod objects;
mod opening;
mod person;
mod puzzles;
mod review;
mod steps;
mod weak;

/// Returns whether everything is tested (`MARLIN_EXHAUSTIVE=1`, by night) in place of a sample.
fn is_exhaustive() -> bool {
    std::env::var_os("MARLIN_EXHAUSTIVE").is_some()
}

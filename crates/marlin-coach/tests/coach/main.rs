//! Tests of whole parts, by what a user of the library sees.

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

//! The tests of the library from outside, in one program, so that the search is compiled once for each board.

mod boards;
mod comparison;
mod examples;
mod games;
mod notation;
mod perft;
mod properties;
mod reference;
mod solver;
mod suites;
mod threads;

/// The time after which a test gives up waiting. A machine may be busy, or stop for seconds.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(60);

/// Returns whether some work is done within a time at one of 20 attempts. A busy machine takes longer at any
/// of them.
fn is_ever_within(time: std::time::Duration, mut work: impl FnMut()) -> bool {
    (0..20).any(|_| {
        let started = std::time::Instant::now();
        work();
        started.elapsed() < time
    })
}

/// Returns the size with this name.
fn size(text: &str) -> marlin_core::BoardSize {
    text.parse().expect("a size that fits")
}

//! The tests of the library from outside, in one program, so that the search is compiled once for each board.

mod boards;
mod comparison;
mod drawings;
mod examples;
mod games;
mod notation;
mod perft;
mod properties;
mod reference;
mod solver;
mod suites;
mod threads;

/// Returns the size with this name.
fn size(text: &str) -> marlin_core::BoardSize {
    text.parse().expect("a size that fits")
}

//! The tests of the library from outside, in one program, so that the search is compiled once for each board.

mod any_boards;
mod any_solver;
mod comparison;
mod drawings;
mod examples;
mod games;
mod notation;
mod perft;
mod properties;
mod reference;
mod small_boards;
mod solver;
mod suites;
mod threads;
mod wide_boards;

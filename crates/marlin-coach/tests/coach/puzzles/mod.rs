//! The file of puzzles: its form, each puzzle by the solver, and each by a naive solver that knows only the
//! rules.

mod check;
mod file;
mod search;

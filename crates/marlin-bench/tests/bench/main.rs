//! The tests of `marlin-bench`, by the real program. They form one test program, which is linked once.

#[cfg(unix)]
mod ab;
mod boards;
mod common;
mod cpu;
mod gate;
mod generate;
#[cfg(unix)]
mod many_machines;
mod other_boards;
mod puzzles;
mod replay;
mod reports;
mod signature;
mod solution;

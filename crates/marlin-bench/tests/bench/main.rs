//! The tests of `marlin-bench`, by the real program. They are one program of tests, so that it is linked once.

mod boards;
mod common;
mod cpu;
mod gate;
mod generate;
mod replay;
mod reports;
mod signature;

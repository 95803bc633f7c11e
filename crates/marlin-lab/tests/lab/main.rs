//! The tests of `marlin-lab`, by the real program. They form one test program, which is linked once.

mod common;
mod foreign_text;
mod generate;
mod learn;
mod prose;
mod puzzles;

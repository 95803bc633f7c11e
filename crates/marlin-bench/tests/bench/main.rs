//! The tests of `marlin-bench`, by the real program. They form one test program, which is linked once.

#[cfg(unix)]
mod ab;
mod boards;
mod common;
mod compilations;
mod cpu;
mod gate;
#[cfg(unix)]
mod many_machines;
mod other_boards;
mod replay;
mod reports;
mod signature;

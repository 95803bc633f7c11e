//! Code that the programs around the Marlin Connect Four engine share.
//!
//! | module | contents | feature |
//! |---|---|---|
//! | `exit` | the end of a program: a failure, its report and its exit code | `options` |
//! | [`files`] | files that are written as a whole or not at all, and read in bounded memory | `write` for writing |
//! | [`lines`] | bytes to lines, in bounded memory for any input | |
//! | `options` | the options of an engine, and the solver that they make | `options` |
//! | [`pipeline`] | answers to many requests at once, in order | |
//! | `process` | interrupts, and programs that end with all processes that they start | `process` |
//! | `progress` | progress of long work on standard error: a bar on a terminal, elsewhere an occasional line | `progress` |
//! | `random` | random choices and games that are the same for a seed on every machine | `random` |
//! | [`solvers`] | a solver for each board, with bounded memory | |
//! | [`text`] | text for users | `tables` for tables |
//!
//! A feature adds the crates that its module needs. All are on by default.
//!
//! The crate is only for these programs: its interface may change with any of them.

#[cfg(feature = "options")]
pub mod exit;
pub mod files;
pub mod lines;
#[cfg(feature = "options")]
pub mod options;
pub mod pipeline;
#[cfg(feature = "process")]
pub mod process;
#[cfg(feature = "progress")]
pub mod progress;
#[cfg(feature = "random")]
pub mod random;
pub mod solvers;
pub mod text;

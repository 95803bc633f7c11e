//! Code that the programs around the Marlin Connect Four engine share.
//!
//! | module | contents | feature |
//! |---|---|---|
//! | `cpu_time` | the CPU time of a thread | `cpu-time` |
//! | [`files`] | files that are written as a whole or not at all, and read in bounded memory | `write` for writing |
//! | `group` | programs that end with all processes that they start | `group` |
//! | `interrupts` | cleanups when the user interrupts a program | `interrupts` |
//! | [`lines`] | bytes to lines, in bounded memory for any input | |
//! | `options` | the options of an engine, and the solver that they make | `options` |
//! | [`pipeline`] | answers to many requests at once, in order | |
//! | `progress` | progress of long work on standard error: a bar on a terminal, elsewhere an occasional line | `progress` |
//! | `random` | random choices and games that are the same for a seed on every machine | `random` |
//! | [`solvers`] | a solver for each board, with bounded memory | |
//! | `tables` | tables as text | `tables` |
//! | [`text`] | foreign text made fit to print | |
//! | [`version`] | the text that `--version` prints | |
//!
//! A feature adds the crates that its module needs. All are on by default.
//!
//! The crate is only for these programs: its interface may change with any of them.

#[cfg(feature = "cpu-time")]
pub mod cpu_time;
pub mod files;
#[cfg(feature = "group")]
pub mod group;
#[cfg(feature = "interrupts")]
pub mod interrupts;
pub mod lines;
#[cfg(feature = "options")]
pub mod options;
pub mod pipeline;
#[cfg(feature = "progress")]
pub mod progress;
#[cfg(feature = "random")]
pub mod random;
pub mod solvers;
#[cfg(feature = "tables")]
pub mod tables;
pub mod text;
pub mod version;

//! Code that the programs around the Marlin Connect Four engine share.
//!
//! | module | contents |
//! |---|---|
//! | [`cpu_time`] | the CPU time of a thread |
//! | [`files`] | files that are written as a whole or not at all, and read in bounded memory |
//! | [`group`] | programs that end with all processes that they start |
//! | [`interrupts`] | what is cleaned up when the user interrupts a program |
//! | [`lines`] | bytes to lines, in bounded memory whatever the bytes are |
//! | `options` | the options of an engine, and the solver that they make (feature `options`) |
//! | [`pipeline`] | answers to many requests at once, in order |
//! | [`progress`] | progress of long work on standard error: a bar on a terminal, elsewhere an occasional line |
//! | [`random`] | random choices and games that are the same for a seed on every machine |
//! | [`solvers`] | a solver for each board, with bounded memory |
//! | [`text`] | foreign text made fit to print |
//! | [`version`] | the text that `--version` prints |
//!
//! The crate is only for these programs: its interface may change with any of them.

pub mod cpu_time;
pub mod files;
pub mod group;
pub mod interrupts;
pub mod lines;
#[cfg(feature = "options")]
pub mod options;
pub mod pipeline;
pub mod progress;
pub mod random;
pub mod solvers;
pub mod text;
pub mod version;

//! The program as its users meet it: what goes in, what comes out, and the exit code.

// Whatever fails here fails a test; the lint knows only functions that are tests themselves.
#![allow(clippy::unwrap_used)]

mod batch;
mod book;
mod compat;
mod faults;
mod matches;
mod notations;
mod players;
mod positions;
mod process;
mod readme;
mod score_agent;
mod session;
mod shell;
mod show;
#[cfg(unix)]
mod terminal;
mod thinking;
mod uci;
mod usage;

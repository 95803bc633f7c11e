//! The program as users run it: input, output and exit code.

// A panic here fails a test. The lint exempts only functions marked as tests.
#![allow(clippy::unwrap_used)]

#[path = "../support/mod.rs"]
mod support;

mod batch;
mod board_commands;
mod board_sessions;
mod book;
mod compat;
#[cfg(unix)]
mod examples;
mod explain;
mod explore;
mod learn;
mod limited;
#[cfg(unix)]
mod many_machines;
mod notations;
mod play;
#[cfg(unix)]
mod play_screen;
mod process;
mod puzzle;
mod readme;
mod review;
mod session;
mod show;
#[cfg(unix)]
mod terminal;
mod thinking;
mod uci;
mod usage;
mod weak;

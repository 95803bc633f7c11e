//! The Marlin Connect Four engine on the command line: a text protocol, and commands that answer files of positions.
//!
//! | module | what it does |
//! |---|---|
//! | `args` | the command line and its help |
//! | `engine` | a solver and the options of a session |
//! | `session` | lines taken in turn, and commands carried out |
//! | `commands` | the commands, one a file |
//! | `error` | why the program ends, and with which exit code |

mod args;
mod commands;
mod engine;
mod error;
mod session;

use std::io::Write;
use std::panic;
use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;
use crate::error::{BAD_INPUT, CliError, FAILURE};

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let is_written = error.print().is_ok() || error.use_stderr();
            return if is_written {
                ExitCode::from(error.exit_code() as u8)
            } else {
                ExitCode::from(BAD_INPUT)
            };
        }
    };
    match panic::catch_unwind(|| commands::run(&args)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => report(&error),
        // The panic has been reported on standard error already.
        Err(_) => ExitCode::from(FAILURE),
    }
}

/// Prints the error in one line, unless the reader is gone, and returns the exit code.
fn report(error: &CliError) -> ExitCode {
    if !error.is_silent() {
        // If standard error is closed, there is nowhere left to say so.
        let _ = writeln!(std::io::stderr(), "error: {error}");
    }
    ExitCode::from(error.exit_code())
}

//! The Marlin Connect Four engine on the command line: a text protocol, and commands that answer files of positions.
//!
//! | module | what it does |
//! |---|---|
//! | `args` | what may stand on the command line, and the help |
//! | `engine` | a solver, and what was set |
//! | `session` | lines taken in turn, the commands of the protocol carried out |
//! | `commands` | the batch commands, one a file |
//! | `error` | what ends the program, and with which exit code |

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
        // The panic has told its story on standard error already.
        Err(_) => ExitCode::from(FAILURE),
    }
}

/// Says what went wrong in one line, unless nobody reads any more, and returns the exit code.
fn report(error: &CliError) -> ExitCode {
    if !error.is_silent() {
        // There is nowhere left to say that standard error is closed.
        let _ = writeln!(std::io::stderr(), "error: {error}");
    }
    ExitCode::from(error.exit_code())
}

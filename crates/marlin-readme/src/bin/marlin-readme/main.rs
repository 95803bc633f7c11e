//! Keeps a game of Connect Four in a README: the commands of the action, and those for its owner, on files.
//!
//! | file | contents |
//! |---|---|
//! | `args` | the command line and its help |
//! | `commands` | the commands |
//! | `folder` | the files of a game |
//! | `answers` | the folder with the answers to issues |
//! | `error` | the reasons of a failure, and their exit codes |

mod answers;
mod args;
mod commands;
mod error;
mod folder;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use marlin_support::files::outlive_size_limit;

use crate::args::Args;
use crate::error::Error;

fn main() -> ExitCode {
    outlive_size_limit();
    let outcome = match Args::try_parse() {
        Ok(args) => commands::run(&args, &mut io::stdout().lock()),
        Err(error) if error.use_stderr() => {
            // A closed standard error leaves no place for the message.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
        Err(help) => help.print().map_err(Error::Output),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !error.is_silent() {
                let _ = writeln!(io::stderr(), "error: {error}");
            }
            ExitCode::from(error.exit_code())
        }
    }
}

//! The Marlin Connect Four engine on the command line: a text protocol, and commands that answer files of positions.
//!
//! | module | contents |
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

use std::fmt::Display;
use std::io::Write;
use std::panic;
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue};
use marlin_core::BoardSize;
use marlin_core::any::Game;

use crate::args::Args;
use crate::error::{CliError, FAILURE};

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return report_usage(&with_tip(error)),
    };
    match panic::catch_unwind(|| commands::run(&args)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => report(&error),
        // The panic has been reported on standard error already.
        Err(_) => ExitCode::from(FAILURE),
    }
}

/// Adds the way to solve a position to an error about moves in the place of a command.
fn with_tip(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && Game::parse(BoardSize::STANDARD, word).is_ok()
    {
        let tip = format!("did you mean 'marlin-cli solve {word}'?").into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// Returns the error about a command that is a program of its own.
fn moved(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let (subject, program) = match word.as_str() {
        "serve" => ("the server", "marlin-server"),
        "readme-game" => ("the game in a README", "marlin-readme"),
        _ => return None,
    };
    Some(format!(
        "{subject} is a program of its own: {program} (cargo install --path crates/{program} --locked)"
    ))
}

/// Prints help or an error of usage, and returns the exit code.
fn report_usage(error: &clap::Error) -> ExitCode {
    if let Some(moved) = moved(error) {
        return report_line(&moved, error.exit_code() as u8);
    }
    match error.print() {
        // Help is output, and what can't be written is reported. An error has nowhere else to go.
        Err(unwritten) if !error.use_stderr() => report(&unwritten.into()),
        _ => ExitCode::from(error.exit_code() as u8),
    }
}

/// Prints the error in one line, unless the reader is gone, and returns the exit code.
fn report(error: &CliError) -> ExitCode {
    if error.is_silent() { ExitCode::SUCCESS } else { report_line(&error, error.exit_code()) }
}

/// Prints an error in one line, and returns the exit code.
fn report_line(error: &dyn Display, exit_code: u8) -> ExitCode {
    // If standard error is closed, there is nowhere left to say so.
    let _ = writeln!(std::io::stderr(), "error: {error}");
    ExitCode::from(exit_code)
}

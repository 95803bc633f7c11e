//! The program `marlin-cli`, as a library, so that its tests and its examples can call it.
//!
//! | module | contents |
//! |---|---|
//! | `commands` | the command line: the commands with their arguments |
//! | `session` | lines taken in turn, and commands carried out |
//! | [`book`] | makes opening books |
//! | `protocol` | the text protocols: lines to commands, and replies to lines |
//! | `failure` | the end without success: one line and an exit code |

#[doc(hidden)]
pub mod book;
mod commands;
mod failure;
mod protocol;
mod session;

use std::fmt::Display;
use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};
use marlin_core::{BoardSize, Game};
use marlin_support::files::outlive_size_limit;

use crate::commands::Args;
use crate::failure::{FAILED, Failure};

#[doc(hidden)]
pub use crate::protocol::games_of_line;

/// Returns the definition of the command line, for manual pages and completions.
#[doc(hidden)]
pub fn command() -> clap::Command {
    Args::command()
}

/// Carries out the command line, and returns the exit code.
pub fn main() -> ExitCode {
    outlive_size_limit();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return report_usage(error),
    };
    match panic::catch_unwind(|| commands::run(args)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => report(&failure),
        // The panic has been reported on standard error already.
        Err(_) => ExitCode::from(FAILED),
    }
}

/// Prints help or an error of usage, and returns the exit code.
fn report_usage(mut error: clap::Error) -> ExitCode {
    let exit_code = error.exit_code() as u8;
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) {
        if let Some(answer) = moved_command_message(word) {
            return report_line(&answer, exit_code);
        }
        if Game::parse(BoardSize::STANDARD, word).is_ok() {
            let tip = format!("did you mean 'marlin-cli solve {word}'?").into();
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
        }
    }
    // Help is output. An error has no other place than standard error.
    let printed = if error.use_stderr() { error.print().or(Ok(())) } else { print_help(&error) };
    printed.map_or_else(|unwritten| report(&unwritten.into()), |()| ExitCode::from(exit_code))
}

/// Prints help. In the list of commands, makers and checks have a heading of their own, which clap does not offer.
fn print_help(help: &clap::Error) -> io::Result<()> {
    let first = "\n  \u{1b}[1mbook\u{1b}[0m";
    let heading = format!("\n\n\u{1b}[1m\u{1b}[4mMakers and checks:\u{1b}[0m{first}");
    let text = help.render().ansi().to_string().replacen(first, &heading, 1);
    anstream::stdout().write_all(text.as_bytes())
}

/// Returns the answer to a command that another program has.
fn moved_command_message(command: &str) -> Option<String> {
    let (subject, program) = match command {
        "serve" => ("the server", "marlin-server"),
        "readme-game" => ("the game in a README", "marlin-readme"),
        _ => return None,
    };
    Some(format!(
        "{subject} is a program of its own: {program} (cargo install --path crates/{program} --locked)"
    ))
}

/// Prints a failure in one line, unless the reader of the output is gone, and returns the exit code.
fn report(failure: &Failure) -> ExitCode {
    if failure.is_silent() { ExitCode::SUCCESS } else { report_line(failure, failure.exit_code) }
}

fn report_line(error: &dyn Display, exit_code: u8) -> ExitCode {
    // An error of standard error has no place to be reported.
    let _ = writeln!(io::stderr(), "error: {error}");
    ExitCode::from(exit_code)
}

//! Replays and checks the position sets of the Marlin Connect Four engine.

mod boards;
mod commands;
mod compare;
mod failure;
mod github;
mod host;
mod output;
mod ratio;
mod replay;
mod report;
mod sets;
mod settings;
mod signature;
mod stats;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use marlin_support::files::outlive_size_limit;

use crate::commands::Cli;
use crate::failure::Failure;
use crate::github::Severity;

fn main() -> ExitCode {
    outlive_size_limit();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return report_misuse(&error),
        Err(help) => return exit_code(help.print().map_err(Failure::from)),
    };
    exit_code(commands::run(&cli, &mut io::stdout().lock(), &mut io::stderr()))
}

/// Reports a wrong command line.
fn report_misuse(error: &clap::Error) -> ExitCode {
    // A closed standard error leaves no place for the message.
    let _ = error.print();
    if github::is_action() {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        let line = github::message(Severity::Error, first.trim_start_matches("error: "));
        let _ = writeln!(io::stderr(), "{line}");
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Reports a failure, and returns the exit code.
fn exit_code(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "{}", github::message(Severity::Error, &failure.to_string()));
            ExitCode::from(failure.exit_code())
        }
    }
}

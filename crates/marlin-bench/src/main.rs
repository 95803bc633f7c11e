//! Replays, checks and makes the position sets of the Marlin Connect Four engine.

mod args;
mod failure;
mod generate;
mod measurement;
mod progress;
mod replay;
mod report;
mod run;
mod sets;
mod shape;
mod signature;
mod verdict;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing can be told to a terminal that is gone.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match run(&cli, &mut io::stdout().lock(), &mut io::stderr()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "error: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(cli: &Cli, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Failure> {
    match &cli.command {
        None => replay::run(&cli.replay, out, err),
        Some(Command::Signature(args)) => signature::run(args, out),
        Some(Command::Generate(args)) => generate::run(args, out),
    }
}

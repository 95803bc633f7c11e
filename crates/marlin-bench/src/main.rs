//! Replays, checks and makes the position sets of the Marlin Connect Four engine.

mod ab;
mod args;
mod boards;
mod compare;
mod comparison;
mod delta;
mod failure;
mod gate;
mod generate;
mod github;
mod host;
mod insert;
mod measurement;
mod output;
mod replay;
mod report;
mod results;
mod run;
mod sets;
mod shape;
mod signature;
mod speedtest;
mod stats;
mod summary;
mod verdict;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use marlin_core::Cpu;
use marlin_support::version;

use crate::args::{Cli, Command};
use crate::failure::Failure;
use crate::github::Level;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return misused(&error),
        Err(help) => return exit_code(help.print().map_err(Failure::from)),
    };
    exit_code(run(&cli, &mut io::stdout().lock(), &mut io::stderr()))
}

/// Says what is wrong with the command line.
fn misused(error: &clap::Error) -> ExitCode {
    // Nothing can be told to a terminal that is gone.
    let _ = error.print();
    if github::is_action() {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        let line = github::message(Level::Error, first.trim_start_matches("error: "));
        let _ = writeln!(io::stderr(), "{line}");
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Says what went wrong, and returns the exit code that stands for it.
fn exit_code(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "{}", github::message(Level::Error, &failure.to_string()));
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(cli: &Cli, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Failure> {
    let cpu = cpu_level(cli.cpu.as_deref())?;
    if cli.version {
        return Ok(writeln!(
            out,
            "{}",
            version::describe(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), cpu)
        )?);
    }
    match &cli.command {
        None => replay::run(&cli.replay, cpu, out, err),
        Some(Command::Signature(args)) => signature::run(args, cpu, out),
        Some(Command::Boards(args)) => boards::run(args, cpu, out),
        Some(Command::Compare(args)) => compare::run(args, out, err),
        Some(Command::Ab(args)) => ab::run(args, cli.cpu.as_deref(), out, err),
        Some(Command::Speedtest(args)) => speedtest::run(args, cpu, out),
        Some(Command::Insert(args)) => insert::run(args, &mut io::stdin().lock()),
        Some(Command::Generate(args)) => generate::run(args, cpu, out),
    }
}

/// Returns the CPU level with a name, the highest of the machine if none is given.
fn cpu_level(given: Option<&str>) -> Result<Cpu, Failure> {
    given.map_or_else(|| Ok(Cpu::detect()), str::parse).map_err(|error| Failure::Input(error.to_string()))
}

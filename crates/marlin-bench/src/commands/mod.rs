//! The commands, one a file.

pub(crate) mod ab;
pub(crate) mod args;
pub(crate) mod boards;
pub(crate) mod compare;
pub(crate) mod insert;
pub(crate) mod replay;
pub(crate) mod signature;
pub(crate) mod speedtest;

use std::io::{self, Write};

use marlin_core::Cpu;
use marlin_support::version;

use self::args::{Cli, Command};
use crate::failure::Failure;
use crate::sets::generate;

/// Runs the command that is given.
pub(crate) fn run(cli: &Cli, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Failure> {
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

//! The command line, one command per file: its arguments, and the call that answers it.

mod ab;
mod boards;
mod compare;
mod replay;
mod shared;
mod signature;

use std::io::Write;

use clap::{Parser, Subcommand};
use marlin_core::Cpu;
use marlin_support::version;

use crate::failure::Failure;

/// Replay position sets: check every score, and measure nodes and time.
///
/// Each position is solved from an empty table, so node counts are the same for any number of --jobs. Exit codes: 0 fine,
/// 1 a wrong score or a failed check, 2 bad usage, or input or output that fails, 3 a regression against a baseline (with
/// --on-unclear fail also a time that cannot be judged), 4 positions that are not proven within --time.
#[derive(Debug, Parser)]
#[command(name = "marlin-bench", args_conflicts_with_subcommands = true, after_help = replay::HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    replay: replay::ReplayArgs,
    /// Use the instructions of this CPU level, one that --version lists. Scores and node counts are the same at every
    /// level. If there is a command, write the option after it [default: the highest level]
    #[arg(long, value_name = "LEVEL", global = true)]
    cpu: Option<Cpu>,
    // Not the flag that clap makes: that one is answered before --cpu is read.
    /// Print the version, the CPU level in use and the levels that this machine has
    #[arg(short = 'V', long)]
    version: bool,
}

/// The commands beside replaying.
#[derive(Debug, Subcommand)]
enum Command {
    /// Print the identity of the search: a hash of its scores and its node count over a fixed suite
    Signature(signature::SignatureArgs),
    /// Solve empty boards of several sizes, and compare with the published results
    #[command(after_help = boards::HELP)]
    Boards(boards::BoardsArgs),
    /// Compare two result files: times with their intervals, nodes exactly
    #[command(after_help = compare::HELP)]
    Compare(compare::CompareArgs),
    /// Run two builds of marlin-bench alternately, and compare them
    #[command(after_help = ab::HELP)]
    Ab(ab::AbArgs),
}

/// Runs the command that is given.
pub(crate) fn run(cli: &Cli, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Failure> {
    let cpu = cli.cpu.unwrap_or_else(Cpu::detect);
    if cli.version {
        let text = version::describe(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), cpu);
        return Ok(writeln!(out, "{text}")?);
    }
    match &cli.command {
        None => replay::run(&cli.replay, cpu, out, err),
        Some(Command::Signature(args)) => signature::run(args, cpu, out),
        Some(Command::Boards(args)) => boards::run(args, cpu, out, err),
        Some(Command::Compare(args)) => compare::run(args, out, err),
        Some(Command::Ab(args)) => ab::run(args, cli.cpu, out, err),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_example_of_every_help_text_is_a_valid_command_line() {
        let program = Cli::command();
        let helps = [&program].into_iter().chain(program.get_subcommands());
        let helps = helps.filter_map(|command| command.get_after_help()).map(ToString::to_string);
        let helps = helps.collect::<Vec<_>>().join("\n");
        let commands =
            helps.lines().filter(|line| line.starts_with("  marlin-bench")).flat_map(|line| line.split("&&"));
        // Without remarks and redirections.
        let examples: Vec<_> =
            commands.filter_map(|text| text.trim().split("  ").next()?.split(['<', '>']).next()).collect();
        assert!(examples.len() > 15, "{examples:?}");
        for example in examples {
            assert!(Cli::try_parse_from(example.split_whitespace()).is_ok(), "{example}");
        }
    }
}

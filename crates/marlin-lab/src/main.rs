//! Makes the data that the other crates are compiled with or tested against: the weights of the move order,
//! position sets, puzzles, and the weak solution. The same command on the same code gives the same files.

mod learn;
mod levels;
mod maker;
mod network;
mod puzzles;
mod sets;
mod store;
mod weak;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use marlin_support::exit::{self, Failure};

/// Make the data of the Marlin Connect Four engine.
///
/// Exit codes: 1 a wrong score, 2 bad usage, or input or output that fails.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Learn(learn::LearnArgs),
    Network(network::NetworkArgs),
    BoardNetwork(network::BoardNetworkArgs),
    Generate(sets::GenerateArgs),
    Puzzles(puzzles::PuzzlesArgs),
    Weak(weak::WeakArgs),
    Levels(levels::LevelsArgs),
}

fn main() -> ExitCode {
    exit::main(Cli::try_parse(), |cli| run(&cli.command))
}

fn run(command: &Command) -> Result<(), Failure> {
    let mut log = |line: &str| drop(writeln!(io::stderr(), "{line}"));
    let out = &mut io::stdout();
    match command {
        Command::Learn(args) => learn::run(args, &mut log).map_err(Failure::usage),
        Command::Network(args) => network::run(args, &mut log).map_err(Failure::usage),
        Command::BoardNetwork(args) => network::run_on_boards(args, &mut log).map_err(Failure::usage),
        Command::Generate(args) => sets::run(args, out),
        Command::Puzzles(args) => puzzles::run(args, out),
        Command::Weak(args) => weak::run(args, out),
        Command::Levels(args) => levels::run(args, out),
    }
}

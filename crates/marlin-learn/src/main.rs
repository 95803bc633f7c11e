//! Learns the order in which Marlin's search tries moves, and writes it into the core.
//!
//! Searches of random positions with the present weights are sampled, and new ones are fitted to the samples: so the order
//! gets better from run to run, as long as its own searches still show where it is wrong. No position of a test set is searched
//! for samples. Every step depends on the seed, on the present weights and on the search that is sampled, and on nothing else:
//! the same command on the same code gives the same files.

mod fit;
mod network;
mod positions;
mod samples;
mod shuffle;
mod value;
mod write;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use marlin_core::internals::learn::{self, OrderingWeights};

use crate::positions::{Excluded, Positions};
use crate::write::Figures;

/// Learn the order of the moves from samples of searches, and write it into the core.
///
/// Samples are kept in a folder chunk by chunk, so that an interrupted run goes on where it was; the last step, some
/// minutes, begins anew. With the defaults it takes an hour or two on two cores.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The seed of the positions and of the fit.
    #[arg(long, default_value_t = 20_261_120)]
    seed: u64,
    /// Positions of 4 to 12 stones to be searched.
    #[arg(long, default_value_t = 2000)]
    positions: u64,
    /// Positions of 2 to 6 stones to be searched on top.
    #[arg(long, default_value_t = 1500)]
    early: u64,
    /// Begin with the classical weights, the most winning cells first, instead of those that were learned last.
    #[arg(long)]
    from_classical: bool,
    /// Positions whose searches tell what came of each node.
    #[arg(long, default_value_t = 400)]
    outcomes: u64,
    /// Other positions, whose searches tell how good the weights are.
    #[arg(long, default_value_t = 300)]
    others: u64,
    /// Rounds over the samples in a fit.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The folder of the test sets, whose positions are left out.
    #[arg(long, default_value = "test-positions")]
    test_positions: PathBuf,
    /// The folder that keeps the samples.
    #[arg(long, default_value = "target/learn")]
    samples: PathBuf,
    /// The folder that gets learned.rs and patterns.bin.
    #[arg(long, default_value = "crates/marlin-core/src/search/ordering")]
    out: PathBuf,
}

/// Things to learn besides the weights.
#[derive(Debug, Subcommand)]
enum Command {
    Network(network::NetworkArgs),
}

fn main() -> ExitCode {
    let mut log = io::stderr().lock();
    match run(&Args::parse(), &mut |line| drop(writeln!(log, "{line}"))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(io::stderr(), "marlin-learn: {error}"));
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args, log: &mut dyn FnMut(&str)) -> io::Result<()> {
    if let Some(Command::Network(args)) = &args.command {
        return network::run(args, log);
    }
    let excluded = Excluded::read(&args.test_positions)?;
    let positions = |stage, plies| Positions { seed: args.seed + stage, plies, excluded: &excluded };
    let folder = |stage| args.samples.join(stage);

    // The network is learned by itself, on top of the weights without it.
    let present = OrderingWeights { network: None, ..learn::learned() };
    let weights = if args.from_classical { learn::CLASSICAL } else { present };
    let mut all = samples::collect(&folder("any"), args.positions, &positions(1, 4..=12), weights)?;
    all.extend(samples::collect(&folder("early"), args.early, &positions(2, 2..=6), weights)?);
    log(&format!("{} samples", all.len()));
    let outcomes = samples::nodes(args.outcomes, &positions(3, 2..=8), weights)?;
    log(&format!("{} nodes whose outcome is known", outcomes.len()));
    let value = value::fit(&outcomes, args.seed, log);

    let (model, losses) = fit::fit(&all, &value, args.rounds, args.seed, log);
    let model = model.rounded();
    let others = positions(4, 8..=12);
    let nodes = |weights| samples::mean_nodes(args.others, &others, weights);
    let figures = Figures {
        losses,
        others: args.others,
        classical: nodes(learn::CLASSICAL)?,
        learned: nodes(model.weights())?,
    };
    let from = if args.from_classical { " --from-classical" } else { "" };
    let command = format!(
        "cargo run --release -p marlin-learn -- --seed {} --positions {} --early {}{from} --outcomes {} --rounds {} --others {}",
        args.seed, args.positions, args.early, args.outcomes, args.rounds, args.others
    );
    write::write(&args.out, &model, &command, &figures)
}

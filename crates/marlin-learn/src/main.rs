//! Learns the order in which Marlin's search tries moves, and writes it into the core.
//!
//! Searches of random positions with the present weights are sampled, and new ones are fitted to the samples: so the order
//! improves from run to run, as long as its own searches show mistakes. No position of a test set is searched
//! for samples. Every step depends on the seed, on the present weights and on the search that is sampled, and on nothing else:
//! the same command on the same code gives the same files.

mod descent;
mod fit;
mod laid_over;
mod network;
mod positions;
mod samples;
mod search;
mod value;
mod write;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use marlin_core::BoardSize;
use marlin_core::internals::learned;
use marlin_core::internals::transfer::BoardWeights;
use marlin_core::internals::weights::{self, OrderingWeights};

use crate::laid_over::SampledBoard;
use crate::positions::{Excluded, Positions};
use crate::write::Figures;

/// Learn the order of the moves from samples of searches, and write it into the core.
///
/// Samples are kept in a folder chunk by chunk, so that an interrupted run resumes where it stopped; the last step, some
/// minutes, is repeated. With the defaults it takes an hour or two on two cores.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct LearnArgs {
    #[command(subcommand)]
    command: Option<LearnCommand>,
    /// The seed of the positions and of the fit.
    #[arg(long, default_value_t = 20_261_120)]
    seed: u64,
    /// A board to search, as columns x rows; several may be given, with equal weights.
    #[arg(long = "board", value_name = "SIZE", default_values_t = [BoardSize::STANDARD])]
    boards: Vec<BoardSize>,
    /// The name of the files that are written [default for 7x6 alone: standard].
    #[arg(long)]
    name: Option<String>,
    /// The weights that samples are taken with.
    #[arg(long, value_enum, default_value_t = Start::Present)]
    from: Start,
    /// Positions of 30 to 38 empty cells to search, on each board.
    #[arg(long, default_value_t = 2000)]
    positions: u64,
    /// Positions of 36 to 40 empty cells to search too.
    #[arg(long, default_value_t = 1500)]
    early: u64,
    /// Positions to search for the results of their nodes.
    #[arg(long, default_value_t = 400)]
    outcomes: u64,
    /// Other positions of 30 to 34 empty cells to search, as a test of the weights.
    #[arg(long, default_value_t = 300)]
    others: u64,
    /// Rounds over the samples in a fit.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The folder of the test sets, whose positions are not searched.
    #[arg(long, default_value = "test-positions")]
    test_positions: PathBuf,
    /// The folder of the samples.
    #[arg(long, default_value = "target/learn")]
    samples: PathBuf,
    /// The folder for the two files of the weights.
    #[arg(long, default_value = "crates/marlin-core/src/search/ordering/learned")]
    out: PathBuf,
}

/// The weights that samples are taken with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Start {
    /// The present weights of the board.
    Present,
    /// The weights learned on the standard board.
    Standard,
    /// The most winning cells first.
    Classical,
}

impl Start {
    /// Returns the weights for boards like one, in the layout of the standard board.
    fn source(self, size: BoardSize) -> OrderingWeights<'static> {
        match self {
            Self::Present => laid_over::learned(size).weights(),
            Self::Standard => learned::STANDARD.weights(),
            Self::Classical => weights::CLASSICAL,
        }
    }

    /// Returns the weights for a board, without the network: it is learned by itself, on top of the weights without it.
    fn weights(self, size: BoardSize) -> BoardWeights<'static> {
        laid_over::transferred(size, &self.source(size))
    }
}

/// The commands beside the weights.
#[derive(Debug, Subcommand)]
enum LearnCommand {
    Network(network::NetworkArgs),
    BoardNetwork(network::boards::BoardNetworkArgs),
}

fn main() -> ExitCode {
    let mut log = io::stderr().lock();
    match run(&LearnArgs::parse(), &mut |line| drop(writeln!(log, "{line}"))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(io::stderr(), "marlin-learn: {error}"));
            ExitCode::from(2)
        }
    }
}

fn run(args: &LearnArgs, log: &mut dyn FnMut(&str)) -> io::Result<()> {
    match &args.command {
        Some(LearnCommand::Network(args)) => return network::run(args, log),
        Some(LearnCommand::BoardNetwork(args)) => return network::boards::run(args, log),
        None => {}
    }
    let name = match &args.name {
        Some(name) => name,
        None if args.boards == [BoardSize::STANDARD] => "standard",
        None => return Err(io::Error::other("give the files of these boards a name with --name")),
    };
    let excluded = Excluded::read(&args.test_positions)?;
    let positions = |size, stage, empty| Positions {
        size,
        seed: args.seed + stage,
        plies: positions::plies(size, empty),
        excluded: &excluded,
    };
    let folder = |stage| args.samples.join(stage);

    let (mut all, mut outcomes) = (Vec::new(), Vec::new());
    for &size in &args.boards {
        let start = args.from.weights(size);
        let (any, early) = (positions(size, 1, 30..=38), positions(size, 2, 36..=40));
        all.extend(samples::collect(&folder("any"), args.positions, &any, start.weights())?);
        all.extend(samples::collect(&folder("early"), args.early, &early, start.weights())?);
        outcomes.extend(samples::nodes(args.outcomes, &positions(size, 3, 34..=40), start.weights())?);
        log(&format!("{size}: {} samples, {} nodes whose outcome is known", all.len(), outcomes.len()));
    }
    let boards: Vec<SampledBoard> = args.boards.iter().map(|&size| SampledBoard::new(size)).collect();
    let value = value::fit(&boards, &outcomes, args.seed, log);
    let (model, losses) =
        fit::fit(&boards, &all, &args.from.source(args.boards[0]), &value, args.rounds, args.seed, log);
    // A family has one file, and its network is learned by itself.
    let model = model.rounded(&laid_over::learned(args.boards[0]).network);

    let figures = losses.into_iter().map(|losses| {
        let size = losses.size;
        let others = positions(size, 4, 30..=34);
        let nodes = |weights: BoardWeights<'_>| samples::mean_nodes(args.others, &others, weights.weights());
        let learned = laid_over::transferred(size, &model.weights());
        let nodes =
            [nodes(Start::Classical.weights(size))?, nodes(args.from.weights(size))?, nodes(learned)?];
        log(&format!("{losses:?}, nodes {nodes:?}"));
        Ok(Figures { losses, nodes })
    });
    let figures: io::Result<Vec<Figures>> = figures.collect();
    write::numbers(&args.out, name, &model)?;
    write::text(&args.out, name, &command(args, name), &figures?)
}

/// Returns the command that learns the same.
fn command(args: &LearnArgs, name: &str) -> String {
    let boards: Vec<String> = args.boards.iter().map(|size| format!("--board {size}")).collect();
    let boards = boards.join(" ");
    let from = args.from.to_possible_value();
    format!(
        "cargo run --release -p marlin-learn -- {boards} --name {name} --from {} --seed {} --positions {} --early {} --outcomes {} --rounds {} --others {}",
        from.as_ref().map_or("", |from| from.get_name()),
        args.seed,
        args.positions,
        args.early,
        args.outcomes,
        args.rounds,
        args.others
    )
}

//! Learns the order in which the search tries moves, and writes it into the core.
//!
//! Searches of random positions with the present weights are sampled, and new ones are fitted to the samples:
//! so the order improves from run to run, as long as its own searches show mistakes. No position of a test
//! set is searched for samples.

pub(crate) mod descent;
mod fit;
pub(crate) mod laid_over;
pub(crate) mod positions;
pub(crate) mod search;
mod value;

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use marlin_core::internals::learned::{self, Learned};
use marlin_core::internals::patterns::{PatternTables, TABLE_LEN, TABLES};
use marlin_core::internals::transfer::BoardWeights;
use marlin_core::internals::uses_u64;
use marlin_core::internals::weights::{CHILD_FEATURES, CLASSES, ClassWeights, OrderingWeights};
use marlin_core::{BoardSize, ParseError};
use marlin_support::files::{Existing, write_whole};

use self::fit::Losses;
use self::laid_over::SampledBoard;
use self::positions::{Excluded, Positions};
use crate::network::FittedNetwork;

/// Learn the order of the moves from samples of searches, and write it into the core.
///
/// Samples are kept in a folder chunk by chunk, so that an interrupted run resumes where it stopped; the last
/// step, some minutes, is repeated. With the defaults it takes an hour or two on two cores.
#[derive(Debug, Args)]
pub(crate) struct LearnArgs {
    /// The seed of the positions and of the fit.
    #[arg(long, default_value_t = 20_261_120)]
    seed: u64,
    /// A board to search, as columns x rows; several may be given, with equal weights. It must be searched in
    /// words of 64 bits: at most 12 columns and 64 bits.
    #[arg(long = "board", value_name = "SIZE", default_values_t = [BoardSize::STANDARD], value_parser = board_in_u64)]
    boards: Vec<BoardSize>,
    /// The name of the files that are written [default for 7x6 alone: standard].
    #[arg(long)]
    name: Option<String>,
    /// The weights with which samples are taken.
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

/// The weights with which samples are taken.
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
            Self::Classical => CLASSICAL,
        }
    }

    /// Returns the weights for a board, without the network, which is learned separately, on top of the
    /// weights without it.
    fn weights(self, size: BoardSize) -> BoardWeights<'static> {
        laid_over::transferred(size, &self.source(size))
    }
}

/// The weights before anything is learned: they count the threats made, the first two features of a child.
pub(crate) static CLASSICAL: OrderingWeights<'static> = {
    const THREATS: ClassWeights = {
        let mut child_features = [0; CHILD_FEATURES];
        child_features[0] = 1;
        child_features[1] = 1;
        ClassWeights { child_features, ..ClassWeights::NONE }
    };
    OrderingWeights {
        classes: &[THREATS; CLASSES],
        patterns: PatternTables::standard(&[0; TABLES * TABLE_LEN]),
        network: None,
    }
};

/// Learns the weights.
pub(crate) fn run(args: &LearnArgs, log: &mut dyn FnMut(&str)) -> io::Result<()> {
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
        all.extend(positions::collect(&folder("any"), args.positions, &any, start.weights())?);
        all.extend(positions::collect(&folder("early"), args.early, &early, start.weights())?);
        outcomes.extend(positions::nodes(args.outcomes, &positions(size, 3, 34..=40), start.weights())?);
        log(&format!("{size}: {} samples, {} nodes whose outcome is known", all.len(), outcomes.len()));
    }
    let boards: Vec<SampledBoard> = args.boards.iter().map(|&size| SampledBoard::new(size)).collect();
    let value = value::fit(&boards, &outcomes, args.seed, log);
    let (model, losses) =
        fit::fit(&boards, &all, &args.from.source(args.boards[0]), &value, args.rounds, args.seed, log);
    // A family has one file, and its network is learned separately.
    let model = model.rounded(&laid_over::learned(args.boards[0]).network);

    let figures = losses.into_iter().map(|losses| {
        let size = losses.size;
        let others = positions(size, 4, 30..=34);
        let nodes =
            |weights: BoardWeights<'_>| positions::mean_nodes(args.others, &others, weights.weights());
        let learned = laid_over::transferred(size, &model.weights());
        let nodes =
            [nodes(Start::Classical.weights(size))?, nodes(args.from.weights(size))?, nodes(learned)?];
        log(&format!("{losses:?}, nodes {nodes:?}"));
        Ok((losses, nodes))
    });
    let figures: io::Result<Vec<Figures>> = figures.collect();
    write_numbers(&args.out, name, &model)?;
    write_text(&args.out, name, &command(args, name), &figures?)
}

/// Returns the command that learns the same.
fn command(args: &LearnArgs, name: &str) -> String {
    let boards: Vec<String> = args.boards.iter().map(|size| format!("--board {size}")).collect();
    let boards = boards.join(" ");
    let from = args.from.to_possible_value();
    let from = from.as_ref().map_or("", |from| from.get_name());
    let number = |(name, number): (&str, u64)| format!(" --{name} {number}");
    let samples = [("seed", args.seed), ("positions", args.positions), ("early", args.early)].map(number);
    let rest =
        [("outcomes", args.outcomes), ("rounds", args.rounds.into()), ("others", args.others)].map(number);
    let program = "cargo run --release -p marlin-lab -- learn";
    format!("{program} {boards} --name {name} --from {from}{}{}", samples.concat(), rest.concat())
}

/// Reads the size of a board from which weights are learned.
pub(crate) fn board_in_u64(text: &str) -> Result<BoardSize, String> {
    let size: BoardSize = text.parse().map_err(|error: ParseError| error.to_string())?;
    if uses_u64(size) { Ok(size) } else { Err(format!("{size} is not searched in words of 64 bits")) }
}

/// The losses of a board on samples held out of the fit, and the geometric means of the nodes of positions
/// that were not sampled and are in no test set: with the classical weights, with the weights of the
/// sampling, and with the learned weights.
type Figures = (Losses, [u64; 3]);

/// Writes the numbers of a family into a folder.
pub(crate) fn write_numbers(folder: &Path, name: &str, learned: &Learned) -> io::Result<()> {
    write_whole(&folder.join(format!("{name}.bin")), &bytes(learned), Existing::Replace)
}

/// Returns the numbers of a family as the core reads them: the classes, the pattern tables and the network.
fn bytes(learned: &Learned) -> Vec<u8> {
    let classes = learned.classes.iter().flat_map(laid_over::numbers).map(|weight| weight as i16);
    let weights = classes.chain(learned.patterns).flat_map(i16::to_le_bytes);
    weights.chain(FittedNetwork::of(&learned.network).to_bytes()).collect()
}

/// Writes the text beside the numbers of a family.
fn write_text(folder: &Path, name: &str, command: &str, figures: &[Figures]) -> io::Result<()> {
    let row = |(Losses { size, classical, fitted }, [of_classical, before, learned]): &Figures| {
        format!("| {size} | {classical:.4} | {fitted:.4} | {of_classical} | {before} | {learned} |\n")
    };
    let rows: String = figures.iter().map(row).collect();
    let text = format!(include_str!("learned.txt"), name = name, command = command, rows = rows.trim_end());
    write_whole(&folder.join(format!("{name}.md")), text.as_bytes(), Existing::Replace)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_numbers_of_a_family_are_written_as_they_were_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../marlin-core/src/search/ordering/learned");
        for (name, learned) in [("standard.bin", &learned::STANDARD), ("boards.bin", &learned::BOARDS)] {
            let kept = fs::read(Path::new(folder).join(name)).unwrap();
            assert!(bytes(learned) == kept, "{name}");
        }
    }
}

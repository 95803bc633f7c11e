//! Learns which moves of early plies hold, from the book or on other boards from searches, and writes the
//! network for them into the core.

mod cases;
mod fit;
mod trials;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use marlin_core::internals::learned::{self, Learned};
use marlin_core::internals::network::NetworkTerm;
use marlin_core::internals::weights::OrderingWeights;
use marlin_core::{BoardSize, Book, Position};
use rayon::prelude::*;

pub(crate) use self::fit::FittedNetwork;
use self::fit::Lesson;
use self::trials::Searches;
use crate::learn::laid_over::{self, NetworkInputs};
use crate::learn::positions::{self, Excluded, Positions};
use crate::learn::write_numbers;
use crate::store;

/// Learn from the book which moves of early plies hold, and write the network for them into standard.bin.
///
/// The cases are nodes with fewer stones than the book's plies. They come from searches of all positions of
/// the first plies and of random positions, and from walks through the book. The book has the score of every
/// move. The nodes of searches are kept in a folder, so that an interrupted run resumes where it stopped.
/// With the defaults it takes three quarters of an hour on two cores.
#[derive(Debug, Args)]
pub(crate) struct NetworkArgs {
    /// The seed of the positions and of the fit.
    #[arg(long, default_value_t = 20_261_124)]
    seed: u64,
    /// Positions of 2 to 9 stones to be searched.
    #[arg(long, default_value_t = 1000)]
    positions: u64,
    /// All positions of fewer stones than this are searched too.
    #[arg(long, default_value_t = 4)]
    first_plies: u32,
    /// Walks through the book.
    #[arg(long, default_value_t = 200_000)]
    walks: u64,
    /// Rounds over the cases in the fit.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Other positions to search, as a test of the network.
    #[arg(long, default_value_t = 60)]
    others: u64,
    /// The folder of the test sets, whose positions are not searched.
    #[arg(long, default_value = "test-positions")]
    test_positions: PathBuf,
    /// The folder of the nodes of searches.
    #[arg(long, default_value = "target/learn/network")]
    samples: PathBuf,
    /// The folder for the file of the family.
    #[arg(long, default_value = "crates/marlin-core/src/search/ordering/learned")]
    out: PathBuf,
}

/// Returns the network of the standard board, as its search uses it.
fn standard_term() -> NetworkTerm<'static> {
    laid_over::standard().network.expect("a network of the standard board")
}

/// Learns the network.
pub(crate) fn run(args: &NetworkArgs, log: &mut dyn FnMut(&str)) -> io::Result<()> {
    let book = Book::embedded(BoardSize::STANDARD).expect("the book of the feature `book`");
    let term = standard_term();
    let excluded = Excluded::read(&args.test_positions)?;
    let positions = |stage, plies| Positions {
        size: BoardSize::STANDARD,
        seed: args.seed + stage,
        plies,
        excluded: &excluded,
    };
    let without = OrderingWeights { network: None, ..laid_over::standard() };

    // After a change of the search or of the weights the folder of the samples must be removed.
    let of_search = |position: &Position, seed| cases::of_search(position, seed, without, &book);
    let random = positions(1, 2..=9);
    let name = format!("seed-{}", random.seed);
    let mut nodes = store::of_chunks(&args.samples, &name, args.positions, |number| {
        of_search(&random.get(number), random.seed ^ number << 32)
    })?;
    let first = cases::positions_below(args.first_plies);
    let of_one = |position: &Position| of_search(position, args.seed ^ position.key() as u64);
    let path = args.samples.join(format!("seed-{}-below-{}-stones.jsonl", args.seed, args.first_plies));
    let others = || Ok(first.par_iter().map(of_one).collect::<io::Result<Vec<_>>>()?.concat());
    nodes.extend(store::from_file_or(&path, others, |error| error)?);
    let mut cases: Vec<_> = nodes.into_iter().filter_map(|node| cases::of_node(&node, &book)).collect();
    log(&format!("{} nodes of searches", cases.len()));
    cases.extend(cases::of_walks(args.walks, args.seed, &book));
    log(&format!("{} with those of walks", cases.len()));
    let network = fit::fit(&cases, FittedNetwork::random(args.seed), args.rounds, args.seed, log).coarse();
    write_numbers(&args.out, "standard", &network.beside(&learned::STANDARD))?;

    report(term, &network, &cases, log);
    let network = network.rounded();
    let term = term.of(&network);
    let others = positions(2, 3..=10);
    let nodes = |weights| positions::mean_nodes(args.others, &others, weights);
    let (before, after) = (nodes(without)?, nodes(OrderingWeights { network: Some(term), ..without })?);
    log(&format!(
        "{} other positions: {before} nodes on average without the network, {after} with it",
        args.others
    ));
    Ok(())
}

/// Logs the percentage of right first choices, by number of stones: in cases held out, and in all cases of
/// the first plies.
fn report(term: NetworkTerm<'_>, network: &FittedNetwork, cases: &[Lesson<'_>], log: &mut dyn FnMut(&str)) {
    for plies in 1..term.plies {
        let is_judged = |case: &&Lesson<'_>| {
            let is_known = case.nodes > 0 && case.nb_moves() == plies;
            is_known && (case.is_held_out || cases::is_of_first_plies(case))
        };
        fit::report(&format!("{plies} stones"), term, network, &cases.iter().filter(is_judged), log);
    }
}

/// The searches that are sampled: first plies of the boards that are solved in seconds, later ones of larger
/// boards.
const SEARCHES: &str = "
    6x7:20:1-4:20000000 6x7:50:1-3:20000000 6x7:60:4-10:5000000 8x5:16:1-4:40000000 8x5:20:1-3:30000000
    8x5:60:4-10:5000000 7x7:8:1-4:100000000 7x7:10:3-6:30000000 7x7:20:8-12:20000000 7x7:40:9-13:10000000
    6x6:40:1-6:3000000 7x5:20:1-6:3000000 5x8:20:1-6:3000000 5x7:20:1-6:3000000 8x4:20:1-6:3000000
    6x8:40:9-13:5000000 8x6:8:1-5:60000000 8x6:10:4-8:30000000 8x6:40:10-14:10000000 9x5:40:8-12:10000000";

/// The first number of stones of each row of the report, and the next one.
const REPORTED_STONES: [u32; 5] = [0, 4, 8, 12, 64];

/// Learn from searches which moves of early plies of other boards hold, and write the network for them into
/// the core.
///
/// Random positions of some boards are searched, and the fit begins with the network of 7x6. The nodes of the
/// searches are kept in a folder, so that an interrupted run resumes where it stopped. With the defaults it
/// takes half an hour on two cores.
#[derive(Debug, Args)]
pub(crate) struct BoardNetworkArgs {
    /// The seed of the positions and of the fit.
    #[arg(long, default_value_t = 20_261_124)]
    seed: u64,
    /// Positions to search, as SIZE:NUMBER:STONES:NODES, where a search ends after so many nodes; several may
    /// be given.
    #[arg(long = "search", value_name = "SEARCHES", default_values = SEARCHES.split_whitespace())]
    searches: Vec<Searches>,
    /// Rounds over the nodes in the fit.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The file of a family, with whose network the fit begins [default: the network of 7x6].
    #[arg(long)]
    start: Option<PathBuf>,
    /// The folder of the nodes of searches.
    #[arg(long, default_value = "target/learn/board-network")]
    samples: PathBuf,
    /// The folder for the file of the family.
    #[arg(long, default_value = "crates/marlin-core/src/search/ordering/learned")]
    out: PathBuf,
}

/// Learns the network of other boards.
pub(crate) fn run_on_boards(args: &BoardNetworkArgs, log: &mut dyn FnMut(&str)) -> io::Result<()> {
    let term = standard_term();
    let mut nodes = Vec::new();
    for searches in &args.searches {
        nodes.extend(trials::collect(&args.samples, searches, args.seed, term.plies)?);
        log(&format!("{}: {} nodes", searches.size, nodes.len()));
    }
    let mut sizes: Vec<BoardSize> = args.searches.iter().map(|searches| searches.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let inputs: Vec<NetworkInputs> = sizes.iter().map(|&size| NetworkInputs::new(size)).collect();
    let lessons = trials::lessons(nodes, &inputs);
    log(&format!("{} lessons", lessons.len()));
    let start = match &args.start {
        Some(path) => read(path)?,
        None => FittedNetwork::of(term.network),
    };
    let network = fit::fit(&lessons, start, args.rounds, args.seed, log);
    write_numbers(&args.out, "boards", &network.beside(&learned::BOARDS))?;
    report_boards(term, &network, &sizes, &lessons, log);
    Ok(())
}

/// Reads the network of a family.
fn read(path: &Path) -> io::Result<FittedNetwork> {
    let bytes = fs::read(path)?;
    let bytes = bytes.as_slice().try_into().map_err(|_| io::Error::other("not a file of this version"))?;
    Ok(FittedNetwork::of(&Learned::read(bytes).network))
}

/// Logs the percentage of right first choices, by board and number of stones.
fn report_boards(
    term: NetworkTerm<'_>,
    network: &FittedNetwork,
    sizes: &[BoardSize],
    lessons: &[Lesson<'_>],
    log: &mut dyn FnMut(&str),
) {
    for &size in sizes {
        for stones in REPORTED_STONES.windows(2) {
            let is_one = |lesson: &&Lesson<'_>| {
                let is_there = (stones[0]..stones[1]).contains(&lesson.nb_moves());
                lesson.inputs.size == size && is_there && lesson.is_held_out
            };
            let label = format!("{size}, from {} stones", stones[0]);
            fit::report(&label, term, network, &lessons.iter().filter(is_one), log);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_read_and_those_by_default_are_right() {
        let searches: Searches = "8x5:60:4-10:5000000".parse().unwrap();
        assert_eq!((searches.size.to_string(), searches.count), ("8x5".to_owned(), 60));
        assert_eq!((searches.stones, searches.most_nodes), (4..=10, 5_000_000));
        for wrong in ["", "8x5", "8x5:60:4:5000000", "8x5:many:4-10:5000000", "80x50:1:1-2:3"] {
            assert!(wrong.parse::<Searches>().is_err(), "{wrong}");
        }
        assert!(SEARCHES.split_whitespace().all(|searches| searches.parse::<Searches>().is_ok()));
    }
}

//! Learns from the book which moves of early plies hold, and writes the network for them into the core.

pub(crate) mod boards;
mod cases;
mod fit;
mod lesson;
mod trials;
mod walks;

use std::io;
use std::path::PathBuf;

use clap::Args;
use marlin_core::internals::learned;
use marlin_core::internals::network::NetworkTerm;
use marlin_core::internals::weights::OrderingWeights;
use marlin_core::{BoardSize, Book};

use self::cases::Case;
pub(crate) use self::fit::FittedNetwork;
use crate::laid_over;
use crate::positions::{Excluded, Positions};
use crate::{samples, write};

/// Learn from the book which moves of early plies hold, and write the network for them into standard.bin.
///
/// The cases are nodes with fewer stones than the book's plies: those of searches of all positions of the first plies and of
/// random positions, and those of walks through the book. The book has the score of every move. The nodes of searches are
/// kept in a folder, so that an interrupted run resumes where it stopped. With the defaults it takes half an hour on two cores.
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
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
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

/// Learns the network.
pub(crate) fn run(args: &NetworkArgs, log: &mut dyn FnMut(&str)) -> io::Result<()> {
    let book = Book::embedded(BoardSize::STANDARD)
        .ok_or_else(|| io::Error::other("this build has no book; build it with the feature `book`"))?;
    let OrderingWeights { network: Some(term), .. } = laid_over::standard() else {
        return Err(io::Error::other("the weights of this build have no network"));
    };
    let excluded = Excluded::read(&args.test_positions)?;
    let positions = |stage, plies| Positions {
        size: BoardSize::STANDARD,
        seed: args.seed + stage,
        plies,
        excluded: &excluded,
    };
    let without = OrderingWeights { network: None, ..laid_over::standard() };

    let mut cases = cases::collect(&args.samples, args.positions, &positions(1, 2..=9), without, &book)?;
    cases.extend(cases::collect_first_plies(&args.samples, args.first_plies, args.seed, without, &book)?);
    log(&format!("{} nodes of searches", cases.len()));
    cases.extend(walks::collect(args.walks, args.seed, &book));
    log(&format!("{} with those of walks", cases.len()));
    let network = fit::fit(&cases, FittedNetwork::random(args.seed), args.rounds, args.seed, log).coarse();
    write::numbers(&args.out, "standard", &network.beside(&learned::STANDARD))?;

    report(term, &network, &cases, log);
    let network = network.rounded();
    let term = term.of(&network);
    let others = positions(2, 3..=10);
    let nodes = |weights| samples::mean_nodes(args.others, &others, weights);
    let (before, after) = (nodes(without)?, nodes(OrderingWeights { network: Some(term), ..without })?);
    log(&format!(
        "{} other positions: {before} nodes on average without the network, {after} with it",
        args.others
    ));
    Ok(())
}

/// Logs the percentage of right first choices, by number of stones: in cases held out, and in all cases of the first plies.
fn report(term: NetworkTerm<'_>, network: &FittedNetwork, cases: &[Case], log: &mut dyn FnMut(&str)) {
    for plies in 1..term.plies {
        let is_judged = |case: &&Case| {
            case.nodes() > 0 && case.nb_moves() == plies && (case.is_held_out() || case.is_of_first_plies())
        };
        fit::report(&format!("{plies} stones"), term, network, &cases.iter().filter(is_judged), log);
    }
}

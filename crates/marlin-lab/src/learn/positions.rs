//! The positions whose searches are sampled: random ones that are in no test set; and the samples.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::ops::RangeInclusive;
use std::path::Path;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use marlin_core::internals::weights::OrderingWeights;
use marlin_core::internals::{masks, patterns};
use marlin_core::{BoardSize, Game, Position, suite};
use marlin_support::progress::ProgressReporter;
use rayon::prelude::*;

use super::laid_over;
use super::search::{self, NodeResult, Plan, Sample};
use crate::store;

/// All nodes with this many empty cells or more are kept; of the others, the fewer the cells, the fewer
/// nodes.
const MANY_EMPTY: u32 = 29;

/// The positions of the test sets and their mirror images, by key.
#[derive(Debug, Default)]
pub(crate) struct Excluded(HashSet<u128>);

impl Excluded {
    /// Reads all test sets of a folder.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let mut keys = HashSet::new();
        for file in fs::read_dir(folder)? {
            let path = file?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_text = path.extension().is_some_and(|extension| extension == "txt");
            if !(name.starts_with('L') && is_text) {
                continue;
            }
            for (game, _) in suite::read(BufReader::new(File::open(&path)?))?.lines {
                let position = game.position();
                keys.extend([position.key(), position.mirror().key()]);
            }
        }
        if keys.is_empty() {
            return Err(io::Error::other(format!("no test sets in {}", folder.display())));
        }
        Ok(Self(keys))
    }
}

/// Random positions of a board, numbered from 0: the moves are uniform, and the position is not over, has no
/// win at once, and is in no test set. Each depends only on the board, the seed and its number.
#[derive(Debug, Clone)]
pub(crate) struct Positions<'a> {
    pub(crate) size: BoardSize,
    pub(crate) seed: u64,
    /// The range of the number of stones, which is uniform too. A position has more stones if hardly any with
    /// so few is accepted.
    pub(crate) plies: RangeInclusive<u32>,
    pub(crate) excluded: &'a Excluded,
}

/// The minima of the lower and of the upper limit of stones: smaller boards have few positions with fewer
/// stones.
const FEWEST_STONES: u32 = 2;
const LEAST_MOST_STONES: u32 = 6;

/// Returns the numbers of stones of a board with numbers of empty cells, or a few where the board is too
/// small for those.
///
/// The cost of a search depends on the empty cells more than on the stones.
pub(crate) fn plies(size: BoardSize, empty: RangeInclusive<u32>) -> RangeInclusive<u32> {
    let stones = |empty| size.cells().saturating_sub(empty);
    stones(*empty.end()).max(FEWEST_STONES)..=stones(*empty.start()).max(LEAST_MOST_STONES)
}

/// The number of positions that are drawn before one more stone is tried.
const DRAWS: u32 = 1000;

impl Positions<'_> {
    /// Returns the position of a number.
    pub(crate) fn get(&self, number: u64) -> Position {
        let is_excluded = |position: &Position| {
            self.size == BoardSize::STANDARD && self.excluded.0.contains(&position.key())
        };
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let mut plies = self.plies.start() + random.next_u32() % (self.plies.end() - self.plies.start() + 1);
        let mut draws = 0;
        loop {
            let game = random_game(self.size, plies, &mut random);
            let position = game.position();
            let fits = position.nb_moves() == plies && game.outcome().is_none() && !position.can_win_next();
            if fits && !is_excluded(position) {
                return *position;
            }
            // The test sets have all positions of two stones, so there may be none left that fits.
            draws += 1;
            if draws == DRAWS {
                (plies, draws) = (plies + 1, 0);
            }
        }
    }
}

/// Plays random moves until there are as many stones, or the game is over.
///
/// marlin-support draws in another way: with its games, the same seed would give other samples and other
/// weights.
fn random_game(size: BoardSize, plies: u32, random: &mut ChaCha8Rng) -> Game {
    let mut game = Game::on(size);
    while game.outcome().is_none() && game.position().nb_moves() < plies {
        let moves: Vec<_> = game.legal_moves().collect();
        let choice = moves[random.next_u32() as usize % moves.len()];
        let played = game.play(choice);
        debug_assert!(played.is_ok(), "a legal move");
    }
    game
}

/// Returns samples of the searches of the first positions, first the samples in the folder. Weights have
/// files of their own there; after a change of the search itself the folder must be removed.
pub(crate) fn collect(
    folder: &Path,
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<Vec<Sample>> {
    let Positions { size, seed, plies, .. } = positions;
    let (digest, first, last) = (digest(weights), plies.start(), plies.end());
    let name = format!("{size}-weights-{digest:016x}-seed-{seed}-plies-{first}-{last}");
    store::of_chunks(folder, &name, count, |number| {
        let seed = seed ^ ((number + 1) << 20);
        Ok(search::sampled(&positions.get(number), weights, Plan::Explore, seed)?.samples)
    })
}

/// Returns the results of the nodes of the searches of the first positions.
pub(crate) fn nodes(
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<Vec<NodeResult>> {
    let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "sampling", count as usize, "positions");
    let of_one = |number| {
        let plan = Plan::Results { most_stones: patterns::plies(masks(positions.size)) };
        let mut outcomes = search::sampled(&positions.get(number), weights, plan, 0)?.results;
        // There are many nodes with few empty cells; some of them are enough.
        let mut random = ChaCha8Rng::seed_from_u64(positions.seed ^ number << 32);
        let few_empty = |outcome: &NodeResult| {
            (MANY_EMPTY - MANY_EMPTY.min(positions.size.cells() - outcome.nb_moves)).min(4)
        };
        outcomes.retain(|outcome| random.next_u32() % (1 << few_empty(outcome)) == 0);
        progress.inc();
        Ok(outcomes)
    };
    Ok((0..count).into_par_iter().map(of_one).collect::<io::Result<Vec<Vec<NodeResult>>>>()?.concat())
}

/// Returns the geometric mean of the nodes that the first positions take.
pub(crate) fn mean_nodes(
    count: u64,
    positions: &Positions<'_>,
    weights: OrderingWeights<'_>,
) -> io::Result<u64> {
    let of_one = |number| search::sampled(&positions.get(number), weights, Plan::Nothing, 0);
    let nodes = (0..count).into_par_iter().map(|number| Ok(of_one(number)?.nodes));
    let logarithms =
        nodes.collect::<io::Result<Vec<_>>>()?.into_iter().map(|nodes| (nodes.max(1) as f64).ln());
    Ok((logarithms.sum::<f64>() / count.max(1) as f64).exp().round() as u64)
}

/// Returns a hash of weights (FNV-1a).
fn digest(weights: OrderingWeights<'_>) -> u64 {
    let classes = weights.classes.iter().flat_map(laid_over::numbers);
    let numbers = classes.chain(weights.patterns.numbers().iter().map(|&number| i32::from(number)));
    numbers.fold(0xcbf2_9ce4_8422_2325, |digest, number| {
        (digest ^ u64::from(number as u32)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: BoardSize = BoardSize::STANDARD;

    fn sets() -> Excluded {
        Excluded::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../test-positions"))).unwrap()
    }

    #[test]
    fn positions_are_unfinished_reproducible_and_in_no_test_set() {
        let excluded = sets();
        let positions = Positions { size: STANDARD, seed: 1, plies: 3..=9, excluded: &excluded };
        for number in 0..300 {
            let position = positions.get(number);
            assert!((3..=9).contains(&position.nb_moves()));
            assert!(!position.is_over() && !position.can_win_next());
            assert!(!excluded.0.contains(&position.key()));
            assert_eq!(position, positions.get(number));
        }
        let other_seed = Positions { seed: 2, ..positions.clone() };
        assert!((0..20).any(|number| positions.get(number) != other_seed.get(number)));
    }

    #[test]
    fn other_boards_have_as_many_empty_cells_or_few_stones() {
        let excluded = Excluded::default();
        for (size, stones) in [("8x6", 10..=18), ("7x6", 4..=12), ("6x6", 2..=6), ("5x5", 2..=6)] {
            let size = size.parse().unwrap();
            assert_eq!(plies(size, 30..=38), stones);
            let positions = Positions { size, seed: 1, plies: plies(size, 30..=38), excluded: &excluded };
            assert!((0..50).all(|number| stones.contains(&positions.get(number).nb_moves())));
        }
    }

    #[test]
    fn where_all_positions_are_in_the_test_sets_there_is_a_stone_more() {
        let excluded = sets();
        let positions = Positions { size: STANDARD, seed: 1, plies: 2..=2, excluded: &excluded };
        assert_eq!(positions.get(0).nb_moves(), 3);
    }

    #[test]
    fn mirror_images_of_test_positions_are_excluded_too() {
        let image = Position::parse(STANDARD, "6113265755").unwrap().mirror();
        assert!(sets().0.contains(&image.key()), "the first position of L1_R3, mirrored");
    }

    #[test]
    fn a_folder_without_sets_is_an_error() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        assert!(Excluded::read(Path::new(folder)).unwrap_err().to_string().starts_with("no test sets in"));
    }
}

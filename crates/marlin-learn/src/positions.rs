//! The positions whose searches are sampled: random ones that are in no test set.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::ops::RangeInclusive;
use std::path::Path;

use marlin_core::{Game, Position, suite};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The positions of the test sets and their mirror images, by key.
#[derive(Debug, Default)]
pub(crate) struct Excluded(HashSet<u64>);

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
            for line in suite::read::<7, 6>(BufReader::new(File::open(&path)?)).map_err(io::Error::other)? {
                let position = line.game.position();
                keys.extend([position.key().get(), position.mirror().key().get()]);
            }
        }
        if keys.is_empty() {
            return Err(io::Error::other(format!("no test sets in {}", folder.display())));
        }
        Ok(Self(keys))
    }
}

/// Random positions, numbered from 0: moves drawn evenly, the position not over, without a win at hand, and in no test
/// set. Each depends on the seed and its number alone.
#[derive(Debug, Clone)]
pub(crate) struct Positions<'a> {
    pub(crate) seed: u64,
    /// Stones on the board, drawn evenly too; a position has more if hardly any with so few fits.
    pub(crate) plies: RangeInclusive<u32>,
    pub(crate) excluded: &'a Excluded,
}

/// Positions that are drawn before one stone more is tried.
const DRAWS: u32 = 1000;

impl Positions<'_> {
    /// Returns the position of a number.
    pub(crate) fn get(&self, number: u64) -> Position {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let mut plies = self.plies.start() + random.next_u32() % (self.plies.end() - self.plies.start() + 1);
        let mut draws = 0;
        loop {
            let game = random_game(plies, &mut random);
            let position = game.position();
            let fits = position.nb_moves() == plies && game.outcome().is_none() && !position.can_win_next();
            if fits && !self.excluded.0.contains(&position.key().get()) {
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
/// marlin-support draws in another way: with its games, the same seed would give other samples and other weights.
fn random_game(plies: u32, random: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new();
    while game.outcome().is_none() && game.position().nb_moves() < plies {
        let moves = game.legal_moves();
        let choice = moves[random.next_u32() as usize % moves.len()];
        let played = game.play(choice);
        debug_assert!(played.is_ok(), "a legal move");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets() -> Excluded {
        Excluded::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../test-positions"))).unwrap()
    }

    #[test]
    fn positions_are_unfinished_reproducible_and_in_no_test_set() {
        let excluded = sets();
        let positions = Positions { seed: 1, plies: 3..=9, excluded: &excluded };
        for number in 0..300 {
            let position = positions.get(number);
            assert!((3..=9).contains(&position.nb_moves()));
            assert!(!position.is_over() && !position.can_win_next());
            assert!(!excluded.0.contains(&position.key().get()));
            assert_eq!(position, positions.get(number));
        }
        let other_seed = Positions { seed: 2, ..positions.clone() };
        assert!((0..20).any(|number| positions.get(number) != other_seed.get(number)));
    }

    #[test]
    fn where_all_positions_are_in_the_test_sets_there_is_a_stone_more() {
        let excluded = sets();
        let positions = Positions { seed: 1, plies: 2..=2, excluded: &excluded };
        assert_eq!(positions.get(0).nb_moves(), 3);
    }

    #[test]
    fn mirror_images_of_test_positions_are_excluded_too() {
        let image = "6113265755".parse::<Position>().unwrap().mirror();
        assert!(sets().0.contains(&image.key().get()), "the first position of L1_R3, mirrored");
    }

    #[test]
    fn a_folder_without_sets_is_an_error() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        assert!(Excluded::read(Path::new(folder)).unwrap_err().to_string().starts_with("no test sets in"));
    }
}

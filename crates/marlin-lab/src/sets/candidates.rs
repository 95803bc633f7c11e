//! [`Candidates`]: random games to choose the positions of a set from, the same for a seed on every machine.

use std::collections::HashSet;

use marlin_core::Game;
use marlin_support::random::Random;

use super::category::SetKind;

/// Random games in search of the next candidate, after which there is none: a small board has few positions, all seen already.
const MAX_ATTEMPTS: u64 = 1_000_000;

/// Unfinished random games in order, each position (or its mirror image) once.
#[derive(Debug)]
pub(super) struct Candidates {
    seed: u64,
    kind: SetKind,
    next_index: u64,
    seen: HashSet<u64>,
}

impl Candidates {
    pub(super) fn new(seed: u64, kind: SetKind) -> Self {
        Self { seed, kind, next_index: 0, seen: HashSet::new() }
    }
}

impl Iterator for Candidates {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        for _ in 0..MAX_ATTEMPTS {
            let index = self.next_index;
            self.next_index += 1;
            // A position that was a candidate before was verified before, whether it fitted or not.
            if let Some(game) = random_game(self.seed, self.kind, index)
                && self.seen.insert(game.position().canonical().key())
            {
                return Some(game);
            }
        }
        None
    }
}

/// Returns the random game with a number; `None` if it ends before it has its random number of plies, or with the last of them.
fn random_game(seed: u64, kind: SetKind, index: u64) -> Option<Game> {
    // Each candidate has a separate stream, so that none depends on how many numbers another one took.
    let mut random = Random::named(seed, &kind.name(), index);
    let plies = random.within(&kind.played());
    random.try_game(kind.board, plies)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;
    use marlin_core::BoardSize;

    use super::*;
    use crate::sets::category::Category;

    const fn kind(category: Category) -> SetKind {
        SetKind { board: BoardSize::STANDARD, category }
    }

    fn first(category: Category, count: usize) -> Vec<Game> {
        Candidates::new(1, kind(category)).take(count).collect()
    }

    #[test]
    fn every_candidate_is_unfinished_and_has_the_plies_of_its_category() {
        for &category in Category::value_variants() {
            for candidate in first(category, 200) {
                assert!(!candidate.position().is_over());
                assert!(kind(category).played().contains(&candidate.position().nb_moves()));
            }
        }
    }

    #[test]
    fn no_position_or_mirror_image_is_repeated() {
        let mut seen = HashSet::new();
        for candidate in first(Category::L1R3, 2000) {
            let position = *candidate.position();
            assert!(!seen.contains(&position.mirror().key()) && seen.insert(position.key()));
        }
    }

    #[test]
    fn every_number_of_plies_is_drawn() {
        let mut counts = [0; 15];
        for index in 0..14_000 {
            if let Some(game) = random_game(3, kind(Category::L1R1), index) {
                counts[game.position().nb_moves() as usize] += 1;
            }
        }
        assert!(counts[1..=6].iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    }

    #[test]
    fn games_never_change_for_a_seed() {
        // Fixed values: a published seed must produce the same sets for ever.
        let games: Vec<_> = first(Category::L2R2, 2).iter().map(ToString::to_string).collect();
        assert_eq!(games, ["154457424776754211663261", "1417557515534347"]);
    }

    #[test]
    fn another_seed_or_category_gives_other_games() {
        assert_ne!(random_game(1, kind(Category::L1R1), 0), random_game(2, kind(Category::L1R1), 0));
        assert_ne!(random_game(1, kind(Category::L1R1), 0), random_game(1, kind(Category::L1R2), 0));
    }

    #[test]
    fn the_candidates_of_a_small_board_come_to_an_end() {
        let board = "3x2".parse().unwrap();
        let candidates = Candidates::new(1, SetKind { board, category: Category::L1R2 });
        // One stone is at a side or in the middle. Of the nine positions of two, one is symmetric, and the others are four
        // pairs of mirror images.
        assert_eq!(candidates.count(), 2 + 5);
    }
}

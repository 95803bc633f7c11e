//! [`Category`]: the six standard categories of position sets, and [`SetKind`]: those of a board.

use std::collections::HashSet;
use std::fmt;
use std::iter;
use std::ops::{Range, RangeInclusive};

use clap::ValueEnum;
use marlin_core::{BoardSize, Game, Position, Score};
use marlin_support::random::Random;

/// The played part of a game, and the part that remains under best play, in thirds of the cells. The easiest
/// are first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Category {
    /// Late, ends soon.
    #[value(name = "L3_R1")]
    L3R1,
    /// Middle, ends soon.
    #[value(name = "L2_R1")]
    L2R1,
    /// Middle, ends later.
    #[value(name = "L2_R2")]
    L2R2,
    /// Early, ends soon.
    #[value(name = "L1_R1")]
    L1R1,
    /// Early, ends later.
    #[value(name = "L1_R2")]
    L1R2,
    /// Early, ends late.
    #[value(name = "L1_R3")]
    L1R3,
}

impl Category {
    /// Returns the name on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// Returns the end of a third of a game, in plies.
const fn third(cells: u32, number: u32) -> u32 {
    cells * number / 3
}

/// The positions of a category on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SetKind {
    pub(super) board: BoardSize,
    pub(super) category: Category,
}

impl SetKind {
    /// Returns the name of the set, which is also the name of its file: `L2_R1` on 7x6, `8x5_L2_R1` on
    /// another board.
    pub(super) fn name(self) -> String {
        let category = self.category.name();
        if self.board == BoardSize::STANDARD { category } else { format!("{}_{category}", self.board) }
    }

    /// Returns the number of plies played.
    pub(super) fn played(self) -> RangeInclusive<u32> {
        let cells = self.board.cells();
        match self.category {
            Category::L3R1 => third(cells, 2) + 1..=cells - 1,
            Category::L2R1 | Category::L2R2 => third(cells, 1) + 1..=third(cells, 2),
            Category::L1R1 | Category::L1R2 | Category::L1R3 => 1..=third(cells, 1),
        }
    }

    /// Returns the number of plies that remain under best play.
    pub(super) fn remaining(self) -> Range<u32> {
        let cells = self.board.cells();
        match self.category {
            Category::L3R1 | Category::L2R1 | Category::L1R1 => 1..third(cells, 1),
            Category::L2R2 | Category::L1R2 => third(cells, 1)..third(cells, 2),
            Category::L1R3 => third(cells, 2)..cells,
        }
    }

    /// Returns whether the board has enough cells for numbers of plies that fit.
    pub(super) fn has_room(self) -> bool {
        !self.played().is_empty() && !self.remaining().is_empty()
    }

    /// Returns whether a position of a score has the number of plies remaining.
    pub(super) fn fits(self, position: &Position, score: Score) -> bool {
        self.remaining().contains(&position.ending(score).plies)
    }
}

/// Describes the positions in words, as the first line of their file does.
impl fmt::Display for SetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (played, remaining) = (self.played(), self.remaining());
        write!(
            f,
            "{}: {} to {} plies played, {} to {} plies remaining under best play",
            self.name(),
            played.start(),
            played.end(),
            remaining.start,
            remaining.end - 1
        )
    }
}

/// Random games in search of the next candidate, after which there is none: a small board has few positions,
/// all seen already.
const MAX_ATTEMPTS: usize = 1_000_000;

/// Unfinished random games in order, each position (or its mirror image) once.
pub(super) fn candidates(seed: u64, kind: SetKind) -> impl Iterator<Item = Game> {
    let (mut indices, mut drawn) = (0.., HashSet::new());
    iter::from_fn(move || {
        let mut games =
            indices.by_ref().take(MAX_ATTEMPTS).filter_map(|index| random_game(seed, kind, index));
        // A position that was a candidate before was verified before, whether it fitted or not.
        games.find(|game| drawn.insert(game.position().canonical().key()))
    })
}

/// Returns the random game with a number; `None` if it ends before it has its random number of plies, or with
/// the last of them.
fn random_game(seed: u64, kind: SetKind, index: u64) -> Option<Game> {
    // Each candidate has a separate stream, so that none depends on how many numbers another one took.
    let mut random = Random::named(seed, &kind.name(), index);
    let plies = random.within(&kind.played());
    random.try_game(kind.board, plies)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn standard(category: Category) -> SetKind {
        SetKind { board: BoardSize::STANDARD, category }
    }

    #[test]
    fn the_name_on_the_command_line_is_the_name_of_the_standard_set() {
        for &category in Category::value_variants() {
            assert_eq!(Category::from_str(&standard(category).name(), false), Ok(category));
        }
    }

    #[test]
    fn plies_remaining_decide_whether_a_score_fits() {
        let score = |value| Score::checked(BoardSize::STANDARD, value).unwrap();
        let position = Position::parse(BoardSize::STANDARD, "11112222333311").unwrap();
        let fits = |category, value| standard(category).fits(&position, score(value));
        // A draw after 14 plies has 28 to go, a win with the 20th stone ends at ply 39.
        assert!(fits(Category::L1R3, 0) && !fits(Category::L1R2, 0));
        assert!(fits(Category::L1R2, 2) && !fits(Category::L1R3, 2));
        assert!(fits(Category::L1R1, 9));
    }

    #[test]
    fn the_description_states_the_plies() {
        assert_eq!(
            standard(Category::L2R2).to_string(),
            "L2_R2: 15 to 28 plies played, 14 to 27 plies remaining under best play"
        );
        let board = "8x5".parse().unwrap();
        assert_eq!(
            SetKind { board, category: Category::L3R1 }.to_string(),
            "8x5_L3_R1: 27 to 39 plies played, 1 to 12 plies remaining under best play"
        );
    }

    #[test]
    fn on_every_board_each_ply_of_an_unfinished_game_has_one_phase_and_one_end() {
        for board in BoardSize::all() {
            let kind = |category| SetKind { board, category };
            let phases = [Category::L1R1, Category::L2R1, Category::L3R1].map(|one| kind(one).played());
            let ends = [Category::L1R1, Category::L1R2, Category::L1R3].map(|one| kind(one).remaining());
            for ply in 1..board.cells() {
                assert_eq!(phases.iter().filter(|played| played.contains(&ply)).count(), 1, "{board}, {ply}");
                assert_eq!(ends.iter().filter(|left| left.contains(&ply)).count(), 1, "{board}, {ply}");
            }
            assert!(phases.iter().all(|played| *played.end() < board.cells()), "{board}");
            assert_eq!(
                Category::value_variants().iter().all(|&one| kind(one).has_room()),
                board.cells() >= 6,
                "{board}"
            );
        }
    }

    fn first(category: Category, count: usize) -> Vec<Game> {
        candidates(1, standard(category)).take(count).collect()
    }

    #[test]
    fn every_candidate_is_unfinished_and_has_the_plies_of_its_category() {
        for &category in Category::value_variants() {
            for candidate in first(category, 200) {
                assert!(!candidate.position().is_over());
                assert!(standard(category).played().contains(&candidate.position().nb_moves()));
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
    fn games_never_change_for_a_seed() {
        // Fixed values: a published seed must produce the same sets for ever.
        let games: Vec<_> = first(Category::L2R2, 2).iter().map(ToString::to_string).collect();
        assert_eq!(games, ["154457424776754211663261", "1417557515534347"]);
    }

    #[test]
    fn the_candidates_of_a_small_board_come_to_an_end() {
        let board = "3x2".parse().unwrap();
        let candidates = candidates(1, SetKind { board, category: Category::L1R2 });
        // One stone is at a side or in the middle. Of the nine positions of two, one is symmetric, and the
        // others are four pairs of mirror images.
        assert_eq!(candidates.count(), 2 + 5);
    }
}

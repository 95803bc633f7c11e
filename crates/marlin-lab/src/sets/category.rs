//! [`Category`]: the six standard categories of position sets, and [`SetKind`]: those of a board.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use clap::ValueEnum;
use marlin_core::{BoardSize, Position, Score};

/// The played part of a game, and the part that remains under best play, in thirds of the cells. The easiest are first.
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

    /// Returns the number of plies played, on a board with this number of cells. The last ply ends the game.
    fn played(self, cells: u32) -> RangeInclusive<u32> {
        match self {
            Self::L3R1 => third(cells, 2) + 1..=cells - 1,
            Self::L2R1 | Self::L2R2 => third(cells, 1) + 1..=third(cells, 2),
            Self::L1R1 | Self::L1R2 | Self::L1R3 => 1..=third(cells, 1),
        }
    }

    /// Returns the number of plies that remain under best play, on a board with this number of cells.
    fn remaining(self, cells: u32) -> Range<u32> {
        match self {
            Self::L3R1 | Self::L2R1 | Self::L1R1 => 1..third(cells, 1),
            Self::L2R2 | Self::L1R2 => third(cells, 1)..third(cells, 2),
            Self::L1R3 => third(cells, 2)..cells,
        }
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
    /// Returns the name of the set, which is also the name of its file: `L2_R1` on 7x6, `8x5_L2_R1` on another board.
    pub(super) fn name(self) -> String {
        let category = self.category.name();
        if self.board == BoardSize::STANDARD { category } else { format!("{}_{category}", self.board) }
    }

    /// Returns the number of plies played.
    pub(super) fn played(self) -> RangeInclusive<u32> {
        self.category.played(self.board.cells())
    }

    /// Returns the number of plies that remain under best play.
    pub(super) fn remaining(self) -> Range<u32> {
        self.category.remaining(self.board.cells())
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
    fn the_name_of_a_set_of_another_board_begins_with_the_board() {
        let board = "8x5".parse().unwrap();
        assert_eq!(SetKind { board, category: Category::L1R3 }.name(), "8x5_L1_R3");
    }

    #[test]
    fn plies_remaining_decide_whether_a_score_fits() {
        let score = |value| Score::on(BoardSize::STANDARD, value).unwrap();
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
}

//! [`Board`]: a board size by its name, with its published result.

use std::cmp::Reverse;

use marlin_core::{BoardSize, TableSizeError};

use crate::ending::Ending;
use crate::solved::{Settings, Solved, solve};

/// A board size, with its published result.
///
/// # Examples
///
/// ```
/// use marlin_boards::{Board, Ending};
///
/// let board = Board::named("8x5")?;
/// assert_eq!(board.published(), Some(Ending::FirstWins(39)));
/// assert!(Board::all().any(|board| board.name() == "7x6"));
///
/// // Nothing is published about boards without room for four in a row.
/// assert_eq!(Board::named("3x3")?.published(), None);
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    size: BoardSize,
    published: Option<Ending>,
}

/// The names of the boards that take minutes at most.
pub const DEFAULT_BOARDS: [&str; 11] =
    ["4x4", "5x4", "6x4", "5x5", "6x5", "7x5", "6x6", "7x6", "5x7", "6x7", "8x5"];

impl Board {
    pub(crate) const fn new(size: BoardSize, published: Option<Ending>) -> Self {
        Self { size, published }
    }

    /// Returns the name: the width, `x` and the height.
    pub fn name(&self) -> String {
        self.size.to_string()
    }

    /// Returns the size.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns what boards are sorted by: those with fewer cells come first, and of those with as many the wider ones.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        (self.size.cells(), Reverse(self.size.width()))
    }

    /// Returns the published ending of a game on it under best play, `None` if none is known here.
    pub const fn published(&self) -> Option<Ending> {
        self.published
    }

    /// Solves the empty board from an empty table.
    ///
    /// # Errors
    ///
    /// [`TableSizeError`] if there can't be a table of the size.
    pub fn solve(&self, settings: &Settings) -> Result<Solved, TableSizeError> {
        solve(self.size, self.published, settings)
    }
}

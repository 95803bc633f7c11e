//! [`ParsePositionError`]: the reason why a text or an array is no position.

use crate::bitboard::Cell;
use crate::board_size::BoardSizeError;
use crate::column::Column;
use crate::player::PlayError;
use crate::player::Player;

/// The reason why a text or an array is not a position that can arise in a game.
///
/// # Examples
///
/// ```
/// use marlin_core::{ParsePositionError, Position};
///
/// let error = "44x".parse::<Position>().unwrap_err();
/// assert!(matches!(error, ParsePositionError::InvalidCharacter { index: 2, found: 'x', .. }));
///
/// // Seven stones in a column of six cells:
/// let error = "1111111".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "move 7: column 1 is full");
///
/// let floating = Position::from_drawing(
///     ". . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . X . . . .
///      . . . . . . .",
/// );
/// assert_eq!(floating, Err(ParsePositionError::FloatingStone { column: 3, row: 2 }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// A character that means nothing here.
    #[error("invalid character {found:?} at index {index} ({expected})")]
    InvalidCharacter {
        /// Its index, in characters from 0.
        index: usize,
        /// The character.
        found: char,
        /// The characters or words that are allowed there.
        expected: String,
    },
    /// A second group of moves: one of the groups may well be something else, such as a score.
    #[error(
        "a second word at index {index} (moves stand in one word, as in 4433, or each by itself, as in 4 4 3 3)"
    )]
    SecondWord {
        /// The place where moves in one word and moves by themselves meet, in characters from 0.
        index: usize,
    },
    /// A column that the board does not have.
    #[error("invalid column {found} at index {index} (columns are 0 to {})", .width - 1)]
    InvalidColumn {
        /// The index of the column, from 0.
        index: usize,
        /// The column given.
        found: usize,
        /// The number of columns.
        width: usize,
    },
    /// A move that the rules do not allow.
    #[error("move {number}: {source}")]
    IllegalMove {
        /// Its index: in characters from 0, or in columns from 0 where they are given one by one.
        index: usize,
        /// The column as text has it, counted from 1.
        found: char,
        /// The rule.
        source: PlayError,
        /// The number of the move, counted from 1.
        number: usize,
    },
    /// A number that is no state of a cell.
    #[error("invalid cell {found} at index {index} (a cell is 0 for empty, 1 for X or 2 for O)")]
    InvalidCell {
        /// The index of the cell, from 0 at the top left, row by row.
        index: usize,
        /// The number given.
        found: u8,
    },
    /// More or fewer cells than the board has.
    #[error("{found} cells, where the board has {expected}")]
    WrongSize {
        /// Cells given.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// More or fewer rows than the board has.
    #[error(
        "{found} row{}, where the board has {expected} ('/' stands between rows, the top row comes first)",
        if *.found == 1 { "" } else { "s" }
    )]
    RowCount {
        /// Rows given.
        found: usize,
        /// Rows of the board.
        expected: usize,
    },
    /// More or fewer cells in a row than the board has columns.
    #[error("{found} cell{} in row {number} from the top, where the board has {expected}", if *.found == 1 { "" } else { "s" })]
    RowLength {
        /// The row, counted from 1 at the top.
        number: usize,
        /// Cells given.
        found: usize,
        /// Columns of the board.
        expected: usize,
    },
    /// A drawing that may be read in two ways.
    #[error("{reason} (index {index})")]
    Drawing {
        /// The place of the first doubt, in characters from 0.
        index: usize,
        /// The doubt, and how to draw without it.
        reason: &'static str,
    },
    /// Rows of a board that does not fit, in a text that shows its size.
    #[error(transparent)]
    BoardSize(#[from] BoardSizeError),
    /// A FEN with the wrong side to move.
    #[error("by the number of stones it is {expected}'s turn")]
    SideToMove {
        /// The side to move: `w` for X, `b` for O.
        expected: &'static str,
    },
    /// An observation of Kaggle's with the wrong side to move.
    #[error("\"mark\" is {found}, but player {expected} is to move: player 1 moves first")]
    Mark {
        /// The player given.
        found: u8,
        /// The player to move.
        expected: u8,
    },
    /// A row of `connect-4.data` with too many or too few fields.
    #[error(
        "{found} fields, where {expected} cells are expected, and 'win', 'loss' or 'draw' after them or nothing"
    )]
    FieldCount {
        /// Fields given.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A field of `connect-4.data` that is no state of a cell.
    #[error("invalid cell {found:?} in field {number} (a cell is b for empty, x or o)")]
    InvalidField {
        /// The field, counted from 1.
        number: usize,
        /// The text there, cut if it is long.
        found: String,
    },
    /// A class of `connect-4.data` that is no outcome.
    #[error("invalid class {found:?} (it is win, loss or draw)")]
    InvalidClass {
        /// The text there, cut if it is long.
        found: String,
    },
    /// A bit that is no cell of the board.
    #[error("a stone outside the board, at bit {index}")]
    OutsideBoard {
        /// The bit, from 0.
        index: u32,
    },
    /// Both players on one cell.
    #[error("stones of both players in column {column}, row {row}")]
    Overlap {
        /// The column, counted from 1.
        column: usize,
        /// The row, counted from 1 at the bottom.
        row: usize,
    },
    /// A stone with an empty cell below it.
    #[error("the stone in column {column}, row {row} has nothing below it")]
    FloatingStone {
        /// The column, counted from 1.
        column: usize,
        /// The row, counted from 1 at the bottom.
        row: usize,
    },
    /// Numbers of stones that alternating moves do not give.
    #[error("{first} stones of X and {second} of O (X moves first: as many, or one more)")]
    StoneCounts {
        /// Stones of X.
        first: u32,
        /// Stones of O.
        second: u32,
    },
    /// Four in a row for both.
    #[error("both players have four in a row")]
    BothWon,
    /// Four in a row for a player who did not make the last move.
    #[error("{winner} has four in a row, but the other player moved last")]
    WinnerToMove {
        /// The player with four in a row.
        winner: Player,
    },
    /// Fours that no single last stone can have completed.
    #[error("{winner} has won twice over: no single last move completes all the fours")]
    WonTwice {
        /// The player who has them.
        winner: Player,
    },
}

impl ParsePositionError {
    /// Returns the place of the error in a text, in characters from 0, if it is at one of them.
    pub const fn index(&self) -> Option<usize> {
        match *self {
            Self::InvalidCharacter { index, .. }
            | Self::SecondWord { index }
            | Self::Drawing { index, .. }
            | Self::IllegalMove { index, .. } => Some(index),
            _ => None,
        }
    }

    /// Returns the cell of the error, if it is one.
    pub fn cell(&self) -> Option<Cell> {
        match *self {
            Self::FloatingStone { column, row } | Self::Overlap { column, row } => {
                Cell::new(Column::from_number(column)?, row.checked_sub(1)?)
            }
            _ => None,
        }
    }

    /// Returns whether the text was understood and breaks a rule of the game. Otherwise its syntax is wrong.
    pub const fn breaks_a_rule(&self) -> bool {
        matches!(
            self,
            Self::FloatingStone { .. }
                | Self::StoneCounts { .. }
                | Self::BothWon
                | Self::WinnerToMove { .. }
                | Self::WonTwice { .. }
                | Self::IllegalMove { .. }
        )
    }
}

//! [`NotationError`]: the reason why a text is no position in any notation.

use super::{DropError, ParsePositionError};
use crate::bitboard::Cell;
use crate::board_size::BoardSize;
use crate::player::GameOutcome;
use crate::suite::ParseSuiteLineError;

/// The reason why a [`Reader`](super::Reader) refuses a text. The message names the kind and the place; a program that
/// lets its users set the [`Reader`](super::Reader) adds the option that helps.
///
/// # Examples
///
/// ```
/// use marlin_core::notation::Reader;
///
/// let reader = Reader::new();
/// let error = reader.read("440").unwrap_err();
/// assert_eq!(error.to_string(), "column 0 at index 2: columns count from 1 here");
/// assert_eq!((error.index(), error.breaks_a_rule()), (Some(2), false));
///
/// let error = reader.read("..../..O./.X../XO..").unwrap_err();
/// assert_eq!(error.cell().map(|cell| cell.to_string()).as_deref(), Some("c3"));
/// assert!(error.breaks_a_rule());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// No game has these moves or cells.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The text is no line of a position set.
    #[error(transparent)]
    Set(#[from] ParseSuiteLineError),
    /// A zero among columns that count from 1.
    #[error("column 0 at index {index}: columns count from 1 here")]
    ColumnZero {
        /// The place of the zero, in characters from 0.
        index: usize,
    },
    /// A move in a full column, among columns that count from 0.
    #[error("move {number}: column {found} is full (columns count from 0)")]
    ColumnFull {
        /// The place of the move, in characters from 0.
        index: usize,
        /// The column as the text has it.
        found: char,
        /// The number of the move, counted from 1.
        number: usize,
    },
    /// Moves alone, or moves and a score.
    #[error("this may be moves alone, or moves and their score: moves in one word are moves alone")]
    MovesOrScore,
    /// One row of a board that is drawn on several lines.
    #[error("this looks like one row of a drawn board: '/' separates the rows of a board on one line")]
    DrawnRow,
    /// A cell, or two columns of a board with more than nine.
    #[error(
        "{text} may be a cell or two columns: write P@{text} for the cell, or a comma between the columns"
    )]
    CellOrColumns {
        /// The text.
        text: String,
    },
    /// A drawing of another board than the one that is expected.
    #[error(
        "a drawing of a board of {found}, where {expected} is expected: state the board, if it is that one"
    )]
    DrawnSize {
        /// The board that is drawn.
        found: BoardSize,
        /// The board that was set, or the default.
        expected: BoardSize,
    },
    /// A word in a list of columns that is none.
    #[error("{found:?} in place {number} of the list is no column ({least} to {greatest})")]
    ListedColumn {
        /// Its place in the list, counted from 1.
        number: usize,
        /// The word, cut if it is long.
        found: String,
        /// The number of the leftmost column.
        least: usize,
        /// The number of the rightmost column.
        greatest: usize,
    },
    /// A move of movetext that cannot be played.
    #[error("move {found:?} at index {index}: {source}")]
    Move {
        /// The place of the move, in characters from 0.
        index: usize,
        /// The move, cut if it is long.
        found: String,
        /// The reason.
        source: DropError,
    },
    /// A move number of movetext that is not the next one.
    #[error("move number {found:?} at index {index}, where {expected} is next")]
    MoveNumber {
        /// The place of the number, in characters from 0.
        index: usize,
        /// The number, cut if it is long.
        found: String,
        /// The next number.
        expected: String,
    },
    /// A result that is not the one of the position.
    #[error("result {found} at index {index}, but {outcome}: write {expected}")]
    Result {
        /// The place of the result, in characters from 0.
        index: usize,
        /// The result that is stated.
        found: &'static str,
        /// The outcome of the game.
        outcome: GameOutcome,
        /// The result of the game.
        expected: &'static str,
    },
    /// A word after the result of a game.
    #[error("a word at index {index}, after the result of the game")]
    AfterResult {
        /// The place of the word, in characters from 0.
        index: usize,
    },
    /// A tag, a comment or a variation of PGN.
    #[error(
        "tags, comments and variations of PGN aren't read (index {index}): give the moves alone, as in 1. d1 d2 *"
    )]
    Pgn {
        /// The place of it, in characters from 0.
        index: usize,
    },
    /// The JSON has no position, such as an observation of Kaggle's.
    #[error(
        "not a Kaggle position ({reason}, at index {index}): {{\"board\": [{cells} numbers]}} is expected, \
         0 for empty, 1 and 2 for the players, or {{\"position\": \"4433\"}}"
    )]
    Kaggle {
        /// The place of the error, in characters from 0.
        index: usize,
        /// The number of cells of the board.
        cells: u32,
        /// The reason.
        reason: &'static str,
    },
}

impl NotationError {
    /// Returns the place of the error, in characters from 0, if it is at one of them.
    pub const fn index(&self) -> Option<usize> {
        match self {
            Self::Position(error) | Self::Set(ParseSuiteLineError::InvalidMoves(error)) => error.index(),
            Self::ColumnZero { index }
            | Self::ColumnFull { index, .. }
            | Self::Move { index, .. }
            | Self::MoveNumber { index, .. }
            | Self::Result { index, .. }
            | Self::AfterResult { index }
            | Self::Pgn { index }
            | Self::Kaggle { index, .. } => Some(*index),
            Self::Set(_)
            | Self::MovesOrScore
            | Self::DrawnRow
            | Self::CellOrColumns { .. }
            | Self::DrawnSize { .. }
            | Self::ListedColumn { .. } => None,
        }
    }

    /// Returns the cell of the error, if it is one.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Position(error) => error.cell(),
            _ => None,
        }
    }

    /// Returns whether the text was understood and breaks a rule of the game. Otherwise its syntax is wrong.
    pub const fn breaks_a_rule(&self) -> bool {
        match self {
            Self::Position(error) | Self::Set(ParseSuiteLineError::InvalidMoves(error)) => {
                error.breaks_a_rule()
            }
            Self::ColumnFull { .. } => true,
            Self::Move { source, .. } => matches!(source, DropError::Illegal(_)),
            _ => false,
        }
    }
}

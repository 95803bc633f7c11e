//! [`ParseError`]: the reason why a text or an array is refused.

use std::error::Error;
use std::fmt;

use crate::bitboard::Cell;
use crate::geometry::BoardSize;
use crate::player::PlayError;

/// The reason why a text or an array is not a position, a game or a part of one, or why no game leads to a
/// position.
///
/// The message states the text that was found and the form that is expected, and counts characters from 1.
/// The kind and the index are for programs.
///
/// # Examples
///
/// ```
/// use marlin_core::{ParseErrorKind, Position};
///
/// let error = "448".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid character '8' at character 3 (moves are columns, 1 to 7)");
/// assert_eq!(error.index(), Some(2));
///
/// let error = Position::parse("4x4".parse()?, "..../..O./.X../XO..").unwrap_err();
/// assert_eq!(error.to_string(), "the stone in column 3, row 3 has nothing below it");
/// assert!(matches!(error.kind(), ParseErrorKind::FloatingStone(_)));
/// assert_eq!(error.cell(), "c3".parse().ok());
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    kind: ParseErrorKind,
    index: Option<usize>,
    message: String,
}

/// The kinds of a [`ParseError`] that a program may tell apart.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character that is not allowed at its place.
    Character {
        /// The character.
        found: char,
        /// The characters allowed there, in words.
        expected: String,
    },
    /// A zero among columns that count from 1.
    ColumnZero,
    /// A move that the rules do not allow.
    Move {
        /// The number of the move, counted from 1.
        number: usize,
        /// The rule.
        reason: PlayError,
    },
    /// A stone with an empty cell below it.
    FloatingStone(Cell),
    /// Stones of both players on a cell.
    Overlap(Cell),
    /// Numbers of stones that alternating moves do not give.
    StoneCounts,
    /// Four in a row for both players.
    BothWon,
    /// Four in a row for a player who did not make the last move.
    WinnerToMove,
    /// Fours that no single last stone can have completed.
    WonTwice,
    /// Stones that no order of moves gives.
    Unreachable,
    /// Stones for which the search ran out of steps before it found moves or proved that there are none.
    Undecided,
    /// A line that may be moves alone, or moves and their score.
    MovesOrScore,
    /// One row of a board that is drawn on several lines.
    DrawnRow,
    /// A board that has no cell, or more cells than fit.
    BoardSize {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A score that no game on the board can have, or no number in its place.
    Score,
    /// A text that resembles no known form.
    NoForm,
    /// A form that is recognized but not read, such as coloured discs.
    NotRead,
    /// Any other defect of the form.
    Form,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ParseError {}

impl ParseError {
    /// Returns an error, for readers of other notations.
    pub fn new(kind: ParseErrorKind, index: impl Into<Option<usize>>, message: impl Into<String>) -> Self {
        Self { kind, index: index.into(), message: message.into() }
    }

    /// Returns an error of the form, with the index of its place in the text or without one.
    pub(crate) fn form(index: impl Into<Option<usize>>, message: impl Into<String>) -> Self {
        Self::new(ParseErrorKind::Form, index, message)
    }

    /// Returns the error of a character.
    pub(crate) fn character(index: usize, found: char, expected: impl Into<String>) -> Self {
        let expected = expected.into();
        let message = format!("invalid character {found:?} at character {} ({expected})", index + 1);
        Self::new(ParseErrorKind::Character { found, expected }, index, message)
    }

    /// Returns the error of a move that the rules do not allow.
    pub(crate) fn illegal_move(index: impl Into<Option<usize>>, number: usize, reason: PlayError) -> Self {
        Self::new(ParseErrorKind::Move { number, reason }, index, format!("move {number}: {reason}"))
    }

    /// Returns the error of a board that has no cell, or more cells than fit.
    pub(super) fn board_size(width: usize, height: usize) -> Self {
        let fitting = match height {
            1..=BoardSize::MAX_HEIGHT => {
                let (rows, most) =
                    (if height == 1 { "row" } else { "rows" }, BoardSize::most_columns(height));
                let columns = if most == 1 { "1 column".to_owned() } else { format!("1 to {most} columns") };
                format!("with {height} {rows} it has {columns}")
            }
            _ => "width * (height + 1) is 1 to 128, as in 7x6 or 10x10".to_owned(),
        };
        let message = format!("a board of {width}x{height} does not fit: {fitting}");
        Self::new(ParseErrorKind::BoardSize { width, height }, None, message)
    }

    /// Returns the kind.
    pub const fn kind(&self) -> &ParseErrorKind {
        &self.kind
    }

    /// Returns the index of the character at which the error is, counted from 0, if it is at a character.
    pub const fn index(&self) -> Option<usize> {
        self.index
    }

    /// Returns the cell at which the error is, if it is at a cell.
    pub const fn cell(&self) -> Option<Cell> {
        use ParseErrorKind::{FloatingStone, Overlap};
        if let FloatingStone(cell) | Overlap(cell) = self.kind { Some(cell) } else { None }
    }

    /// Returns whether the text was understood and breaks a rule of the game. Otherwise its syntax is wrong.
    pub const fn breaks_a_rule(&self) -> bool {
        matches!(
            self.kind,
            ParseErrorKind::Move { .. }
                | ParseErrorKind::FloatingStone(_)
                | ParseErrorKind::StoneCounts
                | ParseErrorKind::BothWon
                | ParseErrorKind::WinnerToMove
                | ParseErrorKind::WonTwice
                | ParseErrorKind::Unreachable
        )
    }
}

/// The maximum number of characters of a foreign word that a message repeats.
const SHOWN: usize = 20;

/// Returns the start of a foreign word, as a message shows it.
pub(super) fn start_of(word: &str) -> String {
    word.chars().take(SHOWN).collect()
}

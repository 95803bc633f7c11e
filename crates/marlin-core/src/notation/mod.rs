//! The text and array forms of positions and games that this library writes, and their readers. The README of
//! the crate lists them; the crate marlin-notation reads the forms of other programs.

mod arrays;
mod drawing;
mod error;
mod fen;
mod moves;
pub mod suite;

use std::str::FromStr;

pub use self::error::{ParseError, ParseErrorKind};
use crate::game::Game;
use crate::geometry::BoardSize;
use crate::position::Position;

/// Reads a position of the standard board, 7x6, which is also the board of [`Position::new`] and
/// [`Solver::new`](crate::Solver::new). All forms of [`Position::parse`] are read; that function reads
/// positions of any other [`BoardSize`].
impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(BoardSize::STANDARD, text)
    }
}

impl Position {
    /// Reads a position of a board: the moves that lead to it, as [`Game::parse`] does, a drawn board
    /// ([`Position::from_rows`]), or FEN ([`Position::from_fen`]). The crate marlin-notation reads the forms
    /// of other programs as well.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the text is no position of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position};
    ///
    /// let size: BoardSize = "9x5".parse()?;
    /// let position = Position::parse(size, "995")?;
    /// assert_eq!(Position::parse(size, &position.to_rows())?, position);
    /// assert_eq!(Position::parse(size, &position.to_fen())?, position);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParseError> {
        let position = any_board(size, text)?;
        if position.size() == size {
            return Ok(position);
        }
        let message = format!("a board of {}, where {size} is expected", position.size());
        Err(ParseError::form(None, message))
    }
}

/// Reads a position of the board that the text shows, or of `size` if it shows none.
pub(crate) fn any_board(size: BoardSize, text: &str) -> Result<Position, ParseError> {
    let has = |signs: &[char]| text.contains(signs);
    // A user wrote this text.
    if text.trim_start().starts_with(['[', '{', '(']) || text.contains("pos=") {
        let forms =
            "moves, a drawn board and FEN are read here, and other notations by the crate marlin-notation";
        return Err(ParseError::new(ParseErrorKind::NoForm, None, forms));
    }
    if has(&['[']) || has(&['/']) && has(&['P', 'p', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
        Position::from_fen(text)
    } else if has(&['/', '.', 'X', 'O', 'x', 'o']) {
        Position::from_rows(text)
    } else if text.trim().contains('\n') {
        // Rows of numbers, perhaps.
        Err(ParseError::form(None, "several lines without X, O and .: write moves on one line"))
    } else {
        Game::parse(size, text).map(|game| *game.position())
    }
}

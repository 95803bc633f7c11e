//! The text and array forms of a [`Position`] whose board is chosen at run time.
//!
//! Each is read and written by the same code as the form of [`Position`](crate::Position). Forms that show the rows of a
//! board are also read without a size.

use super::game::Game;
use super::position::Position;
use crate::board_size::BoardSize;
use crate::geometry::Masks;
use crate::notation::{self, ParsePositionError};
use crate::raw_position::RawPosition;

impl Position {
    /// Returns the position after moves as text: see [`Game::parse`].
    ///
    /// # Errors
    ///
    /// Those of [`Game::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// assert_eq!(Position::parse("12x4".parse()?, "9abc")?.nb_moves(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, ParsePositionError> {
        Game::parse(size, text).map(|game| *game.position())
    }

    /// Returns the position after these moves from the empty board, columns counted from 0.
    ///
    /// # Errors
    ///
    /// Those of [`Game::from_columns`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let size = "9x5".parse()?;
    /// assert_eq!(Position::from_columns(size, [8])?, Position::parse(size, "9")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_columns(
        size: BoardSize,
        columns: impl IntoIterator<Item = usize>,
    ) -> Result<Self, ParsePositionError> {
        Game::from_columns(size, columns).map(|game| *game.position())
    }

    /// Returns the position with these stones of X and of O: see
    /// [`Position::from_bitboards`](crate::Position::from_bitboards).
    ///
    /// # Errors
    ///
    /// Those of [`Position::from_bitboards`](crate::Position::from_bitboards).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let size = "9x5".parse()?;
    /// assert_eq!(Position::from_bitboards(size, 0b01, 0b10)?, Position::parse(size, "11")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bitboards(size: BoardSize, first: u64, second: u64) -> Result<Self, ParsePositionError> {
        notation::from_bitboards(size.masks(), first, second).map(|raw| Self::from_raw(size, raw))
    }

    /// Reads the cells row by row from the top left: 0 for empty, 1 for X, 2 for O.
    ///
    /// # Errors
    ///
    /// Those of [`Position::from_cells`](crate::Position::from_cells).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let size = "4x2".parse()?;
    /// let position = Position::from_cells(size, &[0, 0, 2, 0, 0, 1, 1, 0])?;
    /// assert_eq!(position, Position::parse(size, "332")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_cells(size: BoardSize, cells: &[u8]) -> Result<Self, ParsePositionError> {
        notation::from_cells(size.masks(), cells).map(|raw| Self::from_raw(size, raw))
    }

    /// Returns the cells row by row from the top left: 0 for empty, 1 for X, 2 for O.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("4x2".parse()?, "332")?;
    /// assert_eq!(position.to_cells(), [0, 0, 2, 0, 0, 1, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_cells(&self) -> Vec<u8> {
        notation::to_cells(self.masks(), &self.raw)
    }

    /// Reads a drawn board, the top row first: see [`Position::from_drawing`](crate::Position::from_drawing). Without a size
    /// the board is as high and as wide as the drawing.
    ///
    /// # Errors
    ///
    /// Those of [`Position::from_drawing`](crate::Position::from_drawing). Without a size [`ParsePositionError::RowLength`] if
    /// the rows differ, and [`ParsePositionError::BoardSize`] if the board is too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::from_drawing(
    ///     None,
    ///     "| . . . . . |
    ///      | . . O . . |
    ///      | . X X . . |
    ///      +-----------+
    ///        1 2 3 4 5",
    /// )?;
    /// assert_eq!(position, Position::parse("5x3".parse()?, "332")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_drawing(size: impl Into<Option<BoardSize>>, text: &str) -> Result<Self, ParsePositionError> {
        read(size.into(), text, notation::size_of_drawing, notation::from_drawing)
    }

    /// Reads a board that is drawn on one line: see [`Position::from_rows`](crate::Position::from_rows). Without a size the
    /// board is as high and as wide as the drawing.
    ///
    /// # Errors
    ///
    /// Those of [`Position::from_rows`](crate::Position::from_rows), and [`ParsePositionError::BoardSize`] if no size is given
    /// and the board is too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::from_rows(None, "...../..O../.XX..")?;
    /// assert_eq!(position, Position::parse("5x3".parse()?, "332")?);
    ///
    /// let error = Position::from_rows(BoardSize::STANDARD, "...../..O../.XX..").unwrap_err();
    /// assert!(error.to_string().starts_with("3 rows, where the board has 6"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_rows(size: impl Into<Option<BoardSize>>, text: &str) -> Result<Self, ParsePositionError> {
        read(size.into(), text, notation::size_of_rows, notation::from_rows)
    }

    /// Returns the board on one line, its rows from the top with `/` between them.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// assert_eq!(Position::parse("5x3".parse()?, "332")?.to_rows(), "...../..O../.XX..");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_rows(&self) -> String {
        crate::bitboard::one_line(self)
    }

    /// Reads a FEN: see [`Position::from_fen`](crate::Position::from_fen). Without a size the board has as many ranks and
    /// files as the FEN.
    ///
    /// # Errors
    ///
    /// Those of [`Position::from_fen`](crate::Position::from_fen), and [`ParsePositionError::BoardSize`] if no size is given
    /// and the board is too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::from_fen(None, "5/2p2/1PP2 b")?;
    /// assert_eq!(position, Position::parse("5x3".parse()?, "332")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen(size: impl Into<Option<BoardSize>>, text: &str) -> Result<Self, ParsePositionError> {
        read(size.into(), text, notation::size_of_fen, notation::from_fen)
    }

    /// Returns the FEN of the position, with drops.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("5x3".parse()?, "332")?;
    /// assert_eq!(position.to_fen(), "5/2p2/1PP2[PPPPPPpppppp] b - - 0 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_fen(&self) -> String {
        notation::to_fen(self.masks(), &self.raw)
    }

    /// Reads an observation of Kaggle's `ConnectX`: see [`Position::from_kaggle`](crate::Position::from_kaggle).
    ///
    /// # Errors
    ///
    /// Those of [`Position::from_kaggle`](crate::Position::from_kaggle).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let size = "4x2".parse()?;
    /// let position = Position::from_kaggle(size, &[0, 0, 2, 0, 0, 1, 1, 0], Some(2))?;
    /// assert_eq!(position, Position::parse(size, "332")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_kaggle(size: BoardSize, board: &[u8], mark: Option<u8>) -> Result<Self, ParsePositionError> {
        notation::from_kaggle(size.masks(), board, mark).map(|raw| Self::from_raw(size, raw))
    }

    /// Reads a row of `connect-4.data`: see [`Position::from_connect4_data`](crate::Position::from_connect4_data).
    ///
    /// # Errors
    ///
    /// Those of [`Position::from_connect4_data`](crate::Position::from_connect4_data).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let size = "4x3".parse()?;
    /// let position = Position::from_connect4_data(size, "x,o,b,b,b,b,x,b,b,b,b,b,win")?;
    /// assert_eq!(position, Position::parse(size, "113")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_connect4_data(size: BoardSize, text: &str) -> Result<Self, ParsePositionError> {
        notation::from_connect4_data(size.masks(), text).map(|raw| Self::from_raw(size, raw))
    }

    /// Returns the position as a row of `connect-4.data`, without a class.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("4x3".parse()?, "113")?;
    /// assert_eq!(position.to_connect4_data(), "x,o,b,b,b,b,x,b,b,b,b,b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_connect4_data(&self) -> String {
        notation::to_connect4_data(self.masks(), &self.raw)
    }
}

/// Reads a text as a position of a board, or of the board that the text shows if none is given.
fn read(
    size: Option<BoardSize>,
    text: &str,
    size_of: fn(&str) -> Result<BoardSize, ParsePositionError>,
    read: fn(&Masks, &str) -> Result<RawPosition, ParsePositionError>,
) -> Result<Position, ParsePositionError> {
    let size = size.map_or_else(|| size_of(text), Ok)?;
    Ok(Position::from_raw(size, read(size.masks(), text)?))
}

//! [`DropMove`]: a move by the cell that its stone falls to, on a board whose size is chosen at run time.

use std::fmt;

use super::Column;
use super::game::Game;
use super::position::Position;
use crate::board_size::BoardSize;
use crate::notation::{DropError, check_rank, read_drop, write_drop};

/// A move as UCI writes it, such as `P@d1`, on a board of any size; [`DropMove`](crate::DropMove) has the size in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::any::{DropMove, Game};
///
/// let size = "9x5".parse()?;
/// let mut game = Game::empty(size);
/// for text in ["P@i1", "i2", "a"] {
///     DropMove::parse(size, text)?.play_in(&mut game)?;
/// }
/// assert_eq!(game.to_string(), "991");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DropMove {
    column: Column,
    row: Option<usize>,
}

impl DropMove {
    /// Returns a move in a column that isn't full, with the cell that the stone falls to.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{DropMove, Position};
    ///
    /// let position = Position::parse("4x3".parse()?, "113")?;
    /// let drops = position.legal_moves().map(|column| DropMove::new(&position, column).to_string());
    /// assert!(drops.eq(["P@a3", "P@b1", "P@c2", "P@d1"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn new(position: &Position, column: Column) -> Self {
        Self { column, row: Some(position.height(column)) }
    }

    /// Returns the drops of a line of play from a position.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{DropMove, Game};
    ///
    /// let game = Game::parse("9x5".parse()?, "991")?;
    /// let drops = DropMove::line(game.start(), game.moves());
    /// assert!(drops.iter().map(|drop| drop.to_string()).eq(["P@i1", "P@i2", "P@a1"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(position: &Position, moves: &[Column]) -> Vec<Self> {
        let mut position = *position;
        let mut drop = |&column: &Column| {
            let drop = Self::new(&position, column);
            position.make_move(column);
            drop
        };
        moves.iter().map(&mut drop).collect()
    }

    /// Reads a drop on a board, in small letters or capitals.
    ///
    /// # Errors
    ///
    /// [`DropError::NoCell`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::DropMove;
    ///
    /// let error = DropMove::parse("9x5".parse()?, "j1").unwrap_err();
    /// assert_eq!(error.to_string(), "moves are drops like P@i1, a to i and 1 to 5");
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, DropError> {
        let (column, row) = read_drop(size.masks(), text)?;
        Ok(Self { column, row })
    }

    /// Returns the column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::DropMove;
    ///
    /// let drop = DropMove::parse("9x5".parse()?, "P@i3")?;
    /// assert_eq!((drop.column().number(), drop.row()), (9, Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn column(self) -> Column {
        self.column
    }

    /// Returns the row, counted from 0 at the bottom; `None` if the text that was read names none.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::DropMove;
    ///
    /// assert_eq!(DropMove::parse("9x5".parse()?, "i")?.row(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn row(self) -> Option<usize> {
        self.row
    }

    /// Plays the move; the game is unchanged if that fails.
    ///
    /// # Errors
    ///
    /// [`DropError::WrongRank`] if the stone doesn't fall to the cell, [`DropError::Illegal`] if the rules don't allow it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::DropError;
    /// use marlin_core::any::{DropMove, Game};
    ///
    /// let size = "9x5".parse()?;
    /// let mut game = Game::empty(size);
    /// assert_eq!(DropMove::parse(size, "i2")?.play_in(&mut game), Err(DropError::WrongRank { rank: 1 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_in(self, game: &mut Game) -> Result<(), DropError> {
        let position = game.position();
        check_rank(position.masks(), &position.raw, self.column.index(), self.row)?;
        Ok(game.play(self.column)?)
    }
}

impl fmt::Display for DropMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_drop(f, self.column, self.row)
    }
}

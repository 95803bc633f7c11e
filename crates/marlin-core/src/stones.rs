//! Where the stones of a [`Position`] stand, by player, cell and column; and how they are drawn.

use std::fmt;

use crate::bitboard::{self, Bitboard, Cell};
use crate::column::Column;
use crate::player::Player;
use crate::position::Position;

impl<const W: usize, const H: usize> Position<W, H> {
    /// Returns the stones of a player.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Player, Position};
    ///
    /// let position: Position = "443".parse()?;
    /// assert_eq!((position.stones(Player::X).len(), position.stones(Player::O).len()), (2, 1));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn stones(&self, player: Player) -> Bitboard<W, H> {
        Bitboard::new(self.raw.stones(player))
    }

    /// Returns the player whose stone stands on a cell; `None` when it is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Cell, Column, Player, Position};
    ///
    /// let position: Position = "443".parse()?;
    /// let fourth = Column::from_number(4).unwrap();
    /// let stones = [0, 1, 2].map(|row| position.at(Cell::new(fourth, row).unwrap()));
    /// assert_eq!(stones, [Some(Player::X), Some(Player::O), None]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn at(&self, cell: Cell<W, H>) -> Option<Player> {
        let us = self.side_to_move();
        if self.us().contains(cell) { Some(us) } else { self.them().contains(cell).then_some(us.opponent()) }
    }

    /// Returns the number of stones in a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . O . . .
    /// // . . X X . . .
    /// let position: Position = "443".parse()?;
    /// assert_eq!(Column::all().map(|column| position.height(column)).collect::<Vec<_>>(), [0, 0, 1, 2, 0, 0, 0]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn height(&self, column: Column<W>) -> usize {
        self.raw.height(Self::MASKS, column.index())
    }
}

/// Draws the board from the top row down: `X`, `O` and `.`, a space between the columns, no line break at the end.
impl<const W: usize, const H: usize> fmt::Display for Position<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        bitboard::draw::<W, H>(f, |cell| self.at(cell).map_or('.', Player::symbol))
    }
}

/// Shows the board in one line, the top row first.
///
/// # Examples
///
/// ```
/// let position: marlin_core::Position = "443".parse().unwrap();
/// let shown = format!("{position:?}");
/// assert_eq!(shown, "Position(O to move, ......./......./......./......./...O.../..XX...)");
/// ```
impl<const W: usize, const H: usize> fmt::Debug for Position<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} to move, {})", self.side_to_move(), bitboard::one_line(self))
    }
}

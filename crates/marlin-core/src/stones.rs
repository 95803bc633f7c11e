//! Where the stones of a [`Position`] stand, by player, cell and column; and how they are drawn.

use std::fmt;

use crate::bitboard::{Bitboard, Cell};
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
        self.raw.at(Bitboard::from(cell).bits())
    }

    /// Returns the stones that won the game: all stones of every four that the last stone completed. It is empty if nobody
    /// has won.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // X has completed a diagonal.
    /// let position: Position = Position::from_drawing(
    ///     ". . . . . . .
    ///      . . . . . . .
    ///      . . . X . . .
    ///      . . X O . . .
    ///      . X O O O . .
    ///      X X X O O X .",
    /// )?;
    /// assert_eq!(
    ///     position.winning_stones().to_string(),
    ///     ". . . . . . .\n\
    ///      . . . . . . .\n\
    ///      . . . x . . .\n\
    ///      . . x . . . .\n\
    ///      . x . . . . .\n\
    ///      x . . . . . ."
    /// );
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn winning_stones(&self) -> Bitboard<W, H> {
        Bitboard::new(self.raw.winning_stones(Self::MASKS))
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
        self.raw.draw(f, Self::MASKS)
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
        self.raw.show(f, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_four_that_the_last_stone_completed_counts() {
        let position: Position = "53231621333726147156153462567464".parse().unwrap();
        assert_eq!(
            position.to_string(),
            ". . X . . X .\n\
             X . X . . O .\n\
             O O O O X X .\n\
             X X X O O O X\n\
             O X O O X O X\n\
             X X O O X O O"
        );
        assert_eq!(
            position.winning_stones().to_string(),
            ". . . . . . .\n\
             . . . . . . .\n\
             x x x x . . .\n\
             . . . x x . .\n\
             . . . x . x .\n\
             . . . x . . x"
        );
    }

    #[test]
    fn nobody_has_winning_stones_before_the_end() {
        assert!("112233".parse::<Position>().unwrap().winning_stones().is_empty());
        assert!("1212".parse::<Position<2, 2>>().unwrap().winning_stones().is_empty());
    }
}

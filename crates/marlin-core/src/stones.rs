//! The stones of a [`Position`] by player, cell and column, and their drawing.

use std::fmt;

use crate::bitboard::{Bitboard, Cell};
use crate::board::Board;
use crate::column::Column;
use crate::player::Player;
use crate::position::Position;

impl<B: Board> Position<B> {
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
    pub fn stones(&self, player: Player) -> Bitboard<B> {
        self.cells(self.raw.stones(player))
    }

    /// Returns the player whose stone is on a cell; `None` when it is empty.
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
    pub fn at(&self, cell: Cell) -> Option<Player> {
        self.raw.at(cell.bit(&self.masks()))
    }

    /// Returns the stones that won the game: all stones of every four that the last stone completed. Empty if the game
    /// is not won.
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
    pub fn winning_stones(&self) -> Bitboard<B> {
        self.cells(self.raw.winning_stones(&self.masks()))
    }

    /// Returns the number of stones in a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Standard};
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . O . . .
    /// // . . X X . . .
    /// let position: Position = "443".parse()?;
    /// assert_eq!(Standard::columns().map(|column| position.height(column)), [0, 0, 1, 2, 0, 0, 0]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn height(&self, column: Column) -> usize {
        let masks = &self.masks();
        if masks.has_column(column.index()) { self.raw.height(masks, column.index()) } else { 0 }
    }
}

/// Draws the board from the top row down: `X`, `O` and `.`, a space between the columns, no line break at the end.
impl<B: Board> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.draw(f, &self.masks())
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
impl<B: Board> fmt::Debug for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.show(f, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

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
        assert!("1212".parse::<Position<Size<2, 2>>>().unwrap().winning_stones().is_empty());
    }
}

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

    /// A cell as column and row.
    type Place = (usize, usize);

    /// Returns the lines of four cells from a cell on, by coordinates: to the right, up, and along both diagonals.
    fn lines_from<const W: usize, const H: usize>((column, row): Place) -> Vec<[Place; 4]> {
        let mut lines = Vec::new();
        if column + 4 <= W {
            lines.push([0, 1, 2, 3].map(|step| (column + step, row)));
        }
        if row + 4 <= H {
            lines.push([0, 1, 2, 3].map(|step| (column, row + step)));
        }
        if column + 4 <= W && row + 4 <= H {
            lines.push([0, 1, 2, 3].map(|step| (column + step, row + step)));
        }
        if column + 4 <= W && row >= 3 {
            lines.push([0, 1, 2, 3].map(|step| (column + step, row - step)));
        }
        lines
    }

    /// Returns the cells of the board, row by row or column by column.
    fn places<const W: usize, const H: usize>(by_row: bool) -> Vec<Place> {
        let place = |index| if by_row { (index % W, index / W) } else { (index / H, index % H) };
        (0..W * H).map(place).collect()
    }

    fn bits<const H: usize>(places: &[Place]) -> u64 {
        places.iter().fold(0, |bits, &(column, row)| bits | 1 << (column * (H + 1) + row))
    }

    /// Compares the winning stones of a player who has these cells, wherever they are, with those by coordinates.
    fn compare<const W: usize, const H: usize>(places: &[Place]) {
        let stones = bits::<H>(places);
        let lines = places.iter().flat_map(|&place| lines_from::<W, H>(place));
        let expected = lines
            .map(|line| bits::<H>(&line))
            .filter(|line| line & stones == *line)
            .fold(0, |all, line| all | line);
        let position = Position::<W, H>::from_stones(0, stones);
        assert_eq!(position.winning_stones().bits(), expected, "{W}x{H}\n{position}");
    }

    /// Compares every four cells that are equally far apart in a list of all cells. Such a four wraps around the right and
    /// the left edge of a board that is kept row by row, and around the top and the bottom of one kept column by column.
    fn check_fours<const W: usize, const H: usize>() {
        for by_row in [true, false] {
            let places = places::<W, H>(by_row);
            for start in 0..places.len() {
                for distance in 1..=W.max(H) + 1 {
                    let four: Vec<_> = places[start..].iter().copied().step_by(distance).take(4).collect();
                    compare::<W, H>(&four);
                }
            }
        }
    }

    /// Compares sets of many cells, chosen at random but always the same, in which lines meet and grow long.
    fn check_sets<const W: usize, const H: usize>() {
        let mut random = 1_u64;
        for _ in 0..300 {
            // xorshift64 (Marsaglia 2003); three cells of four are in the set.
            let mut word = || {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                random
            };
            let set = word() | word();
            let chosen = places::<W, H>(true)
                .into_iter()
                .zip(0..)
                .filter(|&(_, index): &(Place, u32)| set >> index & 1 != 0);
            compare::<W, H>(&chosen.map(|(place, _)| place).collect::<Vec<_>>());
        }
    }

    #[test]
    fn winning_stones_stand_in_line_and_never_around_an_edge() {
        fn check<const W: usize, const H: usize>() {
            check_fours::<W, H>();
            check_sets::<W, H>();
        }
        check::<7, 6>();
        check::<9, 5>();
        check::<5, 9>();
        check::<4, 4>();
        check::<8, 7>();
        check::<3, 15>();
        check::<1, 63>();
        check::<32, 1>();
    }

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

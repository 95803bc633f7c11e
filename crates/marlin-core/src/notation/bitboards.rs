//! The stones of both players as two bitboards, with the check that a game can be played on from there.

use super::ParsePositionError;
use crate::bitboard;
use crate::column::Column;
use crate::geometry::Geometry;
use crate::position::Position;

impl<const W: usize, const H: usize> Position<W, H> {
    /// Returns the position with these stones of X and of O, in the layout of [`Geometry`].
    ///
    /// What is checked makes a position sound to play on from and to solve: every stone rests on another, X has as
    /// many stones as O or one more, and a four in a row was completed by the last move. Whether some order of moves
    /// leads there (a column `O X` from below has none on an otherwise empty board) isn't checked.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::OutsideBoard`], [`ParsePositionError::Overlap`],
    /// [`ParsePositionError::FloatingStone`], [`ParsePositionError::StoneCounts`], [`ParsePositionError::BothWon`],
    /// [`ParsePositionError::WinnerToMove`] and [`ParsePositionError::WonTwice`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{ParsePositionError, Position};
    ///
    /// let position: Position = Position::from_bitboards(0b01, 0b10)?;
    /// assert_eq!(position, "11".parse()?);
    /// assert_eq!(
    ///     Position::<7, 6>::from_bitboards(0b100, 0b001),
    ///     Err(ParsePositionError::FloatingStone { column: 1, row: 3 }),
    /// );
    /// # Ok::<(), ParsePositionError>(())
    /// ```
    pub fn from_bitboards(first: u64, second: u64) -> Result<Self, ParsePositionError> {
        let occupied = first | second;
        let outside = occupied & !Geometry::<W, H>::BOARD_MASK;
        if outside != 0 {
            return Err(ParsePositionError::OutsideBoard { index: outside.trailing_zeros() });
        }
        if let Some((column, row)) = Self::lowest_cell(first & second) {
            return Err(ParsePositionError::Overlap { column, row });
        }
        if let Some((column, row)) =
            Self::lowest_cell(occupied & !(occupied << 1 | Geometry::<W, H>::BOTTOM_MASK))
        {
            return Err(ParsePositionError::FloatingStone { column, row });
        }
        let counts = (first.count_ones(), second.count_ones());
        if counts.0 != counts.1 && counts.0 != counts.1 + 1 {
            return Err(ParsePositionError::StoneCounts { first: counts.0, second: counts.1 });
        }
        let position = Self::from_stones(if counts.0 == counts.1 { first } else { second }, occupied);
        position.check_winner()?;
        Ok(position)
    }

    /// Returns the lowest cell of a set as column and row, both counted from 1.
    fn lowest_cell(cells: u64) -> Option<(usize, usize)> {
        (cells != 0).then(|| (Geometry::<W, H>::column_of(cells) + 1, Geometry::<W, H>::row_of(cells) + 1))
    }

    /// Checks that a four in a row, if there is one, was completed by the last move.
    fn check_winner(&self) -> Result<(), ParsePositionError> {
        let last_player = self.side_to_move().opponent();
        match (bitboard::has_four::<H>(self.them().bits()), bitboard::has_four::<H>(self.us().bits())) {
            (true, true) => Err(ParsePositionError::BothWon),
            (false, true) => Err(ParsePositionError::WinnerToMove { winner: self.side_to_move() }),
            (true, false) if !self.one_stone_completed_all_fours() => {
                Err(ParsePositionError::WonTwice { winner: last_player })
            }
            _ => Ok(()),
        }
    }

    /// Returns whether the side that moved last has a topmost stone without which it has no four.
    fn one_stone_completed_all_fours(&self) -> bool {
        Column::<W>::all().any(|column| {
            let column_stones = self.occupied().bits() & Geometry::<W, H>::column_mask(column);
            let topmost = column_stones & !(column_stones >> 1);
            !bitboard::has_four::<H>(self.them().bits() & !topmost)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;

    #[test]
    fn stones_that_no_game_leaves_are_refused() {
        let board = |first, second| Position::<7, 6>::from_bitboards(first, second).unwrap_err();
        assert_eq!(board(1 << 6, 0), ParsePositionError::OutsideBoard { index: 6 });
        assert_eq!(board(1 << 63, 0), ParsePositionError::OutsideBoard { index: 63 });
        assert_eq!(board(1, 1), ParsePositionError::Overlap { column: 1, row: 1 });
        assert_eq!(board(0b11, 0), ParsePositionError::StoneCounts { first: 2, second: 0 });
        assert_eq!(board(0, 1), ParsePositionError::StoneCounts { first: 0, second: 1 });
        assert_eq!(board(0b1111, 0b1111 << 7), ParsePositionError::BothWon);
        assert_eq!(board(0b1111, 1 << 11), ParsePositionError::FloatingStone { column: 2, row: 5 });
        assert_eq!(
            board(0b1111, 0b0111 << 7 | 1 << 14),
            ParsePositionError::WinnerToMove { winner: Player::X }
        );
        let two_columns = 0b1111 | 0b1111 << 14;
        assert_eq!(
            board(two_columns, 0b111 << 7 | 0b111 << 21 | 1 << 28),
            ParsePositionError::WonTwice { winner: Player::X }
        );
    }

    #[test]
    fn two_fours_completed_by_one_stone_are_accepted() {
        // X has 1 2 3 and 5 6 7 of the bottom row and plays 4: four lines of four at once.
        let position: Position = "1122335566774".parse().unwrap();
        let again =
            Position::from_bitboards(position.stones(Player::X).bits(), position.stones(Player::O).bits());
        assert_eq!(again, Ok(position));
    }
}

//! The stones of both players as two bitboards, with the check that a game can be played on from there.

use super::ParsePositionError;
use crate::bitboard;
use crate::board_size::BoardSize;
use crate::geometry::Masks;
use crate::position::Position;
use crate::raw_position::RawPosition;

impl Position {
    /// Reads the stones of both players on a board: see [`Position::from_bitboards`].
    ///
    /// # Errors
    ///
    /// Those of [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position};
    ///
    /// let size: BoardSize = "9x5".parse()?;
    /// assert_eq!(Position::from_bitboards(size, 1, 2)?, Position::parse(size, "11")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bitboards(size: BoardSize, first: u64, second: u64) -> Result<Self, ParsePositionError> {
        from_bitboards(size.masks(), first, second).map(|raw| Self::from_raw(size, raw))
    }
}

/// Reads the stones of both players: see [`Position::from_bitboards`].
pub(crate) fn from_bitboards(
    masks: &Masks,
    first: u64,
    second: u64,
) -> Result<RawPosition, ParsePositionError> {
    let occupied = first | second;
    let outside = occupied & !masks.board;
    if outside != 0 {
        return Err(ParsePositionError::OutsideBoard { index: outside.trailing_zeros() });
    }
    if let Some((column, row)) = lowest_cell(masks, first & second) {
        return Err(ParsePositionError::Overlap { column, row });
    }
    if let Some((column, row)) = lowest_cell(masks, occupied & !(occupied << 1 | masks.bottom)) {
        return Err(ParsePositionError::FloatingStone { column, row });
    }
    let counts = (first.count_ones(), second.count_ones());
    if counts.0 != counts.1 && counts.0 != counts.1 + 1 {
        return Err(ParsePositionError::StoneCounts { first: counts.0, second: counts.1 });
    }
    let position = RawPosition { us: if counts.0 == counts.1 { first } else { second }, occupied };
    check_winner(masks, &position)?;
    Ok(position)
}

/// Returns the column and row, counted from 1, of the lowest cell of a set.
fn lowest_cell(masks: &Masks, cells: u64) -> Option<(usize, usize)> {
    (cells != 0).then(|| (masks.column_of(cells) + 1, masks.row_of(cells) + 1))
}

/// Checks that a four in a row, if there is one, was completed by the last move.
fn check_winner(masks: &Masks, position: &RawPosition) -> Result<(), ParsePositionError> {
    let winner = position.side_to_move();
    match [position.them(), position.us].map(|stones| bitboard::has_four(masks, stones)) {
        [true, true] => Err(ParsePositionError::BothWon),
        [false, true] => Err(ParsePositionError::WinnerToMove { winner }),
        [true, false] if !one_stone_completed_all_fours(masks, position) => {
            Err(ParsePositionError::WonTwice { winner: winner.opponent() })
        }
        _ => Ok(()),
    }
}

/// Returns whether the side that moved last has a topmost stone without which it has no four.
fn one_stone_completed_all_fours(masks: &Masks, position: &RawPosition) -> bool {
    let topmost = position.occupied & !(position.occupied >> 1);
    bitboard::each(topmost).any(|stone| !bitboard::has_four(masks, position.them() & !stone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;

    #[test]
    fn stones_that_no_game_leaves_are_refused() {
        let board = |first, second| Position::from_bitboards(BoardSize::STANDARD, first, second).unwrap_err();
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
        let again = Position::from_bitboards(
            position.size(),
            position.stones(Player::X).bits(),
            position.stones(Player::O).bits(),
        );
        assert_eq!(again, Ok(position));
    }
}

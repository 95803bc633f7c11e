//! Positions as arrays: two bitboards, or cells row by row. Cells become two bitboards first, so that one
//! check serves both forms.

use super::error::{ParseError, ParseErrorKind};
use crate::bitboard::{self, Cell};
use crate::geometry::{BoardSize, Masks};
use crate::player::Player;
use crate::position::Position;
use crate::raw_position::RawPosition;

impl Position {
    /// Reads the stones of both players on a board, in the layout of [`Bitboard`](crate::Bitboard).
    ///
    /// # Errors
    ///
    /// [`ParseError`] if a stone is outside the board, overlaps another or has nothing below it, if the
    /// players cannot have so many stones, or if the game ended before the last stone. Whether moves lead to
    /// the position is not checked: see [`Game::leading_to`](crate::Game::leading_to).
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
    pub fn from_bitboards(size: BoardSize, first: u128, second: u128) -> Result<Self, ParseError> {
        let masks = size.masks();
        let occupied = first | second;
        let outside = occupied & !masks.board;
        if outside != 0 {
            let message = format!("a stone outside the board, at bit {}", outside.trailing_zeros());
            return Err(ParseError::form(None, message));
        }
        let error = |kind, message: String| Err(ParseError::new(kind, None, message));
        let lowest = |cells| (cells != 0).then(|| Cell::of_lowest(masks, cells));
        let place = |cell: Cell| format!("column {}, row {}", cell.column().number(), cell.row() + 1);
        if let Some(cell) = lowest(first & second) {
            let message = format!("stones of both players in {}", place(cell));
            return error(ParseErrorKind::Overlap(cell), message);
        }
        if let Some(cell) = lowest(occupied & !(occupied << 1 | masks.bottom)) {
            let message = format!("the stone in {} has nothing below it", place(cell));
            return error(ParseErrorKind::FloatingStone(cell), message);
        }
        let [x, o] = [first, second].map(u128::count_ones);
        if x != o && x != o + 1 {
            let message = format!("{x} stones of X and {o} of O (X has the same number or one more)");
            return error(ParseErrorKind::StoneCounts, message);
        }
        let raw = RawPosition { us: if x == o { first } else { second }, occupied };
        let (player, has_four) = (raw.side_to_move(), |stones| bitboard::has_four(masks, stones));
        let winner = player.opponent();
        match [raw.them(), raw.us].map(has_four) {
            [true, true] => error(ParseErrorKind::BothWon, "both players have four in a row".to_owned()),
            [false, true] => error(
                ParseErrorKind::WinnerToMove,
                format!("{player} has four in a row, but the other player moved last"),
            ),
            [true, false] if !one_stone_completed_all_fours(masks, &raw) => error(
                ParseErrorKind::WonTwice,
                format!("{winner} has won twice over: no single last move completes all the fours"),
            ),
            _ => Ok(Self::from_raw(size, raw)),
        }
    }

    /// Reads the cells of a board row by row from the top left: 0 for empty, 1 for X, 2 for O.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if these are not the cells of the board, and in the cases of
    /// [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position = Position::from_cells("2x2".parse()?, &[0, 0, 1, 2])?;
    /// assert_eq!(position.to_cells(), [0, 0, 1, 2]);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn from_cells(size: BoardSize, cells: &[u8]) -> Result<Self, ParseError> {
        let (found, expected) = (cells.len(), size.cells() as usize);
        if found != expected {
            return Err(ParseError::form(None, format!("{found} cells, where the board has {expected}")));
        }
        let mut stones = [0; 3];
        for (index, (&found, cell)) in cells.iter().zip(in_reading_order(size.masks())).enumerate() {
            *stones.get_mut(usize::from(found)).ok_or_else(|| {
                let expected = "a cell is 0 for empty, 1 for X or 2 for O";
                ParseError::form(None, format!("invalid cell {found} at index {index} ({expected})"))
            })? |= cell;
        }
        Self::from_bitboards(size, stones[1], stones[2])
    }

    /// Returns the cells row by row from the top left: 0 for empty, 1 for X, 2 for O.
    pub fn to_cells(&self) -> Vec<u8> {
        let number = |cell| match self.raw.at(cell) {
            None => 0,
            Some(Player::X) => 1,
            Some(Player::O) => 2,
        };
        in_reading_order(self.masks()).map(number).collect()
    }
}

/// Returns whether the side that moved last has a topmost stone without which it has no four.
fn one_stone_completed_all_fours(masks: &Masks, position: &RawPosition) -> bool {
    let topmost = position.occupied & !(position.occupied >> 1);
    bitboard::each(topmost).any(|stone| !bitboard::has_four(masks, position.them() & !stone))
}

/// Returns the cells of the board row by row from the top left.
fn in_reading_order(masks: &Masks) -> impl Iterator<Item = u128> {
    let row = move |row| (0..masks.width as usize).map(move |column| masks.top_mask(column) >> row);
    (0..masks.height).flat_map(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_that_no_game_leaves_are_refused() {
        let board = |first, second| Position::from_bitboards(BoardSize::STANDARD, first, second).unwrap_err();
        for bit in [6, 63] {
            assert_eq!(board(1 << bit, 0).to_string(), format!("a stone outside the board, at bit {bit}"));
        }
        let [a1, b5] = ["a1", "b5"].map(|cell| cell.parse().unwrap());
        let two_columns = 0b1111 | 0b1111 << 14;
        for (first, second, kind, message) in [
            (1, 1, ParseErrorKind::Overlap(a1), "stones of both players in column 1, row 1"),
            (0b11, 0, ParseErrorKind::StoneCounts, "2 stones of X and 0 of O"),
            (0, 1, ParseErrorKind::StoneCounts, "0 stones of X and 1 of O"),
            (0b1111, 0b1111 << 7, ParseErrorKind::BothWon, "both players"),
            (0b1111, 1 << 11, ParseErrorKind::FloatingStone(b5), "the stone in column 2, row 5"),
            (0b1111, 0b0111 << 7 | 1 << 14, ParseErrorKind::WinnerToMove, "X has four in a row"),
            (
                two_columns,
                0b111 << 7 | 0b111 << 21 | 1 << 28,
                ParseErrorKind::WonTwice,
                "X has won twice over",
            ),
        ] {
            let error = board(first, second);
            assert_eq!(error.kind(), &kind);
            assert!(error.to_string().starts_with(message), "{error}");
        }
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

//! Cells as numbers, row by row from the top left.

use super::{ParsePositionError, from_bitboards};
use crate::board_size::BoardSize;
use crate::geometry::Masks;
use crate::player::Player;
use crate::position::Position;
use crate::raw_position::RawPosition;

impl Position {
    /// Reads the cells of a board: see [`Position::from_cells`].
    ///
    /// # Errors
    ///
    /// Those of [`Position::from_cells`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position};
    ///
    /// let position = Position::from_cells("2x2".parse::<BoardSize>()?, &[0, 0, 1, 2])?;
    /// assert_eq!(position.to_cells(), [0, 0, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_cells(size: BoardSize, cells: &[u8]) -> Result<Self, ParsePositionError> {
        from_cells(size.masks(), cells).map(|raw| Self::from_raw(size, raw))
    }

    /// Returns the cells row by row from the top left: 0 for empty, 1 for X, 2 for O.
    pub fn to_cells(&self) -> Vec<u8> {
        to_cells(self.masks(), &self.raw)
    }
}

/// Reads the cells row by row from the top left: see [`Position::from_cells`].
pub(crate) fn from_cells(masks: &Masks, cells: &[u8]) -> Result<RawPosition, ParsePositionError> {
    let expected = masks.cells() as usize;
    if cells.len() != expected {
        return Err(ParsePositionError::WrongSize { found: cells.len(), expected });
    }
    let mut stones = [0; 3];
    for (index, (&found, cell)) in cells.iter().zip(in_reading_order(masks)).enumerate() {
        *stones.get_mut(usize::from(found)).ok_or(ParsePositionError::InvalidCell { index, found })? |= cell;
    }
    from_bitboards(masks, stones[1], stones[2])
}

/// Returns the cells row by row from the top left: see [`Position::to_cells`].
pub(crate) fn to_cells(masks: &Masks, position: &RawPosition) -> Vec<u8> {
    let number = |cell| match position.at(cell) {
        None => 0,
        Some(Player::X) => 1,
        Some(Player::O) => 2,
    };
    in_reading_order(masks).map(number).collect()
}

/// Returns the cells of the board row by row from the top left.
pub(super) fn in_reading_order(masks: &Masks) -> impl Iterator<Item = u64> {
    let row = move |row| (0..masks.width as usize).map(move |column| masks.top_mask(column) >> row);
    (0..masks.height).flat_map(row)
}

//! Cells as numbers, row by row from the top left.

use super::ParsePositionError;
use crate::column::Column;
use crate::geometry::Geometry;
use crate::player::Player;
use crate::position::Position;

impl<const W: usize, const H: usize> Position<W, H> {
    /// Reads the cells row by row from the top left: 0 for empty, 1 for X, 2 for O.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::WrongSize`], [`ParsePositionError::InvalidCell`] and those of
    /// [`Position::from_bitboards`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let cells = [
    ///     0, 0, 0, 0, 0, 0, 0, //
    ///     0, 0, 0, 0, 0, 0, 0, //
    ///     0, 0, 0, 0, 0, 0, 0, //
    ///     0, 0, 0, 0, 0, 0, 0, //
    ///     0, 0, 0, 2, 0, 0, 0, //
    ///     0, 0, 1, 1, 0, 0, 0,
    /// ];
    /// let position: Position = Position::from_cells(&cells)?;
    /// assert_eq!(position, "443".parse()?);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn from_cells(cells: &[u8]) -> Result<Self, ParsePositionError> {
        if cells.len() != W * H {
            return Err(ParsePositionError::WrongSize { found: cells.len(), expected: W * H });
        }
        let mut stones = [0; 3];
        for (index, &found) in cells.iter().enumerate() {
            let cell = Self::cell_in_reading_order(index);
            *stones.get_mut(usize::from(found)).ok_or(ParsePositionError::InvalidCell { index, found })? |=
                cell;
        }
        Self::from_bitboards(stones[1], stones[2])
    }

    /// Returns the cells row by row from the top left: 0 for empty, 1 for X, 2 for O.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// let position: Position = "443".parse()?;
    /// let cells = position.to_cells();
    /// // The two lowest rows:
    /// // . . . O . . .
    /// // . . X X . . .
    /// assert_eq!(cells[28..35], [0, 0, 0, 2, 0, 0, 0]);
    /// assert_eq!(cells[35..], [0, 0, 1, 1, 0, 0, 0]);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn to_cells(&self) -> Vec<u8> {
        let (first, second) = (self.stones(Player::X).bits(), self.stones(Player::O).bits());
        (0..W * H)
            .map(Self::cell_in_reading_order)
            .map(|cell| u8::from(first & cell != 0) + 2 * u8::from(second & cell != 0))
            .collect()
    }

    fn cell_in_reading_order(index: usize) -> u64 {
        Column::new(index % W).map_or(0, |column| Geometry::<W, H>::top_mask(column) >> (index / W))
    }
}

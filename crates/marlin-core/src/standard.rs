//! The constants and masks of the standard board, under the names that others rely on.

use crate::column::Column;
use crate::geometry::Geometry;
use crate::position::Position;

/// The standard board alone, so that `Position::new()` compiles without annotations; [`Geometry`] has the constants of
/// boards of other sizes.
///
/// Users of the C++ Marlin and of its sibling rely on these names and on plain words as masks: they stay as they are.
impl Position {
    /// Columns of the standard board.
    pub const WIDTH: usize = Geometry::<7, 6>::WIDTH;
    /// Rows of the standard board.
    pub const HEIGHT: usize = Geometry::<7, 6>::HEIGHT;
    /// The lowest cell of every column.
    pub const BOTTOM_MASK: u64 = Geometry::<7, 6>::BOTTOM_MASK;
    /// Every cell of the board.
    pub const BOARD_MASK: u64 = Geometry::<7, 6>::BOARD_MASK;

    /// Returns the empty standard board; [`Position::empty`] returns that of any size.
    pub const fn new() -> Self {
        Self::empty()
    }

    /// Returns the lowest cell of a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// let second = Column::from_number(2).unwrap();
    /// assert_eq!(Position::bottom_mask(second), 1 << 7);
    /// assert_eq!(Position::top_mask(second), 1 << 12);
    /// assert_eq!(Position::column_mask(second), 0b11_1111 << 7);
    /// assert_eq!(Position::bottom() & Position::column_mask(second), Position::bottom_mask(second));
    /// ```
    #[doc(alias = "bottom_mask_col")]
    pub const fn bottom_mask(column: Column) -> u64 {
        Geometry::<7, 6>::bottom_mask(column)
    }

    /// Returns all cells of a column.
    pub const fn column_mask(column: Column) -> u64 {
        Geometry::<7, 6>::column_mask(column)
    }

    /// Returns the highest cell of a column.
    #[doc(alias = "top_mask_col")]
    pub const fn top_mask(column: Column) -> u64 {
        Geometry::<7, 6>::top_mask(column)
    }

    /// Returns the lowest cell of every column: [`Position::BOTTOM_MASK`] as a function.
    pub const fn bottom() -> u64 {
        Self::BOTTOM_MASK
    }
}

//! The constants and masks of the standard board, under the names that other programs rely on.

use crate::column::Column;
use crate::geometry::Standard;
use crate::position::Position;

/// The standard board alone, so that `Position::new()` compiles without annotations; [`Size`](crate::Size) has the
/// constants of boards of other sizes.
///
/// Users of the C++ Marlin and of its sibling rely on these names and on plain words as masks: they do not change.
impl Position {
    /// Columns of the standard board.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Position;
    /// assert_eq!((Position::WIDTH, Position::HEIGHT), (7, 6));
    /// ```
    pub const WIDTH: usize = Standard::WIDTH;
    /// Rows of the standard board.
    pub const HEIGHT: usize = Standard::HEIGHT;
    /// The lowest cell of every column.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Position;
    /// assert_eq!(Position::new().playable_cells().bits(), Position::BOTTOM_MASK);
    /// ```
    pub const BOTTOM_MASK: u64 = Standard::BOTTOM_MASK;
    /// Every cell of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bitboard, Position, Standard};
    /// assert_eq!(Bitboard::<Standard>::ALL.bits(), Position::BOARD_MASK);
    /// ```
    pub const BOARD_MASK: u64 = Standard::BOARD_MASK;

    /// Returns the empty standard board; [`Position::on`] returns that of any board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Player, Position};
    ///
    /// let position = Position::new();
    /// assert_eq!((position.nb_moves(), position.side_to_move()), (0, Player::X));
    /// ```
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
        Standard::bottom_mask(column)
    }

    /// Returns all cells of a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// let position: Position = "443".parse()?;
    /// let fourth = position.mask() & Position::column_mask(Column::from_number(4).unwrap());
    /// assert_eq!(fourth.count_ones(), 2);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn column_mask(column: Column) -> u64 {
        Standard::column_mask(column)
    }

    /// Returns the highest cell of a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position};
    ///
    /// // Bits 0 to 5 are the cells of the first column, from the bottom up.
    /// assert_eq!(Position::top_mask(Column::FIRST), 1 << 5);
    /// ```
    #[doc(alias = "top_mask_col")]
    pub const fn top_mask(column: Column) -> u64 {
        Standard::top_mask(column)
    }

    /// Returns the lowest cell of every column: [`Position::BOTTOM_MASK`] as a function.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Position;
    /// assert_eq!(Position::bottom(), Position::BOTTOM_MASK);
    /// ```
    pub const fn bottom() -> u64 {
        Self::BOTTOM_MASK
    }
}

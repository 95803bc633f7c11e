//! Board constants for a width and a height, all `const`.

use crate::column::Column;

/// The bit masks of a board of `W` columns and `H` rows, as words; [`Bitboard`](crate::Bitboard) is a set of cells in the
/// same layout.
///
/// Cells are numbered column by column from the bottom, with one sentinel row that stays empty on top of every
/// column, so that no shift by a direction ever runs from one column into the next. On 7x6:
///
/// ```text
///    6 13 20 27 34 41 48    sentinel row, never set
///   +--------------------+
///    5 12 19 26 33 40 47    row 5
///    4 11 18 25 32 39 46
///    3 10 17 24 31 38 45
///    2  9 16 23 30 37 44
///    1  8 15 22 29 36 43
///    0  7 14 21 28 35 42    row 0
///   +--------------------+
/// ```
///
/// The board must fit one word, sentinels included: `W * (H + 1) <= 64`. A board that does not fit is a compile error.
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, Geometry};
///
/// assert_eq!(Geometry::<7, 6>::BOARD_MASK.count_ones(), 42);
/// assert_eq!(Geometry::<7, 6>::bottom_mask(Column::from_number(2).unwrap()), 1 << 7);
/// ```
///
/// ```compile_fail
/// const TOO_LARGE: u64 = marlin_core::Geometry::<9, 7>::BOARD_MASK;
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Geometry<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Geometry<W, H> {
    /// Columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Geometry;
    ///
    /// type Large = Geometry<8, 7>;
    /// assert_eq!((Large::WIDTH, Large::HEIGHT, Large::CELLS), (8, 7, 56));
    /// ```
    pub const WIDTH: usize = {
        assert!(W > 0 && H > 0 && W * (H + 1) <= 64, "a board needs 1 <= width * (height + 1) <= 64");
        W
    };

    /// Rows.
    pub const HEIGHT: usize = H;

    /// Whether this is the board that `Position` and `Solver` mean where none is written.
    pub(crate) const IS_STANDARD: bool = W == 7 && H == 6;

    /// Cells on the board: the number of stones that fill it.
    pub const CELLS: u32 = (Self::WIDTH * H) as u32;

    /// Distance in bits from a cell to its right-hand neighbour: the rows and the sentinel.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Geometry};
    ///
    /// type Standard = Geometry<7, 6>;
    /// let [second, third] = [2, 3].map(|number| Standard::bottom_mask(Column::from_number(number).unwrap()));
    /// assert_eq!(second << Standard::STRIDE, third);
    /// ```
    pub const STRIDE: u32 = H as u32 + 1;

    /// The lowest cell of every column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Geometry, Position};
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . O . . .
    /// // . . X X . . .
    /// let position: Position = "443".parse()?;
    /// assert_eq!((position.mask() & Geometry::<7, 6>::BOTTOM_MASK).count_ones(), 2);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const BOTTOM_MASK: u64 = {
        let mut mask = 0;
        let mut col = 0;
        while col < Self::WIDTH {
            mask |= 1 << Self::shift(col);
            col += 1;
        }
        mask
    };

    /// Every cell of the board, without the sentinels.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Geometry, Position};
    ///
    /// let position: Position = "443".parse()?;
    /// let empty_cells = Geometry::<7, 6>::BOARD_MASK & !position.mask();
    /// assert_eq!(empty_cells.count_ones(), 39);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const BOARD_MASK: u64 = Self::BOTTOM_MASK * ((1 << H) - 1);

    /// The sentinel above every column.
    pub(crate) const SENTINELS: u64 = Self::BOTTOM_MASK << H;

    /// The rows of claimeven, those at an odd distance from the top edge: the top row, the third from the top, and so on.
    ///
    /// In a column with an even number of empty cells these are the cells that fall to the player who answers each
    /// stone in it with one right above. On 7x6 they are the 2nd, 4th and 6th row from the bottom.
    pub(crate) const CLAIMEVEN_ROWS: u64 = {
        let mut rows = 0;
        let mut row = 0;
        while row < H {
            if (H - row) % 2 == 1 {
                rows |= Self::BOTTOM_MASK << row;
            }
            row += 1;
        }
        rows
    };

    /// The rows of odd threats, all others: they fall to the player who begins in a column with an even number of empty cells.
    pub(crate) const ODD_THREAT_ROWS: u64 = Self::BOARD_MASK ^ Self::CLAIMEVEN_ROWS;

    /// The cells of the first column.
    pub(crate) const FIRST_COLUMN: u64 = (1 << H) - 1;

    /// Returns the distance in bits from the first column to the one with an index.
    const fn shift(index: usize) -> usize {
        index * (H + 1)
    }

    /// Returns the lowest cell of a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Geometry, Position};
    ///
    /// // A stone that is added to the lowest cell of its column carries through those that stand there.
    /// let fourth = Column::from_number(4).unwrap();
    /// let before: Position = "44".parse()?;
    /// let after: Position = "444".parse()?;
    /// assert_eq!(before.mask() | before.mask() + Geometry::<7, 6>::bottom_mask(fourth), after.mask());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn bottom_mask(column: Column<W>) -> u64 {
        1 << Self::shift(column.index())
    }

    /// Returns the highest cell of a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Geometry, Position};
    ///
    /// // A column is full once its highest cell holds a stone.
    /// let position: Position = "111111".parse()?;
    /// assert_ne!(position.mask() & Geometry::<7, 6>::top_mask(Column::FIRST), 0);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn top_mask(column: Column<W>) -> u64 {
        Self::bottom_mask(column) << (H - 1)
    }

    /// Returns all cells of a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Geometry};
    ///
    /// assert_eq!(Geometry::<7, 6>::column_mask(Column::FIRST), 0b11_1111);
    /// ```
    pub const fn column_mask(column: Column<W>) -> u64 {
        Self::FIRST_COLUMN << Self::shift(column.index())
    }

    /// Returns the column, counted from 0, of the lowest cell of a set that isn't empty.
    pub(crate) const fn column_of(cell: u64) -> usize {
        (cell.trailing_zeros() / Self::STRIDE) as usize
    }

    /// Returns the row, counted from 0 at the bottom, of the lowest cell of a set that isn't empty.
    pub(crate) const fn row_of(cell: u64) -> usize {
        (cell.trailing_zeros() % Self::STRIDE) as usize
    }

    /// Returns the columns, nearest to the centre first, the left one first of two equally near.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Geometry};
    ///
    /// assert_eq!(Geometry::<7, 6>::centre_first().map(Column::number), [4, 3, 5, 2, 6, 1, 7]);
    /// ```
    pub const fn centre_first() -> [Column<W>; W] {
        let mut order = [Column::FIRST; W];
        let mut i = 0;
        while i < W {
            // From the left one of the middle columns outwards: right, left, right ... for even widths,
            // left, right, left ... for odd ones, so that the nearer column always comes first.
            let step = i.div_ceil(2);
            let to_the_left = if W % 2 == 1 { i % 2 == 1 } else { i % 2 == 0 };
            let index = if to_the_left { (W - 1) / 2 - step } else { (W - 1) / 2 + step };
            if let Some(column) = Column::new(index) {
                order[i] = column;
            }
            i += 1;
        }
        order
    }

    /// Returns, by column, its place in [`Self::centre_first`].
    pub(crate) const fn centre_ranks() -> [usize; W] {
        let mut ranks = [0; W];
        let mut rank = 0;
        while rank < W {
            ranks[Self::centre_first()[rank].index()] = rank;
            rank += 1;
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_of_the_standard_board_are_the_published_ones() {
        type Standard = Geometry<7, 6>;
        assert_eq!(Standard::BOTTOM_MASK, 0x0408_1020_4081);
        assert_eq!(Standard::BOARD_MASK, 0xfdfb_f7ef_dfbf);
        let [first, last] = [0, 6].map(|index| Column::new(index).unwrap());
        assert_eq!(Standard::top_mask(first), 1 << 5);
        assert_eq!(Standard::column_mask(last), 0b11_1111 << 42);
    }

    #[test]
    fn columns_come_nearest_to_the_centre_first() {
        assert_eq!(Geometry::<7, 6>::centre_first().map(Column::index), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(Geometry::<6, 6>::centre_first().map(Column::index), [2, 3, 1, 4, 0, 5]);
        assert_eq!(Geometry::<1, 6>::centre_first().map(Column::index), [0]);
        assert_eq!(Geometry::<2, 6>::centre_first().map(Column::index), [0, 1]);
    }
}

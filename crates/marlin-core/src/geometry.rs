//! Boards: [`Size`] if the size is known to the compiler, [`Masks`] for all, and [`Layout`], the part that the compiler
//! knows.

use std::fmt;

use crate::board::Board;
use crate::board_size::BoardSize;
use crate::column::{Column, MAX_WIDTH};

/// The bits of the word that holds a set of cells.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) const WORD_BITS: usize = 64;

/// The numbers of a board: its size, and sets of its cells, in the layout that [`Size`] shows.
///
/// The rules and the search take them from here, so that one source serves both boards whose size the compiler knows
/// and those of a size that is chosen at run time. Calls with a constant fold to constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Masks {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The lowest cell of every column.
    pub(crate) bottom: u64,
    /// Every cell of the board, without the sentinels.
    pub(crate) board: u64,
    /// The sentinel above every column.
    pub(crate) sentinels: u64,
    /// The rows of claimeven, those at an odd distance from the top edge: the top row, the third from the top, and so
    /// on.
    ///
    /// In a column with an even number of empty cells these are the cells that fall to the player who answers each
    /// stone in it with one right above. On 7x6 they are the 2nd, 4th and 6th row from the bottom.
    pub(crate) claimeven_rows: u64,
    /// The rows of odd threats, all others: they fall to the player who begins in a column with an even number of empty
    /// cells.
    pub(crate) odd_threat_rows: u64,
    /// The cells of the first column.
    pub(crate) first_column: u64,
}

impl Masks {
    /// Returns the masks of a board that fits one word: `1 <= width * (height + 1) <= 64`.
    pub(crate) const fn of(width: usize, height: usize) -> Self {
        let stride = height + 1;
        let mut bottom = 0;
        let mut column = 0;
        while column < width {
            bottom |= 1 << (column * stride);
            column += 1;
        }
        let first_column = (1 << height) - 1;
        let board = bottom * first_column;
        let mut claimeven_rows = 0;
        let mut row = 0;
        while row < height {
            if (height - row) % 2 == 1 {
                claimeven_rows |= bottom << row;
            }
            row += 1;
        }
        Self {
            width: width as u32,
            height: height as u32,
            bottom,
            board,
            sentinels: bottom << height,
            claimeven_rows,
            odd_threat_rows: board ^ claimeven_rows,
            first_column,
        }
    }

    /// Whether this is the default board of `Position` and `Solver`.
    pub(crate) const fn is_standard(&self) -> bool {
        self.width == 7 && self.height == 6
    }

    /// Returns the number of cells.
    pub(crate) const fn cells(&self) -> u32 {
        self.width * self.height
    }

    /// Returns the distance in bits from a cell to its right-hand neighbour: the rows and the sentinel.
    pub(crate) const fn stride(&self) -> u32 {
        self.height + 1
    }

    /// Returns whether the board has a column, counted from 0.
    pub(crate) const fn has_column(&self, column: usize) -> bool {
        column < self.width as usize
    }

    /// Returns the lowest cell of a column, counted from 0.
    pub(crate) const fn bottom_mask(&self, column: usize) -> u64 {
        1 << (column as u32 * self.stride())
    }

    /// Returns a cell by its column and row, counted from 0, and no cell if the board does not have it.
    pub(crate) const fn cell(&self, column: usize, row: usize) -> u64 {
        if self.has_column(column) && row < self.height as usize {
            self.bottom_mask(column) << row
        } else {
            0
        }
    }

    /// Returns the highest cell of a column, counted from 0.
    pub(crate) const fn top_mask(&self, column: usize) -> u64 {
        self.bottom_mask(column) << (self.height - 1)
    }

    /// Returns all cells of a column, counted from 0.
    pub(crate) const fn column_mask(&self, column: usize) -> u64 {
        self.first_column << (column as u32 * self.stride())
    }

    /// Returns the column, counted from 0, of the lowest cell of a set that is not empty.
    pub(crate) const fn column_of(&self, cell: u64) -> usize {
        (cell.trailing_zeros() / self.stride()) as usize
    }

    /// Returns the row, counted from 0 at the bottom, of the lowest cell of a set that is not empty.
    pub(crate) const fn row_of(&self, cell: u64) -> usize {
        (cell.trailing_zeros() % self.stride()) as usize
    }

    /// Returns the n-th column by nearness to the centre, both counted from 0: see [`Size::centre_first`].
    pub(crate) const fn nth_column_from_centre(&self, n: usize) -> usize {
        // From the left one of the middle columns outwards: right, left, right ... for even widths, left, right, left
        // ... for odd ones, so that the nearer column is always first.
        let middle = (self.width as usize - 1) / 2;
        let step = n.div_ceil(2);
        if n % 2 == self.width as usize % 2 { middle - step } else { middle + step }
    }

    /// Returns the rank of a column by nearness to the centre: the inverse of [`Self::nth_column_from_centre`].
    pub(crate) const fn centre_rank(&self, column: usize) -> usize {
        let (twice, middle) = (2 * column, self.width as usize - 1);
        twice.abs_diff(middle) - (twice < middle) as usize
    }

    /// Returns the columns, nearest to the centre first: see [`Size::centre_first`].
    pub(crate) fn centre_first(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + use<> {
        let masks = *self;
        (0..self.width as usize).map(move |rank| masks.nth_column_from_centre(rank))
    }
}

/// The layout of a board, as far as the compiler knows it: that of a [`Size`], whose numbers are constants, that of an
/// [`OfHeight`], or that of a [`BoardSize`], which looks them up.
///
/// The rules and the search take it as a value. It is public only as far as the boards of [`Board`] have it.
pub trait Layout: Copy + Send + Sync + 'static {
    /// The greatest number of columns that a board of this type has.
    const MAX_WIDTH: usize;

    /// Rows, where the compiler knows them.
    const HEIGHT: Option<u32>;

    /// The numbers of the board, where the type alone determines it.
    const KNOWN: Option<&'static Masks> = None;

    /// Returns the numbers of the board, kept in static memory.
    fn static_masks(self) -> &'static Masks;

    /// Returns the numbers of the board as a value: those that the compiler knows are constants.
    #[inline(always)]
    fn masks(self) -> Masks {
        *self.static_masks()
    }
}

impl<const W: usize, const H: usize> Layout for Size<W, H> {
    const MAX_WIDTH: usize = W;
    const HEIGHT: Option<u32> = Some(H as u32);
    const KNOWN: Option<&'static Masks> = Some(&Self::MASKS);

    #[inline(always)]
    fn static_masks(self) -> &'static Masks {
        &Self::MASKS
    }

    #[inline(always)]
    fn masks(self) -> Masks {
        Self::MASKS
    }
}

impl Layout for &'static Masks {
    const MAX_WIDTH: usize = MAX_WIDTH;
    const HEIGHT: Option<u32> = None;

    #[inline(always)]
    fn static_masks(self) -> &'static Masks {
        self
    }
}

impl Layout for BoardSize {
    const MAX_WIDTH: usize = MAX_WIDTH;
    const HEIGHT: Option<u32> = None;

    #[inline(always)]
    fn static_masks(self) -> &'static Masks {
        BoardSize::masks(self)
    }
}

/// A board whose height the compiler knows: the distances between neighbours, by which the search shifts most of the
/// time, are constants then. A node takes hardly longer than one of a board whose width is a constant as well.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OfHeight<const H: usize>(pub(crate) &'static Masks);

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
impl<const H: usize> Layout for OfHeight<H> {
    const MAX_WIDTH: usize = WORD_BITS / (H + 1);
    const HEIGHT: Option<u32> = Some(H as u32);

    #[inline(always)]
    fn static_masks(self) -> &'static Masks {
        self.0
    }

    #[inline(always)]
    fn masks(self) -> Masks {
        Masks { height: H as u32, first_column: (1 << H) - 1, ..*self.0 }
    }
}

/// A board of `W` columns and `H` rows, whose size is part of the types: a value without bytes. Its constants are bit
/// masks as words; [`Bitboard`](crate::Bitboard) is a set of cells in the same layout.
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
/// use marlin_core::{Column, Standard};
///
/// assert_eq!(Standard::BOARD_MASK.count_ones(), 42);
/// assert_eq!(Standard::bottom_mask(Column::from_number(2).unwrap()), 1 << 7);
/// ```
///
/// ```compile_fail
/// const TOO_LARGE: u64 = marlin_core::Size::<9, 7>::BOARD_MASK;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Size<const W: usize, const H: usize>;

/// The standard board of 7 columns and 6 rows: the default of every type here with a board.
pub type Standard = Size<7, 6>;

/// The standard board as a value, which a type alias is not.
#[expect(
    non_upper_case_globals,
    reason = "it is the value of the type, as the name of a struct without fields is"
)]
pub const Standard: Standard = Size;

impl<const W: usize, const H: usize> fmt::Display for Size<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Self::SIZE.fmt(f)
    }
}

impl<const W: usize, const H: usize> fmt::Debug for Size<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Size({self})")
    }
}

impl<const W: usize, const H: usize> Board for Size<W, H> {
    fn size(self) -> BoardSize {
        Self::SIZE
    }

    fn of_size(size: BoardSize) -> Option<Self> {
        (size == Self::SIZE).then_some(Self)
    }
}

impl<const W: usize, const H: usize> Size<W, H> {
    /// Columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Size;
    ///
    /// type Large = Size<8, 7>;
    /// assert_eq!((Large::WIDTH, Large::HEIGHT, Large::CELLS), (8, 7, 56));
    /// ```
    pub const WIDTH: usize = {
        assert!(W > 0 && H > 0 && W * (H + 1) <= 64, "a board needs 1 <= width * (height + 1) <= 64");
        W
    };

    /// Rows.
    pub const HEIGHT: usize = H;

    /// The masks as a value, for code that is compiled once for all boards.
    pub(crate) const MASKS: Masks = Masks::of(Self::WIDTH, H);

    /// The size as a value.
    pub(crate) const SIZE: BoardSize = BoardSize::of_fitting(Self::WIDTH, H);

    /// Cells on the board: the number of stones that fill it.
    pub const CELLS: u32 = (Self::WIDTH * H) as u32;

    /// Distance in bits from a cell to its right-hand neighbour: the rows and the sentinel.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Standard};
    ///
    /// let [second, third] = [2, 3].map(|number| Standard::bottom_mask(Column::from_number(number).unwrap()));
    /// assert_eq!(second << Standard::STRIDE, third);
    /// ```
    pub const STRIDE: u32 = H as u32 + 1;

    /// The lowest cell of every column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Standard};
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . O . . .
    /// // . . X X . . .
    /// let position: Position = "443".parse()?;
    /// assert_eq!((position.mask() & Standard::BOTTOM_MASK).count_ones(), 2);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const BOTTOM_MASK: u64 = Self::MASKS.bottom;

    /// Every cell of the board, without the sentinels.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Standard};
    ///
    /// let position: Position = "443".parse()?;
    /// let empty_cells = Standard::BOARD_MASK & !position.mask();
    /// assert_eq!(empty_cells.count_ones(), 39);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const BOARD_MASK: u64 = Self::MASKS.board;

    /// Returns the lowest cell of a column, 0 if the board does not have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Standard};
    ///
    /// // A stone that is added to the lowest cell of its column carries through the stones there.
    /// let fourth = Column::from_number(4).unwrap();
    /// let before: Position = "44".parse()?;
    /// let after: Position = "444".parse()?;
    /// assert_eq!(before.mask() | before.mask() + Standard::bottom_mask(fourth), after.mask());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn bottom_mask(column: Column) -> u64 {
        if column.index() < W { Self::MASKS.bottom_mask(column.index()) } else { 0 }
    }

    /// Returns the highest cell of a column, 0 if the board does not have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Standard};
    ///
    /// // A column is full once its highest cell holds a stone.
    /// let position: Position = "111111".parse()?;
    /// assert_ne!(position.mask() & Standard::top_mask(Column::FIRST), 0);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn top_mask(column: Column) -> u64 {
        if column.index() < W { Self::MASKS.top_mask(column.index()) } else { 0 }
    }

    /// Returns all cells of a column, 0 if the board does not have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Standard};
    ///
    /// assert_eq!(Standard::column_mask(Column::FIRST), 0b11_1111);
    /// ```
    pub const fn column_mask(column: Column) -> u64 {
        if column.index() < W { Self::MASKS.column_mask(column.index()) } else { 0 }
    }

    /// Returns the columns from left to right.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Standard;
    ///
    /// assert_eq!(Standard::columns().map(|column| column.number()), [1, 2, 3, 4, 5, 6, 7]);
    /// ```
    pub const fn columns() -> [Column; W] {
        let mut columns = [Column::FIRST; W];
        let mut i = 0;
        while i < W {
            if let Some(column) = Column::new(i) {
                columns[i] = column;
            }
            i += 1;
        }
        columns
    }

    /// Returns the columns, nearest to the centre first, the left one first of two equally near.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Standard};
    ///
    /// assert_eq!(Standard::centre_first().map(Column::number), [4, 3, 5, 2, 6, 1, 7]);
    /// ```
    pub const fn centre_first() -> [Column; W] {
        let mut order = [Column::FIRST; W];
        let mut i = 0;
        while i < W {
            if let Some(column) = Column::new(Self::MASKS.nth_column_from_centre(i)) {
                order[i] = column;
            }
            i += 1;
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_of_the_standard_board_are_the_published_ones() {
        assert_eq!(Standard::BOTTOM_MASK, 0x0408_1020_4081);
        assert_eq!(Standard::BOARD_MASK, 0xfdfb_f7ef_dfbf);
        let [first, last] = [0, 6].map(|index| Column::new(index).unwrap());
        assert_eq!(Standard::top_mask(first), 1 << 5);
        assert_eq!(Standard::column_mask(last), 0b11_1111 << 42);
    }

    #[test]
    fn columns_come_nearest_to_the_centre_first() {
        assert_eq!(Standard::centre_first().map(Column::index), [3, 2, 4, 1, 5, 0, 6]);
        assert_eq!(Size::<6, 6>::centre_first().map(Column::index), [2, 3, 1, 4, 0, 5]);
        assert_eq!(Size::<1, 6>::centre_first().map(Column::index), [0]);
        assert_eq!(Size::<2, 6>::centre_first().map(Column::index), [0, 1]);
        for width in 1..=32 {
            let masks = Masks::of(width, 1);
            assert!(masks.centre_first().map(|column| masks.centre_rank(column)).eq(0..width), "{width}");
        }
    }
}

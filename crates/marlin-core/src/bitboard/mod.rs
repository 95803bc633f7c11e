//! [`Bitboard`], a set of cells, one bit a cell, and [`Cell`].

mod words;

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

pub(crate) use self::words::*;
use crate::geometry::{BoardSize, Column, Masks, assert_same_board};

/// A set of cells of a board.
///
/// Sets combine with `&`, `|`, `^` and `!`, iterate over their cells column by column from the bottom, and
/// draw themselves.
///
/// [`Bitboard::bits`] is the word that holds the set, one bit a cell. Cells are numbered column by column
/// from the bottom. Above each column is a sentinel bit that stays empty, so that no shift by a direction
/// runs from one column into the next. On 7x6:
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
/// # Examples
///
/// ```
/// use marlin_core::{Column, Position};
///
/// let position: Position =
///     ". . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . O O . . .
///      . . X X . . ."
///     .parse()?;
/// assert_eq!(
///     position.playable_cells().to_string(),
///     ". . . . . . .\n\
///      . . . . . . .\n\
///      . . . . . . .\n\
///      . . x x . . .\n\
///      . . . . . . .\n\
///      x x . . x x x"
/// );
/// let bottom: Vec<usize> =
///     position.playable_cells().iter().filter(|cell| cell.row() == 0).map(|cell| cell.column().number()).collect();
/// assert_eq!(bottom, [1, 2, 5, 6, 7]);
///
/// let stones = position.us() | position.them();
/// assert_eq!(stones.len(), 4);
/// assert!((stones & position.playable_cells()).is_empty());
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard {
    size: BoardSize,
    bits: u128,
}

impl Bitboard {
    /// Returns the set that a word holds. The caller guarantees that it has cells of the board only.
    pub(crate) const fn new(size: BoardSize, bits: u128) -> Self {
        Self { size, bits }
    }

    /// Returns the word that holds the set, one bit a cell.
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// Returns the number of cells.
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Returns whether the set has no cell.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns whether a cell is in the set; `false` for a cell outside the board.
    pub fn contains(self, cell: Cell) -> bool {
        self.bits & cell.bit(self.size.masks()) != 0
    }

    /// Returns the cells one by one: column by column, from the bottom up.
    pub const fn iter(self) -> Cells {
        Cells(self)
    }
}

/// Sets of any board, and the fours in them.
impl Bitboard {
    /// Returns the size of the board.
    pub const fn size(self) -> BoardSize {
        self.size
    }

    /// Returns the empty set of cells of a board.
    pub const fn on(size: BoardSize) -> Self {
        Self::new(size, 0)
    }

    /// Returns the set that a word holds on a board; `None` if the word has a bit that is no cell of the
    /// board.
    pub fn from_bits(size: BoardSize, bits: u128) -> Option<Self> {
        if bits & !size.masks().board == 0 { Some(Self::new(size, bits)) } else { None }
    }

    /// Returns the set with a cell added; the set itself if the board does not have the cell.
    #[must_use]
    pub fn with(self, cell: Cell) -> Self {
        Self { bits: self.bits | cell.bit(self.size.masks()), ..self }
    }

    /// Returns the set mirrored left to right.
    #[must_use]
    pub fn mirror(self) -> Self {
        Self { bits: mirror(self.size.masks(), self.bits), ..self }
    }

    /// Returns the number of fours within the set.
    pub fn count_fours(self) -> u32 {
        count_fours(self.size.masks(), self.bits)
    }

    /// Returns whether four cells of the set are in a row.
    pub fn has_four(self) -> bool {
        has_four(self.size.masks(), self.bits)
    }

    /// Returns the cells outside of `occupied` that would complete four in a row with cells of the set.
    ///
    /// # Panics
    ///
    /// If the sets belong to different boards.
    #[must_use]
    pub fn winning_cells(self, occupied: Self) -> Self {
        assert_same_board("a set", occupied.size, "a set", self.size);
        Self { bits: winning_cells(self.size.masks(), self.bits, occupied.bits), ..self }
    }

    /// Returns the cells of the set that a side may play so that the other side, which wins on `threats`,
    /// cannot win with the next stone. The result is empty if no cell prevents the win.
    ///
    /// # Panics
    ///
    /// If the sets belong to different boards.
    #[must_use]
    pub fn non_losing(self, threats: Self) -> Self {
        assert_same_board("a set", threats.size, "a set", self.size);
        Self { bits: non_losing_cells(self.bits, threats.bits), ..self }
    }
}

/// The cells of a [`Bitboard`], one by one.
#[derive(Debug, Clone)]
pub struct Cells(Bitboard);

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let left = self.0.bits;
        let cell = (left != 0).then(|| Cell::of_lowest(self.0.size.masks(), left))?;
        self.0.bits &= left - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Cells {
    fn next_back(&mut self) -> Option<Cell> {
        let last = 1_u128 << self.0.bits.checked_ilog2()?;
        self.0.bits ^= last;
        Some(Cell::of_lowest(self.0.size.masks(), last))
    }
}

impl ExactSizeIterator for Cells {}

impl IntoIterator for Bitboard {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

/// The cells of the board that are not in the set.
impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self { bits: self.bits ^ self.size.masks().board, ..self }
    }
}

/// Implements an operator of two sets, and its assigning form, by the operator of their words.
macro_rules! set_operator {
    ($($operator:ident $function:ident, $assigning:ident $assigning_function:ident;)*) => {$(
        /// # Panics
        ///
        /// If the sets belong to different boards.
        impl $operator for Bitboard {
            type Output = Self;

            fn $function(mut self, other: Self) -> Self {
                self.$assigning_function(other);
                self
            }
        }

        /// # Panics
        ///
        /// If the sets belong to different boards.
        impl $assigning for Bitboard {
            fn $assigning_function(&mut self, other: Self) {
                assert_same_board("a set", other.size, "a set", self.size);
                self.bits.$assigning_function(other.bits);
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
}

/// Draws the board from the top row down: `x` for a cell of the set, `.` for any other, a space between the
/// columns, no line break at the end.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, self.size.masks(), |cell| if self.bits & cell != 0 { 'x' } else { '.' })
    }
}

/// Writes the [bits](Self::bits) as a hexadecimal number: `{:#x}`.
impl fmt::LowerHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.bits, f)
    }
}

/// Shows the set in one line, the top row first.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({})", one_line(self))
    }
}

/// Draws a board from the top row down, a space between the columns, no line break at the end.
pub(crate) fn draw(f: &mut fmt::Formatter<'_>, masks: &Masks, symbol: impl Fn(u128) -> char) -> fmt::Result {
    for row in (0..masks.height).rev() {
        for column in 0..masks.width as usize {
            let gap = if column == 0 { "" } else { " " };
            write!(f, "{gap}{}", symbol(masks.bottom_mask(column) << row))?;
        }
        if row > 0 {
            f.write_str("\n")?;
        }
    }
    Ok(())
}

/// Returns a drawn board in one line, with `/` between its rows.
pub(crate) fn one_line(drawn: &impl fmt::Display) -> String {
    drawn.to_string().replace(' ', "").replace('\n', "/")
}

/// A cell: a column, and a row counted from 0 at the bottom. A cell outside a board holds no stone there.
///
/// # Examples
///
/// ```
/// use marlin_core::{Cell, Column};
///
/// let cell = Cell::new(Column::D, 5).unwrap();
/// assert_eq!((cell.column().number(), cell.row()), (4, 5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    column: Column,
    /// Below 128.
    row: u8,
}

impl Cell {
    /// Returns the cell of a column in a row counted from 0 at the bottom; `None` above the top row of the
    /// highest board.
    pub const fn new(column: Column, row: usize) -> Option<Self> {
        if row < BoardSize::MAX_HEIGHT { Some(Self { column, row: row as u8 }) } else { None }
    }

    /// Returns the lowest cell, in bit order, of a set that is not empty.
    pub(crate) fn of_lowest(masks: &Masks, cells: u128) -> Self {
        let column = Column::new(masks.column_of(cells)).expect("a cell is on the board");
        Self { column, row: masks.row_of(cells) as u8 }
    }

    /// Returns the column.
    pub const fn column(self) -> Column {
        self.column
    }

    /// Returns the row, counted from 0 at the bottom.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Returns the cell as a set of cells of a board, empty if the board does not have it.
    pub(crate) fn bit(self, masks: &Masks) -> u128 {
        masks.cell(self.column.index(), self.row())
    }
}

/// Shows the name, as in `Cell(d3)`.
impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_that_of_its_cells() {
        for size in ["7x6", "8x7", "1x63", "32x1"].map(|size| size.parse::<BoardSize>().unwrap()) {
            let all = !Bitboard::on(size);
            let cells: Vec<Cell> = all.iter().collect();
            assert_eq!(cells.len(), size.cells() as usize);
            assert!(cells.is_sorted(), "{cells:?}");
            let collected = cells.iter().fold(Bitboard::on(size), |set, &cell| set.with(cell));
            assert_eq!(collected, all);
            for &cell in &cells {
                let single = Bitboard::on(size).with(cell);
                assert_eq!((single.len(), single.iter().next()), (1, Some(cell)));
                assert!(single.contains(cell) && !(!single).contains(cell));
                assert_eq!(Cell::new(cell.column(), cell.row()), Some(cell));
            }
        }
    }

    #[test]
    fn operators_are_those_of_sets() {
        let [low, high] =
            [0b0011, 0b0110].map(|bits| Bitboard::from_bits(BoardSize::STANDARD, bits).unwrap());
        assert_eq!((low & high).bits(), 0b0010);
        assert_eq!((low | high).bits(), 0b0111);
        assert_eq!((low ^ high).bits(), 0b0101);
        assert_eq!((low ^ low) | !low, !low);
        let mut set = low;
        set |= high;
        set &= high;
        set ^= low;
        assert_eq!(set, low ^ high);
    }
}

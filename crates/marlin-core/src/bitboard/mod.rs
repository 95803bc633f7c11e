//! [`Bitboard`]: a set of cells, one bit a cell, in the layout of [`Size`].

mod cell;
mod words;

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

pub use self::cell::Cell;
pub(crate) use self::words::*;
use crate::board::{Board, assert_board};
use crate::column::Column;
use crate::geometry::{Masks, Size, Standard};

/// A set of cells of a board.
///
/// Sets combine with `&`, `|`, `^` and `!`, iterate over their cells column by column from the bottom, and draw
/// themselves. [`Bitboard::bits`] is the word that holds the set, one bit a cell in the layout of [`Size`].
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, Position};
///
/// let position: Position = Position::from_drawing(
///     ". . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . O O . . .
///      . . X X . . .",
/// )?;
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
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<B: Board = Standard> {
    board: B,
    bits: u64,
}

impl<const W: usize, const H: usize> Bitboard<Size<W, H>> {
    /// No cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, Position};
    ///
    /// // No cell completes four in a row on the empty board.
    /// assert_eq!(Position::new().winning_cells(), Bitboard::EMPTY);
    /// ```
    pub const EMPTY: Self = Self::new(Size, 0);

    /// Every cell of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, Position};
    ///
    /// let position: Position = "443".parse()?;
    /// let empty_cells = Bitboard::ALL ^ position.occupied();
    /// assert_eq!(empty_cells.len(), 39);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const ALL: Self = Self::new(Size, Size::<W, H>::BOARD_MASK);

    /// Returns the set that a word holds, `None` if a bit outside the cells is set.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, Standard};
    ///
    /// assert_eq!(Bitboard::<Standard>::from_bits(0b111).unwrap().len(), 3);
    /// // Bit 6 is the sentinel above the first column.
    /// assert_eq!(Bitboard::<Standard>::from_bits(1 << 6), None);
    /// ```
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Size::<W, H>::BOARD_MASK == 0 { Some(Self::new(Size, bits)) } else { None }
    }

    /// Returns the cells of a column, none if the board does not have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, Cell, Column};
    ///
    /// let second: Bitboard = Bitboard::column(Column::from_number(2).unwrap());
    /// assert_eq!((second.len(), second.bits()), (6, 0b11_1111 << 7));
    /// assert!(!second.contains(Cell::new(Column::FIRST, 0).unwrap()));
    /// assert!((second & Bitboard::column(Column::FIRST)).is_empty());
    /// assert_eq!(!second | second, Bitboard::ALL);
    /// ```
    pub const fn column(column: Column) -> Self {
        Self::new(Size, Size::<W, H>::column_mask(column))
    }
}

impl<B: Board> Bitboard<B> {
    /// Returns the empty set of cells of a board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, BoardSize, Cell, Column};
    ///
    /// let size: BoardSize = "8x7".parse()?;
    /// let corner = Cell::new(Column::FIRST, 0).unwrap();
    /// assert_eq!((!Bitboard::on(size)).len(), 56);
    /// assert_eq!(Bitboard::on(size).with(corner).bits(), 1);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn on(board: B) -> Self {
        Self::new(board, 0)
    }

    /// Returns the set that a word holds. The caller guarantees that it has cells of the board only.
    pub(crate) const fn new(board: B, bits: u64) -> Self {
        Self { board, bits }
    }

    /// Returns the set that a word holds on a board: see [`Bitboard::from_bits`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, BoardSize};
    ///
    /// let size: BoardSize = "8x7".parse()?;
    /// assert_eq!(Bitboard::from_bits_on(size, 0b111).unwrap().len(), 3);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn from_bits_on(board: B, bits: u64) -> Option<Self> {
        (bits & !board.masks().board == 0).then_some(Self::new(board, bits))
    }

    /// Returns the cells of a column of a board, none if the board does not have it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, BoardSize, Column};
    ///
    /// let size: BoardSize = "8x7".parse()?;
    /// assert_eq!(Bitboard::column_on(size, Column::FIRST).len(), 7);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn column_on(board: B, column: Column) -> Self {
        let masks = &board.masks();
        let bits = if masks.has_column(column.index()) { masks.column_mask(column.index()) } else { 0 };
        Self::new(board, bits)
    }

    /// Returns the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Standard};
    ///
    /// assert_eq!(Position::new().occupied().board(), Standard);
    /// ```
    pub const fn board(self) -> B {
        self.board
    }

    /// Returns the same set with its board in another type; `None` if that type belongs to another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, BoardSize, Column, Standard};
    ///
    /// let set = Bitboard::column_on(BoardSize::STANDARD, Column::FIRST);
    /// assert_eq!(set.cast::<Standard>(), Some(Bitboard::column(Column::FIRST)));
    /// ```
    pub fn cast<C: Board>(self) -> Option<Bitboard<C>> {
        Some(Bitboard::new(C::of_size(self.board.size())?, self.bits))
    }

    /// Returns the set with a cell added, unless the board does not have the cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, Cell, Column};
    ///
    /// let [low, high] = [0, 6].map(|row| Cell::new(Column::FIRST, row).unwrap());
    /// let set: Bitboard = Bitboard::EMPTY.with(low).with(high);
    /// assert_eq!(set.bits(), 1); // the standard board has six rows
    /// ```
    #[must_use]
    pub fn with(self, cell: Cell) -> Self {
        Self { bits: self.bits | cell.bit(&self.board.masks()), ..self }
    }

    /// Returns the word that holds the set, one bit a cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // The lowest cell of the fourth column is bit 21.
    /// let position: Position = "4".parse()?;
    /// assert_eq!(position.occupied().bits(), 1 << 21);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Returns the number of cells.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // O has just moved, so both have the same number of stones.
    /// let position: Position = "4433".parse()?;
    /// assert_eq!(position.us().len(), position.them().len());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Returns whether there is no cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Position;
    ///
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // . . . . . . .
    /// // O . X X X . O
    /// let position: Position = "31475".parse()?;
    /// // X has two cells to complete four; O has none.
    /// assert!(!position.opponent_winning_cells().is_empty());
    /// assert!(position.winning_cells().is_empty());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns whether a cell is in the set; one outside the board never is.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Cell, Column, Position};
    ///
    /// let position: Position = "112233".parse()?;
    /// let fourth = Column::from_number(4).unwrap();
    /// let [lower, upper] = [0, 1].map(|row| Cell::new(fourth, row).unwrap());
    /// assert!(position.winning_cells().contains(lower));
    /// assert!(!position.winning_cells().contains(upper));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn contains(self, cell: Cell) -> bool {
        self.bits & cell.bit(&self.board.masks()) != 0
    }

    /// Returns the set mirrored left to right.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, Column, Standard};
    ///
    /// let [first, last] = [1, 7].map(|number| Bitboard::<Standard>::column(Column::from_number(number).unwrap()));
    /// assert_eq!(first.mirror(), last);
    /// ```
    #[must_use]
    pub fn mirror(self) -> Self {
        Self { bits: mirror(&self.board.masks(), self.bits), ..self }
    }

    /// Returns the cells one by one: column by column, from the bottom up.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bitboard, Column, Standard};
    /// let rows: Vec<usize> = Bitboard::<Standard>::column(Column::FIRST).iter().map(|cell| cell.row()).collect();
    /// assert_eq!(rows, [0, 1, 2, 3, 4, 5]);
    /// ```
    pub const fn iter(self) -> Cells<B> {
        Cells(self)
    }
}

/// The cells of a [`Bitboard`], one by one.
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, Position};
///
/// let position: Position = "4433".parse()?;
/// let mut cells = position.us().iter();
/// assert_eq!(cells.len(), 2);
/// assert_eq!(cells.next().unwrap().column(), Column::from_number(3).unwrap());
/// assert_eq!(cells.len(), 1);
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Cells<B: Board = Standard>(Bitboard<B>);

impl<B: Board> Iterator for Cells<B> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let left = self.0.bits;
        let cell = (left != 0).then(|| Cell::of_lowest(&self.0.board.masks(), left))?;
        self.0.bits &= left - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl<B: Board> ExactSizeIterator for Cells<B> {}
impl<B: Board> FusedIterator for Cells<B> {}

impl<B: Board> IntoIterator for Bitboard<B> {
    type Item = Cell;
    type IntoIter = Cells<B>;

    fn into_iter(self) -> Cells<B> {
        self.iter()
    }
}

impl<B: Board> IntoIterator for &Bitboard<B> {
    type Item = Cell;
    type IntoIter = Cells<B>;

    fn into_iter(self) -> Cells<B> {
        self.iter()
    }
}

/// The cells that the board has.
impl<B: Board> Extend<Cell> for Bitboard<B> {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        cells.into_iter().for_each(|cell| *self = self.with(cell));
    }
}

impl<const W: usize, const H: usize> Default for Bitboard<Size<W, H>> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The cells that the board has.
impl<const W: usize, const H: usize> FromIterator<Cell> for Bitboard<Size<W, H>> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<B: Board> From<Bitboard<B>> for u64 {
    fn from(set: Bitboard<B>) -> Self {
        set.bits
    }
}

/// The cells of the board that are not in the set.
impl<B: Board> Not for Bitboard<B> {
    type Output = Self;

    fn not(self) -> Self {
        Self { bits: self.bits ^ self.board.masks().board, ..self }
    }
}

/// Implements an operator of two sets, and its form that assigns, by that of their words.
macro_rules! set_operator {
    ($($operator:ident $function:ident, $assigning:ident $assigning_function:ident;)*) => {$(
        /// # Panics
        ///
        /// If the sets belong to different boards.
        impl<B: Board> $operator for Bitboard<B> {
            type Output = Self;

            fn $function(mut self, other: Self) -> Self {
                self.$assigning_function(other);
                self
            }
        }

        /// # Panics
        ///
        /// If the sets belong to different boards.
        impl<B: Board> $assigning for Bitboard<B> {
            fn $assigning_function(&mut self, other: Self) {
                assert_board("a set", other.board, "a set", self.board);
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

/// Draws the board from the top row down: `x` for a cell of the set, `.` for any other, a space between the columns, no
/// line break at the end.
impl<B: Board> fmt::Display for Bitboard<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw_set(f, &self.board.masks(), self.bits)
    }
}

/// Shows the set in one line, the top row first.
///
/// # Examples
///
/// ```
/// let position: marlin_core::Position = "443".parse().unwrap();
/// let shown = format!("{:?}", position.them());
/// assert_eq!(shown, "Bitboard(......./......./......./......./......./..xx...)");
/// ```
impl<B: Board> fmt::Debug for Bitboard<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({})", one_line(self))
    }
}

/// Draws a set of cells: `x` for a cell of the set, `.` for any other.
pub(crate) fn draw_set(f: &mut fmt::Formatter<'_>, masks: &Masks, cells: u64) -> fmt::Result {
    draw(f, masks, |cell| if cells & cell != 0 { 'x' } else { '.' })
}

/// Draws a board from the top row down, a space between the columns, no line break at the end.
pub(crate) fn draw(f: &mut fmt::Formatter<'_>, masks: &Masks, symbol: impl Fn(u64) -> char) -> fmt::Result {
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

/// Returns a drawn board in one line, its rows parted by `/`.
pub(crate) fn one_line(drawn: &impl fmt::Display) -> String {
    drawn.to_string().replace(' ', "").replace('\n', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_that_of_its_cells() {
        fn check<const W: usize, const H: usize>() {
            let all = Bitboard::<Size<W, H>>::ALL;
            let cells: Vec<Cell> = all.iter().collect();
            assert_eq!(cells.len(), W * H);
            assert!(cells.is_sorted(), "{cells:?}");
            assert_eq!(cells.iter().copied().collect::<Bitboard<Size<W, H>>>(), all);
            for &cell in &cells {
                let single = Bitboard::on(Size::<W, H>).with(cell);
                assert_eq!((single.len(), single.iter().next()), (1, Some(cell)));
                assert!(single.contains(cell) && !(!single).contains(cell));
                assert_eq!(Cell::new(cell.column(), cell.row()), Some(cell));
            }
        }
        check::<7, 6>();
        check::<8, 7>();
        check::<1, 63>();
        check::<32, 1>();
    }

    #[test]
    fn operators_are_those_of_sets() {
        let [low, high] = [0b0011, 0b0110].map(|bits| Bitboard::<Standard>::from_bits(bits).unwrap());
        assert_eq!((low & high).bits(), 0b0010);
        assert_eq!((low | high).bits(), 0b0111);
        assert_eq!((low ^ high).bits(), 0b0101);
        assert_eq!(!Bitboard::<Standard>::EMPTY, Bitboard::ALL);
        let mut set = low;
        set |= high;
        set &= high;
        set ^= low;
        assert_eq!(set, low ^ high);
    }
}

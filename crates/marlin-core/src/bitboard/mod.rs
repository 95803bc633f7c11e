//! [`Bitboard`]: a set of cells, one bit a cell, in the layout of [`Geometry`].

mod cell;
mod words;

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

pub use self::cell::Cell;
pub(crate) use self::words::*;
use crate::column::Column;
use crate::geometry::{Geometry, Masks};

/// A set of cells of the board.
///
/// Sets combine with `&`, `|`, `^` and `!`, iterate over their cells column by column from the bottom, and draw
/// themselves. [`Bitboard::bits`] is the word that holds the set, one bit a cell in the layout of [`Geometry`].
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard<const W: usize = 7, const H: usize = 6>(u64);

impl<const W: usize, const H: usize> Bitboard<W, H> {
    /// No cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, Position};
    ///
    /// // Nobody can complete four in a row on the empty board.
    /// assert_eq!(Position::new().winning_cells(), Bitboard::EMPTY);
    /// ```
    pub const EMPTY: Self = Self(0);

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
    pub const ALL: Self = Self(Geometry::<W, H>::BOARD_MASK);

    /// Returns the set that a word holds, `None` if a bit is set that stands for no cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Bitboard;
    ///
    /// assert_eq!(Bitboard::<7, 6>::from_bits(0b111).unwrap().len(), 3);
    /// // Bit 6 is the sentinel above the first column.
    /// assert_eq!(Bitboard::<7, 6>::from_bits(1 << 6), None);
    /// ```
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Geometry::<W, H>::BOARD_MASK == 0 { Some(Self(bits)) } else { None }
    }

    /// Returns the set that a word holds, of which the caller knows that it has cells of the board only.
    pub(crate) const fn new(bits: u64) -> Self {
        debug_assert!(bits & !Geometry::<W, H>::BOARD_MASK == 0);
        Self(bits)
    }

    /// Returns the cells of a column.
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
    /// assert_eq!(!Bitboard::<7, 6>::EMPTY, Bitboard::ALL);
    /// ```
    pub const fn column(column: Column<W>) -> Self {
        Self(Geometry::<W, H>::column_mask(column))
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
        self.0
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
        self.0.count_ones()
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
        self.0 == 0
    }

    /// Returns whether a cell is in the set.
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
    pub const fn contains(self, cell: Cell<W, H>) -> bool {
        self.0 >> cell.bit() & 1 != 0
    }

    /// Returns the set mirrored left to right.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bitboard, Column};
    ///
    /// let [first, last] = [1, 7].map(|number| Bitboard::<7, 6>::column(Column::from_number(number).unwrap()));
    /// assert_eq!(first.mirror(), last);
    /// ```
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(mirror(&Geometry::<W, H>::MASKS, self.0))
    }

    /// Returns the cells one by one: column by column, from the bottom up.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Bitboard, Column};
    /// let rows: Vec<usize> = Bitboard::<7, 6>::column(Column::FIRST).iter().map(|cell| cell.row()).collect();
    /// assert_eq!(rows, [0, 1, 2, 3, 4, 5]);
    /// ```
    pub const fn iter(self) -> Cells<W, H> {
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
pub struct Cells<const W: usize = 7, const H: usize = 6>(Bitboard<W, H>);

impl<const W: usize, const H: usize> Iterator for Cells<W, H> {
    type Item = Cell<W, H>;

    fn next(&mut self) -> Option<Cell<W, H>> {
        let left = self.0.bits();
        let cell = (left != 0).then(|| Cell::of_lowest(&Geometry::<W, H>::MASKS, left))?;
        self.0 = Bitboard(left & (left - 1));
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl<const W: usize, const H: usize> ExactSizeIterator for Cells<W, H> {}
impl<const W: usize, const H: usize> FusedIterator for Cells<W, H> {}

impl<const W: usize, const H: usize> IntoIterator for Bitboard<W, H> {
    type Item = Cell<W, H>;
    type IntoIter = Cells<W, H>;

    fn into_iter(self) -> Cells<W, H> {
        self.iter()
    }
}

impl<const W: usize, const H: usize> IntoIterator for &Bitboard<W, H> {
    type Item = Cell<W, H>;
    type IntoIter = Cells<W, H>;

    fn into_iter(self) -> Cells<W, H> {
        self.iter()
    }
}

impl<const W: usize, const H: usize> From<Cell<W, H>> for Bitboard<W, H> {
    fn from(cell: Cell<W, H>) -> Self {
        Self(1 << cell.bit())
    }
}

impl<const W: usize, const H: usize> FromIterator<Cell<W, H>> for Bitboard<W, H> {
    fn from_iter<I: IntoIterator<Item = Cell<W, H>>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | cell.into())
    }
}

impl<const W: usize, const H: usize> From<Bitboard<W, H>> for u64 {
    fn from(set: Bitboard<W, H>) -> Self {
        set.bits()
    }
}

/// The cells of the board that aren't in the set.
impl<const W: usize, const H: usize> Not for Bitboard<W, H> {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ Geometry::<W, H>::BOARD_MASK)
    }
}

/// Implements an operator of two sets, and its form that assigns, by that of their words.
macro_rules! set_operator {
    ($($operator:ident $function:ident, $assigning:ident $assigning_function:ident;)*) => {$(
        impl<const W: usize, const H: usize> $operator for Bitboard<W, H> {
            type Output = Self;

            fn $function(self, other: Self) -> Self {
                Self(self.0.$function(other.0))
            }
        }

        impl<const W: usize, const H: usize> $assigning for Bitboard<W, H> {
            fn $assigning_function(&mut self, other: Self) {
                self.0.$assigning_function(other.0);
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
impl<const W: usize, const H: usize> fmt::Display for Bitboard<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw_set(f, &Geometry::<W, H>::MASKS, self.0)
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
impl<const W: usize, const H: usize> fmt::Debug for Bitboard<W, H> {
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
            let cells: Vec<Cell<W, H>> = Bitboard::ALL.iter().collect();
            assert_eq!(cells.len(), W * H);
            assert!(cells.is_sorted(), "{cells:?}");
            assert_eq!(cells.iter().copied().collect::<Bitboard<W, H>>(), Bitboard::ALL);
            for &cell in &cells {
                let single = Bitboard::from(cell);
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
        let [low, high] = [0b0011, 0b0110].map(|bits| Bitboard::<7, 6>::from_bits(bits).unwrap());
        assert_eq!((low & high).bits(), 0b0010);
        assert_eq!((low | high).bits(), 0b0111);
        assert_eq!((low ^ high).bits(), 0b0101);
        assert_eq!(!Bitboard::<7, 6>::EMPTY, Bitboard::ALL);
        let mut set = low;
        set |= high;
        set &= high;
        set ^= low;
        assert_eq!(set, low ^ high);
    }
}

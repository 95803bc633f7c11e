//! [`Bitboard`]: a set of cells of a board whose size is chosen at run time.

use std::fmt;

use super::Cell;
use crate::bitboard;
use crate::board_size::BoardSize;

/// A set of cells of a board of any size; [`Bitboard`](crate::Bitboard) has the size in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Position;
///
/// let position = Position::parse("5x3".parse()?, "3354")?;
/// assert_eq!(
///     position.occupied().to_string(),
///     ". . . . .\n\
///      . . x . .\n\
///      . . x x x"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard {
    size: BoardSize,
    bits: u64,
}

impl Bitboard {
    /// Returns the set that a word holds, of which the caller knows that it has cells of the board only.
    pub(super) const fn new(size: BoardSize, bits: u64) -> Self {
        debug_assert!(bits & !size.masks().board == 0);
        Self { size, bits }
    }

    /// Returns the word that holds the set: see [`Bitboard::bits`](crate::Bitboard::bits).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("5x3".parse()?, "1")?;
    /// assert_eq!(position.occupied().bits(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Returns the number of cells.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// assert_eq!(Position::empty("5x3".parse()?).playable_cells().len(), 5);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Returns whether there is no cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// assert!(Position::empty("5x3".parse()?).occupied().is_empty());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns whether a cell is in the set.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Cell, Column, Position};
    ///
    /// let bottom = Position::empty("5x3".parse()?).playable_cells();
    /// let [fifth, sixth] = [5, 6].map(|number| Cell::new(Column::from_number(number).unwrap(), 0).unwrap());
    /// assert!(bottom.contains(fifth) && !bottom.contains(sixth));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn contains(self, cell: Cell) -> bool {
        self.bits & self.size.masks().cell(cell.column().index(), cell.row()) != 0
    }

    /// Returns the cells one by one: column by column, from the bottom up.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    ///
    /// let position = Position::parse("5x3".parse()?, "3354")?;
    /// let cells = position.occupied().iter().map(|cell| (cell.column().number(), cell.row()));
    /// assert!(cells.eq([(3, 0), (3, 1), (4, 0), (5, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Cell> + use<> {
        let masks = self.size.masks();
        bitboard::each(self.bits).map(|cell| Cell::of_lowest(masks, cell))
    }
}

/// Draws the board from the top row down: `x` for a cell of the set, `.` for any other, a space between the columns, no
/// line break at the end.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        bitboard::draw_set(f, self.size.masks(), self.bits)
    }
}

/// Shows the set in one line, the top row first.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({})", bitboard::one_line(self))
    }
}

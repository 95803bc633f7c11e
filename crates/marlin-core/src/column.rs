//! [`Column`]: a column index that is known to be on the board.

use std::fmt;

/// A column of a board of width `W`. Code counts columns from 0 ([`Column::index`]), text counts them from 1
/// ([`Column::number`]).
///
/// Text has one character a column: `1` to `9`, then `a`, `b` and on for boards wider than nine.
///
/// # Examples
///
/// ```
/// use marlin_core::Column;
///
/// let column = Column::<7>::from_number(4).unwrap();
/// assert_eq!((column.index(), column.number()), (3, 4));
/// assert_eq!(column.to_string(), "4");
/// assert_eq!(Column::<7>::new(7), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column<const W: usize = 7>(u8);

impl<const W: usize> Column<W> {
    /// The leftmost column.
    pub const FIRST: Self = Self(0);

    /// Returns the column with an index from 0 to `W - 1`, `None` for any other.
    pub const fn new(index: usize) -> Option<Self> {
        if index < W { Some(Self(index as u8)) } else { None }
    }

    /// Returns the column with a number from 1 to `W`, `None` for any other.
    pub const fn from_number(number: usize) -> Option<Self> {
        match number.checked_sub(1) {
            Some(index) => Self::new(index),
            None => None,
        }
    }

    /// Returns the column that a character stands for, `1` being the leftmost.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Column;
    /// assert_eq!(Column::<7>::from_char('1'), Column::new(0));
    /// assert_eq!(Column::<7>::from_char('8'), None);
    /// assert_eq!(Column::<12>::from_char('a').map(Column::to_char), Some('a'));
    /// ```
    pub fn from_char(name: char) -> Option<Self> {
        // Base 36 up to the widest board that fits, 32 columns of one row.
        Self::from_number(name.to_digit(36)? as usize)
    }

    /// Returns the character that stands for the column.
    pub fn to_char(self) -> char {
        char::from_digit(u32::from(self.0) + 1, 36).unwrap_or('?')
    }

    /// Returns the index, counted from 0 at the left.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number, counted from 1 at the left.
    pub const fn number(self) -> usize {
        self.index() + 1
    }

    /// Returns all columns from left to right.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Column;
    /// assert_eq!(Column::<4>::all().map(Column::number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..W).map(|index| Self(index as u8))
    }
}

impl<const W: usize> fmt::Display for Column<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

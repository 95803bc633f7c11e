//! [`Column`]: a column of a board, by its index.

use std::fmt;

/// The columns of the widest board that fits a word of 64 bits: it has one row, and with the sentinels two.
pub(crate) const MAX_WIDTH: usize = 32;

/// The columns as files: as in chess, and after `z` as the columns of a spreadsheet.
pub(crate) const FILES: [&str; MAX_WIDTH] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u",
    "v", "w", "x", "y", "z", "aa", "ab", "ac", "ad", "ae", "af",
];

/// A column. Code counts columns from 0 ([`Column::index`]), text counts them from 1 ([`Column::number`]).
///
/// It is one of the [`BoardSize::MAX_WIDTH`](crate::BoardSize::MAX_WIDTH) columns of the widest board. Whether a board
/// has it is checked where it is played.
///
/// Text has one character a column: `1` to `9`, then `a`, `b` and on for boards wider than nine. The constants have the
/// names of the files of [cells](crate::Cell), which are letters as in chess: [`Column::D`] is column 4, and `d1` is its
/// lowest cell.
///
/// # Examples
///
/// ```
/// use marlin_core::Column;
///
/// let column = Column::D;
/// assert_eq!((column.index(), column.number()), (3, 4));
/// assert_eq!(column.to_string(), "4");
/// assert_eq!(Column::from_number(4), Some(column));
/// assert_eq!(Column::from_char('a').map(Column::number), Some(10)); // on boards wider than nine
/// assert_eq!(Column::new(32), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// The leftmost column.
    pub const A: Self = Self(0);
    /// The second column.
    pub const B: Self = Self(1);
    /// The third column.
    pub const C: Self = Self(2);
    /// The fourth column, the middle one of the standard board.
    pub const D: Self = Self(3);
    /// The fifth column.
    pub const E: Self = Self(4);
    /// The sixth column.
    pub const F: Self = Self(5);
    /// The seventh column.
    pub const G: Self = Self(6);

    /// Returns the column with an index from 0 to 31, `None` for any other.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_WIDTH { Some(Self(index as u8)) } else { None }
    }

    /// Returns the column with a number from 1 to 32, `None` for any other.
    pub const fn from_number(number: usize) -> Option<Self> {
        match number.checked_sub(1) {
            Some(index) => Self::new(index),
            None => None,
        }
    }

    /// Returns the column of a character, `1` being the leftmost.
    pub fn from_char(name: char) -> Option<Self> {
        // Base 36 up to the widest board that fits, 32 columns of one row.
        Self::from_number(name.to_digit(36)? as usize)
    }

    /// Returns the character of the column.
    pub fn to_char(self) -> char {
        char::from_digit(u32::from(self.0) + 1, 36).unwrap_or('?')
    }

    /// Returns the letters of the column in the name of a cell, as in `d1`.
    pub(crate) const fn file(self) -> &'static str {
        FILES[self.index()]
    }

    /// Returns the index, counted from 0 at the left.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number, counted from 1 at the left.
    pub const fn number(self) -> usize {
        self.index() + 1
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_char().encode_utf8(&mut [0; 4]))
    }
}

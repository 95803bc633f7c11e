//! [`Column`]: a column index that is known to be on the board.

use std::fmt;

/// The columns of the widest board that fits a word of 64 bits: it has one row, and with the sentinels two.
pub(crate) const MAX_WIDTH: usize = 32;

/// The columns as files: as in chess, and after `z` as the columns of a spreadsheet.
pub(crate) const FILES: [&str; MAX_WIDTH] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u",
    "v", "w", "x", "y", "z", "aa", "ab", "ac", "ad", "ae", "af",
];

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
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Column;
    ///
    /// assert_eq!(Column::<7>::all().next(), Some(Column::FIRST));
    /// ```
    pub const FIRST: Self = Self(0);

    /// Returns the column with an index from 0 to `W - 1`, `None` for any other.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Column;
    ///
    /// // The neighbour to the right; the last column has none.
    /// let right_of = |column: Column| Column::<7>::new(column.index() + 1);
    /// assert_eq!(right_of(Column::FIRST), Column::from_number(2));
    /// assert_eq!(right_of(Column::from_number(7).unwrap()), None);
    /// ```
    pub const fn new(index: usize) -> Option<Self> {
        if index < W { Some(Self(index as u8)) } else { None }
    }

    /// Returns the column with a number from 1 to `W`, `None` for any other.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Column;
    ///
    /// // What somebody has typed:
    /// let column = "5".parse().ok().and_then(Column::<7>::from_number);
    /// assert_eq!(column.map(Column::index), Some(4));
    /// assert_eq!(Column::<7>::from_number(0), None);
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Column;
    ///
    /// // Boards wider than nine have letters after the digits.
    /// assert_eq!(Column::<12>::all().map(Column::to_char).collect::<String>(), "123456789abc");
    /// ```
    pub fn to_char(self) -> char {
        char::from_digit(u32::from(self.0) + 1, 36).unwrap_or('?')
    }

    /// Returns the letters that stand for the column in the name of a cell, as in `d1`.
    pub(crate) const fn file(self) -> &'static str {
        FILES[self.index()]
    }

    /// Returns the index, counted from 0 at the left.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Game};
    ///
    /// let game: Game = "443".parse()?;
    /// let fourth = Column::<7>::from_number(4).unwrap();
    /// assert_eq!(game.heights()[fourth.index()], 2);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number, counted from 1 at the left.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Solver};
    ///
    /// let best: Column = Solver::new().best_move(&"4433".parse()?).unwrap();
    /// assert_eq!(format!("play column {}", best.number()), "play column 5");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
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

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
/// Text has one character a column: `1` to `9`, then `a`, `b` and on for boards wider than nine.
///
/// # Examples
///
/// ```
/// use marlin_core::Column;
///
/// let column = Column::from_number(4).unwrap();
/// assert_eq!((column.index(), column.number()), (3, 4));
/// assert_eq!(column.to_string(), "4");
/// assert_eq!(Column::new(32), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// The leftmost column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Standard};
    ///
    /// assert_eq!(Standard::columns()[0], Column::FIRST);
    /// ```
    pub const FIRST: Self = Self(0);

    /// Returns the column with an index from 0 to 31, `None` for any other.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Column;
    ///
    /// // The neighbour to the right.
    /// let right_of = |column: Column| Column::new(column.index() + 1);
    /// assert_eq!(right_of(Column::FIRST), Column::from_number(2));
    /// ```
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_WIDTH { Some(Self(index as u8)) } else { None }
    }

    /// Returns the column with a number from 1 to 32, `None` for any other.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Column;
    ///
    /// let typed = "5".parse().ok().and_then(Column::from_number);
    /// assert_eq!(typed.map(Column::index), Some(4));
    /// assert_eq!(Column::from_number(0), None);
    /// ```
    pub const fn from_number(number: usize) -> Option<Self> {
        match number.checked_sub(1) {
            Some(index) => Self::new(index),
            None => None,
        }
    }

    /// Returns the column of a character, `1` being the leftmost.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Column;
    /// assert_eq!(Column::from_char('1'), Some(Column::FIRST));
    /// assert_eq!(Column::from_char('a').map(Column::number), Some(10));
    /// assert_eq!(Column::from_char('0'), None);
    /// ```
    pub fn from_char(name: char) -> Option<Self> {
        // Base 36 up to the widest board that fits, 32 columns of one row.
        Self::from_number(name.to_digit(36)? as usize)
    }

    /// Returns the character of the column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Size};
    ///
    /// // Boards wider than nine have letters after the digits.
    /// assert_eq!(Size::<12, 4>::columns().map(Column::to_char).iter().collect::<String>(), "123456789abc");
    /// ```
    pub fn to_char(self) -> char {
        char::from_digit(u32::from(self.0) + 1, 36).unwrap_or('?')
    }

    /// Returns the letters of the column in the name of a cell, as in `d1`.
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
    /// let fourth = Column::from_number(4).unwrap();
    /// assert_eq!((fourth.index(), game.heights()[fourth]), (3, 2));
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
    /// let best = Solver::new().best_move(&"4433".parse()?).unwrap();
    /// assert_eq!(format!("play column {}", best.number()), "play column 5");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub const fn number(self) -> usize {
        self.index() + 1
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_char().encode_utf8(&mut [0; 4]))
    }
}

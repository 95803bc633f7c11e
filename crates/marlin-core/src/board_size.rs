//! [`BoardSize`]: the size of a board, which each position, game, solver and book holds.

use std::fmt;
use std::str::FromStr;

use crate::column::{self, Column};
use crate::geometry::Masks;

/// The boards that fit one word, from the lowest to the highest, and of one height from the narrowest to the widest.
static BOARDS: [Masks; COUNT] = {
    let mut boards = [Masks::of(1, 1); COUNT];
    let (mut count, mut height) = (0, 1);
    while height <= BoardSize::MAX_HEIGHT {
        let mut width = 1;
        while width * (height + 1) <= 64 {
            boards[count] = Masks::of(width, height);
            (count, width) = (count + 1, width + 1);
        }
        height += 1;
    }
    assert!(count == COUNT, "every board has a place");
    boards
};

/// The number of boards that fit.
const COUNT: usize = 216;

/// The size of a board: columns and rows.
///
/// Every size with `1 <= width * (height + 1) <= 64` fits: a position is a word with a bit for each cell and one more
/// for each column. It is written as `7x6`, the columns first, and read from the same form.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
///
/// let size: BoardSize = "8x7".parse()?;
/// assert_eq!((size.width(), size.height(), size.cells()), (8, 7, 56));
/// assert_eq!(size.to_string(), "8x7");
///
/// assert_eq!(BoardSize::default(), BoardSize::STANDARD);
/// assert_eq!(BoardSize::all().count(), 216);
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

/// The reason why a text or two numbers are not a board size.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
///
/// let error = "9x7".parse::<BoardSize>().unwrap_err();
/// assert_eq!(error.to_string(), "a board of 9x7 doesn't fit: with 7 rows it has 1 to 8 columns");
/// let error = "seven".parse::<BoardSize>().unwrap_err();
/// assert_eq!(error.to_string(), "\"seven\" isn't a board size (write columns x rows, as in 7x6)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardSizeError {
    /// The text is not two numbers with an `x` between them.
    #[error("{found:?} isn't a board size (write columns x rows, as in 7x6)")]
    Form {
        /// The text found, at most its first characters.
        found: String,
    },
    /// The board has no cell, or more than fit.
    #[error("a board of {width}x{height} doesn't fit: {}", fitting(*.height))]
    DoesNotFit {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
}

/// Returns the widths of a height that fit, in words.
fn fitting(height: usize) -> String {
    if (1..=BoardSize::MAX_HEIGHT).contains(&height) {
        format!(
            "with {height} row{} it has 1 to {} columns",
            if height == 1 { "" } else { "s" },
            64 / (height + 1)
        )
    } else {
        "width * (height + 1) is 1 to 64, as in 7x6 or 8x7".to_owned()
    }
}

/// The greatest number of characters of an invalid size that an error repeats.
const SHOWN: usize = 20;

impl BoardSize {
    /// The standard board of 7 columns and 6 rows.
    pub const STANDARD: Self = Self::of_fitting(7, 6);

    /// The greatest number of columns of a board: those of one with a single row.
    pub const MAX_WIDTH: usize = column::MAX_WIDTH;

    /// The greatest number of rows of a board: those of one with a single column.
    pub const MAX_HEIGHT: usize = 63;

    /// Returns the size with these numbers of columns and rows.
    ///
    /// # Errors
    ///
    /// [`BoardSizeError::DoesNotFit`] if the board has no cell or does not fit one word.
    pub const fn new(width: usize, height: usize) -> Result<Self, BoardSizeError> {
        match Self::of(width, height) {
            Some(size) => Ok(size),
            None => Err(BoardSizeError::DoesNotFit { width, height }),
        }
    }

    /// Returns the size with these numbers of columns and rows if it fits.
    const fn of(width: usize, height: usize) -> Option<Self> {
        if width == 0 || height == 0 || height > Self::MAX_HEIGHT || width > 64 / (height + 1) {
            return None;
        }
        let (mut index, mut lower) = (width - 1, 1);
        while lower < height {
            index += 64 / (lower + 1);
            lower += 1;
        }
        Some(Self(index as u8))
    }

    /// Returns the size with these numbers of columns and rows, which fits.
    pub(crate) const fn of_fitting(width: usize, height: usize) -> Self {
        match Self::of(width, height) {
            Some(size) => size,
            None => panic!("a board needs 1 <= width * (height + 1) <= 64"),
        }
    }

    /// Returns all sizes, from the lowest board to the highest, and of one height from the narrowest to the widest.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..COUNT as u8).map(Self)
    }

    /// Returns the number of columns.
    pub const fn width(self) -> usize {
        self.masks().width as usize
    }

    /// Returns the number of rows.
    pub const fn height(self) -> usize {
        self.masks().height as usize
    }

    /// Returns the number of cells: the stones that fill the board.
    pub const fn cells(self) -> u32 {
        self.masks().cells()
    }

    /// Returns the columns from left to right.
    pub fn columns(self) -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator + use<> {
        (0..self.width()).map(any_column)
    }

    /// Returns the columns, nearest to the centre first; of two at the same distance the left one.
    #[cfg(feature = "internals")]
    pub fn centre_first(self) -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator + use<> {
        self.masks().centre_first().map(any_column)
    }

    /// Returns whether the board has a column.
    pub const fn has_column(self, column: Column) -> bool {
        self.masks().has_column(column.index())
    }

    /// Returns the size of a board.
    pub(crate) const fn of_masks(masks: &Masks) -> Self {
        Self::of_fitting(masks.width as usize, masks.height as usize)
    }

    /// Returns the numbers of the board.
    pub(crate) const fn masks(self) -> &'static Masks {
        &BOARDS[self.0 as usize]
    }
}

/// Returns a column of some board.
fn any_column(index: usize) -> Column {
    Column::new(index).expect("no board has more columns than the widest")
}

/// Checks that a value belongs to the expected board.
///
/// # Panics
///
/// If it is of another board: `a book of 8x7 for a solver of 7x6`.
#[inline]
pub(crate) fn assert_same_board(what: &str, size: BoardSize, user: &str, expected: BoardSize) {
    if size != expected {
        panic_of_other_board(what, size, user, expected);
    }
}

/// The panic of [`assert_same_board`], compiled once, because sets are combined in many places.
#[cold]
#[inline(never)]
fn panic_of_other_board(what: &str, size: BoardSize, user: &str, expected: BoardSize) -> ! {
    panic!("{what} of {size} for {user} of {expected}")
}

impl Default for BoardSize {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}x{}", self.width(), self.height()))
    }
}

impl fmt::Debug for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardSize({self})")
    }
}

/// Reads `7x6`: columns, an `x` or `X`, rows.
impl FromStr for BoardSize {
    type Err = BoardSizeError;

    fn from_str(text: &str) -> Result<Self, BoardSizeError> {
        // Digits alone: the parser of numbers takes a sign too.
        let number =
            |text: &str| text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let numbers =
            text.split_once(['x', 'X']).and_then(|(width, height)| Some((number(width)?, number(height)?)));
        let (width, height) =
            numbers.ok_or_else(|| BoardSizeError::Form { found: text.chars().take(SHOWN).collect() })?;
        Self::new(width, height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_that_fit_are_those_of_one_word() {
        let fits = |width, height| width * (height + 1) <= 64;
        let sizes = (1..70).flat_map(|height| (1..70).map(move |width| (width, height)));
        let fitting: Vec<_> = sizes.filter(|&(width, height)| fits(width, height)).collect();
        assert!(BoardSize::all().map(|size| (size.width(), size.height())).eq(fitting.iter().copied()));
        for (width, height) in fitting {
            let size = BoardSize::new(width, height).unwrap();
            assert_eq!((size.width(), size.height()), (width, height));
            assert_eq!(size.to_string().parse(), Ok(size));
        }
    }

    #[test]
    fn an_invalid_size_is_refused() {
        for text in
            ["", "x", "7", "7x", "x6", "7x6x", "+7x6", "7x-6", "7 x 6", "7×6", "99999999999999999999x1"]
        {
            assert!(matches!(text.parse::<BoardSize>(), Err(BoardSizeError::Form { .. })), "{text}");
        }
        for text in ["0x6", "7x0", "9x7", "1x64", "33x1", "18446744073709551615x6", "1x18446744073709551615"]
        {
            assert!(matches!(text.parse::<BoardSize>(), Err(BoardSizeError::DoesNotFit { .. })), "{text}");
        }
    }
}

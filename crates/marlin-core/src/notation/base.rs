//! [`Base`]: the number of the leftmost column in text, 1 or 0.

use std::fmt;
use std::str::FromStr;

use crate::column::Column;

/// The number of the leftmost column in moves. This library writes moves from 1. Other programs write them from 0: the
/// same text is then another game, so a reader takes the base as a setting.
///
/// # Examples
///
/// ```
/// use marlin_core::notation::{Base, Reader};
///
/// let one = Reader::new().read("4433")?;
/// let zero = Reader::new().base(Base::Zero).read("3322")?;
/// assert_eq!(one.game, zero.game);
/// assert_eq!("0".parse(), Ok(Base::Zero));
/// # Ok::<(), marlin_core::notation::NotationError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Base {
    /// Columns are 1 to 9, then `a`, `b` and on.
    #[default]
    One,
    /// Columns are 0 to 9, then `a`, `b` and on.
    Zero,
}

/// The error of a text or a number that is no [`Base`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("columns count from 0 or from 1")]
#[non_exhaustive]
pub struct BaseError;

impl Base {
    /// Returns the base with a number: that of the leftmost column.
    ///
    /// # Errors
    ///
    /// [`BaseError`] if the number is not 0 or 1.
    pub const fn from_number(number: usize) -> Result<Self, BaseError> {
        match number {
            0 => Ok(Self::Zero),
            1 => Ok(Self::One),
            _ => Err(BaseError),
        }
    }

    /// Returns the number of the leftmost column.
    pub const fn number(self) -> usize {
        match self {
            Self::Zero => 0,
            Self::One => 1,
        }
    }

    /// Returns the column of a character.
    pub fn column(self, name: char) -> Option<Column> {
        Column::new((name.to_digit(36)? as usize).checked_sub(self.number())?)
    }

    /// Returns the character of the column with an index.
    pub(super) fn name_of(self, index: usize) -> char {
        char::from_digit((index + self.number()) as u32, 36).unwrap_or('?')
    }
}

impl FromStr for Base {
    type Err = BaseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "0" => Ok(Self::Zero),
            "1" => Ok(Self::One),
            _ => Err(BaseError),
        }
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

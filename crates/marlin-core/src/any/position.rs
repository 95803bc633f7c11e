//! [`Position`]: a position on a board whose size is chosen at run time.

use crate::board_size::BoardSize;
use crate::raw_position::RawPosition;

/// A position on a board of any size; [`Position`](crate::Position) has the size in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Position;
///
/// let position = Position::empty("8x7".parse()?);
/// assert_eq!(position.size().to_string(), "8x7");
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    size: BoardSize,
    pub(crate) raw: RawPosition,
}

impl Position {
    /// Returns the empty board of a size.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    /// use marlin_core::BoardSize;
    ///
    /// assert_eq!(Position::empty(BoardSize::STANDARD).size(), BoardSize::STANDARD);
    /// ```
    pub const fn empty(size: BoardSize) -> Self {
        Self::from_raw(size, RawPosition::EMPTY)
    }

    /// Returns the position of a board. The caller has checked it.
    pub(crate) const fn from_raw(size: BoardSize, raw: RawPosition) -> Self {
        Self { size, raw }
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    /// use marlin_core::BoardSize;
    ///
    /// assert_eq!(Position::empty(BoardSize::STANDARD).size().width(), 7);
    /// ```
    pub const fn size(&self) -> BoardSize {
        self.size
    }
}

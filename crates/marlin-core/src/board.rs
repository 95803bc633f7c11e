//! [`Board`]: the board of a type, known to the compiler or chosen at run time.

use std::fmt;
use std::hash::Hash;

use crate::board_size::BoardSize;
use crate::geometry::{Layout, Size};

/// The board that a position, a score or a solver belongs to: a [`Size`](crate::Size), which is part of the type and
/// takes no memory, or a [`BoardSize`], which is chosen at run time and takes a byte.
///
/// A function that is generic in it serves both. No other type is a board. The items of its private supertrait promise
/// nothing.
///
/// # Examples
///
/// ```
/// use marlin_core::{Board, BoardSize, Position, Standard};
///
/// fn empty_cells<B: Board>(position: &Position<B>) -> u32 {
///     position.size().cells() - position.nb_moves()
/// }
///
/// let size: BoardSize = "8x7".parse()?;
/// assert_eq!(empty_cells(&Position::new()), 42);
/// assert_eq!(empty_cells(&Position::parse(size, "4455")?), 52);
/// assert_eq!((size_of::<Position>(), size_of::<Position<BoardSize>>()), (16, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Board: Layout + Eq + Ord + Hash + fmt::Debug {
    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Board, BoardSize, Standard};
    ///
    /// assert_eq!(Standard.size(), BoardSize::STANDARD);
    /// ```
    fn size(self) -> BoardSize;

    /// Returns the board of a size; `None` if the type is that of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Board, BoardSize, Size, Standard};
    ///
    /// assert_eq!(Standard::of_size(BoardSize::STANDARD), Some(Standard));
    /// assert_eq!(Size::<8, 7>::of_size(BoardSize::STANDARD), None);
    /// ```
    fn of_size(size: BoardSize) -> Option<Self>;
}

impl<const W: usize, const H: usize> From<Size<W, H>> for BoardSize {
    fn from(board: Size<W, H>) -> Self {
        board.size()
    }
}

/// Checks that a value belongs to the expected board.
///
/// # Panics
///
/// If it is of another board: `a book of 8x7 for a solver of 7x6`.
#[inline]
pub(crate) fn assert_board(what: &str, board: impl Board, user: &str, expected: impl Board) {
    let (size, expected) = (board.size(), expected.size());
    if size != expected {
        panic_of_other_board(what, size, user, expected);
    }
}

/// The panic of [`assert_board`], compiled once, because sets are combined in many places.
#[cold]
#[inline(never)]
fn panic_of_other_board(what: &str, size: BoardSize, user: &str, expected: BoardSize) -> ! {
    panic!("{what} of {size} for {user} of {expected}")
}

impl Board for BoardSize {
    fn size(self) -> BoardSize {
        self
    }

    fn of_size(size: BoardSize) -> Option<Self> {
        Some(size)
    }
}

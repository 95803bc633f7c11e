//! [`Book`]: the exact score of every position of the first plies, without search.
//!
//! A book is an array of bytes, made by [`Book::build`]. Numbers are little-endian.
//!
//! ```text
//!  0  8 bytes   "MARLINBK"
//!  8  1 byte    version of the format
//!  9  1 byte    columns of the board
//! 10  1 byte    rows of the board
//! 11  1 byte    plies: positions with no more stones than this have their score here
//! 12  4 bytes   length of the codes
//! 16  8 bytes   positions that have a score of their own
//! 24  8 bytes   checksum of all other bytes
//! 32            codes: for every ply that has scores of its own the lengths of their codes (huffman.rs)
//!               bits: a code for every position (ribbon.rs)
//! ```
//!
//! # Which positions have a score of their own
//!
//! Those of the last ply, of the last but two, and so on, without the ones that [`decided`] decides, and of two
//! mirror images the one that [`Position::canonical`] returns. A position between two such plies has the score that its
//! children give it.
//!
//! # Why no other position gets an answer
//!
//! The bits hold no keys, so they have an answer to anything; whether a position was in the set is asked before. A book
//! is built from *all* positions of its plies that can arise in a game and that the rules don't decide ([`decided`]). Now let a
//! position pass all tests of [`Book::score`]: it has no more stones than the book has plies; it isn't decided by the
//! rules; and there are legal moves that lead to it, found by taking stones off ([`Game::leading_to`]). Then it, or its
//! mirror image, was in the set, or, on a ply between, its children are decided or were in the set, since
//! a legal move from a position that can arise gives one that can. docs/proofs.md tells the rest.

mod huffman;
mod raw;
mod ribbon;

use std::fmt;
use std::io::{self, Read};

pub(crate) use self::raw::RawBook;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::score::Score;

/// The version of the format that this program reads and writes.
const VERSION: u8 = 1;

/// Why bytes are not a book for this board.
///
/// # Examples
///
/// ```
/// use marlin_core::{Book, BookError};
///
/// let error = Book::<7, 6>::read(&b"some other file, and long enough to have a header"[..]).unwrap_err();
/// assert!(matches!(error, BookError::NoBook));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// They could not be read.
    #[error("the book can't be read: {0}")]
    Io(#[from] io::Error),
    /// They don't begin as a book does.
    #[error("not a Marlin book (one begins with \"MARLINBK\")")]
    NoBook,
    /// The book has another format.
    #[error("the book has format {found}, this program reads {VERSION}; generate it again with this version")]
    Version {
        /// Its version.
        found: u8,
    },
    /// The book is about another board.
    #[error("the book is for a board of {columns}x{rows}, not of {expected_columns}x{expected_rows}")]
    Board {
        /// Its columns.
        columns: u8,
        /// Its rows.
        rows: u8,
        /// The columns asked for.
        expected_columns: usize,
        /// The rows asked for.
        expected_rows: usize,
    },
    /// Bytes are missing or changed.
    #[error("the book is damaged: {what}; get it again, or generate it")]
    Damaged {
        /// The part that doesn't fit.
        what: &'static str,
    },
}

/// Why scores don't make a book.
///
/// # Examples
///
/// ```
/// use marlin_core::{Book, BuildError, Position, Score};
///
/// // A book of one ply keeps the scores of positions with one stone.
/// let empty = (Position::<4, 4>::empty(), Score::DRAW);
/// assert_eq!(Book::build(1, [empty]).unwrap_err(), BuildError::NoPlace { plies: 0 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A position is on a ply that keeps no scores, is decided by the rules, or isn't the canonical one of the two.
    #[error("a position of {plies} stones has no place of its own in this book")]
    NoPlace {
        /// Its stones.
        plies: u32,
    },
    /// The board has fewer cells than the book has plies.
    #[error("a book of {plies} plies, where the board has {cells} cells")]
    Plies {
        /// The plies asked for.
        plies: u32,
        /// Cells of the board.
        cells: u32,
    },
    /// A position or a score belongs to another board.
    #[error("a position or a score of another board")]
    Board,
    /// A position is given twice.
    #[error("a position of the book is given twice")]
    Twice,
}

/// The exact scores of all positions of the first plies.
///
/// # Examples
///
/// ```
/// use marlin_core::{Book, Position, Score, Solver};
///
/// // A book of one ply for a board of 4x4, where every game that is played well is drawn.
/// let second: Vec<Position<4, 4>> = ["1", "2"].map(|moves| moves.parse().unwrap()).to_vec();
/// let solver = Solver::<4, 4>::default();
/// let book = Book::build(1, second.iter().map(|position| (*position, solver.solve(position))))?;
/// assert_eq!(book.score(&Position::empty()), Some(Score::DRAW));
/// assert_eq!(book.score(&"4".parse()?), Some(Score::DRAW));
/// assert_eq!(book.score(&"44".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Book<const W: usize = 7, const H: usize = 6>(RawBook);

impl<const W: usize, const H: usize> Book<W, H> {
    /// Returns the book that is part of the library: that of the standard board, with the feature `book`, which is on by
    /// default. `None` for other boards, and without the feature.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Score};
    ///
    /// if let Some(book) = Book::<7, 6>::embedded() {
    ///     assert_eq!(book.score(&"44".parse()?), Score::new(1));
    /// }
    /// assert!(Book::<8, 7>::embedded().is_none());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn embedded() -> Option<Self> {
        RawBook::embedded(&Geometry::<W, H>::MASKS).map(Self)
    }

    /// Reads a book to its end and checks it.
    ///
    /// # Errors
    ///
    /// Every [`BookError`]: if the bytes can't be read, aren't a book, are one for another board or of another format, or are
    /// damaged.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Book;
    ///
    /// if let Some(book) = Book::<7, 6>::embedded() {
    ///     let again = Book::<7, 6>::read(book.as_bytes())?;
    ///     assert_eq!((again.plies(), again.positions()), (book.plies(), book.positions()));
    ///     assert_eq!(again.checksum(), book.checksum());
    /// }
    /// # Ok::<(), marlin_core::BookError>(())
    /// ```
    pub fn read(from: impl Read) -> Result<Self, BookError> {
        RawBook::read(Some(&Geometry::<W, H>::MASKS), from).map(Self)
    }

    /// Returns the bytes, which [`Book::read`] reads.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position, Score};
    ///
    /// let book = Book::<4, 4>::build(0, [(Position::empty(), Score::DRAW)])?;
    /// assert!(book.as_bytes().starts_with(b"MARLINBK"));
    /// # Ok::<(), marlin_core::BuildError>(())
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Returns the number of plies: positions with no more stones than this have their score in the book.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position};
    ///
    /// if let Some(book) = Book::<7, 6>::embedded() {
    ///     // Always the leftmost column, until the book ends.
    ///     let mut position = Position::new();
    ///     while position.nb_moves() <= book.plies() {
    ///         assert!(book.score(&position).is_some());
    ///         position.make_move(position.legal_moves().next().unwrap());
    ///     }
    ///     assert_eq!(book.score(&position), None);
    /// }
    /// ```
    pub fn plies(&self) -> u32 {
        self.0.plies()
    }

    /// Returns the number of positions that have a score of their own.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position, Score};
    ///
    /// // A book of no plies knows the empty board alone.
    /// let book = Book::<4, 4>::build(0, [(Position::empty(), Score::DRAW)])?;
    /// assert_eq!((book.plies(), book.positions()), (0, 1));
    /// # Ok::<(), marlin_core::BuildError>(())
    /// ```
    pub fn positions(&self) -> u64 {
        self.0.positions()
    }

    /// Returns the checksum.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position, Score};
    ///
    /// // The same scores make the same book.
    /// let book = || Book::<4, 4>::build(0, [(Position::empty(), Score::DRAW)]);
    /// assert_eq!(book()?.checksum(), book()?.checksum());
    /// # Ok::<(), marlin_core::BuildError>(())
    /// ```
    pub fn checksum(&self) -> u64 {
        self.0.checksum()
    }

    /// Returns the score of a position, if it has no more stones than the book has plies and can arise in a game.
    ///
    /// # Complexity
    ///
    /// A few microseconds.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position};
    ///
    /// if let Some(book) = Book::<7, 6>::embedded() {
    ///     let position: Position = Position::from_drawing(
    ///         ". . . . . . .
    ///          . . . . . . .
    ///          . . . . . . .
    ///          . . . . . . .
    ///          . . O O . . .
    ///          . . X X . . .",
    ///     )?;
    ///     assert_eq!(book.score(&position).unwrap().get(), 18);
    /// }
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn score(&self, position: &Position<W, H>) -> Option<Score<W, H>> {
        self.0.score(&position.raw).map(Score::from_search)
    }

    /// Returns the score of every column that can be played, from the side to move, if the position has fewer stones than
    /// the book has plies, can arise in a game, and isn't over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position};
    ///
    /// if let Some(book) = Book::<7, 6>::embedded() {
    ///     let scores = book.columns(&Position::new()).unwrap();
    ///     assert_eq!(scores.map(|score| score.unwrap().get()), [-2, -1, 0, 1, 0, -1, -2]);
    /// }
    /// ```
    pub fn columns(&self, position: &Position<W, H>) -> Option<[Option<Score<W, H>>; W]> {
        let scores = self.0.columns(&position.raw)?;
        Some(std::array::from_fn(|column| scores[column].map(Score::from_search)))
    }

    /// Returns whether the positions of a ply have scores of their own, in a book of `book_plies` plies.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Book;
    /// let plies: Vec<u32> = (0..=5).filter(|&plies| Book::<7, 6>::keeps_scores(5, plies)).collect();
    /// assert_eq!(plies, [1, 3, 5]);
    /// ```
    pub const fn keeps_scores(book_plies: u32, plies: u32) -> bool {
        keeps_scores(book_plies, plies)
    }

    /// Makes a book of `plies` plies from the scores of the positions that have one of their own: those of the plies of
    /// [`Book::keeps_scores`] that [`decided`](crate::decided) doesn't decide, of two mirror images the canonical one. The order
    /// doesn't matter.
    ///
    /// # Errors
    ///
    /// Every [`BuildError`]. That none of the positions is missing can't be seen here.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, BuildError, Position, Score};
    ///
    /// let empty = (Position::<4, 4>::empty(), Score::DRAW);
    /// assert_eq!(Book::build(0, [empty])?.score(&Position::empty()), Some(Score::DRAW));
    /// assert_eq!(Book::build(0, [empty, empty]).unwrap_err(), BuildError::Twice);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn build(
        plies: u32,
        scores: impl IntoIterator<Item = (Position<W, H>, Score<W, H>)>,
    ) -> Result<Self, BuildError> {
        let raw = scores.into_iter().map(|(position, score)| (position.raw, score.get()));
        RawBook::build(&Geometry::<W, H>::MASKS, plies, raw).map(Self)
    }

    /// Returns the book as one of a board of any size.
    pub(crate) const fn raw(&self) -> &RawBook {
        &self.0
    }
}

impl<const W: usize, const H: usize> fmt::Debug for Book<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns whether a book of some plies has scores of its own for positions of a ply: see [`Book::keeps_scores`].
pub(crate) const fn keeps_scores(book_plies: u32, plies: u32) -> bool {
    plies <= book_plies && (book_plies - plies).is_multiple_of(2)
}

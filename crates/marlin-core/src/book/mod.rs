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
//! 16  8 bytes   number of positions with their own score
//! 24  8 bytes   checksum of all other bytes
//! 32            codes: for every ply with its own scores the lengths of their codes (huffman.rs)
//!               bits: a code for every position (ribbon.rs)
//! ```
//!
//! # The positions with their own score
//!
//! Those of the last ply, of the last but two, and so on, without the ones that [`decided`] decides, and of two
//! mirror images the one that [`Position::canonical`] returns. A position between two such plies has the score that its
//! children give it.
//!
//! # Why no other position gets an answer
//!
//! The bits hold no keys, so they have an answer to any key; membership of the position is decided before. A book is
//! built from *all* positions of its plies that can arise in a game and that the rules do not decide ([`decided`]). Now
//! let a position pass all tests of [`Book::score`]: it has no more stones than the book has plies; it is not decided
//! by the rules; and there are legal moves that lead to it, found by taking stones off ([`Game::leading_to`]). Then it,
//! or its mirror image, was in the set, or, on a ply between, its children are decided or were in the set, since a
//! legal move from a position that can arise gives one that can. docs/proofs.md has the rest.

mod huffman;
mod raw;
mod ribbon;

use std::fmt;
use std::io::Read;
use std::sync::Arc;

pub use self::raw::{BookError, BuildError};
pub(crate) use self::raw::{RawBook, keeps_scores};
use crate::board_size::BoardSize;
use crate::columns::Columns;
use crate::position::Position;
use crate::score::Score;

/// The exact scores of all positions of the first plies.
///
/// # Examples
///
/// ```
/// use marlin_core::{Book, BoardSize, Position, Score, Solver};
///
/// // A book of one ply for a board of 4x4, where every game that is played well is drawn.
/// let size: BoardSize = "4x4".parse()?;
/// let (position, solver) = (|moves| Position::parse(size, moves).unwrap(), Solver::on(size));
/// let second = ["1", "2"].map(position);
/// let book = Book::build(size, 1, second.map(|position| (position, solver.solve(&position))))?;
/// assert_eq!(book.score(&position("")), Some(Score::DRAW));
/// assert_eq!(book.score(&position("4")), Some(Score::DRAW));
/// assert_eq!(book.score(&position("44")), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A clone shares the bytes.
#[derive(Clone)]
pub struct Book {
    raw: Arc<RawBook>,
}

impl Book {
    /// Returns the book of a board that is part of the library. That of the standard board comes with the feature `book`,
    /// which is on by default. That of another board has the score of the empty board alone, if Marlin has proven it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position};
    ///
    /// // Proven in a quarter of an hour, and known at once.
    /// let position = Position::on("8x7".parse()?);
    /// let score = Book::embedded(position.size()).and_then(|book| book.score(&position)).unwrap();
    /// assert_eq!(position.ending(score).to_string(), "X wins on move 53");
    /// assert!(Book::embedded("12x4".parse()?).is_none());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn embedded(size: BoardSize) -> Option<Self> {
        RawBook::embedded(size.masks()).map(Self::from_raw)
    }

    fn from_raw(raw: RawBook) -> Self {
        Self { raw: Arc::new(raw) }
    }

    /// Returns whether the positions of a ply have their own scores, in a book of `book_plies` plies.
    #[cfg(feature = "internals")]
    pub const fn keeps_scores(book_plies: u32, plies: u32) -> bool {
        keeps_scores(book_plies, plies)
    }

    /// Reads a book of any board to its end and checks it.
    ///
    /// # Errors
    ///
    /// Every [`BookError`] but [`BookError::Board`]: if the bytes cannot be read, are not a book, are one of another
    /// format, or are damaged.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, BoardSize};
    ///
    /// if let Some(book) = Book::embedded(BoardSize::STANDARD) {
    ///     let again = Book::read(book.as_bytes())?;
    ///     assert_eq!((again.plies(), again.positions()), (book.plies(), book.positions()));
    ///     assert_eq!((again.size(), again.checksum()), (book.size(), book.checksum()));
    /// }
    /// # Ok::<(), marlin_core::BookError>(())
    /// ```
    pub fn read(from: impl Read) -> Result<Self, BookError> {
        RawBook::read(None, from).map(Self::from_raw)
    }

    /// Reads a book of a board to its end and checks it. A book of another board is refused by its first bytes.
    ///
    /// # Errors
    ///
    /// Every [`BookError`].
    pub fn read_for(size: BoardSize, from: impl Read) -> Result<Self, BookError> {
        RawBook::read(Some(size.masks()), from).map(Self::from_raw)
    }

    /// Returns the size of the board.
    pub fn size(&self) -> BoardSize {
        BoardSize::of_masks(self.raw.masks())
    }

    /// Returns the bytes, which [`Book::read`] reads.
    #[cfg(feature = "internals")]
    pub fn as_bytes(&self) -> &[u8] {
        self.raw.as_bytes()
    }

    /// Returns the number of plies: positions with no more stones than this have their score in the book.
    pub fn plies(&self) -> u32 {
        self.raw.plies()
    }

    /// Returns the number of positions with their own score.
    #[cfg(feature = "internals")]
    pub fn positions(&self) -> u64 {
        self.raw.positions()
    }

    /// Returns the checksum.
    #[cfg(feature = "internals")]
    pub fn checksum(&self) -> u64 {
        self.raw.checksum()
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
    /// use marlin_core::{BoardSize, Book, Position};
    ///
    /// if let Some(book) = Book::embedded(BoardSize::STANDARD) {
    ///     let position = Position::from_drawing(
    ///         ". . . . . . .
    ///          . . . . . . .
    ///          . . . . . . .
    ///          . . . . . . .
    ///          . . O O . . .
    ///          . . X X . . .",
    ///     )?;
    ///     assert_eq!(book.score(&position).unwrap().get(), 18);
    /// }
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn score(&self, position: &Position) -> Option<Score> {
        self.raw_of(position)?.score(&position.raw).map(Score::from_search)
    }

    /// Returns the book for a position of its board.
    fn raw_of(&self, position: &Position) -> Option<&RawBook> {
        (position.size() == self.size()).then_some(&*self.raw)
    }

    /// Returns the score of every column that can be played, from the side to move, if the position has fewer stones
    /// than the book has plies, can arise in a game, and is not over.
    pub fn columns(&self, position: &Position) -> Option<Columns<Option<Score>>> {
        let scores = self.raw_of(position)?.columns(&position.raw)?;
        Some(Columns::on(self.size(), |column| scores[column.index()].map(Score::from_search)))
    }

    /// Makes a book of `plies` plies from the positions with their own score. These are on the plies of
    /// [`Book::keeps_scores`], are not decided by [`Position::decided`], and are the canonical one of two mirror
    /// images. The order does not matter.
    ///
    /// # Errors
    ///
    /// Every [`BuildError`]. Missing positions are not detected here.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Book, BuildError, Position, Score};
    ///
    /// let size: BoardSize = "4x4".parse()?;
    /// let empty = (Position::on(size), Score::DRAW);
    /// assert_eq!(Book::build(size, 0, [empty])?.score(&empty.0), Some(Score::DRAW));
    /// assert_eq!(Book::build(size, 0, [empty, empty]).unwrap_err(), BuildError::Twice);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "internals")]
    pub fn build(
        size: BoardSize,
        plies: u32,
        scores: impl IntoIterator<Item = (Position, Score)>,
    ) -> Result<Self, BuildError> {
        let mut is_other_board = false;
        let raw = scores.into_iter().map_while(|(position, score)| {
            is_other_board = position.size() != size || Score::on(size, score.get()).is_none();
            (!is_other_board).then(|| (position.raw, score.get()))
        });
        let raw = RawBook::build(size.masks(), plies, raw);
        if is_other_board { Err(BuildError::Board) } else { Ok(Self::from_raw(raw?)) }
    }

    /// Returns the book as one of a board of any size.
    pub(crate) fn raw(&self) -> &RawBook {
        &self.raw
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

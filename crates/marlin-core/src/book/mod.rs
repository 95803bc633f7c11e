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
use std::io::{self, Read};
use std::sync::Arc;

pub(crate) use self::raw::RawBook;
use crate::board::Board;
use crate::board_size::BoardSize;
use crate::column::Column;
use crate::columns::Columns;
use crate::geometry::Standard;
use crate::position::Position;
use crate::score::Score;

/// The version of the format that this program reads and writes.
const VERSION: u8 = 1;

/// The reason why bytes are not a book for this board.
///
/// # Examples
///
/// ```
/// use marlin_core::{Book, BookError, Standard};
///
/// let error = Book::<Standard>::read(&b"some other file, and long enough to have a header"[..]).unwrap_err();
/// assert!(matches!(error, BookError::NoBook));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes could not be read.
    #[error("the book can't be read: {0}")]
    Io(#[from] io::Error),
    /// The bytes do not begin like those of a book.
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
        /// The requested columns.
        expected_columns: usize,
        /// The requested rows.
        expected_rows: usize,
    },
    /// Bytes are missing or changed.
    #[error("the book is damaged: {what}; get it again, or generate it")]
    Damaged {
        /// The part that does not fit.
        what: &'static str,
    },
}

/// The reason why scores do not make a book.
///
/// # Examples
///
/// ```
/// use marlin_core::{Book, BuildError, Position, Score, Size};
///
/// // A book of one ply keeps the scores of positions with one stone.
/// let empty = (Position::<Size<4, 4>>::empty(), Score::DRAW);
/// assert_eq!(Book::build(Size, 1, [empty]).unwrap_err(), BuildError::NoPlace { plies: 0 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A position is on a ply that keeps no scores, is decided by the rules, or is not the canonical one of the two.
    #[error("a position of {plies} stones has no place of its own in this book")]
    NoPlace {
        /// Its stones.
        plies: u32,
    },
    /// The board has fewer cells than the book has plies.
    #[error("a book of {plies} plies, where the board has {cells} cells")]
    Plies {
        /// The requested plies.
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
/// use marlin_core::{Book, Position, Score, Size, Solver};
///
/// // A book of one ply for a board of 4x4, where every game that is played well is drawn.
/// let second: Vec<Position<Size<4, 4>>> = ["1", "2"].map(|moves| moves.parse().unwrap()).to_vec();
/// let solver = Solver::<Size<4, 4>>::default();
/// let book = Book::build(Size, 1, second.iter().map(|position| (*position, solver.solve(position))))?;
/// assert_eq!(book.score(&Position::empty()), Some(Score::DRAW));
/// assert_eq!(book.score(&"4".parse()?), Some(Score::DRAW));
/// assert_eq!(book.score(&"44".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A clone shares the bytes.
#[derive(Clone)]
pub struct Book<B: Board = Standard> {
    board: B,
    raw: Arc<RawBook>,
}

impl Book {
    /// Returns the book that is part of the library: that of the standard board, with the feature `book`, which is on by
    /// default. `None` without the feature.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Score, Size, Standard};
    ///
    /// if let Some(book) = Book::embedded() {
    ///     assert_eq!(book.score(&"44".parse()?), Score::new(1));
    /// }
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn embedded() -> Option<Self> {
        Self::embedded_on(Standard)
    }

    /// Returns whether the positions of a ply have their own scores, in a book of `book_plies` plies.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::{Book, Standard};
    /// let plies: Vec<u32> = (0..=5).filter(|&plies| Book::keeps_scores(5, plies)).collect();
    /// assert_eq!(plies, [1, 3, 5]);
    /// ```
    pub const fn keeps_scores(book_plies: u32, plies: u32) -> bool {
        keeps_scores(book_plies, plies)
    }
}

impl<B: Board> Book<B> {
    /// Returns the book of a board that is part of the library: see [`Book::embedded`]. That of another board has the
    /// score of the empty board alone, if Marlin has proven it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Book, Position};
    ///
    /// // Proven in a quarter of an hour, and known at once.
    /// let position = Position::on("8x7".parse()?);
    /// let score = Book::embedded_on(position.size()).and_then(|book| book.score(&position)).unwrap();
    /// assert_eq!(position.ending(score).to_string(), "X wins on move 53");
    /// assert!(Book::embedded_on("12x4".parse()?).is_none());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn embedded_on(board: B) -> Option<Self> {
        RawBook::embedded(board.static_masks()).map(|raw| Self::from_raw(board, raw))
    }

    fn from_raw(board: B, raw: RawBook) -> Self {
        Self { board, raw: Arc::new(raw) }
    }

    /// Reads a book to its end and checks it. It is one of the type's board, or of any, if the type is that of boards
    /// that are chosen at run time.
    ///
    /// # Errors
    ///
    /// Every [`BookError`]: if the bytes cannot be read, are not a book, are one for another board or of another
    /// format, or are damaged.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Standard};
    ///
    /// if let Some(book) = Book::embedded() {
    ///     let again = Book::<Standard>::read(book.as_bytes())?;
    ///     assert_eq!((again.plies(), again.positions()), (book.plies(), book.positions()));
    ///     assert_eq!(again.checksum(), book.checksum());
    /// }
    /// # Ok::<(), marlin_core::BookError>(())
    /// ```
    pub fn read(from: impl Read) -> Result<Self, BookError> {
        let raw = RawBook::read(B::KNOWN, from)?;
        let board = B::of_size(BoardSize::of_masks(raw.masks()));
        Ok(Self::from_raw(board.unwrap_or_else(|| unreachable!("it was read as one of that board")), raw))
    }

    /// Reads a book of a board to its end and checks it.
    ///
    /// # Errors
    ///
    /// Those of [`Self::read`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, BoardSize};
    ///
    /// if let Some(book) = Book::embedded_on(BoardSize::STANDARD) {
    ///     let error = Book::read_on("8x7".parse::<BoardSize>()?, book.as_bytes()).unwrap_err();
    ///     assert_eq!(error.to_string(), "the book is for a board of 7x6, not of 8x7");
    /// }
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn read_on(board: B, from: impl Read) -> Result<Self, BookError> {
        RawBook::read(Some(board.static_masks()), from).map(|raw| Self::from_raw(board, raw))
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, BoardSize, Standard};
    ///
    /// if let Some(book) = Book::embedded() {
    ///     assert_eq!(book.size(), BoardSize::STANDARD);
    /// }
    /// ```
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Returns the same book with its board in another type; `None` if that type belongs to another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, BoardSize, Standard};
    ///
    /// if let Some(book) = Book::embedded_on(BoardSize::STANDARD) {
    ///     let book: Book = book.cast().unwrap();
    ///     assert_eq!(book.score(&"44".parse()?).unwrap().get(), 1);
    /// }
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn cast<C: Board>(&self) -> Option<Book<C>> {
        Some(Book { board: C::of_size(self.size())?, raw: Arc::clone(&self.raw) })
    }

    /// Returns the bytes, which [`Book::read`] reads.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position, Score, Size};
    ///
    /// let book = Book::build(Size::<4, 4>, 0, [(Position::empty(), Score::DRAW)])?;
    /// assert!(book.as_bytes().starts_with(b"MARLINBK"));
    /// # Ok::<(), marlin_core::BuildError>(())
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.raw.as_bytes()
    }

    /// Returns the number of plies: positions with no more stones than this have their score in the book.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position, Standard};
    ///
    /// if let Some(book) = Book::embedded() {
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
        self.raw.plies()
    }

    /// Returns the number of positions with their own score.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position, Score, Size};
    ///
    /// // A book of no plies covers the empty board alone.
    /// let book = Book::build(Size::<4, 4>, 0, [(Position::empty(), Score::DRAW)])?;
    /// assert_eq!((book.plies(), book.positions()), (0, 1));
    /// # Ok::<(), marlin_core::BuildError>(())
    /// ```
    pub fn positions(&self) -> u64 {
        self.raw.positions()
    }

    /// Returns the checksum.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position, Score, Size};
    ///
    /// // The same scores make the same book.
    /// let book = || Book::build(Size::<4, 4>, 0, [(Position::empty(), Score::DRAW)]);
    /// assert_eq!(book()?.checksum(), book()?.checksum());
    /// # Ok::<(), marlin_core::BuildError>(())
    /// ```
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
    /// use marlin_core::{Book, Position, Standard};
    ///
    /// if let Some(book) = Book::embedded() {
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
    pub fn score(&self, position: &Position<B>) -> Option<Score<B>> {
        let score =
            if position.size() == self.size() { self.raw.score(&position.raw)? } else { return None };
        Some(Score::from_search(self.board, score))
    }

    /// Returns the score of every column that can be played, from the side to move, if the position has fewer stones
    /// than the book has plies, can arise in a game, and is not over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, Position, Standard};
    ///
    /// if let Some(book) = Book::embedded() {
    ///     let scores = book.columns(&Position::new()).unwrap();
    ///     assert_eq!(scores.map(|score| score.unwrap().get()), [-2, -1, 0, 1, 0, -1, -2]);
    /// }
    /// ```
    pub fn columns(&self, position: &Position<B>) -> Option<Columns<Option<Score<B>>>> {
        let scores =
            if position.size() == self.size() { self.raw.columns(&position.raw)? } else { return None };
        let score = |column: Column| Some(Score::from_search(self.board, scores[column.index()]?));
        Some(Columns::on(self.board, score))
    }

    /// Makes a book of `plies` plies from the positions with their own score. These are on the plies of
    /// [`Book::keeps_scores`], are not decided by [`decided`](crate::decided), and are the canonical one of two mirror
    /// images. The order does not matter.
    ///
    /// # Errors
    ///
    /// Every [`BuildError`]. Missing positions are not detected here.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Book, BuildError, Position, Score, Size};
    ///
    /// let empty = (Position::<Size<4, 4>>::empty(), Score::DRAW);
    /// assert_eq!(Book::build(Size, 0, [empty])?.score(&Position::empty()), Some(Score::DRAW));
    /// assert_eq!(Book::build(Size, 0, [empty, empty]).unwrap_err(), BuildError::Twice);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn build(
        board: B,
        plies: u32,
        scores: impl IntoIterator<Item = (Position<B>, Score<B>)>,
    ) -> Result<Self, BuildError> {
        let mut is_other_board = false;
        let raw = scores.into_iter().map_while(|(position, score)| {
            is_other_board = position.board() != board || score.board() != board;
            (!is_other_board).then(|| (position.raw, score.get()))
        });
        let raw = RawBook::build(board.static_masks(), plies, raw);
        if is_other_board { Err(BuildError::Board) } else { Ok(Self::from_raw(board, raw?)) }
    }

    /// Returns the book as one of a board of any size.
    pub(crate) fn raw(&self) -> &RawBook {
        &self.raw
    }
}

impl<B: Board> fmt::Debug for Book<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

/// Returns whether a book of some plies has the scores of the positions of a ply: see [`Book::keeps_scores`].
pub(crate) const fn keeps_scores(book_plies: u32, plies: u32) -> bool {
    plies <= book_plies && (book_plies - plies).is_multiple_of(2)
}

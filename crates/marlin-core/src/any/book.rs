//! [`Book`]: the opening book of a board whose size is chosen at run time.

use std::fmt;
use std::io::Read;

use super::position::Position;
use super::score::Score;
use crate::board_size::BoardSize;
use crate::book::{BookError, BuildError, RawBook, keeps_scores};

/// The exact scores of the first plies of a board of any size; [`Book`](crate::Book) has the size in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Book, Position};
///
/// let size = BoardSize::new(1, 5)?;
/// let position = Position::empty(size);
/// // Nobody wins on a single column of five cells: a book of no plies has the empty board alone.
/// let scores = [(position, marlin_core::any::Score::draw(size))];
/// let book = Book::build(size, 0, scores)?;
/// assert_eq!(Book::read(None, book.as_bytes())?.size(), size);
/// assert_eq!(book.score(&position).map(|score| score.get()), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Book {
    raw: RawBook,
}

impl Book {
    /// Returns the book that is part of the library, if there is one for this board: see
    /// [`Book::embedded`](crate::Book::embedded).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Book;
    ///
    /// assert!(Book::embedded(BoardSize::new(8, 7)?).is_none());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn embedded(size: BoardSize) -> Option<Self> {
        Some(Self { raw: RawBook::embedded(size.masks())? })
    }

    /// Reads a book: of one board, or of the board that it is made for.
    ///
    /// # Errors
    ///
    /// Those of [`Book::read`](crate::Book::read).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BookError;
    /// use marlin_core::any::Book;
    ///
    /// let error = Book::read(None, &b"no book"[..]).unwrap_err();
    /// assert!(matches!(error, BookError::NoBook));
    /// ```
    pub fn read(size: Option<BoardSize>, from: impl Read) -> Result<Self, BookError> {
        Ok(Self { raw: RawBook::read(size.map(BoardSize::masks), from)? })
    }

    /// Makes a book from the scores of its positions: see [`Book::build`](crate::Book::build).
    ///
    /// # Errors
    ///
    /// Those of [`Book::build`](crate::Book::build), and [`BuildError::Board`] for a position of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Book;
    /// use marlin_core::{BoardSize, BuildError};
    ///
    /// let error = Book::build(BoardSize::new(2, 2)?, 5, []).unwrap_err();
    /// assert_eq!(error, BuildError::Plies { plies: 5, cells: 4 });
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn build(
        size: BoardSize,
        plies: u32,
        scores: impl IntoIterator<Item = (Position, Score)>,
    ) -> Result<Self, BuildError> {
        let mut is_other_board = false;
        let raw = scores.into_iter().map_while(|(position, score)| {
            is_other_board = position.size() != size || score.size() != size;
            (!is_other_board).then(|| (position.raw, score.get()))
        });
        let book = RawBook::build(size.masks(), plies, raw);
        if is_other_board { Err(BuildError::Board) } else { Ok(Self { raw: book? }) }
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Book;
    ///
    /// let book = Book::embedded(BoardSize::STANDARD);
    /// assert!(book.is_none_or(|book| book.size() == BoardSize::STANDARD));
    /// ```
    pub const fn size(&self) -> BoardSize {
        BoardSize::of_masks(self.raw.masks())
    }

    /// Returns the bytes of the book, as they are read again.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Book;
    ///
    /// assert!(Book::embedded(BoardSize::STANDARD).is_none_or(|book| book.as_bytes().starts_with(b"MARLINBK")));
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        self.raw.as_bytes()
    }

    /// Returns the most stones of a position in the book.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Book;
    ///
    /// assert!(Book::embedded(BoardSize::STANDARD).is_none_or(|book| book.plies() == 13));
    /// ```
    pub fn plies(&self) -> u32 {
        self.raw.plies()
    }

    /// Returns the number of positions that have a score of their own.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Book;
    ///
    /// assert!(Book::embedded(BoardSize::STANDARD).is_none_or(|book| book.positions() > 1_000_000));
    /// ```
    pub fn positions(&self) -> u64 {
        self.raw.positions()
    }

    /// Returns the checksum of the book.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Book;
    ///
    /// assert!(Book::embedded(BoardSize::STANDARD).is_none_or(|book| book.checksum() != 0));
    /// ```
    pub fn checksum(&self) -> u64 {
        self.raw.checksum()
    }

    /// Returns the score of a position; `None` if the book doesn't have it, or it is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Book, Position};
    ///
    /// let empty = Position::empty(BoardSize::STANDARD);
    /// let book = Book::embedded(BoardSize::STANDARD);
    /// assert!(book.is_none_or(|book| book.score(&empty).map(|score| score.get()) == Some(1)));
    /// ```
    pub fn score(&self, position: &Position) -> Option<Score> {
        let score = if position.size() == self.size() { self.raw.score(&position.raw) } else { None };
        score.map(|score| Score::from_search(self.size(), score))
    }

    /// Returns the scores of the columns of a position, from the left; `None` if the book doesn't have all of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::{Book, Position};
    ///
    /// let empty = Position::empty(BoardSize::STANDARD);
    /// let book = Book::embedded(BoardSize::STANDARD);
    /// assert!(book.is_none_or(|book| book.columns(&empty).unwrap().len() == 7));
    /// ```
    pub fn columns(&self, position: &Position) -> Option<Vec<Option<Score>>> {
        let scores = if position.size() == self.size() { self.raw.columns(&position.raw) } else { None };
        let scores = scores?.into_iter().take(self.size().width());
        Some(scores.map(|score| Some(Score::from_search(self.size(), score?))).collect())
    }

    /// Returns whether a book of some plies has scores of its own for positions of a ply: see
    /// [`Book::keeps_scores`](crate::Book::keeps_scores).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Book;
    ///
    /// assert!(Book::keeps_scores(12, 10) && !Book::keeps_scores(12, 11));
    /// ```
    pub const fn keeps_scores(book_plies: u32, plies: u32) -> bool {
        keeps_scores(book_plies, plies)
    }

    /// Returns the book without its board.
    pub(super) const fn raw(&self) -> &RawBook {
        &self.raw
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

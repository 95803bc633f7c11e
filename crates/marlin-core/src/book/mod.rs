//! [`Book`]: the exact score of every position of the first plies, without search. `plies.rs` defines the
//! bytes of a file.
//!
//! # The positions with their own score
//!
//! A book stores the scores of the positions of its last ply, of the last ply but two, and so on. It leaves
//! out the positions that [`Position::decided`] decides, and of two mirror images it has only the one that
//! [`Position::canonical`] returns. The score of a position on a ply between follows from its children.
//!
//! # Why no other position gets an answer
//!
//! The stored bits hold no keys, so they give an answer for any key. [`Book::score`] therefore first decides
//! whether the position belongs to the book. A book is built from *all* positions of its plies that can arise
//! in a game and that the rules do not decide ([`Position::decided`]). Now let a position pass all tests of
//! [`Book::score`]: it has no more stones than the book has plies; it is not decided by the rules; and there
//! are legal moves that lead to it, found by taking stones off
//! ([`Game::leading_to`](crate::Game::leading_to)). Then the position or its mirror image was in the set, or
//! it is on a ply between. In the latter case each of its children is decided or was in the set, since a
//! legal move from a position that can arise leads to a position that can arise. docs/proofs.md has the rest.

mod huffman;
mod plies;
mod ribbon;

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use self::plies::Plies;
use crate::bounds::decided_score;
use crate::columns::Columns;
use crate::geometry::{BoardSize, Masks};
use crate::position::Position;
use crate::raw_position::RawPosition;
use crate::score::Score;

/// The proven scores of the other empty boards, each by a search of Marlin from an empty table: columns,
/// rows, score. The benchmark's `boards.toml` has the nodes and the time of each search, and the sources that
/// agree.
#[rustfmt::skip]
const EMPTY_BOARDS: [(u32, u32, i32); 41] = [
    (4, 4, 0), (5, 4, 0), (6, 4, -1), (7, 4, 0), (8, 4, -1), (9, 4, -1), (10, 4, -1), (11, 4, -1), (4, 5, 0), (5, 5, 0),
    (6, 5, 0), (7, 5, 0), (8, 5, 1), (9, 5, 3), (10, 5, 2), (4, 6, 0), (5, 6, 0), (6, 6, -1), (8, 6, -1), (9, 6, -2), (4, 7, 0),
    (5, 7, 0), (6, 7, 1), (7, 7, 0), (8, 7, 2), (4, 8, 0), (5, 8, 0), (6, 8, -1), (7, 8, 1), (4, 9, 0), (5, 9, 0), (6, 9, 1),
    (4, 10, 0), (5, 10, 0), (4, 11, 0), (5, 11, 0), (4, 12, 0), (5, 12, 0), (4, 13, 0), (4, 14, 0), (4, 15, 0),
];

/// The scores of the columns; `None` for a column that is full or absent.
pub(crate) type ColumnScores = [Option<i32>; BoardSize::MAX_WIDTH];

/// The exact scores of all positions of the first plies of a board.
///
/// # Examples
///
/// ```
/// use marlin_core::{Book, Position, Solver};
///
/// let position: Position = "44".parse()?;
/// if let Some(book) = Book::embedded(position.size()) {
///     assert_eq!(book.score(&position).unwrap().get(), 1);
///     let solver = Solver::builder_on(position.size()).book(book).build();
///     assert_eq!(solver.solve(&position).get(), 1);
/// }
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
///
/// A clone shares the bytes.
#[derive(Clone)]
pub struct Book {
    pub(crate) masks: &'static Masks,
    contents: Contents,
}

#[derive(Clone)]
enum Contents {
    /// All positions of the first plies.
    Plies(Plies),
    /// The empty board alone, with its score.
    Empty(i32),
}

impl Book {
    /// Returns the book that the library has for a board. The book of the standard board requires the feature
    /// `book`, which is on by default. The book of any other board has only the score of the empty board, and
    /// exists if Marlin has proven that score.
    ///
    /// # Panics
    ///
    /// If the book of the standard board is damaged: the library was built from wrong files.
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
    /// assert!(Book::embedded("8x8".parse()?).is_none());
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn embedded(size: BoardSize) -> Option<Self> {
        let masks = size.masks();
        #[cfg(feature = "book")]
        if masks.is_standard() {
            // Its bytes are part of the program, so a test compares their checksum.
            let plies = Plies::parse(Cow::Borrowed(marlin_openings::STANDARD));
            return Some(Self::of(plies.expect("the library is built with a whole book")));
        }
        let is_it = |&&(width, height, _): &&(u32, u32, i32)| (width, height) == (masks.width, masks.height);
        EMPTY_BOARDS.iter().find(is_it).map(|&(.., score)| Self { masks, contents: Contents::Empty(score) })
    }

    /// Reads a book of any board to its end and checks it.
    ///
    /// # Errors
    ///
    /// [`BookError`] if the bytes cannot be read, are not a book, have another format, or are damaged.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Book;
    ///
    /// assert!(Book::read(&b"no book"[..]).is_err());
    /// ```
    pub fn read(from: impl Read) -> Result<Self, BookError> {
        Plies::read(from).map(Self::of)
    }

    fn of(plies: Plies) -> Self {
        Self { masks: plies.masks, contents: Contents::Plies(plies) }
    }

    /// Makes a book of `plies` plies from the positions with their own score. These are the positions on the
    /// plies of [`Book::keeps_scores`] that `Position::decided` does not decide, and of two mirror images
    /// only the canonical one (`Position::canonical`). Their order does not matter.
    ///
    /// # Errors
    ///
    /// [`BookError`] if a position or a score is of another board, has no place in the book or is given
    /// twice. Missing positions are not detected here.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Book, Position, Score};
    ///
    /// let size: BoardSize = "4x4".parse()?;
    /// let empty = (Position::on(size), Score::DRAW);
    /// assert_eq!(Book::build(size, 0, [empty])?.score(&empty.0), Some(Score::DRAW));
    /// assert!(Book::build(size, 0, [empty, empty]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(
        size: BoardSize,
        plies: u32,
        scores: impl IntoIterator<Item = (Position, Score)>,
    ) -> Result<Self, BookError> {
        let (masks, cells) = (size.masks(), size.cells());
        if plies > cells {
            let reason = format!("a book of {plies} plies, where the board has {cells} cells");
            return Err(BookError::invalid(reason));
        }
        let checked = |(position, score): (Position, Score)| {
            if position.size() != size || Score::checked(size, score.get()).is_none() {
                return Err(BookError::invalid("a position or a score of another board"));
            }
            let (position, score) = (position.raw, score.get());
            let has_place = Self::keeps_scores(plies, position.nb_moves())
                && decided_score(masks, &position).is_none()
                && position == position.canonical(masks);
            if !has_place {
                let stones = position.nb_moves();
                let reason = format!("a position of {stones} stones has no place of its own in this book");
                return Err(BookError::invalid(reason));
            }
            Ok((position, score))
        };
        Plies::build(masks, plies, scores.into_iter().map(checked)).map(Self::of)
    }

    /// Returns the bytes of the book, as in a file; [`Book::read`] reads them. For the book of an empty
    /// board, this call makes the bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Book;
    ///
    /// let book = Book::embedded("8x7".parse()?).expect("the board is solved");
    /// assert_eq!(Book::read(&*book.to_bytes())?.size(), book.size());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self) -> Cow<'_, [u8]> {
        match &self.contents {
            Contents::Plies(plies) => Cow::Borrowed(plies.bytes()),
            &Contents::Empty(score) => {
                let scores = std::iter::once(Ok((RawPosition::EMPTY, score)));
                let Ok(plies) = Plies::build(self.masks, 0, scores) else {
                    unreachable!("one position, given once")
                };
                Cow::Owned(plies.bytes().to_vec())
            }
        }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> BoardSize {
        BoardSize::of_masks(self.masks)
    }

    /// Returns the number of plies: positions with no more stones than this have their score in the book.
    pub fn plies(&self) -> u32 {
        if let Contents::Plies(plies) = &self.contents { plies.count() } else { 0 }
    }

    /// Returns the number of positions with their own score. Two mirror images count as one, and only the
    /// plies of [`Book::keeps_scores`] count. The scores of all other positions follow from these.
    pub fn positions(&self) -> u64 {
        if let Contents::Plies(plies) = &self.contents { plies.positions() } else { 1 }
    }

    /// Returns whether the positions of a ply have their own scores in a book of `book_plies` plies: the last
    /// ply, the last ply but two, and so on. On the plies between, the score of a position follows from its
    /// children.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Book;
    ///
    /// assert!((0..6).filter(|&plies| Book::keeps_scores(5, plies)).eq([1, 3, 5]));
    /// ```
    pub const fn keeps_scores(book_plies: u32, plies: u32) -> bool {
        plies <= book_plies && (book_plies - plies).is_multiple_of(2)
    }

    /// Returns the score of a position, if it has no more stones than the book has plies and can arise in a
    /// game.
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
    ///     let position: Position =
    ///         ". . . . . . .
    ///          . . . . . . .
    ///          . . . . . . .
    ///          . . . . . . .
    ///          . . O O . . .
    ///          . . X X . . ."
    ///         .parse()?;
    ///     assert_eq!(book.score(&position).unwrap().get(), 18);
    /// }
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn score(&self, position: &Position) -> Option<Score> {
        let is_of_board = position.size() == self.size();
        is_of_board.then(|| self.raw_score(&position.raw)).flatten().map(Score::from_search)
    }

    /// Returns the score of every column that can be played, from the side to move, if the position has fewer
    /// stones than the book has plies, can arise in a game, and is not over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Book, Position, Score};
    ///
    /// if let Some(book) = Book::embedded(BoardSize::STANDARD) {
    ///     let scores = book.columns(&Position::new()).unwrap();
    ///     assert!(scores.values().map(|score| score.map_or(0, Score::get)).eq([-2, -1, 0, 1, 0, -1, -2]));
    /// }
    /// ```
    pub fn columns(&self, position: &Position) -> Option<Columns<Option<Score>>> {
        let is_of_board = position.size() == self.size();
        let scores = is_of_board.then(|| self.raw_columns(&position.raw)).flatten()?;
        Some(Columns::on(self.size(), |column| scores[column.index()].map(Score::from_search)))
    }

    /// Returns the result of [`Book::score`] for a position of the book's board.
    pub(crate) fn raw_score(&self, position: &RawPosition) -> Option<i32> {
        let is_member = position.nb_moves() <= self.plies() && position.moves_from_empty(self.masks).is_ok();
        is_member.then(|| self.score_of_member(position)).flatten()
    }

    /// Returns the result of [`Book::columns`] for a position of the book's board.
    pub(crate) fn raw_columns(&self, position: &RawPosition) -> Option<ColumnScores> {
        let is_member = position.nb_moves() < self.plies() && position.moves_from_empty(self.masks).is_ok();
        if is_member { self.columns_of_member(position) } else { None }
    }

    fn score_of_member(&self, position: &RawPosition) -> Option<i32> {
        if let Some(score) = decided_score(self.masks, position) {
            return Some(score);
        }
        if Self::keeps_scores(self.plies(), position.nb_moves()) {
            return match &self.contents {
                Contents::Plies(plies) => plies.look_up(position),
                Contents::Empty(score) => Some(*score),
            };
        }
        self.columns_of_member(position)?.into_iter().flatten().max()
    }

    fn columns_of_member(&self, position: &RawPosition) -> Option<ColumnScores> {
        let mut scores = [None; BoardSize::MAX_WIDTH];
        for column in position.legal_columns(self.masks) {
            let child = position.after_column(self.masks, column);
            scores[column] = Some(-self.score_of_member(&child)?);
        }
        Some(scores)
    }
}

/// Shows the coverage of the book, not its bytes.
impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("size", &self.size())
            .field("plies", &self.plies())
            .field("positions", &self.positions())
            .finish_non_exhaustive()
    }
}

/// The reason why bytes are not a book, or why positions do not form one.
#[derive(Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes could not be read.
    Io(io::Error),
    /// The bytes are no book, a book of another format, or a damaged book; or the positions do not form a
    /// book.
    Invalid(String),
}

impl BookError {
    fn invalid(reason: impl Into<String>) -> Self {
        Self::Invalid(reason.into())
    }

    fn damaged(what: &str) -> Self {
        Self::Invalid(format!("the book is damaged: {what}; get it again, or generate it"))
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the book cannot be read: {error}"),
            Self::Invalid(reason) => f.write_str(reason),
        }
    }
}

impl Error for BookError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let Self::Io(error) = self { Some(error) } else { None }
    }
}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

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
mod ribbon;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};

use self::huffman::Code;
use self::ribbon::{Retrieval, mix};
use crate::decided::decided;
use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::score::Score;

/// The book of the standard board; `books/README.md` tells where it comes from.
#[cfg(feature = "book")]
const EMBEDDED: &[u8] = include_bytes!("../../books/7x6.book");

/// No book.
#[cfg(not(feature = "book"))]
const EMBEDDED: &[u8] = &[];

const MAGIC: [u8; 8] = *b"MARLINBK";
const VERSION: u8 = 1;
const HEADER_LEN: usize = 32;
/// Where the checksum stands in the header.
const CHECKSUM: std::ops::Range<usize> = 24..32;

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
pub struct Book<const W: usize = 7, const H: usize = 6> {
    bytes: Cow<'static, [u8]>,
    codes: Vec<Code>,
    /// Where the bits begin.
    bits: usize,
}

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
        // Its bytes are part of the program, so their checksum is for a test to see.
        Self::parse(Cow::Borrowed(EMBEDDED)).ok()
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
    pub fn read(mut from: impl Read) -> Result<Self, BookError> {
        let mut bytes = Vec::new();
        // Whatever isn't a book may have no end.
        from.by_ref().take(HEADER_LEN as u64).read_to_end(&mut bytes)?;
        check_header::<W, H>(&bytes)?;
        from.read_to_end(&mut bytes)?;
        let book = Self::parse(Cow::Owned(bytes))?;
        if book.checksum() != checksum(&book.bytes) {
            return Err(BookError::Damaged { what: "its checksum doesn't fit" });
        }
        Ok(book)
    }

    /// Takes the header apart, which says where everything else is.
    fn parse(bytes: Cow<'static, [u8]>) -> Result<Self, BookError> {
        let header = check_header::<W, H>(&bytes)?;
        let codes_len = u32::from_le_bytes([header[12], header[13], header[14], header[15]]) as usize;
        let bits = HEADER_LEN + codes_len;
        let codes =
            bytes.get(HEADER_LEN..bits).and_then(|codes| read_codes(codes, u32::from(header[11]) / 2 + 1));
        let Some(codes) = codes else { return Err(BookError::Damaged { what: "its codes make no sense" }) };
        if Retrieval::parse(&bytes[bits..]).is_none() {
            return Err(BookError::Damaged { what: "its length isn't the one that it states" });
        }
        Ok(Self { bytes, codes, bits })
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
        &self.bytes
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
        u32::from(self.bytes[11])
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
        u64::from_le_bytes(std::array::from_fn(|index| self.bytes[16 + index]))
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
        u64::from_le_bytes(std::array::from_fn(|index| self.bytes[CHECKSUM.start + index]))
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
        let is_member = position.nb_moves() <= self.plies() && Game::leading_to(position).is_some();
        is_member.then(|| self.score_of_member(position)).flatten()
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
        let is_member = position.nb_moves() < self.plies() && Game::leading_to(position).is_some();
        if is_member { self.columns_of_member(position) } else { None }
    }

    /// Returns the score of a position that can arise in a game.
    fn score_of_member(&self, position: &Position<W, H>) -> Option<Score<W, H>> {
        if let Some(score) = decided(position) {
            return Some(score);
        }
        if Self::keeps_scores(self.plies(), position.nb_moves()) {
            return self.look_up(position);
        }
        self.columns_of_member(position)?.into_iter().flatten().max()
    }

    /// Returns the score of every column of a position that can arise in a game, unless one isn't known.
    fn columns_of_member(&self, position: &Position<W, H>) -> Option<[Option<Score<W, H>>; W]> {
        let mut scores = [None; W];
        for column in position.legal_moves() {
            let mut child = *position;
            child.make_move(column);
            scores[column.index()] = Some(-self.score_of_member(&child)?);
        }
        Some(scores)
    }

    /// Reads the score of a position from the bits.
    fn look_up(&self, position: &Position<W, H>) -> Option<Score<W, H>> {
        let retrieval = Retrieval::parse(&self.bytes[self.bits..])?;
        let hash = mix(position.canonical().key().get());
        let code = self.codes.get(position.nb_moves() as usize / 2)?;
        let symbol = code.decode(|index| retrieval.bit(hash, index))?;
        Score::new(Score::<W, H>::MIN.get() + i32::from(symbol))
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
        plies <= book_plies && (book_plies - plies).is_multiple_of(2)
    }

    /// Makes a book of `plies` plies from the scores of the positions that have one of their own: those of the plies of
    /// [`Book::keeps_scores`] that [`decided`] doesn't decide, of two mirror images the canonical one. The order
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
        let cells = Geometry::<W, H>::CELLS;
        if plies > cells {
            return Err(BuildError::Plies { plies, cells });
        }
        let mut symbols = Vec::new();
        let mut counts = vec![BTreeMap::new(); plies as usize / 2 + 1];
        for (position, score) in scores {
            let has_place = Self::keeps_scores(plies, position.nb_moves())
                && decided(&position).is_none()
                && position == position.canonical();
            if !has_place {
                return Err(BuildError::NoPlace { plies: position.nb_moves() });
            }
            let ply = position.nb_moves() as u8 / 2;
            let symbol = (score.get() - Score::<W, H>::MIN.get()) as u8;
            *counts[usize::from(ply)].entry(symbol).or_insert(0u64) += 1;
            symbols.push((mix(position.key().get()), ply, symbol));
        }
        symbols.sort_unstable();
        if symbols.windows(2).any(|two| two[0].0 == two[1].0) {
            return Err(BuildError::Twice);
        }
        let codes: Vec<_> = counts.iter().map(Code::for_counts).collect();
        let lengths: Vec<u8> = codes.iter().flat_map(Code::to_bytes).collect();
        let mut bytes = vec![0; HEADER_LEN];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&[VERSION, W as u8, H as u8, plies as u8]);
        bytes[12..16].copy_from_slice(&(lengths.len() as u32).to_le_bytes());
        bytes[16..24].copy_from_slice(&(symbols.len() as u64).to_le_bytes());
        bytes.extend(lengths);
        let bits = bytes.len();
        let encode = |(hash, ply, symbol): (u64, u8, u8)| (hash, codes[usize::from(ply)].encode(symbol));
        ribbon::build(&mut bytes, &symbols.into_iter().map(encode).collect::<Vec<_>>());
        let checksum = checksum(&bytes);
        bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        Ok(Self { bytes: Cow::Owned(bytes), codes, bits })
    }
}

/// Says what the book covers, not its bytes.
impl<const W: usize, const H: usize> fmt::Debug for Book<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("plies", &self.plies())
            .field("positions", &self.positions())
            .field("checksum", &format_args!("{:#018x}", self.checksum()))
            .finish_non_exhaustive()
    }
}

/// Returns the header if it is that of a book for this board.
fn check_header<const W: usize, const H: usize>(bytes: &[u8]) -> Result<&[u8; HEADER_LEN], BookError> {
    if bytes.get(..8) != Some(&MAGIC) {
        return Err(BookError::NoBook);
    }
    let Some(header) = bytes.first_chunk::<HEADER_LEN>() else {
        return Err(BookError::Damaged { what: "its header is cut short" });
    };
    let [version, columns, rows, plies] = [header[8], header[9], header[10], header[11]];
    if version != VERSION {
        return Err(BookError::Version { found: version });
    }
    if (usize::from(columns), usize::from(rows)) != (W, H) {
        return Err(BookError::Board { columns, rows, expected_columns: W, expected_rows: H });
    }
    if u32::from(plies) > Geometry::<W, H>::CELLS {
        return Err(BookError::Damaged { what: "it has more plies than the board has cells" });
    }
    Ok(header)
}

/// Reads `count` codes, and nothing else.
fn read_codes(mut bytes: &[u8], count: u32) -> Option<Vec<Code>> {
    let codes = (0..count).map(|_| Code::read(&mut bytes)).collect::<Option<Vec<_>>>()?;
    bytes.is_empty().then_some(codes)
}

/// Returns a checksum of all bytes but the checksum itself.
///
/// Words go one by one through a step that is a bijection of what came before and, for any of that, of the word. So two
/// arrays of a length that differ in one word, and so those that differ in one bit, never have the same checksum.
fn checksum(bytes: &[u8]) -> u64 {
    let rest = bytes[..CHECKSUM.start].chunks(8).chain(bytes[CHECKSUM.end..].chunks(8));
    rest.fold(bytes.len() as u64, |sum, word| {
        let mut padded = [0; 8];
        padded[..word.len()].copy_from_slice(word);
        (sum ^ u64::from_le_bytes(padded)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
}

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
mod ribbon;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

use self::huffman::Code;
use self::ribbon::{Retrieval, mix};
use crate::bounds::decided_score;
use crate::columns::Columns;
use crate::geometry::{BoardSize, Masks};
use crate::position::Position;
use crate::raw_position::RawPosition;
use crate::score::Score;

/// The exact scores of all positions of the first plies.
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
    bytes: Arc<Cow<'static, [u8]>>,
    /// The codes of the plies with their own scores.
    codes: Arc<[Code]>,
    /// The offset of the bits.
    bits: usize,
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
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn embedded(size: BoardSize) -> Option<Self> {
        // Its bytes are part of the program, so a test compares their checksum.
        let masks = size.masks();
        Self::parse(Some(masks), Cow::Borrowed(EMBEDDED)).ok().or_else(|| Self::of_empty_board(masks))
    }

    /// Returns whether the positions of a ply have their own scores, in a book of `book_plies` plies.
    #[doc(hidden)]
    pub const fn keeps_scores(book_plies: u32, plies: u32) -> bool {
        plies <= book_plies && (book_plies - plies).is_multiple_of(2)
    }

    /// Reads a book of any board to its end and checks it.
    ///
    /// # Errors
    ///
    /// [`BookError`] if the bytes cannot be read, are not a book, are one of another format, or are damaged.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Book;
    ///
    /// assert!(Book::read(&b"no book"[..]).is_err());
    /// ```
    pub fn read(from: impl Read) -> Result<Self, BookError> {
        Self::read_any(None, from)
    }

    /// Reads a book of a board to its end and checks it. A book of another board is refused by its first bytes.
    ///
    /// # Errors
    ///
    /// [`BookError`], for a book of another board too.
    #[cfg(feature = "internals")]
    pub fn read_for(size: BoardSize, from: impl Read) -> Result<Self, BookError> {
        Self::read_any(Some(size.masks()), from)
    }

    /// Returns the size of the board.
    pub fn size(&self) -> BoardSize {
        BoardSize::of_masks(self.masks)
    }

    /// Returns the bytes, which [`Book::read`] reads.
    #[cfg(feature = "internals")]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of plies: positions with no more stones than this have their score in the book.
    #[doc(hidden)]
    pub fn plies(&self) -> u32 {
        u32::from(self.bytes[11])
    }

    /// Returns the number of positions with their own score.
    #[doc(hidden)]
    pub fn positions(&self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|index| self.bytes[16 + index]))
    }

    /// Returns the checksum.
    #[doc(hidden)]
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

    /// Returns the score of every column that can be played, from the side to move, if the position has fewer stones
    /// than the book has plies, can arise in a game, and is not over.
    #[cfg(feature = "internals")]
    pub fn columns(&self, position: &Position) -> Option<Columns<Option<Score>>> {
        let is_of_board = position.size() == self.size();
        let scores = is_of_board.then(|| self.raw_columns(&position.raw)).flatten()?;
        Some(Columns::on(self.size(), |column| scores[column.index()].map(Score::from_search)))
    }

    /// Makes a book of `plies` plies from the positions with their own score. These are on the plies of
    /// [`Book::keeps_scores`], are not decided by [`Position::decided`], and are the canonical one of two mirror
    /// images. The order does not matter.
    ///
    /// # Errors
    ///
    /// [`BookError`] if a position or a score is of another board, has no place in the book or is given twice. Missing
    /// positions are not detected here.
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
    #[cfg(feature = "internals")]
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
        let mut symbols = Vec::new();
        let mut counts = vec![BTreeMap::new(); plies as usize / 2 + 1];
        for (position, score) in scores {
            if position.size() != size || Score::on(size, score.get()).is_none() {
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
            let ply = position.nb_moves() as u8 / 2;
            let symbol = (score + masks.max_score()) as u8;
            *counts[usize::from(ply)].entry(symbol).or_insert(0u64) += 1;
            symbols.push((hash_of(position.key(masks)), ply, symbol));
        }
        symbols.sort_unstable();
        if symbols.windows(2).any(|two| two[0].0 == two[1].0) {
            return Err(BookError::invalid("a position of the book is given twice"));
        }
        let codes: Vec<_> = counts.iter().map(Code::for_counts).collect();
        let lengths: Vec<u8> = codes.iter().flat_map(Code::to_bytes).collect();
        let mut bytes = header(masks, plies, lengths.len(), symbols.len());
        bytes.extend(lengths);
        let bits = bytes.len();
        let encode = |(hash, ply, symbol): (u64, u8, u8)| (hash, codes[usize::from(ply)].encode(symbol));
        ribbon::build(&mut bytes, &symbols.into_iter().map(encode).collect::<Vec<_>>());
        seal(&mut bytes);
        Ok(Self { masks, bytes: Arc::new(Cow::Owned(bytes)), codes: codes.into(), bits })
    }

    /// Returns a book of the empty board alone, if its score is proven. It is written here, because the code of
    /// [`Book::build`] is large, and a page has to load it.
    fn of_empty_board(masks: &'static Masks) -> Option<Self> {
        let is_it = |&&(width, height, _): &&(u32, u32, i32)| (width, height) == (masks.width, masks.height);
        let &(.., score) = EMPTY_BOARDS.iter().find(is_it)?;
        // The code of a single symbol has no bits, and so no structure holds any.
        let code = [1, (score + masks.max_score()) as u8, 0];
        let mut bytes = header(masks, 0, code.len(), 1);
        bytes.extend(code);
        bytes.extend(ribbon::EMPTY);
        seal(&mut bytes);
        Self::parse(Some(masks), Cow::Owned(bytes)).ok()
    }

    fn read_any(board: Option<&'static Masks>, mut from: impl Read) -> Result<Self, BookError> {
        let mut bytes = Vec::new();
        // Whatever is not a book may have no end.
        from.by_ref().take(HEADER_LEN as u64).read_to_end(&mut bytes)?;
        let codes_len = codes_len(check_header(board, &bytes)?.0);
        from.by_ref().take(codes_len as u64).read_to_end(&mut bytes)?;
        ribbon::read(&mut from, &mut bytes)?;
        // One byte more detects a file that is too long.
        from.take(1).read_to_end(&mut bytes)?;
        let book = Self::parse(board, Cow::Owned(bytes))?;
        if book.checksum() != checksum(&book.bytes) {
            return Err(BookError::damaged("its checksum does not fit"));
        }
        Ok(book)
    }

    fn parse(board: Option<&'static Masks>, bytes: Cow<'static, [u8]>) -> Result<Self, BookError> {
        let (header, masks) = check_header(board, &bytes)?;
        let bits = HEADER_LEN + codes_len(header);
        let codes =
            bytes.get(HEADER_LEN..bits).and_then(|codes| read_codes(codes, u32::from(header[11]) / 2 + 1));
        let Some(codes) = codes else { return Err(BookError::damaged("its codes make no sense")) };
        if Retrieval::parse(&bytes[bits..]).is_none() {
            return Err(BookError::damaged("its length isn't the one that it states"));
        }
        Ok(Self { masks, bytes: Arc::new(bytes), codes: codes.into(), bits })
    }

    /// Returns what [`Book::score`] does, for a position of its board.
    pub(crate) fn raw_score(&self, position: &RawPosition) -> Option<i32> {
        let is_member = position.nb_moves() <= self.plies() && position.moves_from_empty(self.masks).is_ok();
        is_member.then(|| self.score_of_member(position)).flatten()
    }

    /// Returns what [`Book::columns`] does, for a position of its board.
    pub(crate) fn raw_columns(&self, position: &RawPosition) -> Option<ColumnScores> {
        let is_member = position.nb_moves() < self.plies() && position.moves_from_empty(self.masks).is_ok();
        if is_member { self.columns_of_member(position) } else { None }
    }

    fn score_of_member(&self, position: &RawPosition) -> Option<i32> {
        if let Some(score) = decided_score(self.masks, position) {
            return Some(score);
        }
        if Self::keeps_scores(self.plies(), position.nb_moves()) {
            return self.look_up(position);
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

    fn look_up(&self, position: &RawPosition) -> Option<i32> {
        let retrieval = Retrieval::parse(&self.bytes[self.bits..])?;
        let hash = hash_of(position.canonical(self.masks).key(self.masks));
        let code = self.codes.get(position.nb_moves() as usize / 2)?;
        let symbol = code.decode(|index| retrieval.bit(hash, index))?;
        let score = i32::from(symbol) - self.masks.max_score();
        (score <= self.masks.max_score()).then_some(score)
    }
}

/// Shows the coverage of the book, not its bytes.
impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("plies", &self.plies())
            .field("positions", &self.positions())
            .field("checksum", &format_args!("{:#018x}", self.checksum()))
            .finish_non_exhaustive()
    }
}
/// The version of the format that this program reads and writes.
const VERSION: u8 = 1;

/// The reason why bytes are not a book for this board, or why positions make none.
#[derive(Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The bytes could not be read.
    Io(io::Error),
    /// The bytes are no book, one of another format or of another board, or a damaged one, or the positions make none.
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
            Self::Io(error) => write!(f, "the book can't be read: {error}"),
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

/// The book of the standard board.
#[cfg(feature = "book")]
const EMBEDDED: &[u8] = marlin_openings::STANDARD;

/// No book.
#[cfg(not(feature = "book"))]
const EMBEDDED: &[u8] = &[];

/// The scores of the other empty boards that are proven, each by a search of Marlin from an empty table: columns, rows, score.
/// The boards of the benchmark (`boards.toml`) have the nodes and the time of each, and the sources that agree.
#[rustfmt::skip]
const EMPTY_BOARDS: [(u32, u32, i32); 40] = [
    (4, 4, 0), (5, 4, 0), (6, 4, -1), (7, 4, 0), (8, 4, -1), (9, 4, -1), (10, 4, -1), (11, 4, -1), (4, 5, 0), (5, 5, 0),
    (6, 5, 0), (7, 5, 0), (8, 5, 1), (9, 5, 3), (4, 6, 0), (5, 6, 0), (6, 6, -1), (8, 6, -1), (9, 6, -2), (4, 7, 0),
    (5, 7, 0), (6, 7, 1), (7, 7, 0), (8, 7, 2), (4, 8, 0), (5, 8, 0), (6, 8, -1), (7, 8, 1), (4, 9, 0), (5, 9, 0),
    (6, 9, 1), (4, 10, 0), (5, 10, 0), (4, 11, 0), (5, 11, 0), (4, 12, 0), (5, 12, 0), (4, 13, 0), (4, 14, 0), (4, 15, 0),
];

const MAGIC: [u8; 8] = *b"MARLINBK";
const HEADER_LEN: usize = 32;
/// The offset of the checksum in the header.
const CHECKSUM: std::ops::Range<usize> = 24..32;

/// The scores of the columns; `None` for one that is full or absent.
pub(crate) type ColumnScores = [Option<i32>; BoardSize::MAX_WIDTH];

/// Returns a header without the checksum.
fn header(masks: &Masks, plies: u32, codes_len: usize, positions: usize) -> Vec<u8> {
    let mut bytes = vec![0; HEADER_LEN];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&[VERSION, masks.width as u8, masks.height as u8, plies as u8]);
    bytes[12..16].copy_from_slice(&(codes_len as u32).to_le_bytes());
    bytes[16..24].copy_from_slice(&(positions as u64).to_le_bytes());
    bytes
}

/// Writes the checksum.
fn seal(bytes: &mut [u8]) {
    let checksum = checksum(bytes);
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
}

/// Returns the header if it is that of a book for this board.
fn check_header<'a>(
    board: Option<&'static Masks>,
    bytes: &'a [u8],
) -> Result<(&'a [u8; HEADER_LEN], &'static Masks), BookError> {
    if bytes.get(..8) != Some(&MAGIC) {
        return Err(BookError::invalid("not a Marlin book (one begins with \"MARLINBK\")"));
    }
    let Some(header) = bytes.first_chunk::<HEADER_LEN>() else {
        return Err(BookError::damaged("its header is cut short"));
    };
    let [version, columns, rows, plies] = [header[8], header[9], header[10], header[11]];
    if version != VERSION {
        let remedy = "generate it again with this version";
        return Err(BookError::invalid(format!(
            "the book has format {version}, this program reads {VERSION}; {remedy}"
        )));
    }
    let (width, height) = (usize::from(columns), usize::from(rows));
    let found = BoardSize::new(width, height).map(BoardSize::masks);
    let masks = match (board, found) {
        (None, Some(found)) => found,
        (None, None) => return Err(BookError::damaged("no board has the size that it states")),
        (Some(board), found) if found == Some(board) => board,
        (Some(board), _) => {
            let expected = BoardSize::of_masks(board);
            let reason = format!("the book is for a board of {columns}x{rows}, not of {expected}");
            return Err(BookError::invalid(reason));
        }
    };
    if u32::from(plies) > masks.cells() {
        return Err(BookError::damaged("it has more plies than the board has cells"));
    }
    Ok((header, masks))
}

/// Reads `count` codes, and nothing else.
fn codes_len(header: &[u8; HEADER_LEN]) -> usize {
    u32::from_le_bytes([header[12], header[13], header[14], header[15]]) as usize
}

fn read_codes(mut bytes: &[u8], count: u32) -> Option<Vec<Code>> {
    let codes = (0..count).map(|_| Code::read(&mut bytes)).collect::<Option<Vec<_>>>()?;
    bytes.is_empty().then_some(codes)
}

/// Returns the hash of a position's key.
const fn hash_of(key: u128) -> u64 {
    mix(key as u64 ^ mix((key >> 64) as u64))
}

/// Returns a checksum of all bytes but the checksum itself.
///
/// Words pass one by one through a step that is a bijection of the previous state and, for any state, of the word. So
/// two arrays of a length that differ in one word, and so those that differ in one bit, never have the same checksum.
fn checksum(bytes: &[u8]) -> u64 {
    let rest = bytes[..CHECKSUM.start].chunks(8).chain(bytes[CHECKSUM.end..].chunks(8));
    rest.fold(bytes.len() as u64, |sum, word| {
        let mut padded = [0; 8];
        padded[..word.len()].copy_from_slice(word);
        (sum ^ u64::from_le_bytes(padded)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
}

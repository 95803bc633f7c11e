//! [`Scores`]: what is known of the last ply of a book; [`Record`]: the same with a file that keeps it.
//!
//! ```text
//! one line                 what is recorded, as text
//! for every chunk known:
//!    4 bytes               its index
//!    8 bytes               a hash of the index and the scores
//!    1 byte a position     the scores, as signed numbers, in the order of the positions
//! ```
//!
//! A chunk is [`CHUNK`] positions that follow on one another; the last one may have fewer. Chunks stand in any order. Who
//! is interrupted while writing one leaves half a chunk, which is cut off when the file is opened again. Numbers are
//! little-endian.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Positions of a chunk: few enough that a chunk takes seconds, so that an interruption loses no more than that.
pub(crate) const CHUNK: usize = 256;

/// More than the longest first line of a record.
const MAX_LINE: u64 = 200;

/// What a record is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// Columns of the board.
    pub columns: usize,
    /// Rows of the board.
    pub rows: usize,
    /// Stones on the board: the last ply of the book.
    pub plies: u32,
    /// Positions of that ply that take search.
    pub positions: usize,
}

impl Subject {
    /// Returns the number of chunks.
    pub(crate) const fn chunks(&self) -> usize {
        self.positions.div_ceil(CHUNK)
    }

    /// Reads the first line of a record.
    fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok());
        let mut next = || numbers.next();
        let (columns, rows, positions, plies) = (next()?, next()?, next()?, next()?);
        let subject = Self { columns, rows, plies: plies.try_into().ok()?, positions };
        (subject.to_string() == line).then_some(subject)
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows, plies, positions } = self;
        write!(
            f,
            "marlin book, {columns}x{rows}, {positions} positions of {plies} plies, in chunks of {CHUNK}"
        )
    }
}

/// Why there is no record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file can't be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file isn't a record.
    #[error("{}: this is no record of a book in the making", path.display())]
    NoRecord {
        /// The file.
        path: PathBuf,
    },
    /// The record is about something else.
    #[error("{}: '{found}', where '{expected}' is wanted; name another file, or delete this one", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is about.
        found: Subject,
        /// What it should be about.
        expected: Subject,
    },
    /// Two records have different scores for a position.
    #[error("{}: its scores aren't those of the other records; one of them is damaged", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
    },
}

/// The scores of the last ply of a book, as far as they are known.
#[derive(Debug, Clone)]
pub struct Scores {
    subject: Subject,
    chunks: BTreeMap<usize, Vec<i8>>,
}

impl Scores {
    /// Reads the scores of a record.
    ///
    /// # Errors
    ///
    /// [`RecordError::Io`] and [`RecordError::NoRecord`].
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let file = File::open(path).map_err(|source| RecordError::Io { path: path.to_owned(), source })?;
        Ok(load(path, &file)?.0)
    }

    /// Adds the scores of another record.
    ///
    /// # Errors
    ///
    /// Every [`RecordError`].
    pub fn merge(&mut self, path: &Path) -> Result<(), RecordError> {
        let other = Self::read(path)?;
        if other.subject != self.subject {
            let (found, expected) = (other.subject, self.subject);
            return Err(RecordError::Other { path: path.to_owned(), found, expected });
        }
        for (index, scores) in other.chunks {
            if self.chunks.entry(index).or_insert_with(|| scores.clone()) != &scores {
                return Err(RecordError::Contradiction { path: path.to_owned() });
            }
        }
        Ok(())
    }

    /// Returns what the scores are about.
    pub const fn subject(&self) -> Subject {
        self.subject
    }

    /// Returns the number of positions whose scores aren't known yet.
    pub fn missing(&self) -> usize {
        self.subject.positions - self.chunks.values().map(Vec::len).sum::<usize>()
    }

    /// Returns the scores that are known, in the order of the positions.
    pub(crate) fn iter(&self) -> impl Iterator<Item = i8> {
        self.chunks.values().flatten().copied()
    }
}

/// The scores of the last ply of a book with the file that keeps them.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    file: File,
    scores: Scores,
}

impl Record {
    /// Opens a record, or begins it. What an earlier run has left in the file is taken over.
    ///
    /// # Errors
    ///
    /// [`RecordError::Io`], [`RecordError::NoRecord`] and [`RecordError::Other`].
    pub fn open(path: &Path, subject: Subject) -> Result<Self, RecordError> {
        let io = |source| RecordError::Io { path: path.to_owned(), source };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        if file.metadata().map_err(io)?.len() == 0 {
            file.write_all(format!("{subject}\n").as_bytes()).map_err(io)?;
            file.rewind().map_err(io)?;
        }
        let (scores, len) = load(path, &file)?;
        if scores.subject != subject {
            let (found, expected) = (scores.subject, subject);
            return Err(RecordError::Other { path: path.to_owned(), found, expected });
        }
        // A run that was interrupted while it wrote a chunk has left half of it.
        file.set_len(len).map_err(io)?;
        Ok(Self { path: path.to_owned(), file, scores })
    }

    /// Returns the scores.
    pub const fn scores(&self) -> &Scores {
        &self.scores
    }

    /// Returns whether the scores of a chunk are there.
    pub(crate) fn has(&self, chunk: usize) -> bool {
        self.scores.chunks.contains_key(&chunk)
    }

    /// Adds the scores of a chunk, unless they are there.
    pub(crate) fn append(&mut self, index: usize, scores: Vec<i8>) -> Result<(), RecordError> {
        let Entry::Vacant(place) = self.scores.chunks.entry(index) else { return Ok(()) };
        // One call for the whole chunk: as little as possible is torn by an interruption.
        let mut bytes = (index as u32).to_le_bytes().to_vec();
        bytes.extend(hash(index, &scores).to_le_bytes());
        bytes.extend(scores.iter().map(|score| score.cast_unsigned()));
        let written = self.file.write_all(&bytes);
        written.map_err(|source| RecordError::Io { path: self.path.clone(), source })?;
        place.insert(scores);
        Ok(())
    }

    /// Deletes the file.
    ///
    /// # Errors
    ///
    /// [`RecordError::Io`].
    pub fn remove(self) -> Result<(), RecordError> {
        fs::remove_file(&self.path).map_err(|source| RecordError::Io { path: self.path, source })
    }
}

/// Reads a record up to the first chunk that isn't whole, and returns it with its length up to there.
fn load(path: &Path, file: &File) -> Result<(Scores, u64), RecordError> {
    let io = |source| RecordError::Io { path: path.to_owned(), source };
    let mut from = BufReader::new(file);
    let mut line = Vec::new();
    from.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(io)?;
    let text = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok());
    let no_record = || RecordError::NoRecord { path: path.to_owned() };
    let subject = text.and_then(Subject::parse).ok_or_else(no_record)?;
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).map_err(io)?;
    let mut chunks = BTreeMap::new();
    let mut rest = &bytes[..];
    while let Some((index, scores, after)) = split_chunk(rest, subject) {
        chunks.insert(index, scores);
        rest = after;
    }
    Ok((Scores { subject, chunks }, (line.len() + bytes.len() - rest.len()) as u64))
}

/// Takes a whole chunk from the front of some bytes.
fn split_chunk(bytes: &[u8], subject: Subject) -> Option<(usize, Vec<i8>, &[u8])> {
    let (&index, rest) = bytes.split_first_chunk()?;
    let (&stated, rest) = rest.split_first_chunk()?;
    let index = u32::from_le_bytes(index) as usize;
    let len = subject.positions.checked_sub(index.checked_mul(CHUNK)?)?.min(CHUNK);
    let (scores, rest) = rest.split_at_checked(len)?;
    let scores: Vec<_> = scores.iter().map(|score| score.cast_signed()).collect();
    (len > 0 && hash(index, &scores) == u64::from_le_bytes(stated)).then_some((index, scores, rest))
}

/// Returns a hash by which a torn chunk is told from a whole one (FNV-1a).
fn hash(index: usize, scores: &[i8]) -> u64 {
    let scores = scores.iter().map(|score| score.cast_unsigned());
    let bytes = (index as u64).to_le_bytes().into_iter().chain(scores);
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

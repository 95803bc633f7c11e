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
//! A chunk is some positions that follow on one another, [`Subject::chunk`] of them, the last one perhaps fewer. Chunks
//! stand in any order. Who is interrupted while writing one leaves part of a chunk, which is cut off when the file is
//! opened again; a whole one that is damaged is searched again. Numbers are little-endian.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::ply::Ply;

/// The most positions of a chunk.
const MAX_CHUNK: usize = 256;

/// Chunks of a ply, at least, unless it has fewer positions: enough for many threads, machines and interruptions.
const MIN_CHUNKS: usize = 4096;

/// More than the longest first line of a record.
const MAX_LINE: u64 = 200;

/// Bytes of a chunk before its scores.
const CHUNK_HEADER: usize = 12;

/// What a record is about: the positions of a ply that take search, in the order of [`Ply::kept`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// Columns of the board.
    pub(crate) columns: usize,
    /// Rows of the board.
    pub(crate) rows: usize,
    /// Stones on the board.
    pub(crate) plies: u32,
    /// Positions.
    pub(crate) positions: usize,
    /// A hash of the positions in their order.
    hash: u64,
}

impl Subject {
    /// Returns what a record of a ply is about.
    pub(crate) fn of<const W: usize, const H: usize>(ply: &Ply<W, H>) -> Self {
        let keys = ply.kept().flat_map(|position| position.key().get().to_le_bytes());
        let (positions, hash) = (ply.kept().count(), hash(keys));
        Self { columns: W, rows: H, plies: ply.plies(), positions, hash }
    }

    /// Returns the number of positions of a chunk.
    pub(crate) fn chunk(&self) -> usize {
        (self.positions / MIN_CHUNKS).clamp(1, MAX_CHUNK)
    }

    /// Returns the number of chunks.
    pub(crate) fn chunks(&self) -> usize {
        self.positions.div_ceil(self.chunk())
    }

    /// Returns the positions of a chunk, by their indices.
    pub(crate) fn range(&self, chunk: usize) -> Range<usize> {
        let end = |chunk: usize| self.positions.min(chunk.saturating_mul(self.chunk()));
        end(chunk)..end(chunk.saturating_add(1))
    }

    /// Reads the first line of a record.
    fn parse(line: &str) -> Option<Self> {
        let (text, hash) = line.rsplit_once(' ')?;
        let mut numbers =
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<usize>().ok());
        let mut next = || numbers.next();
        let (columns, rows, positions, plies) = (next()?, next()?, next()?, next()?);
        let (plies, hash) = (plies.try_into().ok()?, u64::from_str_radix(hash, 16).ok()?);
        let subject = Self { columns, rows, plies, positions, hash };
        (subject.to_string() == line).then_some(subject)
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows, plies, positions, hash } = self;
        write!(
            f,
            "marlin book record, {columns}x{rows}, {positions} positions of {plies} plies, order {hash:016x}"
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
    /// Bytes in the middle of the record are no chunk.
    #[error("{}: damaged at byte {at}; what stands before it is good: cut it off there, or delete the file", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        at: usize,
    },
    /// Another run is writing the record.
    #[error("{}: another run is at it; wait for its end, or give this one another shard", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
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
    pub(crate) const fn subject(&self) -> Subject {
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
    /// Opens the record of a ply, or begins it. What an earlier run has left in the file is taken over.
    ///
    /// # Errors
    ///
    /// Every [`RecordError`] but the contradiction.
    pub fn open<const W: usize, const H: usize>(path: &Path, ply: &Ply<W, H>) -> Result<Self, RecordError> {
        let io = |source| RecordError::Io { path: path.to_owned(), source };
        let subject = Subject::of(ply);
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(RecordError::InUse { path: path.to_owned() }),
            // Where files can't be locked, whoever starts two runs must know what he does.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let line = format!("{subject}\n");
        if file.metadata().map_err(io)?.len() < line.len() as u64 {
            let mut begun = Vec::new();
            file.read_to_end(&mut begun).map_err(io)?;
            if !line.as_bytes().starts_with(&begun) {
                return Err(RecordError::NoRecord { path: path.to_owned() });
            }
            file.rewind().and_then(|()| file.write_all(line.as_bytes())).map_err(io)?;
        }
        file.rewind().map_err(io)?;
        let (scores, len) = load(path, &file)?;
        if scores.subject != subject {
            let (found, expected) = (scores.subject, subject);
            return Err(RecordError::Other { path: path.to_owned(), found, expected });
        }
        // A run that was interrupted while it wrote a chunk has left part of it.
        file.set_len(len).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
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
        bytes.extend(hash_of(index, &scores).to_le_bytes());
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

/// Reads a record, and returns it with its length without the part of a chunk that may stand at its end.
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
    while let Some(chunk) = Chunk::split_off(&mut rest, subject) {
        chunks.extend(chunk.scores.map(|scores| (chunk.index, scores)));
    }
    if rest.len() >= CHUNK_HEADER + subject.chunk() {
        return Err(RecordError::Damaged {
            path: path.to_owned(),
            at: line.len() + bytes.len() - rest.len(),
        });
    }
    Ok((Scores { subject, chunks }, (line.len() + bytes.len() - rest.len()) as u64))
}

/// A chunk in a file.
struct Chunk {
    index: usize,
    /// Nothing if they are damaged.
    scores: Option<Vec<i8>>,
}

impl Chunk {
    /// Takes a chunk from the front of some bytes; `None` if they don't begin with a whole one.
    fn split_off(bytes: &mut &[u8], subject: Subject) -> Option<Self> {
        let (&index, rest) = bytes.split_first_chunk()?;
        let (&stated, rest) = rest.split_first_chunk()?;
        let index = u32::from_le_bytes(index) as usize;
        let len = subject.range(index).len();
        let (scores, rest) = rest.split_at_checked(len).filter(|_| len > 0)?;
        let scores: Vec<_> = scores.iter().map(|score| score.cast_signed()).collect();
        *bytes = rest;
        let is_undamaged = hash_of(index, &scores) == u64::from_le_bytes(stated);
        Some(Self { index, scores: is_undamaged.then_some(scores) })
    }
}

/// Returns a hash by which a damaged chunk is told from a whole one.
fn hash_of(index: usize, scores: &[i8]) -> u64 {
    let scores = scores.iter().map(|score| score.cast_unsigned());
    hash((index as u64).to_le_bytes().into_iter().chain(scores))
}

/// Returns a hash of some bytes (FNV-1a).
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

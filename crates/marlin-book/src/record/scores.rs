//! [`Scores`]: the scores found so far of the last ply of a book.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use marlin_support::files::{open_regular, read_bounded};

use super::error::RecordError;
use super::format::{Chunk, Header};

/// More than the longest first line of a record.
const MAX_LINE: u64 = 200;

/// The scores found so far of the last ply of a book.
#[derive(Debug, Clone)]
pub struct Scores {
    pub(super) header: Header,
    pub(super) chunks: BTreeMap<usize, Vec<i8>>,
}

impl Scores {
    /// Reads the scores of a record.
    ///
    /// # Errors
    ///
    /// [`RecordError::Io`] and [`RecordError::NotARecord`].
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let file = open_regular(path).map_err(|source| RecordError::Io { path: path.to_owned(), source })?;
        Ok(load(path, &file)?.0)
    }

    /// Adds the scores of another record.
    ///
    /// # Errors
    ///
    /// Every [`RecordError`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_book::{Ply, Record, Scores};
    ///
    /// let ply = Ply::with_stones("4x4".parse()?, 1);
    /// let path = |shard| std::env::temp_dir().join(format!("marlin-book-merge-{shard}-{}", std::process::id()));
    /// let records = [Record::open(&path(1), &ply)?, Record::open(&path(2), &ply)?];
    /// // ... generate shard 1/2 into one of them and 2/2 into the other ...
    /// let mut scores = Scores::read(&path(1))?;
    /// scores.merge(&path(2))?;
    /// for record in records {
    ///     record.remove()?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merge(&mut self, path: &Path) -> Result<(), RecordError> {
        let other = Self::read(path)?;
        if other.header != self.header {
            let (found, expected) = (other.header, self.header);
            return Err(RecordError::OtherPositions { path: path.to_owned(), found, expected });
        }
        for (index, scores) in other.chunks {
            if self.chunks.entry(index).or_insert_with(|| scores.clone()) != &scores {
                return Err(RecordError::Contradiction { path: path.to_owned() });
            }
        }
        Ok(())
    }

    /// Returns the header, which names the positions.
    pub(crate) const fn header(&self) -> Header {
        self.header
    }

    /// Returns the number of positions without a score.
    pub fn missing(&self) -> usize {
        self.header.positions - self.chunks.values().map(Vec::len).sum::<usize>()
    }

    /// Returns the scores found so far, in the order of the positions.
    pub(crate) fn iter(&self) -> impl Iterator<Item = i8> {
        self.chunks.values().flatten().copied()
    }
}

/// Reads a record, and returns its scores and its length up to the last undamaged chunk.
pub(super) fn load(path: &Path, file: &File) -> Result<(Scores, u64), RecordError> {
    let io = |source| RecordError::Io { path: path.to_owned(), source };
    let mut from = BufReader::new(file);
    let mut line = Vec::new();
    from.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(io)?;
    let text = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok());
    let not_a_record = || RecordError::NotARecord { path: path.to_owned() };
    let header = text.and_then(Header::parse).ok_or_else(not_a_record)?;
    let bytes = read_bounded(from, header.most_bytes()).map_err(io)?;
    let (mut chunks, mut rest, mut end) = (BTreeMap::new(), &bytes[..], 0);
    while !rest.is_empty() {
        if let Some(Chunk { index, scores }) = Chunk::split_off(&mut rest, header) {
            chunks.insert(index, scores);
            end = bytes.len() - rest.len();
        } else {
            // Damage may hide where the next chunk begins.
            rest = &rest[1..];
        }
    }
    Ok((Scores { header, chunks }, (line.len() + end) as u64))
}

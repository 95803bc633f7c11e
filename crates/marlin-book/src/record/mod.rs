//! [`Record`]: a file with the scores found so far of the last ply of a book.
//!
//! ```text
//! one line                 the header, as text
//! for every chunk:
//!    4 bytes               its index
//!    8 bytes               a hash of the index and the scores
//!    1 byte a position     the scores, as signed numbers, in the order of the positions
//! ```
//!
//! A chunk is a run of [`Header::chunk`] consecutive positions; the last one may have fewer. Chunks are in any order. A
//! run that is interrupted while it writes a chunk leaves a part of it, which is cut off when the file is opened again; a
//! chunk that is damaged is searched again, and a damaged byte of the first line is written anew. Numbers are little-endian.

mod error;
mod format;
mod scores;

use std::collections::btree_map::Entry;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use marlin_core::BoardSize;
use marlin_support::files::{check_regular, lock, open_regular};

pub use self::error::RecordError;
pub use self::format::Header;
use self::format::to_bytes;
pub use self::scores::Scores;
use self::scores::load;
use crate::ply::Ply;

/// The scores of the last ply of a book with the file that keeps them.
///
/// # Examples
///
/// ```
/// use marlin_book::{Ply, Record};
///
/// let path = std::env::temp_dir().join(format!("marlin-book-record-{}", std::process::id()));
/// let record = Record::open(&path, &Ply::with_stones("5x4".parse()?, 1))?;
/// // A stone in one of five columns, mirror images once.
/// assert_eq!(record.scores().missing(), 3);
/// record.remove()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    file: File,
    scores: Scores,
}

impl Record {
    /// Opens the record of a ply, or begins one. It keeps the scores of an earlier run.
    ///
    /// # Errors
    ///
    /// Every [`RecordError`] except [`RecordError::Contradiction`].
    pub fn open(path: &Path, ply: &Ply) -> Result<Self, RecordError> {
        let io = |source| RecordError::Io { path: path.to_owned(), source };
        let header = Header::of(ply);
        check_regular(path).map_err(io)?;
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        if !lock(&file) {
            return Err(RecordError::InUse { path: path.to_owned() });
        }
        let line = format!("{header}\n");
        let mut found = Vec::new();
        (&file).take(line.len() as u64).read_to_end(&mut found).map_err(io)?;
        let differing =
            found.iter().zip(line.as_bytes()).filter(|(found, expected)| found != expected).count();
        // A run was interrupted within the line, or a byte of it was damaged. That of other positions differs in more.
        if differing == 0 || differing == 1 && found.len() == line.len() {
            file.rewind().and_then(|()| file.write_all(line.as_bytes())).map_err(io)?;
        }
        file.rewind().map_err(io)?;
        let (scores, len) = load(path, &file)?;
        if scores.header != header {
            let (found, expected) = (scores.header, header);
            return Err(RecordError::OtherPositions { path: path.to_owned(), found, expected });
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
        // One call for the whole chunk, so that an interruption hardly ever leaves half of it.
        let written = self.file.write_all(&to_bytes(index, &scores));
        written.map_err(|source| RecordError::Io { path: self.path.clone(), source })?;
        place.insert(scores);
        Ok(())
    }

    /// Deletes the record that a killed run has left beside its finished book. A record that is incomplete, in use, or about
    /// other positions is kept, and so is a file that is no record.
    ///
    /// # Errors
    ///
    /// [`RecordError::Io`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_book::{Ply, Record};
    ///
    /// let path = std::env::temp_dir().join(format!("marlin-book-begun-{}", std::process::id()));
    /// let ply = Ply::with_stones("5x4".parse()?, 1);
    /// let record = Record::open(&path, &ply)?;
    /// Record::remove_finished(&path, ply.size(), 1)?;
    /// assert!(path.exists(), "it has no scores yet");
    /// record.remove()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_finished(path: &Path, board: BoardSize, plies: u32) -> Result<(), RecordError> {
        let io = |source| RecordError::Io { path: path.to_owned(), source };
        let Ok(file) = open_regular(path) else { return Ok(()) };
        let is_in_use = !lock(&file);
        let Ok((scores, _)) = load(path, &file) else { return Ok(()) };
        let Header { columns, rows, plies: found, .. } = scores.header;
        let is_of_book = (columns, rows, found) == (board.width(), board.height(), plies);
        if is_in_use || !is_of_book || scores.missing() > 0 {
            return Ok(());
        }
        fs::remove_file(path).map_err(io)
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

#[cfg(test)]
mod tests {
    use super::format::CHUNK_HEADER;
    use super::*;

    #[test]
    fn damage_to_a_chunk_of_several_positions_costs_only_this_chunk() {
        let ply = Ply::with_stones(BoardSize::STANDARD, 7);
        let path = std::env::temp_dir().join(format!("marlin-book-chunks-{}", std::process::id()));
        let mut record = Record::open(&path, &ply).unwrap();
        let header = record.scores.header;
        let (chunk, last) = (header.chunk(), header.chunks() - 1);
        assert!(header.range(last).len() < chunk, "the last chunk is shorter");
        // The shorter one is in the middle of the file.
        let order = (0..last / 2).chain([last]).chain(last / 2..last);
        for index in order {
            record.append(index, vec![1; header.range(index).len()]).unwrap();
        }
        drop(record);
        let whole = fs::read(&path).unwrap();
        let first = header.to_string().len() + 1;
        let shorter = first + last / 2 * (CHUNK_HEADER + chunk);
        let behind = shorter + CHUNK_HEADER + header.range(last).len();
        for (start, missing) in [(first, chunk), (shorter, header.range(last).len()), (behind, chunk)] {
            for bit in 0..CHUNK_HEADER * 8 {
                let mut damaged = whole.clone();
                damaged[start + bit / 8] ^= 1 << (bit % 8);
                fs::write(&path, &damaged).unwrap();
                assert_eq!(Scores::read(&path).unwrap().missing(), missing, "bit {bit} from byte {start}");
            }
        }
        fs::remove_file(&path).unwrap();
    }
}

//! [`Record`]: a file that collects the scores of the last ply of a book.
//!
//! ```text
//! one line                 the header, as text
//! for every chunk:
//!    4 bytes               its index
//!    8 bytes               a hash of the index and the scores
//!    1 byte a position     the scores, as signed numbers, in the order of the positions
//! ```
//!
//! A chunk is a run of [`Header::chunk`] consecutive positions; the last one may have fewer. Chunks are in
//! any order. A run that is interrupted while it writes a chunk leaves a part of it, which is cut off when
//! the file is opened again; a chunk that is damaged is searched again, and a damaged byte of the first line
//! is written anew. Numbers are little-endian.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use marlin_core::BoardSize;
use marlin_support::exit::Failure;
use marlin_support::files::{check_regular, lock, open_regular, read_bounded};

use super::Ply;

/// The scores of the last ply of a book with the file that keeps them.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    file: File,
    pub scores: Scores,
}

impl Record {
    /// Opens the record of a ply, or begins one. It keeps the scores of an earlier run.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, is in use, is no record, or has other positions.
    pub fn open(path: &Path, ply: &Ply) -> Result<Self, Failure> {
        let io = |error| failed(path, error);
        let header = Header::of(ply);
        check_regular(path).map_err(io)?;
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        if !lock(&file) {
            let advice = "another run is writing it; wait for its end, or give this run another shard";
            return Err(failed(path, advice));
        }
        let line = format!("{header}\n");
        let mut found = Vec::new();
        (&file).take(line.len() as u64).read_to_end(&mut found).map_err(io)?;
        let differing =
            found.iter().zip(line.as_bytes()).filter(|(found, expected)| found != expected).count();
        // The line is incomplete, because a run was interrupted, or one byte of it is damaged. The line of
        // other positions differs in more bytes.
        if differing == 0 || differing == 1 && found.len() == line.len() {
            file.rewind().and_then(|()| file.write_all(line.as_bytes())).map_err(io)?;
        }
        file.rewind().map_err(io)?;
        let (scores, len) = load(path, &file)?;
        scores.header.check(path, header)?;
        // A run that was interrupted while it wrote a chunk has left part of it.
        file.set_len(len).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
        Ok(Self { path: path.to_owned(), file, scores })
    }

    /// Returns whether the scores of a chunk are recorded.
    pub(super) fn has(&self, chunk: usize) -> bool {
        self.scores.chunks.contains_key(&chunk)
    }

    /// Adds the scores of a chunk, unless they are recorded already.
    pub(super) fn append(&mut self, index: usize, scores: Vec<i8>) -> Result<(), Failure> {
        let Entry::Vacant(place) = self.scores.chunks.entry(index) else { return Ok(()) };
        // One call for the whole chunk, so that an interruption hardly ever leaves half of it.
        let written = self.file.write_all(&to_bytes(index, &scores));
        written.map_err(|error| failed(&self.path, error))?;
        place.insert(scores);
        Ok(())
    }

    /// Deletes the record that a killed run has left beside its finished book. A record that is incomplete,
    /// in use, or about other positions is kept, and so is a file that is no record.
    ///
    /// # Errors
    ///
    /// The system refuses it.
    pub fn remove_finished(path: &Path, board: BoardSize, plies: u32) -> Result<(), Failure> {
        let io = |error| failed(path, error);
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
    /// The system refuses it.
    pub fn remove(self) -> Result<(), Failure> {
        fs::remove_file(&self.path).map_err(|error| failed(&self.path, error))
    }
}

/// No first line of a record has as many bytes.
const MAX_LINE: u64 = 200;

/// The scores found so far of the last ply of a book.
#[derive(Debug, Clone)]
pub struct Scores {
    /// The positions.
    pub(super) header: Header,
    chunks: BTreeMap<usize, Vec<i8>>,
}

impl Scores {
    /// Reads the scores of a record.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no record.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let file = open_regular(path).map_err(|error| failed(path, error))?;
        Ok(load(path, &file)?.0)
    }

    /// Adds the scores of another record.
    ///
    /// # Errors
    ///
    /// The other record cannot be read, has other positions, or contradicts the scores of this one.
    pub fn merge(&mut self, path: &Path) -> Result<(), Failure> {
        let other = Self::read(path)?;
        other.header.check(path, self.header)?;
        for (index, scores) in other.chunks {
            if self.chunks.entry(index).or_insert_with(|| scores.clone()) != &scores {
                let reason = "its scores contradict the other records: one of the records is damaged";
                return Err(failed(path, reason));
            }
        }
        Ok(())
    }

    /// Returns the number of positions without a score.
    pub fn missing(&self) -> usize {
        self.header.positions - self.chunks.values().map(Vec::len).sum::<usize>()
    }

    /// Returns the scores found so far, in the order of the positions.
    pub(super) fn iter(&self) -> impl Iterator<Item = i8> {
        self.chunks.values().flatten().copied()
    }
}

/// Returns the error of a record's file.
fn failed(path: &Path, reason: impl fmt::Display) -> Failure {
    Failure::usage(format!("{}: {reason}", path.display()))
}

/// Reads a record, and returns its scores and its length up to the last undamaged chunk.
fn load(path: &Path, file: &File) -> Result<(Scores, u64), Failure> {
    let io = |error| failed(path, error);
    let mut from = BufReader::new(file);
    let mut line = Vec::new();
    from.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(io)?;
    let text = line.strip_suffix(b"\n").and_then(|line| str::from_utf8(line).ok());
    let not_a_record = || {
        failed(
            path,
            "not a record of `book generate`; name another file, or if its first line is damaged, repeat the command that made it",
        )
    };
    let header = text.and_then(Header::parse).ok_or_else(not_a_record)?;
    let bytes = read_bounded(from, header.most_bytes()).map_err(io)?;
    let (mut chunks, mut rest, mut end) = (BTreeMap::new(), &bytes[..], 0);
    while !rest.is_empty() {
        if let Some((index, scores)) = split_off_chunk(&mut rest, header) {
            chunks.insert(index, scores);
            end = bytes.len() - rest.len();
        } else {
            // Damage may hide where the next chunk begins.
            rest = &rest[1..];
        }
    }
    Ok((Scores { header, chunks }, (line.len() + end) as u64))
}

/// The maximum number of positions in a chunk.
const MAX_CHUNK: usize = 256;

/// The minimum number of chunks in a ply that has at least as many positions: enough for many threads,
/// machines and interruptions.
const MIN_CHUNKS: usize = 4096;

/// Bytes of a chunk before its scores.
const CHUNK_HEADER: usize = 12;

/// The first line of a record: it names the positions of a ply that must be searched, in the order of
/// [`Ply::kept`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    /// Columns of the board.
    pub(super) columns: usize,
    /// Rows of the board.
    pub(super) rows: usize,
    /// Stones on the board.
    pub(super) plies: u32,
    /// Positions.
    pub(super) positions: usize,
    /// A hash of the positions in their order.
    hash: u64,
}

impl Header {
    /// Returns the header of a record of a ply.
    pub(super) fn of(ply: &Ply) -> Self {
        let keys = ply.kept().flat_map(|position| position.key().to_le_bytes());
        let (positions, hash) = (ply.kept().count(), fnv1a(keys));
        let size = ply.size;
        Self { columns: size.width(), rows: size.height(), plies: ply.plies, positions, hash }
    }

    /// Returns an error unless this is the header that a record should have.
    fn check(self, path: &Path, expected: Self) -> Result<(), Failure> {
        let advice = "name another file, or delete this one";
        let other = || failed(path, format_args!("'{self}' instead of '{expected}'; {advice}"));
        if self == expected { Ok(()) } else { Err(other()) }
    }

    /// Returns the error of scores that belong to another board, or to other positions than the rules give.
    pub(super) fn other_board(self) -> Failure {
        let Self { columns, rows, plies, positions, .. } = self;
        Failure::usage(format!(
            "{positions} positions of {plies} plies on a board of {columns}x{rows} are not those of this book"
        ))
    }

    /// Returns the number of positions of a chunk.
    pub(super) fn chunk(&self) -> usize {
        (self.positions / MIN_CHUNKS).clamp(1, MAX_CHUNK)
    }

    /// Returns the number of chunks.
    pub(super) fn chunks(&self) -> usize {
        self.positions.div_ceil(self.chunk())
    }

    /// Returns the positions of a chunk, by their indices.
    pub(super) fn range(&self, chunk: usize) -> Range<usize> {
        let end = |chunk: usize| self.positions.min(chunk.saturating_mul(self.chunk()));
        end(chunk)..end(chunk.saturating_add(1))
    }

    /// Returns the maximum number of bytes after the first line. Each chunk may occur several times there,
    /// because a damaged chunk is searched and appended again.
    fn most_bytes(&self) -> u64 {
        const TIMES: u64 = 8;
        let scores = self.positions as u64;
        let heads = (self.chunks() as u64).saturating_mul(CHUNK_HEADER as u64);
        scores.saturating_add(heads).saturating_mul(TIMES)
    }

    /// Reads the first line of a record.
    fn parse(line: &str) -> Option<Self> {
        let (text, hash) = line.rsplit_once(' ')?;
        let mut numbers =
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<usize>().ok());
        let mut next = || numbers.next();
        let (columns, rows, positions, plies) = (next()?, next()?, next()?, next()?);
        let (plies, hash) = (plies.try_into().ok()?, u64::from_str_radix(hash, 16).ok()?);
        let header = Self { columns, rows, plies, positions, hash };
        (header.to_string() == line).then_some(header)
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows, plies, positions, hash } = self;
        write!(
            f,
            "marlin book record, {columns}x{rows}, {positions} positions of {plies} plies, order {hash:016x}"
        )
    }
}

/// Removes a chunk, its index and its scores, from the front of some bytes; `None` if they do not begin with
/// a complete and undamaged one.
fn split_off_chunk(bytes: &mut &[u8], header: Header) -> Option<(usize, Vec<i8>)> {
    let (&index, rest) = bytes.split_first_chunk()?;
    let (&stated, rest) = rest.split_first_chunk()?;
    let index = u32::from_le_bytes(index) as usize;
    let len = header.range(index).len();
    let (scores, rest) = rest.split_at_checked(len).filter(|_| len > 0)?;
    let scores: Vec<_> = scores.iter().map(|score| score.cast_signed()).collect();
    (hash_of(index, &scores) == u64::from_le_bytes(stated)).then(|| {
        *bytes = rest;
        (index, scores)
    })
}

/// Returns the bytes of a chunk.
fn to_bytes(index: usize, scores: &[i8]) -> Vec<u8> {
    let mut bytes = (index as u32).to_le_bytes().to_vec();
    bytes.extend(hash_of(index, scores).to_le_bytes());
    bytes.extend(scores.iter().map(|score| score.cast_unsigned()));
    bytes
}

/// Returns the hash that detects a damaged chunk.
fn hash_of(index: usize, scores: &[i8]) -> u64 {
    let scores = scores.iter().map(|score| score.cast_unsigned());
    fnv1a((index as u64).to_le_bytes().into_iter().chain(scores))
}

/// Returns the hash that detects damage (FNV-1a). It is part of the format, and too short to justify a
/// dependency.
fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_to_a_chunk_of_several_positions_costs_only_this_chunk() {
        let ply = Ply::with_stones(BoardSize::STANDARD, 7);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
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
    }
}

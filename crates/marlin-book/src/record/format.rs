//! The format of a record: a [`Header`] as its first line, and a [`Chunk`] for the scores of some positions.

use std::fmt;
use std::ops::Range;

use crate::ply::Ply;

/// The most positions of a chunk.
const MAX_CHUNK: usize = 256;

/// The least number of chunks of a ply, unless it has fewer positions: enough for many threads, machines and
/// interruptions.
const MIN_CHUNKS: usize = 4096;

/// Bytes of a chunk before its scores.
pub(super) const CHUNK_HEADER: usize = 12;

/// The first line of a record: it names the positions of a ply that must be searched, in the order of [`Ply::kept`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
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

impl Header {
    /// Returns the header of a record of a ply.
    pub(crate) fn of(ply: &Ply) -> Self {
        let keys = ply.kept().flat_map(|position| position.key().to_le_bytes());
        let (positions, hash) = (ply.kept().count(), fnv1a(keys));
        let size = ply.size();
        Self { columns: size.width(), rows: size.height(), plies: ply.plies(), positions, hash }
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

    /// Returns the most bytes that follow the first line: each chunk as often as it may have been searched anew after damage.
    pub(super) fn most_bytes(&self) -> u64 {
        const TIMES: u64 = 8;
        let scores = self.positions as u64;
        let heads = (self.chunks() as u64).saturating_mul(CHUNK_HEADER as u64);
        scores.saturating_add(heads).saturating_mul(TIMES)
    }

    /// Reads the first line of a record.
    pub(super) fn parse(line: &str) -> Option<Self> {
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

/// A chunk that was read from a file.
pub(super) struct Chunk {
    pub(super) index: usize,
    pub(super) scores: Vec<i8>,
}

impl Chunk {
    /// Removes a chunk from the front of some bytes; `None` without a whole and undamaged one.
    pub(super) fn split_off(bytes: &mut &[u8], header: Header) -> Option<Self> {
        let (&index, rest) = bytes.split_first_chunk()?;
        let (&stated, rest) = rest.split_first_chunk()?;
        let index = u32::from_le_bytes(index) as usize;
        let len = header.range(index).len();
        let (scores, rest) = rest.split_at_checked(len).filter(|_| len > 0)?;
        let scores: Vec<_> = scores.iter().map(|score| score.cast_signed()).collect();
        (hash_of(index, &scores) == u64::from_le_bytes(stated)).then(|| {
            *bytes = rest;
            Self { index, scores }
        })
    }
}

/// Returns the bytes of a chunk.
pub(super) fn to_bytes(index: usize, scores: &[i8]) -> Vec<u8> {
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

/// Returns the hash that detects damage (FNV-1a). It is part of the format, and too short to justify a dependency.
fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

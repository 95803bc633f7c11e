//! [`Header`]: the first line of a record, which names the positions of its scores.

use std::fmt;
use std::ops::Range;

use super::chunk::CHUNK_HEADER;
use super::hash::fnv1a;
use crate::ply::Ply;

/// The most positions of a chunk.
const MAX_CHUNK: usize = 256;

/// The least number of chunks of a ply, unless it has fewer positions: enough for many threads, machines and
/// interruptions.
const MIN_CHUNKS: usize = 4096;

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

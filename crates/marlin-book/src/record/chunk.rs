//! [`Chunk`]: the scores of some positions in a file.

use super::hash::fnv1a;
use super::header::Header;

/// Bytes of a chunk before its scores.
pub(super) const CHUNK_HEADER: usize = 12;

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

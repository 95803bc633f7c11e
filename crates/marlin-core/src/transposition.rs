//! [`TranspositionTable`]: what the search has proven about positions, shared without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::try_zeroed_slice_box;

use crate::position::Key;
use crate::score::{Bounds, Score};

/// Why a table can't be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableSizeError {
    /// The size is outside the range that a table can have.
    #[error("a table of {mib} MiB is out of range (1 to {} MiB)", TranspositionTable::<7, 6>::MAX_MIB)]
    OutOfRange {
        /// The size asked for.
        mib: usize,
    },
    /// The system has no such block of memory.
    #[error("no memory for a table of {mib} MiB (ask for a smaller one)")]
    OutOfMemory {
        /// The size asked for.
        mib: usize,
    },
}

/// Words in a bucket: what one cache line holds.
const BUCKET_WORDS: usize = 8;

/// Bits of an entry that hold the two bounds, six each.
const BOUNDS_BITS: u32 = 12;

/// Added to a score so that six bits hold it; no board of one word has a score beyond 29.
const SCORE_OFFSET: i32 = 32;

/// A table of bounds by position, used by many threads at once through a shared reference.
///
/// Each entry is one atomic word, so it is always read as it was written. A bucket is the eight words of a cache
/// line. An entry:
///
/// ```text
///   63          52+                      12 11      6 5       0
///  +--------------+-----------------------+----------+---------+
///  |  generation  |          tag          |  upper   |  lower  |
///  +--------------+-----------------------+----------+---------+
/// ```
///
/// A position's key is scrambled by a function that loses nothing. Multiplied by the number of buckets, its upper word
/// chooses the bucket; the tag is as many of its low bits as the choice leaves open, 44 in a table of 64 MiB.
/// Bucket and tag together determine the key, so **no entry ever answers for another position**. The bits left over count
/// the times that the table was cleared: an entry of an earlier generation is empty.
///
/// # Examples
///
/// ```
/// use marlin_core::{Bounds, Position, Score, TranspositionTable};
///
/// let table: TranspositionTable = TranspositionTable::new(1)?;
/// let position = Position::new();
/// table.store(position.key(), Bounds::exact(Score::new(1).unwrap()));
/// assert_eq!(table.probe(position.key()).and_then(Bounds::score), Score::new(1));
///
/// table.clear();
/// assert_eq!(table.probe(position.key()), None);
/// # Ok::<(), marlin_core::TableSizeError>(())
/// ```
#[derive(Debug)]
pub struct TranspositionTable<const W: usize = 7, const H: usize = 6> {
    /// The entries, with room before them to start at a cache line.
    words: Box<[AtomicU64]>,
    /// The first word that starts a cache line.
    first: usize,
    buckets: u64,
    /// The bits of the scrambled key that the choice of a bucket leaves open.
    tag_bits: u32,
    /// The current generation: from 1, so that zeroed memory is empty.
    generation: AtomicU64,
}

// Two scores in six bits each.
const _: () = assert!(SCORE_OFFSET - 29 >= 0 && SCORE_OFFSET + 29 < 64 && BOUNDS_BITS == 12);

impl<const W: usize, const H: usize> TranspositionTable<W, H> {
    /// The smallest size in MiB.
    pub const MIN_MIB: usize = 1;

    /// The largest size in MiB: 1 TiB.
    pub const MAX_MIB: usize = 1 << 20;

    /// Makes an empty table of a size in MiB. The system gives the memory as it is first written.
    ///
    /// # Errors
    ///
    /// [`TableSizeError::OutOfRange`] outside [`Self::MIN_MIB`] to [`Self::MAX_MIB`], and
    /// [`TableSizeError::OutOfMemory`] if the system refuses.
    pub fn new(mib: usize) -> Result<Self, TableSizeError> {
        if !(Self::MIN_MIB..=Self::MAX_MIB).contains(&mib) {
            return Err(TableSizeError::OutOfRange { mib });
        }
        let buckets = (mib << 20) / (BUCKET_WORDS * size_of::<u64>());
        let words: Box<[AtomicU64]> = try_zeroed_slice_box((buckets + 1) * BUCKET_WORDS)
            .map_err(|()| TableSizeError::OutOfMemory { mib })?;
        let first = words.as_ptr().align_offset(BUCKET_WORDS * size_of::<u64>()).min(BUCKET_WORDS);
        let buckets = buckets as u64;
        // Bucket b takes the scrambled keys from b * 2^64 / buckets on, at most 2^tag_bits of them in a row: their
        // low bits tell them apart.
        let tag_bits = 64 - buckets.ilog2();
        debug_assert!(tag_bits + BOUNDS_BITS < 64, "at least one bit counts generations");
        Ok(Self { words, first, buckets, tag_bits, generation: AtomicU64::new(1) })
    }

    /// Returns the size in MiB.
    pub const fn size_mib(&self) -> usize {
        (self.buckets as usize * BUCKET_WORDS * size_of::<u64>()) >> 20
    }

    /// Returns what is proven about a position, `None` if the table doesn't know it.
    pub fn probe(&self, key: Key) -> Option<Bounds<W, H>> {
        let (bucket, label) = self.locate(key);
        bucket.iter().map(|entry| entry.load(Relaxed)).find(|entry| entry >> BOUNDS_BITS == label).map(unpack)
    }

    /// Stores what is proven about a position, in place of what was known about it or of another position.
    pub fn store(&self, key: Key, bounds: Bounds<W, H>) {
        let (bucket, label) = self.locate(key);
        let generation = label >> self.tag_bits;
        let is_free = |entry: u64| entry >> BOUNDS_BITS >> self.tag_bits != generation;
        let slot = bucket
            .iter()
            .position(|entry| {
                let entry = entry.load(Relaxed);
                entry >> BOUNDS_BITS == label || is_free(entry)
            })
            // Any slot will do, as long as it isn't always the same one: the low bits of the tag are as good as random.
            .unwrap_or(label as usize % BUCKET_WORDS);
        bucket[slot].store(label << BOUNDS_BITS | pack(bounds), Relaxed);
    }

    /// Forgets everything.
    ///
    /// # Complexity
    ///
    /// Constant, but for one in 2^(52 - tag bits) times, when the generations are used up and the memory is zeroed.
    pub fn clear(&self) {
        let generation = self.generation.load(Relaxed) + 1;
        if generation >> (64 - BOUNDS_BITS - self.tag_bits) == 0 {
            self.generation.store(generation, Relaxed);
        } else {
            self.words.iter().for_each(|word| word.store(0, Relaxed));
            self.generation.store(1, Relaxed);
        }
    }

    /// Returns the bucket of a position, and its generation and tag as they stand in an entry.
    fn locate(&self, key: Key) -> (&[AtomicU64], u64) {
        let scrambled = scramble(key.get());
        let index = (u128::from(scrambled) * u128::from(self.buckets)) >> 64;
        let start = self.first + index as usize * BUCKET_WORDS;
        let tag = scrambled & ((1 << self.tag_bits) - 1);
        (&self.words[start..start + BUCKET_WORDS], self.generation.load(Relaxed) << self.tag_bits | tag)
    }
}

/// Mixes the bits of a key: each step can be undone, so different keys stay different.
const fn scramble(key: u64) -> u64 {
    let key = (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let key = (key ^ (key >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key ^ (key >> 32)
}

/// Returns the bounds as the low bits of an entry.
fn pack<const W: usize, const H: usize>(bounds: Bounds<W, H>) -> u64 {
    let field = |score: Score<W, H>| (score.get() + SCORE_OFFSET) as u64;
    field(bounds.upper()) << (BOUNDS_BITS / 2) | field(bounds.lower())
}

/// Returns the bounds in the low bits of an entry.
fn unpack<const W: usize, const H: usize>(entry: u64) -> Bounds<W, H> {
    let score = |field: u64| Score::from_search((field % (1 << (BOUNDS_BITS / 2))) as i32 - SCORE_OFFSET);
    Bounds::new(score(entry), score(entry >> (BOUNDS_BITS / 2))).unwrap_or(Bounds::UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn key(word: u64) -> Key {
        Key::from_raw(word)
    }

    fn table(mib: usize) -> TranspositionTable {
        TranspositionTable::new(mib).unwrap()
    }

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds::new(Score::new(lower).unwrap(), Score::new(upper).unwrap()).unwrap()
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = table(1);
        for lower in -18..=18 {
            for upper in lower..=18 {
                table.store(key(77), bounds(lower, upper));
                assert_eq!(table.probe(key(77)), Some(bounds(lower, upper)));
            }
        }
        assert_eq!(table.probe(key(78)), None);
    }

    #[test]
    fn an_overfull_table_never_answers_for_another_position() {
        let table = table(1);
        let value = |word: u64| (word % 37) as i32 - 18;
        let words = 1_000_000;
        for word in 0..words {
            table.store(key(word), bounds(value(word), value(word)));
        }
        let found = (0..words).filter_map(|word| Some((word, table.probe(key(word))?)));
        let kept = found.inspect(|(word, found)| assert_eq!(found.lower().get(), value(*word))).count();
        assert!(kept > 100_000, "{kept} of 131,072 entries are in use");
        assert!((words..2 * words).all(|word| table.probe(key(word)).is_none()));
    }

    #[test]
    fn clearing_empties_the_table_however_often() {
        let table = table(1);
        let position = Position::new();
        for _ in 0..20 {
            assert_eq!(table.probe(position.key()), None);
            table.store(position.key(), bounds(1, 1));
            assert_eq!(table.probe(position.key()), Some(bounds(1, 1)));
            table.clear();
        }
    }

    #[test]
    fn absurd_sizes_are_errors() {
        let error = |mib| TranspositionTable::<7, 6>::new(mib).unwrap_err();
        assert_eq!(error(0), TableSizeError::OutOfRange { mib: 0 });
        assert_eq!(error(usize::MAX), TableSizeError::OutOfRange { mib: usize::MAX });
        assert_eq!(error((1 << 20) + 1), TableSizeError::OutOfRange { mib: (1 << 20) + 1 });
    }

    #[test]
    fn sizes_need_not_be_powers_of_two() {
        let table = table(3);
        assert_eq!(table.size_mib(), 3);
        for word in 0..10_000 {
            table.store(key(word), bounds(0, 1));
        }
        assert!((0..10_000).all(|word| table.probe(key(word)) == Some(bounds(0, 1))));
    }
}

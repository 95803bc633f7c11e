//! [`Buckets`]: the memory of a table, and its entries, which many threads read and write without locks.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use bytemuck::allocation::try_zeroed_slice_box;

use crate::bounds::Bounds;
use crate::cpu;
use crate::target::IS_WASM;

/// The key of a position in a main table: two hashes of its reduced form, independent of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FormKey {
    /// Compared as a whole. It is stored xored with the data.
    pub hash: u64,
    /// Its upper [`CHECK_BITS`] are stored as part of the tag, its lower [`INDEX_BITS`] are the index of the
    /// bucket.
    pub check: u64,
}

/// Bits of an entry that hold the two bounds, seven each.
const BOUNDS_BITS: u32 = 14;
const CHECK_BITS: u32 = 32;
const INDEX_BITS: u32 = 30;
const WORK_BITS: u32 = 6;
const GENERATION_BITS: u32 = 12;
const WORK_SHIFT: u32 = BOUNDS_BITS + CHECK_BITS;
const GENERATION_SHIFT: u32 = WORK_SHIFT + WORK_BITS;

/// The last generation; the first is 1, because zeroed memory has 0.
pub(super) const LAST_GENERATION: u64 = (1 << GENERATION_BITS) - 1;

/// The tag of an entry: its generation and its check bits.
const TAG_MASK: u64 = !(u64::MAX >> GENERATION_BITS) | ((1 << WORK_SHIFT) - (1 << BOUNDS_BITS));

/// Added to a score so that seven bits hold it; no board has a score beyond 61.
const SCORE_OFFSET: i32 = 64;

const _: () = assert!(GENERATION_SHIFT + GENERATION_BITS == 64 && BOUNDS_BITS == 14);

/// The maximum work of an entry.
const MAX_WORK: u64 = (1 << WORK_BITS) - 1;

/// The work that an entry loses when the one before it is replaced. Afterwards it counts as a quarter of its
/// nodes.
const AGEING: u64 = 2;

/// Entries in a bucket, and words in one: a bucket is a cache line.
const BUCKET_ENTRIES: usize = 4;
const BUCKET_WORDS: usize = 2 * BUCKET_ENTRIES;
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<u64>();

/// The largest table that has an index for each bucket.
pub(super) const MAX_MIB: u64 = ((BUCKET_BYTES as u64) << INDEX_BITS) >> 20;

/// The number of entries sampled to measure the fill of a table; the smallest table has more.
const HASHFULL_SAMPLE: usize = 4000;

/// Words of a page of memory on most systems.
const PAGE_WORDS: usize = 4096 / size_of::<u64>();

/// Pages that a thread touches at a poll, in about the time of the nodes between two polls.
const PAGES_AT_ONCE: usize = 32;

/// Buckets of entries. An entry is two words:
///
/// ```text
///   63      52 51   46 45           14 13    7 6     0
///  +----------+-------+---------------+-------+-------+
///  |generation| work  |     check     | upper | lower |   data
///  +----------+-------+---------------+-------+-------+
///  |                  hash XOR data                   |   xored key
///  +--------------------------------------------------+
/// ```
///
/// This is Hyatt's lockless hashing. Two threads may write the words of one entry in turn; the xored key and
/// the data then do not give the hash, and the entry counts as empty. So no lock is needed, and nothing is
/// ever read that was not written or aged as a whole. An entry of another generation than the current one is
/// empty. `work` is the binary logarithm of the nodes that the bounds have cost, and decreases with age:
/// entries that were cheap are replaced first.
///
/// # References
///
/// R. M. Hyatt, T. Mann, A lockless transposition table implementation for parallel search, 2002.
#[derive(Default)]
pub(super) struct Buckets {
    /// The buckets, with room before them to start at a cache line.
    words: Box<[AtomicU64]>,
    /// The first word that starts a cache line.
    first: usize,
    count: u32,
    /// The number of the first words that [`Self::touch_some`] has dealt with.
    touched: AtomicUsize,
}

impl Buckets {
    pub(super) fn new(mib: usize) -> Option<Self> {
        let count = mib.checked_mul(1 << 20)? / BUCKET_BYTES;
        let words: Box<[AtomicU64]> = try_zeroed_slice_box((count + 1) * BUCKET_WORDS).ok()?;
        let first = words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET_WORDS);
        Some(Self { words, first, count: count as u32, touched: AtomicUsize::new(0) })
    }

    pub(super) const fn mib(&self) -> usize {
        (self.count as usize * BUCKET_BYTES) >> 20
    }

    /// Returns the share of entries of a generation, in thousandths, by a sample of the first ones.
    pub(super) fn full(&self, generation: u64) -> u32 {
        let sampled = self.words[self.first..].chunks_exact(2).take(HASHFULL_SAMPLE);
        let of_generation = |entry: &&[AtomicU64]| entry[1].load(Relaxed) >> GENERATION_SHIFT == generation;
        (sampled.filter(of_generation).count() * 1000 / HASHFULL_SAMPLE) as u32
    }

    /// Writes to some more pages of new memory, for threads that are about to share it. A page that is read
    /// first costs a second fault when it is written to, and then the other cores must drop their translation
    /// of its address.
    pub(super) fn touch_some(&self) {
        // The module for browsers has no threads, and no code for them.
        if IS_WASM || self.touched.load(Relaxed) >= self.words.len() {
            return;
        }
        let start = self.touched.fetch_add(PAGES_AT_ONCE * PAGE_WORDS, Relaxed);
        let words = self.words.get(start..).unwrap_or_default();
        for word in words.iter().step_by(PAGE_WORDS).take(PAGES_AT_ONCE) {
            // Another thread may have written to it.
            let (Ok(_) | Err(_)) = word.compare_exchange(0, 0, Relaxed, Relaxed);
        }
    }

    pub(super) fn zero(&self) {
        self.touched.store(self.words.len(), Relaxed);
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// Returns the index of the bucket of a check.
    #[inline(always)]
    pub(super) const fn bucket_index(&self, check: u64) -> u64 {
        ((check & ((1 << INDEX_BITS) - 1)) * self.count as u64) >> INDEX_BITS
    }

    /// Returns the words of all buckets.
    pub(super) fn words(&self) -> &[AtomicU64] {
        &self.words[self.first..][..self.count as usize * BUCKET_WORDS]
    }

    /// Returns the words of a bucket.
    #[inline(always)]
    fn bucket(&self, index: u64) -> &[AtomicU64] {
        let start = self.first + index as usize * BUCKET_WORDS;
        &self.words[start..start + BUCKET_WORDS]
    }

    /// Tears the entries of a bucket, as a thread that has written only one of the two words.
    #[cfg(test)]
    pub(super) fn tear(&self, key: FormKey) {
        for entry in self.bucket(self.bucket_index(key.check)).chunks_exact(2) {
            entry[1].fetch_xor(1, Relaxed);
        }
    }

    /// Prefetches a bucket.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u64) {
        cpu::prefetch(&self.bucket(index)[0]);
    }

    /// Returns the data of the entry of a position in its bucket.
    #[inline(always)]
    pub(super) fn find(&self, index: u64, key: FormKey, generation: u64) -> Option<u64> {
        let tag = tag(key, generation);
        self.bucket(index).chunks_exact(2).find_map(|entry| read_entry(entry, key.hash, tag))
    }

    /// Stores a position as [`pack`] returns it: over an entry of this generation with its hash, else over
    /// the entry of the least work. The check is not compared here; at worst, another position of the same
    /// hash loses its entry.
    ///
    /// The entry after the overwritten one ages. Otherwise the expensive entries of finished subtrees would
    /// fill the bucket, and new ones would only replace one another.
    #[inline(always)]
    pub(super) fn put(&self, key: FormKey, generation: u64, packed: u64) {
        let data = tag(key, generation) | packed;
        let bucket = self.bucket(self.bucket_index(key.check));
        // Ties are broken by the hash and not by the slot.
        let of_equals = key.hash % BUCKET_ENTRIES as u64;
        let mut cheapest = u64::MAX;
        for (slot, entry) in bucket.chunks_exact(2).enumerate() {
            let old = entry[1].load(Relaxed);
            let same_generation = old >> GENERATION_SHIFT == generation;
            if same_generation && (entry[0].load(Relaxed) ^ old) == key.hash {
                return write_entry(entry, key.hash, data);
            }
            let work = if same_generation { 1 + (old >> WORK_SHIFT & MAX_WORK) } else { 0 };
            cheapest = cheapest.min(work * BUCKET_ENTRIES as u64 + (slot as u64 ^ of_equals));
        }
        let slot = ((cheapest % BUCKET_ENTRIES as u64) ^ of_equals) as usize;
        write_entry(&bucket[2 * slot..], key.hash, data);
        age_entry(&bucket[2 * ((slot + 1) % BUCKET_ENTRIES)..]);
    }
}

/// Returns the tag of a position in a generation, in the form of an entry.
#[inline(always)]
fn tag(key: FormKey, generation: u64) -> u64 {
    generation << GENERATION_SHIFT | key.check >> (64 - CHECK_BITS) << BOUNDS_BITS
}

/// Returns bounds and their cost in the form of an entry.
#[inline(always)]
pub(super) fn pack(bounds: Bounds, nodes: u64) -> u64 {
    let field = |score: i32| (score + SCORE_OFFSET) as u64;
    let work = u64::from(nodes.max(1).ilog2());
    work << WORK_SHIFT | field(bounds.upper) << (BOUNDS_BITS / 2) | field(bounds.lower)
}

/// Returns the bounds in the data of an entry.
#[inline(always)]
pub(super) fn bounds(data: u64) -> Bounds {
    let score = |field: u64| (field % (1 << (BOUNDS_BITS / 2))) as i32 - SCORE_OFFSET;
    Bounds { lower: score(data), upper: score(data >> (BOUNDS_BITS / 2)) }
}

/// Returns the data of an entry with the work that is left after ageing.
#[inline(always)]
fn aged(data: u64) -> u64 {
    data - ((data >> WORK_SHIFT & MAX_WORK).min(AGEING) << WORK_SHIFT)
}

/// A word that threads share: an atomic one, or in a test one that loom observes.
trait SharedWord {
    fn get(&self) -> u64;
    fn set(&self, value: u64);
}

impl SharedWord for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline(always)]
    fn set(&self, value: u64) {
        self.store(value, Relaxed);
    }
}

/// Returns the data of an entry if it has this tag and, by its xored key, this hash.
#[inline(always)]
fn read_entry(entry: &[impl SharedWord], hash: u64, tag: u64) -> Option<u64> {
    let data = entry[1].get();
    (data & TAG_MASK == tag && entry[0].get() ^ data == hash).then_some(data)
}

/// Writes data, and the hash xored with it.
#[inline(always)]
fn write_entry(entry: &[impl SharedWord], hash: u64, data: u64) {
    entry[1].set(data);
    entry[0].set(hash ^ data);
}

/// Lowers the work of an entry. Between the writes of the two words it is torn.
#[inline(always)]
fn age_entry(entry: &[impl SharedWord]) {
    let (old, xored_key) = (entry[1].get(), entry[0].get());
    let data = aged(old);
    entry[1].set(data);
    entry[0].set(xored_key ^ old ^ data);
}

#[cfg(all(test, marlin_loom))]
mod tests {
    use super::*;

    impl SharedWord for loom::sync::atomic::AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Relaxed)
        }

        fn set(&self, value: u64) {
            self.store(value, Relaxed);
        }
    }

    /// Lets loom try the orders of a writer, another thread that writes or ages, and a reader of one entry,
    /// with the values that loom's model allows for each load.
    fn check_entry_protocol(read: u64, ages: bool) {
        loom::model(move || {
            let word = || loom::sync::atomic::AtomicU64::new(0);
            let entry = loom::sync::Arc::new([word(), word()]);
            // Positions of one bucket and one tag, which only the hash distinguishes.
            let tag = 1 << GENERATION_SHIFT | 5 << BOUNDS_BITS;
            let cost = 7 << WORK_SHIFT;
            let of =
                move |position: u64| (position.wrapping_mul(0x9e37_79b9_7f4a_7c15), tag | cost | position);
            let write = move |entry: &[_], position: u64| {
                let (hash, data) = of(position);
                write_entry(entry, hash, data);
            };
            if ages {
                write(&entry[..], 2);
            }
            let writers = [1, 2].map(|position| {
                let entry = loom::sync::Arc::clone(&entry);
                loom::thread::spawn(move || {
                    if ages && position == 2 {
                        age_entry(&entry[..]);
                    } else {
                        write(&entry[..], position);
                    }
                })
            });
            let (hash, data) = of(read);
            let found = read_entry(&entry[..], hash, tag);
            let written = [data, aged(data)];
            assert!(found.is_none_or(|found| read < 3 && written.contains(&found)), "{read}: {found:?}");
            for writer in writers {
                writer.join().unwrap();
            }
        });
    }

    #[test]
    fn an_entry_is_read_as_it_was_written_or_aged_or_not_at_all_whatever_the_threads_do() {
        for read in [1, 2, 3] {
            check_entry_protocol(read, false);
            check_entry_protocol(read, true);
        }
    }
}

//! [`TranspositionTable`]: what the search has proven, shared without locks.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::try_zeroed_slice_box;

use crate::cpu;
use crate::geometry::Geometry;
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

/// What names a position in the table: two hashes of its canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Fingerprint {
    /// Stored whole.
    pub(crate) place: u64,
    /// Its upper [`CHECK_BITS`] are stored, the others choose the bucket.
    pub(crate) check: u64,
}

/// A table of bounds by position, used by many threads at once through a shared reference.
///
/// It has two levels, chosen by the number of stones. Nearly all nodes of a search lie close to the end of the game,
/// and their entries are worth little: they go to a small level that stays in the cache of a core, where a probe
/// costs next to nothing. The others go to the large level, the one whose size is chosen.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use marlin_core::{Position, Solver, TranspositionTable};
///
/// let table = Arc::new(TranspositionTable::new(16)?);
/// let solver: Solver = Solver::with_table(Arc::clone(&table));
/// assert_eq!(solver.solve(&"4433".parse()?).get(), 18);
///
/// table.clear();
/// assert_eq!(table.hash_mib(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TranspositionTable<const W: usize = 7, const H: usize = 6> {
    /// For positions with many stones, one for each thread that searches. What stands in one is of little use to another
    /// thread, and a core has a cache of its own.
    near: Box<[Near]>,
    /// For the others.
    far: Level,
    /// From 1, so that zeroed memory is of no generation.
    generation: AtomicU64,
}

/// A small level, lent to one thread at a time.
struct Near {
    is_lent: AtomicBool,
    /// Made when it is first lent; `None` if there is no memory for it.
    level: OnceLock<Option<Level>>,
}

/// The most threads that have a small level each; of more, some share one.
pub(crate) const MAX_THREADS: usize = 256;

/// The size of the small level in MiB, about that of a core's own cache. Measured with `marlin-bench L1_R2`: 1 MiB takes
/// more nodes, 4 MiB more time.
const NEAR_MIB: usize = 2;

/// The most empty cells of a position that goes to the small level. With 64 MiB on 7x6 the search is fastest there:
/// `cargo run --release -p marlin-bench -- L1_R2`.
const NEAR_EMPTY_CELLS: u32 = 22;

impl<const W: usize, const H: usize> TranspositionTable<W, H> {
    /// The smallest size in MiB.
    pub const MIN_MIB: usize = 1;

    /// The largest size in MiB: 4 GiB, as many buckets as the bits that choose one can tell apart.
    pub const MAX_MIB: usize = 1 << 12;

    /// Makes an empty table of a size in MiB, and of the 2 MiB of its small level. The system gives the memory as it is first written.
    ///
    /// # Errors
    ///
    /// [`TableSizeError::OutOfRange`] outside [`Self::MIN_MIB`] to [`Self::MAX_MIB`], and
    /// [`TableSizeError::OutOfMemory`] if the system refuses.
    pub fn new(mib: usize) -> Result<Self, TableSizeError> {
        if !(Self::MIN_MIB..=Self::MAX_MIB).contains(&mib) {
            return Err(TableSizeError::OutOfRange { mib });
        }
        let level = |size| Level::new(size).ok_or(TableSizeError::OutOfMemory { mib });
        let no_level = || Near { is_lent: AtomicBool::new(false), level: OnceLock::new() };
        let near: Box<[Near]> = (0..MAX_THREADS).map(|_| no_level()).collect();
        let _first = near[0].level.set(Some(level(NEAR_MIB)?));
        Ok(Self { near, far: level(mib)?, generation: AtomicU64::new(1) })
    }

    /// Returns the size in MiB that was asked for.
    pub const fn hash_mib(&self) -> usize {
        self.far.mib()
    }

    /// Forgets everything. A search that goes on meanwhile may keep some of what it stores; it stays right.
    ///
    /// # Complexity
    ///
    /// Constant, but for every 255th time, when the generations are used up and the memory is zeroed.
    pub fn clear(&self) {
        let next = |generation| Some(generation + 1).filter(|next| next >> GENERATION_BITS == 0);
        if self.generation.fetch_update(Relaxed, Relaxed, next).is_err() {
            self.near.iter().filter_map(|near| near.level.get()?.as_ref()).for_each(Level::zero);
            self.far.zero();
            // Another thread may have been faster, and may have begun to count up again.
            let _ = self.generation.compare_exchange((1 << GENERATION_BITS) - 1, 1, Relaxed, Relaxed);
        }
    }

    /// Returns how full the table is, in thousandths of its large level, by a sample of its first entries.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sampled = self.far.entries().take(HASHFULL_SAMPLE);
        let full = sampled.filter(|entry| entry >> GENERATION_SHIFT == generation).count();
        (full * 1000 / HASHFULL_SAMPLE) as u32
    }

    /// Returns the table as a thread that searches sees it: with a small level that is its own for as long.
    pub(crate) fn view(&self) -> View<'_, W, H> {
        let free = self.near.iter().find(|near| !near.is_lent.swap(true, Relaxed));
        let own = free.and_then(|near| near.level.get_or_init(|| Level::new(NEAR_MIB)).as_ref());
        View {
            near: own.unwrap_or_else(|| self.first_near()),
            lent: free.map(|near| &near.is_lent),
            ..self.peek()
        }
    }

    /// Returns the table as the first thread that searches sees it, to read from.
    pub(crate) fn peek(&self) -> View<'_, W, H> {
        View { near: self.first_near(), far: &self.far, generation: &self.generation, lent: None }
    }

    fn first_near(&self) -> &Level {
        // It was made with the table.
        self.near[0].level.get().and_then(Option::as_ref).unwrap_or(&self.far)
    }
}

/// A table as one thread sees it.
pub(crate) struct View<'a, const W: usize, const H: usize> {
    near: &'a Level,
    far: &'a Level,
    generation: &'a AtomicU64,
    /// To be lowered when the small level isn't used any more.
    lent: Option<&'a AtomicBool>,
}

impl<const W: usize, const H: usize> Drop for View<'_, W, H> {
    fn drop(&mut self) {
        if let Some(lent) = self.lent {
            lent.store(false, Relaxed);
        }
    }
}

impl<const W: usize, const H: usize> View<'_, W, H> {
    /// Returns what is proven about a position with `nb_moves` stones.
    #[inline(always)]
    pub(crate) fn probe(&self, name: Fingerprint, nb_moves: u32) -> Option<Bounds<W, H>> {
        let data = self.level(nb_moves).find(name, self.label(name))?;
        let score = |field: u64| (field % (1 << (BOUNDS_BITS / 2))) as i32 - SCORE_OFFSET;
        Some(Bounds::from_search(score(data), score(data >> (BOUNDS_BITS / 2))))
    }

    /// Has the memory fetched that a probe for this position will read.
    #[inline(always)]
    pub(crate) fn prefetch(&self, name: Fingerprint, nb_moves: u32) {
        cpu::prefetch(&self.level(nb_moves).bucket(name)[0]);
    }

    /// Stores what `nodes` nodes have proven about a position with `nb_moves` stones.
    #[inline(always)]
    pub(crate) fn store(&self, name: Fingerprint, nb_moves: u32, bounds: Bounds<W, H>, nodes: u64) {
        let field = |score: Score<W, H>| (score.get() + SCORE_OFFSET) as u64;
        let label = self.label(name);
        let work = u64::from(nodes.max(1).ilog2());
        let packed = field(bounds.upper()) << (BOUNDS_BITS / 2) | field(bounds.lower());
        self.level(nb_moves).put(name, label, label | work << WORK_SHIFT | packed);
    }

    #[inline(always)]
    fn level(&self, nb_moves: u32) -> &Level {
        if nb_moves + NEAR_EMPTY_CELLS >= Geometry::<W, H>::CELLS { self.near } else { self.far }
    }

    /// Returns the generation and the check bits as they stand in an entry.
    #[inline(always)]
    fn label(&self, name: Fingerprint) -> u64 {
        let generation = self.generation.load(Relaxed) << GENERATION_SHIFT;
        generation | name.check >> (64 - CHECK_BITS) << BOUNDS_BITS
    }
}

impl<const W: usize, const H: usize> fmt::Debug for TranspositionTable<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("hash_mib", &self.hash_mib()).finish_non_exhaustive()
    }
}

/// Bits of an entry that hold the two bounds, six each.
const BOUNDS_BITS: u32 = 12;
const CHECK_BITS: u32 = 38;
const WORK_BITS: u32 = 6;
const GENERATION_BITS: u32 = 8;
const WORK_SHIFT: u32 = BOUNDS_BITS + CHECK_BITS;
const GENERATION_SHIFT: u32 = WORK_SHIFT + WORK_BITS;

/// What an entry and a position must have in common besides the place.
const LABEL_MASK: u64 = !(u64::MAX >> GENERATION_BITS) | ((1 << WORK_SHIFT) - (1 << BOUNDS_BITS));

/// Added to a score so that six bits hold it; no board of one word has a score beyond 30.
const SCORE_OFFSET: i32 = 32;

const _: () = assert!(GENERATION_SHIFT + GENERATION_BITS == 64 && BOUNDS_BITS == 12);

/// Entries in a bucket, and words in one: a bucket is a cache line.
const BUCKET_ENTRIES: usize = 4;
const BUCKET_WORDS: usize = 2 * BUCKET_ENTRIES;
const BUCKET_BYTES: usize = BUCKET_WORDS * size_of::<u64>();

// The bits of a check that aren't stored choose among the buckets of the largest table.
const _: () = assert!(
    ((TranspositionTable::<7, 6>::MAX_MIB as u64) << 20) / BUCKET_BYTES as u64 <= 1 << (64 - CHECK_BITS)
);

/// Entries that are looked at to say how full a table is; the smallest table has more.
const HASHFULL_SAMPLE: usize = 4000;

/// Buckets of entries. An entry is two words:
///
/// ```text
///   63      56 55   50 49           12 11    6 5     0
///  +----------+-------+---------------+-------+-------+
///  |generation| work  |     check     | upper | lower |   data
///  +----------+-------+---------------+-------+-------+
///  |                 place XOR data                   |   seal
///  +--------------------------------------------------+
/// ```
///
/// Two threads may write the words of one entry in turn. The seal then doesn't give the place, and the entry counts as
/// empty: no lock is needed, and nothing is ever read that wasn't written as a whole (Hyatt's method). An entry of
/// another generation than the current one is empty. `work` is the logarithm of the nodes that the bounds have cost:
/// what was cheap is overwritten first.
struct Level {
    /// The buckets, with room before them to start at a cache line.
    words: Box<[AtomicU64]>,
    /// The first word that starts a cache line.
    first: usize,
    buckets: u64,
}

impl Level {
    fn new(mib: usize) -> Option<Self> {
        let buckets = (mib << 20) / BUCKET_BYTES;
        let words: Box<[AtomicU64]> = try_zeroed_slice_box((buckets + 1) * BUCKET_WORDS).ok()?;
        let first = words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET_WORDS);
        Some(Self { words, first, buckets: buckets as u64 })
    }

    const fn mib(&self) -> usize {
        (self.buckets as usize * BUCKET_BYTES) >> 20
    }

    /// Returns the data of the entries.
    fn entries(&self) -> impl Iterator<Item = u64> {
        self.words[self.first..].chunks_exact(2).map(|entry| entry[1].load(Relaxed))
    }

    fn zero(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }

    #[inline(always)]
    fn bucket(&self, name: Fingerprint) -> &[AtomicU64] {
        let index = (u128::from(name.check << CHECK_BITS) * u128::from(self.buckets)) >> 64;
        let start = self.first + index as usize * BUCKET_WORDS;
        &self.words[start..start + BUCKET_WORDS]
    }

    /// Returns the data of the entry of a position.
    #[inline(always)]
    fn find(&self, name: Fingerprint, label: u64) -> Option<u64> {
        self.bucket(name).chunks_exact(2).find_map(|entry| read_entry(entry, name.place, label))
    }

    /// Writes the data of a position over its old entry, else over the one that has cost least.
    #[inline(always)]
    fn put(&self, name: Fingerprint, label: u64, data: u64) {
        let bucket = self.bucket(name);
        let mut cheapest = (u64::MAX, 0);
        for (slot, entry) in bucket.chunks_exact(2).enumerate() {
            let old = entry[1].load(Relaxed);
            let same_generation = old >> GENERATION_SHIFT == label >> GENERATION_SHIFT;
            let work = if same_generation { 1 + (old >> WORK_SHIFT & ((1 << WORK_BITS) - 1)) } else { 0 };
            if same_generation && (entry[0].load(Relaxed) ^ old) == name.place {
                cheapest = (0, slot);
                break;
            }
            cheapest = cheapest.min((work, slot));
        }
        write_entry(&bucket[2 * cheapest.1..], name.place, data);
    }
}

/// A word that threads share. The tests have the entries' protocol checked with words of their own.
trait Word {
    fn get(&self) -> u64;
    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline(always)]
    fn set(&self, value: u64) {
        self.store(value, Relaxed);
    }
}

/// Returns the data of an entry if it has this label and, by its seal, this place.
#[inline(always)]
fn read_entry(entry: &[impl Word], place: u64, label: u64) -> Option<u64> {
    let data = entry[1].get();
    (data & LABEL_MASK == label && entry[0].get() ^ data == place).then_some(data)
}

/// Writes data and a seal that gives the place with it.
#[inline(always)]
fn write_entry(entry: &[impl Word], place: u64, data: u64) {
    entry[1].set(data);
    entry[0].set(place ^ data);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(word: u64) -> Fingerprint {
        let mix = |word: u64| {
            let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            word ^ word >> 29
        };
        Fingerprint { place: mix(mix(word + 1)), check: mix(word + 77) }
    }

    fn table(mib: usize) -> TranspositionTable {
        TranspositionTable::new(mib).unwrap()
    }

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds::new(Score::new(lower).unwrap(), Score::new(upper).unwrap()).unwrap()
    }

    #[test]
    fn what_is_stored_is_found_on_either_level() {
        let table = table(1);
        for nb_moves in [0, 19, 20, 41] {
            for lower in -18..=18 {
                for upper in lower..=18 {
                    table.view().store(name(77), nb_moves, bounds(lower, upper), 1);
                    assert_eq!(table.view().probe(name(77), nb_moves), Some(bounds(lower, upper)));
                }
            }
            assert_eq!(table.view().probe(name(78), nb_moves), None);
        }
    }

    #[test]
    fn an_entry_answers_for_its_place_only_with_its_check() {
        let table = table(1);
        table.view().store(name(1), 0, bounds(1, 1), 1);
        let other_check = Fingerprint { check: name(1).check ^ 1 << 63, ..name(1) };
        let other_place = Fingerprint { place: name(1).place ^ 1, ..name(1) };
        assert_eq!(table.view().probe(other_check, 0), None);
        assert_eq!(table.view().probe(other_place, 0), None);
    }

    impl Word for loom::sync::atomic::AtomicU64 {
        fn get(&self) -> u64 {
            self.load(Relaxed)
        }

        fn set(&self, value: u64) {
            self.store(value, Relaxed);
        }
    }

    /// Lets loom try the orders of two writers and a reader of one entry, with the values that its model lets a load give.
    fn check_entry_protocol(read: u64) {
        loom::model(move || {
            let word = || loom::sync::atomic::AtomicU64::new(0);
            let entry = loom::sync::Arc::new([word(), word()]);
            // Positions of one bucket and one label, which only the place tells apart.
            let label = 1 << GENERATION_SHIFT | 5 << BOUNDS_BITS;
            let of = move |position: u64| (position.wrapping_mul(0x9e37_79b9_7f4a_7c15), label | position);
            let writers = [1, 2].map(|position| {
                let entry = loom::sync::Arc::clone(&entry);
                loom::thread::spawn(move || {
                    let (place, data) = of(position);
                    write_entry(&entry[..], place, data);
                })
            });
            let (place, data) = of(read);
            let found = read_entry(&entry[..], place, label);
            assert!(found.is_none_or(|found| read < 3 && found == data), "{read}: {found:?}");
            for writer in writers {
                writer.join().unwrap();
            }
        });
    }

    #[test]
    fn an_entry_is_read_as_it_was_written_or_not_at_all_whatever_the_threads_do() {
        for read in [1, 2, 3] {
            check_entry_protocol(read);
        }
    }

    #[test]
    fn a_torn_entry_is_empty() {
        let table = table(1);
        table.view().store(name(1), 0, bounds(1, 1), 1);
        let bucket = table.far.bucket(name(1));
        let torn = bucket[1].load(Relaxed) ^ 1;
        bucket[1].store(torn, Relaxed);
        assert_eq!(table.view().probe(name(1), 0), None);
    }

    #[test]
    fn an_overfull_table_keeps_what_was_dear_and_answers_right() {
        let table = table(1);
        let value = |word: u64| (word % 37) as i32 - 18;
        for word in 0..400_000 {
            let nodes = if word % 40 == 0 { 1000 } else { 1 };
            table.view().store(name(word), 0, bounds(value(word), value(word)), nodes);
        }
        let found = |word| table.view().probe(name(word), 0).map(|b| b.lower().get());
        assert!((0..400_000).all(|word| found(word).is_none_or(|score| score == value(word))));
        let dear = (0..400_000).step_by(40).filter(|&word| found(word).is_some()).count();
        assert!(dear > 9_900, "{dear} of 10,000 dear entries are kept");
    }

    #[test]
    fn hashfull_counts_the_entries_of_the_present_generation() {
        let table = table(1);
        assert_eq!(table.hashfull(), 0);
        for word in 0..1 << 16 {
            table.view().store(name(word), 0, bounds(0, 0), 1);
        }
        let full = table.hashfull();
        assert!((600..1000).contains(&full), "{full} of 1000 after as many stores as there are entries");
        table.clear();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn clearing_empties_the_table_however_often() {
        let table = table(1);
        for round in 0..600 {
            assert_eq!(table.view().probe(name(5), round % 42), None);
            table.view().store(name(5), round % 42, bounds(1, 1), 1);
            assert_eq!(table.view().probe(name(5), round % 42), Some(bounds(1, 1)));
            table.clear();
        }
    }

    #[test]
    fn absurd_sizes_are_errors() {
        let error = |mib| TranspositionTable::<7, 6>::new(mib).unwrap_err();
        assert_eq!(error(0), TableSizeError::OutOfRange { mib: 0 });
        assert_eq!(error(usize::MAX), TableSizeError::OutOfRange { mib: usize::MAX });
        assert_eq!(error((1 << 12) + 1), TableSizeError::OutOfRange { mib: (1 << 12) + 1 });
    }

    #[test]
    fn sizes_need_not_be_powers_of_two() {
        assert_eq!(table(3).hash_mib(), 3);
    }
}

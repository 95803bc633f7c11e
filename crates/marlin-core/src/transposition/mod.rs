//! [`TranspositionTable`]: what the search has proven, shared without locks.

mod bucket;

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub(crate) use self::bucket::Fingerprint;
use self::bucket::{LAST_GENERATION, Level};
use crate::geometry::Geometry;
use crate::score::Bounds;

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
/// let solver: Solver = Solver::builder().table(Arc::clone(&table)).build();
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

    /// The largest size in MiB: 4 GiB, chosen to be more than any search has gained from.
    pub const MAX_MIB: usize = 1 << 12;

    /// Makes an empty table of a size in MiB, and of the 2 MiB of its small level. The system gives the memory as it is first
    /// written.
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
    /// Constant, but for every 4,095th time, when the generations are used up and the memory is zeroed.
    pub fn clear(&self) {
        let next = |generation| (generation < LAST_GENERATION).then_some(generation + 1);
        if self.generation.fetch_update(Relaxed, Relaxed, next).is_err() {
            self.near.iter().filter_map(|near| near.level.get()?.as_ref()).for_each(Level::zero);
            self.far.zero();
            // Another thread may have been faster, and may have begun to count up again.
            let _ = self.generation.compare_exchange(LAST_GENERATION, 1, Relaxed, Relaxed);
        }
    }

    /// Forgets everything, and has the system hand out the memory now. Otherwise it does so page by page while the first
    /// searches go on, at their cost.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::<7, 6>::builder().hash_mib(1)?.build();
    /// solver.table().prefault(); // before the clock runs
    /// assert_eq!(solver.solve(&"4433".parse()?).get(), 18);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    ///
    /// Writes to all of the memory.
    pub fn prefault(&self) {
        self.clear();
        self.far.zero();
    }

    /// Returns how full the table is, in thousandths of its large level, by a sample of its first entries.
    pub fn hashfull(&self) -> u32 {
        self.far.full(self.generation.load(Relaxed))
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
        self.probe_bucket(self.bucket(name.check, nb_moves), name, nb_moves)
    }

    /// Returns the bucket that may hold a position with `nb_moves` stones, by its check.
    #[inline(always)]
    pub(crate) fn bucket(&self, check: u64, nb_moves: u32) -> u64 {
        self.level(nb_moves).bucket_of(check)
    }

    /// Prefetches a bucket that a probe for a position with `nb_moves` stones will read.
    #[inline(always)]
    pub(crate) fn prefetch(&self, bucket: u64, nb_moves: u32) {
        self.level(nb_moves).prefetch(bucket);
    }

    /// [`Self::probe`] where the bucket is known.
    #[inline(always)]
    pub(crate) fn probe_bucket(&self, bucket: u64, name: Fingerprint, nb_moves: u32) -> Option<Bounds<W, H>> {
        self.level(nb_moves).find(bucket, name, self.generation.load(Relaxed)).map(bucket::bounds)
    }

    /// Stores what `nodes` nodes have proven about a position with `nb_moves` stones.
    #[inline(always)]
    pub(crate) fn store(&self, name: Fingerprint, nb_moves: u32, bounds: Bounds<W, H>, nodes: u64) {
        self.level(nb_moves).put(name, self.generation.load(Relaxed), bucket::pack(bounds, nodes));
    }

    #[inline(always)]
    fn level(&self, nb_moves: u32) -> &Level {
        if nb_moves + NEAR_EMPTY_CELLS >= Geometry::<W, H>::CELLS { self.near } else { self.far }
    }
}

impl<const W: usize, const H: usize> fmt::Debug for TranspositionTable<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("hash_mib", &self.hash_mib()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    fn name(word: u64) -> Fingerprint {
        let mix = |word: u64| {
            let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            word ^ word >> 29
        };
        Fingerprint { place: mix(mix(word + 1)), check: mix(mix(word + 77)) }
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

    #[test]
    fn a_torn_entry_is_empty() {
        let table = table(1);
        table.view().store(name(1), 0, bounds(1, 1), 1);
        table.far.tear(name(1));
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
    fn handing_out_the_memory_empties_both_levels_and_leaves_a_table_that_works() {
        let table = table(1);
        for nb_moves in [0, 41] {
            table.view().store(name(5), nb_moves, bounds(1, 1), 1);
        }
        table.prefault();
        for nb_moves in [0, 41] {
            assert_eq!(table.view().probe(name(5), nb_moves), None);
            table.view().store(name(5), nb_moves, bounds(2, 2), 1);
            assert_eq!(table.view().probe(name(5), nb_moves), Some(bounds(2, 2)));
        }
    }

    #[test]
    fn clearing_empties_the_table_however_often() {
        let table = table(1);
        for round in 0..2 * LAST_GENERATION as u32 {
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

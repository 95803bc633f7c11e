//! [`Table`]: the table of a board of any size, and [`TableHandle`], as a thread that searches sees it.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::TableSizeError;
use super::bucket::{self, Buckets, LAST_GENERATION, TableKey};
use crate::raw_bounds::RawBounds;

/// The table of a board of any size: a [`TranspositionTable`](crate::TranspositionTable) whose board isn't part of its type.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Solver;
///
/// let solver = Solver::builder("8x7".parse()?).hash_mib(2)?.build();
/// assert_eq!(solver.table().hash_mib(), 2);
/// solver.table().clear();
/// assert_eq!(solver.table().hashfull(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    /// The cells of the board.
    cells: u32,
    /// For positions with few stones.
    main: Buckets,
    /// For the others, one for each thread that searches: what stands in one is of little use to another thread, and each
    /// core has a cache of its own. One that nobody else holds is free.
    small: Mutex<Vec<Arc<Buckets>>>,
    /// From 1, so that zeroed memory is of no generation.
    generation: AtomicU64,
}

const _: () = assert!(Table::MAX_MIB as u64 <= bucket::MAX_MIB);

/// The most small tables. Threads beyond that share one.
pub(crate) const MAX_THREADS: usize = 256;

/// The size of a small table in MiB, about that of a core's own cache. Measured with `marlin-bench L1_R2`: 1 MiB takes
/// more nodes, 4 MiB more time.
const SMALL_MIB: usize = 2;

/// The most empty cells of a position that goes to a small table. With 64 MiB on 7x6 the search is fastest there:
/// `cargo run --release -p marlin-bench -- L1_R2`.
const SMALL_EMPTY_CELLS: u32 = 22;

impl Table {
    /// The smallest size in MiB.
    pub const MIN_MIB: usize = 1;

    /// The largest size in MiB: 4 GiB, more than any search has gained from.
    pub const MAX_MIB: usize = 1 << 12;

    /// Makes an empty table of a size in MiB for a board with a number of cells, and a small table of 2 MiB.
    pub(crate) fn new(cells: u32, mib: usize) -> Result<Self, TableSizeError> {
        if !(Self::MIN_MIB..=Self::MAX_MIB).contains(&mib) {
            return Err(TableSizeError::OutOfRange { mib });
        }
        let buckets = |size| Buckets::new(size).ok_or(TableSizeError::OutOfMemory { mib });
        let small = Mutex::new(vec![Arc::new(buckets(SMALL_MIB)?)]);
        Ok(Self { cells, main: buckets(mib)?, small, generation: AtomicU64::new(1) })
    }

    /// Returns the size in MiB that was asked for: see [`TranspositionTable::hash_mib`](crate::TranspositionTable::hash_mib).
    pub const fn hash_mib(&self) -> usize {
        self.main.mib()
    }

    /// Forgets everything: see [`TranspositionTable::clear`](crate::TranspositionTable::clear).
    pub fn clear(&self) {
        let next = |generation| (generation < LAST_GENERATION).then_some(generation + 1);
        if self.generation.fetch_update(Relaxed, Relaxed, next).is_err() {
            self.small_tables().iter().for_each(|small| small.zero());
            self.main.zero();
            // Another thread may have been faster, and may have begun to count up again.
            let _ = self.generation.compare_exchange(LAST_GENERATION, 1, Relaxed, Relaxed);
        }
    }

    /// Forgets everything, and makes the system provide the memory now: see
    /// [`TranspositionTable::prefault`](crate::TranspositionTable::prefault).
    pub fn prefault(&self) {
        self.clear();
        self.main.zero();
    }

    /// Returns how full the table is, in thousandths: see
    /// [`TranspositionTable::hashfull`](crate::TranspositionTable::hashfull).
    pub fn hashfull(&self) -> u32 {
        self.main.full(self.generation.load(Relaxed))
    }

    /// Returns the table as a thread that searches sees it: with a small table of its own until it drops the handle.
    pub(crate) fn handle(&self) -> TableHandle<'_> {
        let mut tables = self.small_tables();
        let free = tables.iter().find(|small| Arc::strong_count(small) == 1).cloned();
        let small = free.unwrap_or_else(|| {
            let more = if tables.len() < MAX_THREADS { Buckets::new(SMALL_MIB) } else { None };
            tables.extend(more.map(Arc::new));
            Arc::clone(&tables[tables.len() - 1])
        });
        self.handle_with(small)
    }

    /// Returns the table as the first thread that searches sees it, to read from.
    pub(crate) fn reader(&self) -> TableHandle<'_> {
        let first = Arc::clone(&self.small_tables()[0]);
        self.handle_with(first)
    }

    fn handle_with(&self, small: Arc<Buckets>) -> TableHandle<'_> {
        let small_from = self.cells.saturating_sub(SMALL_EMPTY_CELLS);
        TableHandle { main: &self.main, small, generation: &self.generation, small_from }
    }

    /// Returns the small tables, the first of which was made with the table.
    fn small_tables(&self) -> MutexGuard<'_, Vec<Arc<Buckets>>> {
        self.small.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table as one thread sees it.
pub(crate) struct TableHandle<'a> {
    main: &'a Buckets,
    small: Arc<Buckets>,
    generation: &'a AtomicU64,
    /// The fewest stones of a position that goes to the small table.
    small_from: u32,
}

impl TableHandle<'_> {
    /// Returns bounds narrowed by what the table knows of a position.
    #[inline(always)]
    pub(crate) fn narrowed(&self, known: RawBounds, key: TableKey, nb_moves: u32) -> RawBounds {
        self.probe(key, nb_moves).map_or(known, |bounds| known.within(bounds))
    }

    /// Returns what is proven about a position with `nb_moves` stones.
    #[inline(always)]
    pub(crate) fn probe(&self, key: TableKey, nb_moves: u32) -> Option<RawBounds> {
        self.probe_bucket(self.bucket_index(key.check, nb_moves), key, nb_moves)
    }

    /// Returns the index of the bucket that may hold a position with `nb_moves` stones, by its check.
    #[inline(always)]
    pub(crate) fn bucket_index(&self, check: u64, nb_moves: u32) -> u64 {
        self.buckets_for(nb_moves).bucket_index(check)
    }

    /// Prefetches a bucket that a probe for a position with `nb_moves` stones will read.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: u64, nb_moves: u32) {
        self.buckets_for(nb_moves).prefetch(index);
    }

    /// [`Self::probe`] where the index of the bucket is known.
    #[inline(always)]
    pub(crate) fn probe_bucket(&self, index: u64, key: TableKey, nb_moves: u32) -> Option<RawBounds> {
        self.buckets_for(nb_moves).find(index, key, self.generation.load(Relaxed)).map(bucket::bounds)
    }

    /// Stores what `nodes` nodes have proven about a position with `nb_moves` stones.
    #[inline(always)]
    pub(crate) fn store(&self, key: TableKey, nb_moves: u32, bounds: RawBounds, nodes: u64) {
        self.buckets_for(nb_moves).put(key, self.generation.load(Relaxed), bucket::pack(bounds, nodes));
    }

    /// Returns the level of the table that holds positions with `nb_moves` stones.
    #[inline(always)]
    fn buckets_for(&self, nb_moves: u32) -> &Buckets {
        if nb_moves >= self.small_from { &self.small } else { self.main }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("hash_mib", &self.hash_mib()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(word: u64) -> TableKey {
        let mix = |word: u64| {
            let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            word ^ word >> 29
        };
        TableKey { hash: mix(mix(word + 1)), check: mix(mix(word + 77)) }
    }

    fn table(mib: usize) -> Table {
        Table::new(42, mib).unwrap()
    }

    const fn bounds(lower: i32, upper: i32) -> RawBounds {
        RawBounds { lower, upper }
    }

    #[test]
    fn what_is_stored_is_found_in_either_table() {
        let table = table(1);
        for nb_moves in [0, 19, 20, 41] {
            for lower in -18..=18 {
                for upper in lower..=18 {
                    table.handle().store(key(77), nb_moves, bounds(lower, upper), 1);
                    assert_eq!(table.handle().probe(key(77), nb_moves), Some(bounds(lower, upper)));
                }
            }
            assert_eq!(table.handle().probe(key(78), nb_moves), None);
        }
    }

    #[test]
    fn an_entry_answers_for_its_hash_only_with_its_check() {
        let table = table(1);
        table.handle().store(key(1), 0, bounds(1, 1), 1);
        let other_check = TableKey { check: key(1).check ^ 1 << 63, ..key(1) };
        let other_hash = TableKey { hash: key(1).hash ^ 1, ..key(1) };
        assert_eq!(table.handle().probe(other_check, 0), None);
        assert_eq!(table.handle().probe(other_hash, 0), None);
    }

    #[test]
    fn a_torn_entry_is_empty() {
        let table = table(1);
        table.handle().store(key(1), 0, bounds(1, 1), 1);
        table.main.tear(key(1));
        assert_eq!(table.handle().probe(key(1), 0), None);
    }

    #[test]
    fn an_overfull_table_keeps_expensive_entries_and_answers_right() {
        let table = table(1);
        let value = |word: u64| (word % 37) as i32 - 18;
        for word in 0..400_000 {
            let nodes = if word % 40 == 0 { 1000 } else { 1 };
            table.handle().store(key(word), 0, bounds(value(word), value(word)), nodes);
        }
        let found = |word| table.handle().probe(key(word), 0).map(|b| b.lower);
        assert!((0..400_000).all(|word| found(word).is_none_or(|score| score == value(word))));
        let expensive = (0..400_000).step_by(40).filter(|&word| found(word).is_some()).count();
        assert!(expensive > 9_900, "{expensive} of 10,000 expensive entries are kept");
    }

    #[test]
    fn hashfull_counts_the_entries_of_the_present_generation() {
        let table = table(1);
        assert_eq!(table.hashfull(), 0);
        for word in 0..1 << 16 {
            table.handle().store(key(word), 0, bounds(0, 0), 1);
        }
        let full = table.hashfull();
        assert!((600..1000).contains(&full), "{full} of 1000 after as many stores as there are entries");
        table.clear();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn prefaulting_empties_both_tables_and_leaves_them_working() {
        let table = table(1);
        for nb_moves in [0, 41] {
            table.handle().store(key(5), nb_moves, bounds(1, 1), 1);
        }
        table.prefault();
        for nb_moves in [0, 41] {
            assert_eq!(table.handle().probe(key(5), nb_moves), None);
            table.handle().store(key(5), nb_moves, bounds(2, 2), 1);
            assert_eq!(table.handle().probe(key(5), nb_moves), Some(bounds(2, 2)));
        }
    }

    #[test]
    fn clearing_empties_the_table_however_often() {
        let table = table(1);
        for round in 0..2 * LAST_GENERATION as u32 {
            assert_eq!(table.handle().probe(key(5), round % 42), None);
            table.handle().store(key(5), round % 42, bounds(1, 1), 1);
            assert_eq!(table.handle().probe(key(5), round % 42), Some(bounds(1, 1)));
            table.clear();
        }
    }

    #[test]
    fn absurd_sizes_are_errors() {
        let error = |mib| Table::new(42, mib).unwrap_err();
        assert_eq!(error(0), TableSizeError::OutOfRange { mib: 0 });
        assert_eq!(error(usize::MAX), TableSizeError::OutOfRange { mib: usize::MAX });
        assert_eq!(error((1 << 12) + 1), TableSizeError::OutOfRange { mib: (1 << 12) + 1 });
    }

    #[test]
    fn sizes_need_not_be_powers_of_two() {
        assert_eq!(table(3).hash_mib(), 3);
    }

    #[test]
    fn threads_have_small_tables_of_their_own_and_the_next_search_gets_the_first_again() {
        let table = table(1);
        let (first, second) = (table.handle(), table.handle());
        first.store(key(5), 41, bounds(1, 1), 1);
        assert_eq!(first.probe(key(5), 41), Some(bounds(1, 1)));
        assert_eq!(second.probe(key(5), 41), None);
        assert_eq!(table.reader().probe(key(5), 41), Some(bounds(1, 1)));
        drop((first, second));
        assert_eq!(table.handle().probe(key(5), 41), Some(bounds(1, 1)));
        assert_eq!(table.small_tables().len(), 2);
    }
}

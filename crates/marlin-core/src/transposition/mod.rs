//! [`TranspositionTable`]: the proven bounds of the positions of a board, shared without locks, and
//! [`TableHandle`], the view of one search thread.
//!
//! # The plain algorithm
//!
//! ```text
//! probe(position):           bucket = entries[hash of the position]
//!                            the bounds of the entry with the key of the position
//! store(position, bounds):   in place of the entry of the bucket that has cost least
//! ```
//!
//! # Where this code departs from it
//!
//! *Two levels.* Nearly all nodes are close to the end of the game, and most of their entries are read soon
//! or never. These entries are in a small table that stays in the cache of a core, one for each thread
//! (`claims.rs`, `small.rs`). All others are in the main table (`bucket.rs`). The number of stones decides
//! ([`has_claims`]), so a node has one [`TableKey`]. The main table also keeps answers about the children of
//! a root and of shared nodes.
//!
//! *An entry serves more than its position.* In the main table all positions of one reduced form share a key.
//! In a small table the key is the heights of the columns, and an entry serves each position of these heights
//! that matches its claim.
//!
//! *No locks.* An entry of the main table is two words, and one of them is stored xored with the other, so a
//! torn pair matches nothing. A small table has one owner.
//!
//! *Clearing takes no time.* An entry has the generation in which it was stored, and
//! [`TranspositionTable::clear`] begins the next.
//!
//! # Rejected alternatives
//!
//! docs/history.md has the figures of these alternatives: claims in the main table, a second table of claims,
//! a small table that the threads share, smaller buckets of it, and other entries to replace.

mod bucket;
mod bytes;
mod claims;
mod small;

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(crate) use self::bucket::FormKey;
use self::bucket::{Buckets, LAST_GENERATION};
use self::claims::ClaimTable;
pub(crate) use self::claims::{Claim, HeightsKey};
use self::small::{SmallTable, SmallTables};
use crate::bounds::Bounds;
use crate::geometry::{BoardSize, Masks};
use crate::raw_position::Held;
use crate::target::one_copy_in_wasm;
use crate::word::Word;

/// The reason why a table cannot be made.
///
/// # Examples
///
/// ```
/// use marlin_core::{TableError, TranspositionTable};
///
/// let error = TranspositionTable::new(70_000).unwrap_err();
/// assert_eq!(error, TableError::OutOfRange { mib: 70_000 });
/// assert_eq!(error.to_string(), "a table of 70000 MiB is out of range (1 to 65536 MiB)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// The size is outside the range that a table can have.
    OutOfRange {
        /// The requested size.
        mib: usize,
    },
    /// The system has no block of memory of this size.
    OutOfMemory {
        /// The requested size.
        mib: usize,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { mib } => {
                write!(f, "a table of {mib} MiB is out of range (1 to {} MiB)", TranspositionTable::MAX_MIB)
            }
            Self::OutOfMemory { mib } => {
                write!(f, "no memory for a table of {mib} MiB (ask for a smaller one)")
            }
        }
    }
}

impl Error for TableError {}

/// A table of bounds by position, used by many threads at once through a shared reference.
///
/// It has two levels, chosen by the number of stones. Nearly all nodes of a search are close to the end of
/// the game, and their entries are worth little: they are stored in a small table that stays in the cache of
/// a core, where a probe costs next to nothing. All others are stored in the main table. The chosen size is
/// the size of the main table.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use marlin_core::{Position, Solver, TranspositionTable};
///
/// let table = Arc::new(TranspositionTable::new(16)?);
/// let solver = Solver::builder().table(Arc::clone(&table)).build();
/// assert_eq!(solver.solve(&"4433".parse()?).get(), 18);
///
/// table.clear();
/// assert_eq!(solver.solve(&"44".parse()?).get(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TranspositionTable {
    size: BoardSize,
    /// For positions with few stones.
    main: Buckets,
    /// Counts from 1, so that zeroed memory has no generation.
    generation: AtomicU64,
    /// For all other positions: the small tables that no thread uses, shared by the tables of several boards.
    /// Each thread has its own small table, because its entries are of little use to another thread and each
    /// core has its own cache.
    small: Arc<SmallTables>,
    /// Marks the small tables that this table uses.
    id: u64,
    /// The number of times that the table was cleared. Small tables follow when a thread takes them.
    clears: AtomicU64,
}

/// The maximum number of threads of a search, and of small tables that are kept for the next search.
pub(crate) const MAX_THREADS: usize = 256;

/// The maximum number of empty cells of a position that is stored in a small table: the first value on boards
/// of 42 cells, the second on all others. On small boards two thirds of the cells are a lower maximum. With
/// 64 MiB on 7x6 the search is fastest at the first value: `cargo run --release -p marlin-bench -- L1_R2`.
const SMALL_EMPTY_CELLS: [u32; 2] = [28, 24];

/// The minimum number of nodes of a search whose result is kept in the main table, whatever the number of
/// stones.
const WORTH_KEEPING: u64 = 64;

const _: () = assert!(TranspositionTable::MAX_MIB as u64 <= bucket::MAX_MIB);

impl TranspositionTable {
    /// The smallest size in MiB.
    pub const MIN_MIB: usize = 1;

    /// The largest size in MiB: 64 GiB, for the hardest boards. The bits of an index allow no larger one.
    pub const MAX_MIB: usize = 1 << 16;

    /// The default size in MiB of a solver's table.
    pub const DEFAULT_MIB: usize = 64;

    /// The size in MiB of the small table that each search thread has besides. A board that is searched in
    /// words of 64 bits uses the first three, which stay in the caches of most cores.
    pub const SMALL_MIB: usize = 5;

    /// Makes an empty table of a size in MiB for the standard board, and a small table of
    /// [`Self::SMALL_MIB`]. The system provides the memory as it is first written.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfRange`] outside 1 to 65,536 MiB, and [`TableError::OutOfMemory`] if the system
    /// refuses.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        Self::on(BoardSize::STANDARD, mib)
    }

    /// Makes an empty table for a board: see [`Self::new`].
    ///
    /// # Errors
    ///
    /// The errors of [`Self::new`].
    pub fn on(size: BoardSize, mib: usize) -> Result<Self, TableError> {
        let table = Self::with_small_tables(size, mib, Arc::default())?;
        table.small.add(table.id, false)?;
        Ok(table)
    }

    /// Makes an empty table, of any board, that shares the small tables with this one.
    pub(crate) fn beside(&self, size: BoardSize, mib: usize) -> Result<Self, TableError> {
        Self::with_small_tables(size, mib, Arc::clone(&self.small))
    }

    fn with_small_tables(size: BoardSize, mib: usize, small: Arc<SmallTables>) -> Result<Self, TableError> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(0);
        if !(Self::MIN_MIB..=Self::MAX_MIB).contains(&mib) {
            return Err(TableError::OutOfRange { mib });
        }
        let main = Buckets::new(mib).ok_or(TableError::OutOfMemory { mib })?;
        let (generation, clears) = (AtomicU64::new(1), AtomicU64::new(0));
        Ok(Self { size, main, generation, small, id: NEXT_ID.fetch_add(1, Relaxed), clears })
    }

    /// Makes the small tables of a number of search threads, which should be the number that a program runs
    /// at the same time. Solvers of other boards that are made from a solver of this table share these small
    /// tables. A search thread without memory for its small table panics; after this call, none of this
    /// number of threads panics for that reason. No more small tables are kept for later searches. Until they
    /// are used, they take only addresses, no memory.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfMemory`] if the system refuses.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Solver;
    ///
    /// let solver = Solver::builder().threads(2).build();
    /// solver.table().reserve(solver.threads())?;
    /// # Ok::<(), marlin_core::TableError>(())
    /// ```
    pub fn reserve(&self, threads: usize) -> Result<(), TableError> {
        self.small.reserve(self.id, threads)
    }

    /// Makes a small table for the next search thread, unless there is one. A server calls this before a
    /// search on another board, whose small tables may be of another kind than the reserved ones.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfMemory`] if the system refuses.
    pub fn reserve_next(&self) -> Result<(), TableError> {
        self.try_handle().map(drop).ok_or(TableError::OutOfMemory { mib: Self::SMALL_MIB })
    }

    /// Returns the size of the board of its positions. [`Self::hash_mib`] returns the size of its memory.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the requested size in MiB.
    pub const fn hash_mib(&self) -> usize {
        self.main.mib()
    }

    /// Clears the table. Entries that a running search stores at the same time may remain; they are correct.
    ///
    /// # Complexity
    ///
    /// The time is constant, except at every 4,095th call, when the generations are used up and the memory is
    /// zeroed.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// // Each position is searched from an empty table, so its nodes do not depend on those before it.
    /// let solver = Solver::builder().without_book().threads(1).build();
    /// for moves in ["44", "4433"] {
    ///     solver.table().clear();
    ///     let report = solver.query(&moves.parse::<Position>()?).nodes(100).score();
    ///     println!("{moves}: {} after {} nodes", report.bounds, report.nodes);
    /// }
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn clear(&self) {
        self.clears.fetch_add(1, Relaxed);
        let next = |generation| (generation < LAST_GENERATION).then_some(generation + 1);
        if self.generation.fetch_update(Relaxed, Relaxed, next).is_err() {
            self.main.zero();
            // Another thread may have been faster, and may have begun to count up again.
            let _ = self.generation.compare_exchange(LAST_GENERATION, 1, Relaxed, Relaxed);
        }
    }

    /// Clears the table, and makes the system provide the memory now. Otherwise the system provides it page
    /// by page during the first searches, which makes these slower.
    ///
    /// # Complexity
    ///
    /// Writes to all of the memory.
    ///
    /// # Examples
    ///
    /// ```
    /// let table = marlin_core::TranspositionTable::new(4)?;
    /// table.prefault(); // before the clock of a benchmark starts
    /// # Ok::<(), marlin_core::TableError>(())
    /// ```
    pub fn prefault(&self) {
        self.clear();
        self.main.zero();
    }

    /// Returns the fill of the table in thousandths, 0 to 1000, by a sample of its first entries. Entries
    /// from before the last [`Self::clear`] do not count, and the small tables do not count.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().hash_mib(1)?.build();
    /// assert_eq!(solver.table().hashfull(), 0);
    /// solver.query(&Position::new()).nodes(1_000_000).score();
    /// assert!(solver.table().hashfull() > 0);
    /// # Ok::<(), marlin_core::TableError>(())
    /// ```
    #[doc(alias = "fill")]
    pub fn hashfull(&self) -> u32 {
        self.main.full(self.generation.load(Relaxed))
    }

    /// Returns the current generation, from 1 to [`LAST_GENERATION`]; each clear begins the next.
    fn generation(&self) -> u64 {
        self.generation.load(Relaxed)
    }

    /// Returns the table with another generation, `None` if there is no such generation.
    fn with_generation(mut self, generation: u64) -> Option<Self> {
        let is_generation = (1..=LAST_GENERATION).contains(&generation);
        self.generation = AtomicU64::new(generation);
        is_generation.then_some(self)
    }

    /// Returns a handle for a thread, with a small table of its own until the handle is dropped: the small
    /// table that this table has used last, if it has a free one.
    ///
    /// # Panics
    ///
    /// If the system has no memory for a small table.
    pub(crate) fn handle(&self) -> TableHandle<'_> {
        self.try_handle().unwrap_or_else(|| panic!("{}", TableError::OutOfMemory { mib: Self::SMALL_MIB }))
    }

    /// Like [`Self::handle`]; `None` without memory for a small table.
    pub(crate) fn try_handle(&self) -> Option<TableHandle<'_>> {
        self.small.take(self.id).map(|small| self.handle_with(small))
    }

    /// Returns a handle in constant time, if a small table of this table is free and need not be cleared.
    pub(crate) fn free_handle(&self) -> Option<TableHandle<'_>> {
        self.small.take_free(self.id, self.clears.load(Relaxed)).map(|small| self.handle_with(small))
    }

    /// Returns bounds narrowed by an answer that was kept.
    pub(crate) fn narrowed_by_answer(&self, known: Bounds, key: FormKey) -> Bounds {
        let found = self.main.find(self.main.bucket_index(key.check), key, self.generation());
        found.map_or(known, |data| known.within(bucket::bounds(data)))
    }

    fn handle_with(&self, mut small: SmallTable) -> TableHandle<'_> {
        small.follow(self.clears.load(Relaxed));
        TableHandle { table: self, small }
    }
}

#[cfg(test)]
thread_local! {
    /// Whether the positions of all plies are stored in a small table.
    pub(crate) static SMALL_ON_ALL_PLIES: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// The key of a position in the table that it is stored in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableKey {
    /// In a small table, as a claim.
    Heights(HeightsKey),
    /// In the main table.
    Form(FormKey),
}

/// A position to look up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lookup<W> {
    pub(crate) key: TableKey,
    /// The index of the bucket that may hold it.
    pub(crate) bucket: u64,
    pub(crate) held: Held<W>,
}

/// Returns whether the positions of a board with `nb_moves` stones are stored in a small table, as claims.
#[inline(always)]
pub(crate) fn has_claims<W>(masks: &Masks<W>, nb_moves: u32) -> bool {
    #[cfg(test)]
    if SMALL_ON_ALL_PLIES.get() {
        return true;
    }
    let (cells, empty) = (masks.cells(), masks.cells() - nb_moves);
    empty <= SMALL_EMPTY_CELLS[usize::from(cells != 42)] && 3 * empty <= 2 * cells
}

/// Leaves the small tables to the other tables that share them.
impl Drop for TranspositionTable {
    fn drop(&mut self) {
        self.small.retire(self.id);
    }
}

/// The view of a table in one thread.
pub struct TableHandle<'a> {
    table: &'a TranspositionTable,
    small: SmallTable,
}

/// Leaves the small table to the next thread.
impl Drop for TableHandle<'_> {
    fn drop(&mut self) {
        self.table.small.leave(std::mem::take(&mut self.small));
    }
}

impl TableHandle<'_> {
    /// Returns the lookup of a position by its key, stones and winning cells.
    #[inline(always)]
    pub(crate) fn lookup<W>(&self, key: TableKey, held: Held<W>) -> Lookup<W> {
        Lookup { key, bucket: self.bucket_index(key), held }
    }

    /// Returns the index of the bucket that may hold a position.
    #[inline(always)]
    pub(crate) fn bucket_index(&self, key: TableKey) -> u64 {
        match key {
            TableKey::Heights(key) => ClaimTable::bucket_index(key),
            TableKey::Form(key) => self.table.main.bucket_index(key.check),
        }
    }

    /// Prefetches a bucket that a probe will read: of the small table if the keys are heights.
    #[inline(always)]
    pub(crate) fn prefetch<W: Word>(&self, index: u64, are_heights: bool) {
        if are_heights {
            self.small.claims.prefetch::<W>(index);
        } else {
            self.table.main.prefetch(index);
        }
    }

    one_copy_in_wasm! {
        /// Returns the bounds of a position; bounds beyond all scores if the table has no entry.
        pub(crate) fn probe<W: Word>(&self, masks: &Masks<W>, lookup: &Lookup<W>) -> Bounds {
            match lookup.key {
                TableKey::Heights(key) => self.small.claims.find(masks, lookup.bucket, key, lookup.held),
                TableKey::Form(key) => {
                    let found = self.table.main.find(lookup.bucket, key, self.table.generation());
                    found.map_or(Bounds::ANY, bucket::bounds)
                }
            }
        }
    }

    one_copy_in_wasm! {
        /// Stores the bounds of a position in the main table, which `nodes` nodes have proven.
        pub(crate) fn store(&mut self, key: FormKey, bounds: Bounds, nodes: u64) {
            self.table.main.put(key, self.table.generation(), bucket::pack(bounds, nodes));
        }
    }

    one_copy_in_wasm! {
        /// Returns the claim that proves a bound of a position, if one does.
        pub(crate) fn claim<W: Word>(
            &self,
            masks: &Masks<W>,
            lookup: &Lookup<W>,
            bound: Bounds,
        ) -> Option<Claim<W>> {
            let TableKey::Heights(key) = lookup.key else { return None };
            self.small.claims.claim(masks, lookup.bucket, key, lookup.held, bound)
        }
    }

    one_copy_in_wasm! {
        /// Stores a bound of one side with its claim, in the small table.
        pub(crate) fn store_claim<W: Word>(
            &mut self,
            masks: &Masks<W>,
            key: HeightsKey,
            claim: Claim<W>,
            bound: Bounds,
        ) {
            self.small.claims.put(masks, key, claim, bound);
        }
    }

    /// Writes to some more of the main table's memory if it is new, for the threads that share it.
    pub(crate) fn touch_some(&self) {
        self.table.main.touch_some();
    }

    /// Returns bounds narrowed by an answer that was kept.
    pub(crate) fn narrowed_by_answer(&self, known: Bounds, key: FormKey) -> Bounds {
        self.table.narrowed_by_answer(known, key)
    }

    /// Keeps the bounds of a child of a root or of a shared node in the main table, if they have cost enough.
    /// A repeated question is answered at once, even if the small table has lost the position, and other
    /// threads see the answer.
    pub(crate) fn keep_answer(&self, key: FormKey, bounds: Bounds, nodes: u64) {
        if nodes >= WORTH_KEEPING {
            let bounds = self.narrowed_by_answer(bounds, key);
            self.table.main.put(key, self.table.generation(), bucket::pack(bounds, nodes));
        }
    }
}

impl fmt::Debug for TableHandle<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("hash_mib", &self.hash_mib()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;

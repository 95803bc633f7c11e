//! [`TranspositionTable`]: what the search has proven, shared without locks.

mod bucket;
mod table;

use std::fmt;

pub(crate) use self::bucket::TableKey;
pub use self::table::Table;
pub(crate) use self::table::{MAX_THREADS, TableHandle};
use crate::geometry::Geometry;

/// Why a table can't be made.
///
/// # Examples
///
/// ```
/// use marlin_core::{TableSizeError, TranspositionTable};
///
/// let error = TranspositionTable::<7, 6>::new(5_000).unwrap_err();
/// assert_eq!(error, TableSizeError::OutOfRange { mib: 5_000 });
/// assert_eq!(error.to_string(), "a table of 5000 MiB is out of range (1 to 4096 MiB)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableSizeError {
    /// The size is outside the range that a table can have.
    #[error("a table of {mib} MiB is out of range (1 to {} MiB)", Table::MAX_MIB)]
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
/// and their entries are worth little: they go to a small table that stays in the cache of a core, where a probe
/// costs next to nothing. The others go to the main table, the one whose size is chosen.
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
pub struct TranspositionTable<const W: usize = 7, const H: usize = 6>(Table);

impl<const W: usize, const H: usize> TranspositionTable<W, H> {
    /// The smallest size in MiB.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::TranspositionTable;
    ///
    /// // The nearest size that a table can have:
    /// type Table = TranspositionTable;
    /// assert_eq!(0_usize.clamp(Table::MIN_MIB, Table::MAX_MIB), 1);
    /// ```
    pub const MIN_MIB: usize = Table::MIN_MIB;

    /// The largest size in MiB: 4 GiB, more than any search has gained from.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::TranspositionTable;
    ///
    /// assert!(TranspositionTable::<7, 6>::new(TranspositionTable::<7, 6>::MAX_MIB + 1).is_err());
    /// ```
    pub const MAX_MIB: usize = Table::MAX_MIB;

    /// Makes an empty table of a size in MiB, and a small table of 2 MiB. The system provides the memory as it is first
    /// written.
    ///
    /// # Errors
    ///
    /// [`TableSizeError::OutOfRange`] outside [`Self::MIN_MIB`] to [`Self::MAX_MIB`], and
    /// [`TableSizeError::OutOfMemory`] if the system refuses.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{TableSizeError, TranspositionTable};
    ///
    /// let table = TranspositionTable::<8, 7>::new(2)?;
    /// assert_eq!(table.hash_mib(), 2);
    /// # Ok::<(), TableSizeError>(())
    /// ```
    pub fn new(mib: usize) -> Result<Self, TableSizeError> {
        Table::new(Geometry::<W, H>::CELLS, mib).map(Self)
    }

    /// Returns the size in MiB that was asked for.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Solver;
    ///
    /// println!("{} MiB", Solver::new().table().hash_mib()); // 64 MiB
    /// ```
    pub const fn hash_mib(&self) -> usize {
        self.0.hash_mib()
    }

    /// Forgets everything. A search that is running meanwhile may keep some of what it stores; it stays right.
    ///
    /// # Complexity
    ///
    /// Constant, but for every 4,095th time, when the generations are used up and the memory is zeroed.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// // Each position is searched from an empty table, so its nodes don't depend on those before it.
    /// let solver = Solver::builder().without_book().threads(1).build();
    /// for moves in ["44", "4433"] {
    ///     solver.table().clear();
    ///     let report = solver.query(&moves.parse::<Position>()?).nodes(100).solve();
    ///     println!("{moves}: {} after {} nodes", report.bounds, report.nodes);
    /// }
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn clear(&self) {
        self.0.clear();
    }

    /// Forgets everything, and makes the system provide the memory now. Otherwise it does so page by page during the first
    /// searches, which makes them slower.
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
        self.0.prefault();
    }

    /// Returns how full the table is, in thousandths of the main table, by a sample of its first entries.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().hash_mib(1)?.without_book().threads(1).build();
    /// solver.query(&Position::new()).nodes(10_000).solve();
    /// assert!(solver.table().hashfull() > 0);
    /// solver.table().clear();
    /// assert_eq!(solver.table().hashfull(), 0);
    /// # Ok::<(), marlin_core::TableSizeError>(())
    /// ```
    pub fn hashfull(&self) -> u32 {
        self.0.hashfull()
    }

    /// Returns the table as one of a board of any size.
    pub(crate) const fn raw(&self) -> &Table {
        &self.0
    }
}

impl<const W: usize, const H: usize> fmt::Debug for TranspositionTable<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("hash_mib", &self.hash_mib()).finish_non_exhaustive()
    }
}

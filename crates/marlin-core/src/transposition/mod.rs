//! [`TranspositionTable`]: the proven bounds of the search, shared without locks.

mod bucket;
mod table;

pub(crate) use self::bucket::TableKey;
pub use self::table::TranspositionTable;
pub(crate) use self::table::{MAX_THREADS, TableHandle};

/// The reason why a table cannot be made.
///
/// # Examples
///
/// ```
/// use marlin_core::{TableSizeError, TranspositionTable};
///
/// let error = TranspositionTable::new(70_000).unwrap_err();
/// assert_eq!(error, TableSizeError::OutOfRange { mib: 70_000 });
/// assert_eq!(error.to_string(), "a table of 70000 MiB is out of range (1 to 65536 MiB)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableSizeError {
    /// The size is outside the range that a table can have.
    #[error("a table of {mib} MiB is out of range (1 to {} MiB)", TranspositionTable::MAX_MIB)]
    OutOfRange {
        /// The requested size.
        mib: usize,
    },
    /// The system has no such block of memory.
    #[error("no memory for a table of {mib} MiB (ask for a smaller one)")]
    OutOfMemory {
        /// The requested size.
        mib: usize,
    },
}

//! [`TranspositionTable`]: the proven bounds of the search, shared without locks.

mod bucket;
#[cfg(feature = "internals")]
mod bytes;
mod table;

use std::io;

pub(crate) use self::bucket::TableKey;
pub use self::table::TranspositionTable;
pub(crate) use self::table::{MAX_THREADS, TableHandle};
use crate::board_size::BoardSize;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
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

/// The reason why a table cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadTableError {
    /// The reader fails, or ends too early.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The bytes are something else.
    #[error("these are not the bytes of a table")]
    NoTable,
    /// The entries are not those that were written.
    #[error("the table is damaged")]
    Damaged,
    /// Another version has written it.
    #[error("the table has format {found}, which this version does not read")]
    Format {
        /// The number of the format.
        found: u64,
    },
    /// It is the table of another board.
    #[error("the table is for a board of {width}x{height}, not of {expected}")]
    Board {
        /// The board that was asked for.
        expected: BoardSize,
        /// The width of the table's board.
        width: u64,
        /// The height of the table's board.
        height: u64,
    },
    /// There is no memory for it.
    #[error(transparent)]
    Size(#[from] TableError),
}

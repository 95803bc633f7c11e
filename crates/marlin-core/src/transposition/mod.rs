//! [`TranspositionTable`]: the proven bounds of the search, shared without locks.

mod bucket;
#[cfg(feature = "internals")]
mod bytes;
mod table;

pub(crate) use self::bucket::TableKey;
#[cfg(feature = "internals")]
pub use self::bytes::ReadTableError;
pub(crate) use self::table::{MAX_THREADS, TableHandle};
pub use self::table::{TableError, TranspositionTable};

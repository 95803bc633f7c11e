//! [`RecordError`]: an error of reading, writing or merging records.

use std::io;
use std::path::PathBuf;

use super::format::Header;

/// An error of reading, writing or merging records.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is not a record.
    #[error("{}: not a record of `book generate`; name another file, or if its first line is damaged, repeat the command that made it", path.display())]
    NotARecord {
        /// The file.
        path: PathBuf,
    },
    /// The record is about other positions.
    #[error("{}: '{found}' instead of '{expected}'; name another file, or delete this one", path.display())]
    OtherPositions {
        /// The file.
        path: PathBuf,
        /// The header of the file.
        found: Header,
        /// The header that it should have.
        expected: Header,
    },
    /// Another run is writing the record.
    #[error("{}: another run is writing it; wait for its end, or give this run another shard", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// Two records have different scores for a position.
    #[error("{}: its scores are not those of the other records; one of them is damaged", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
    },
}

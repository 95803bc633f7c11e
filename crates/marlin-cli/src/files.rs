//! [`FileError`]: errors of files that the command line names.

use std::io;
use std::path::Path;

use marlin_support::text::excerpt;

use crate::failure::Reason;

/// The error of a file, with its name fit to print.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    /// It is unreadable.
    #[error("cannot read {name}: {source}")]
    Read {
        /// Its name.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// It is not writable.
    #[error("cannot write {name}: {source}")]
    Write {
        /// Its name.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// It would be overwritten.
    #[error("{name} exists already: name another file, or pass --force to replace it")]
    Exists {
        /// Its name.
        name: String,
    },
}

impl FileError {
    /// Returns the error of reading a file.
    pub(crate) fn read(path: &Path, source: io::Error) -> Self {
        Self::Read { name: name(path), source }
    }

    /// Returns the error of writing a file.
    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::AlreadyExists => Self::exists(path),
            _ => Self::Write { name: name(path), source },
        }
    }

    /// Returns the error of a file that exists.
    pub(crate) fn exists(path: &Path) -> Self {
        Self::Exists { name: name(path) }
    }
}

impl Reason for FileError {}

/// Returns the name of a file, fit to print.
pub(crate) fn name(path: &Path) -> String {
    excerpt(&path.to_string_lossy())
}

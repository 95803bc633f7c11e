//! [`Failure`]: the end of the program without success, a text and an exit code.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;

use marlin_support::options::EngineError;
use marlin_support::pipeline::ThreadError;
use marlin_support::text::excerpt;

use crate::book::BookMakingError;

/// The exit code of an internal failure, and of a check that failed.
pub(crate) const FAILED: u8 = 1;

/// The end of the program without success.
#[derive(Debug)]
pub(crate) struct Failure {
    text: String,
    pub(crate) exit_code: u8,
}

impl Failure {
    /// Bad usage, bad input, or input or output that the system refuses.
    pub(crate) fn usage(text: impl Display) -> Self {
        Self { text: text.to_string(), exit_code: 2 }
    }

    /// An internal failure, or a check that failed.
    pub(crate) fn failed(text: impl Display) -> Self {
        Self { text: text.to_string(), exit_code: FAILED }
    }

    /// Limits left something unproven.
    pub(crate) fn unproven(text: impl Display) -> Self {
        Self { text: text.to_string(), exit_code: 4 }
    }

    /// An input cannot be read. Its name is fit to print.
    pub(crate) fn read(name: &str, error: &io::Error) -> Self {
        Self::usage(format_args!("cannot read {name}: {error}"))
    }

    /// A file cannot be read.
    pub(crate) fn read_file(path: &Path, error: &io::Error) -> Self {
        Self::read(&printable_name(path), error)
    }

    /// A file cannot be written.
    pub(crate) fn write(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::AlreadyExists => Self::exists(path),
            _ => Self::usage(format_args!("cannot write {}: {error}", printable_name(path))),
        }
    }

    /// A file would be overwritten.
    pub(crate) fn exists(path: &Path) -> Self {
        let name = printable_name(path);
        Self::usage(format_args!("{name} exists already: name another file, or pass --force to replace it"))
    }

    /// Returns whether there is nothing to report: the reader of the output has stopped reading, as `head` does.
    pub(crate) const fn is_silent(&self) -> bool {
        self.exit_code == 0
    }
}

/// Returns the name of a file, fit to print.
pub(crate) fn printable_name(path: &Path) -> String {
    excerpt(&path.to_string_lossy())
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A bare I/O error is a failure to write the output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let exit_code = if error.kind() == io::ErrorKind::BrokenPipe { 0 } else { 2 };
        Self { text: format!("cannot write the output: {error}"), exit_code }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Self::usage(error)
    }
}

impl From<ThreadError> for Failure {
    fn from(error: ThreadError) -> Self {
        Self::usage(error)
    }
}

impl From<BookMakingError> for Failure {
    fn from(error: BookMakingError) -> Self {
        Self::usage(error)
    }
}

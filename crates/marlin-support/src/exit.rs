//! [`Failure`]: the end of a program without success, a text and an exit code; and [`main`], which reports
//! it.
//!
//! | exit code | meaning |
//! |---|---|
//! | 1 | an internal failure, or a check that failed |
//! | 2 | bad usage, bad input, or input or output that the system refuses |
//! | 3 | a regression against a baseline |
//! | 4 | limits left something unproven |

use std::any::Any;
use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;

use marlin_notation::excerpt;

const FAILED: u8 = 1;
const USAGE: u8 = 2;
const REGRESSION: u8 = 3;
const UNPROVEN: u8 = 4;

/// The end of a program without success.
///
/// Every error converts to a failure of exit code 2. A bare I/O error counts as a failure to write the
/// output: [`Failure::read`] and [`Failure::write`] name a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    text: String,
    exit_code: u8,
}

impl Failure {
    fn new(exit_code: u8, text: impl Display) -> Self {
        Self { text: text.to_string(), exit_code }
    }

    /// An internal failure, or a check that failed.
    pub fn failed(text: impl Display) -> Self {
        Self::new(FAILED, text)
    }

    /// Bad usage, bad input, or input or output that the system refuses.
    pub fn usage(text: impl Display) -> Self {
        Self::new(USAGE, text)
    }

    /// A regression against a baseline.
    pub fn regression(text: impl Display) -> Self {
        Self::new(REGRESSION, text)
    }

    /// Limits left something unproven.
    pub fn unproven(text: impl Display) -> Self {
        Self::new(UNPROVEN, text)
    }

    /// The content of a file is refused.
    pub fn file(path: &Path, error: impl Display) -> Self {
        Self::usage(format_args!("{}: {error}", printable_name(path)))
    }

    /// An input cannot be read. Its name is fit to print.
    pub fn read(name: &str, error: &io::Error) -> Self {
        Self::usage(format_args!("cannot read {name}: {error}"))
    }

    /// A file cannot be read.
    pub fn read_file(path: &Path, error: &io::Error) -> Self {
        Self::read(&printable_name(path), error)
    }

    /// A file cannot be written.
    pub fn write(path: &Path, error: &io::Error) -> Self {
        let name = printable_name(path);
        match error.kind() {
            io::ErrorKind::AlreadyExists => Self::exists(path),
            _ => Self::usage(format_args!("cannot write {name}: {error}")),
        }
    }

    /// A file would be overwritten.
    pub fn exists(path: &Path) -> Self {
        let name = printable_name(path);
        Self::usage(format_args!("{name} exists already: name another file, or pass --force to replace it"))
    }

    /// Returns the exit code; 0 if the reader of the output has stopped reading, as `head` does, which is no
    /// failure.
    pub const fn exit_code(&self) -> u8 {
        self.exit_code
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        match (&error as &dyn Any).downcast_ref::<io::Error>() {
            Some(broken) if broken.kind() == io::ErrorKind::BrokenPipe => Self::new(0, ""),
            Some(error) => Self::usage(format_args!("cannot write the output: {error}")),
            None => Self::usage(error),
        }
    }
}

/// Gives an error the name of its file, as [`Failure::file`] does.
pub trait InFile<T> {
    /// Returns the value.
    ///
    /// # Errors
    ///
    /// A failure that names the file.
    fn in_file(self, path: &Path) -> Result<T, Failure>;
}

impl<T, E: Display> InFile<T> for Result<T, E> {
    fn in_file(self, path: &Path) -> Result<T, Failure> {
        self.map_err(|error| Failure::file(path, error))
    }
}

/// Returns the name of a file, fit to print.
pub fn printable_name(path: &Path) -> String {
    excerpt(&path.to_string_lossy())
}

/// Runs a program with its arguments, reports its failure in a line on standard error, and returns the exit
/// code. If the arguments ask for help or are refused, it prints the help or the reason instead.
pub fn main<A>(arguments: Result<A, clap::Error>, run: impl FnOnce(A) -> Result<(), Failure>) -> ExitCode {
    #[cfg(feature = "write")]
    crate::files::outlive_size_limit();
    let result = match arguments {
        Ok(arguments) => panic::catch_unwind(AssertUnwindSafe(|| run(arguments))),
        Err(error) if error.use_stderr() => {
            // A closed standard error leaves no place for the message.
            let _ = error.print();
            return ExitCode::from(USAGE);
        }
        Err(help) => Ok(help.print().map_err(Failure::from)),
    };
    match result {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => {
            if failure.exit_code > 0 {
                let _ = writeln!(io::stderr(), "error: {failure}");
            }
            ExitCode::from(failure.exit_code)
        }
        // The panic has been reported on standard error already.
        Err(_) => ExitCode::from(FAILED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_bad_usage_and_a_reader_that_has_left_is_none() {
        let refused = Failure::from("x".parse::<u8>().unwrap_err());
        assert_eq!((refused.exit_code(), refused.to_string().as_str()), (2, "invalid digit found in string"));
        let full = Failure::from(io::Error::from(io::ErrorKind::StorageFull));
        assert!(full.exit_code() == 2 && full.to_string().starts_with("cannot write the output: "), "{full}");
        assert_eq!(Failure::from(io::Error::from(io::ErrorKind::BrokenPipe)).exit_code(), 0);
        assert_eq!(
            Failure::write(Path::new("a"), &io::ErrorKind::AlreadyExists.into()),
            Failure::exists(Path::new("a"))
        );
    }
}

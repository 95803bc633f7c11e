//! [`Failure`]: the end of the program without success.

use std::error::Error;
use std::{fmt, io};

use marlin_support::options::EngineError;
use marlin_support::pipeline::ThreadError;

/// The exit code of an internal failure, and of a check that failed.
pub(crate) const FAILED: u8 = 1;

/// The exit code of bad usage, bad input, and input or output that the system refuses.
pub(crate) const BAD_INPUT: u8 = 2;

/// The exit code of a run in which limits left something unproven.
pub(crate) const UNPROVEN: u8 = 4;

/// A reason why a command fails.
pub(crate) trait Reason: Error + Send + Sync + 'static {
    /// Returns the exit code.
    fn exit_code(&self) -> u8 {
        BAD_INPUT
    }
}

impl Reason for EngineError {}
impl Reason for ThreadError {}

/// A reason with its exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    reason: Box<dyn Error + Send + Sync>,
    exit_code: u8,
}

impl Failure {
    /// Returns the exit code.
    pub(crate) const fn exit_code(&self) -> u8 {
        self.exit_code
    }

    /// Returns whether there is nothing to report: the reader of the output has stopped reading, as `head` does.
    pub(crate) const fn is_silent(&self) -> bool {
        self.exit_code == 0
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<R: Reason> From<R> for Failure {
    fn from(reason: R) -> Self {
        Self { exit_code: reason.exit_code(), reason: Box::new(reason) }
    }
}

/// A bare I/O error is a failure to write the output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let exit_code = if error.kind() == io::ErrorKind::BrokenPipe { 0 } else { BAD_INPUT };
        Self { reason: format!("cannot write the output: {error}").into(), exit_code }
    }
}

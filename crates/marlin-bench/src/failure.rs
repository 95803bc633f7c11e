//! [`Failure`]: the reasons of exit codes other than 0.

use std::io;
use std::path::Path;

/// A failure, by its exit code.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A wrong score or a check that failed.
    #[error("{0}")]
    Wrong(String),
    /// Bad usage or bad input.
    #[error("{0}")]
    Input(String),
    /// More time or nodes than a baseline allows.
    #[error("regression: {0}")]
    Regression(String),
    /// Unclear times, with `--on-unclear fail`.
    #[error("unclear: {0}")]
    Unclear(String),
    /// Positions that are unproven at the time limit.
    #[error("{0}")]
    TimeLimit(String),
    /// The report cannot be written.
    #[error("cannot write the report: {0}")]
    Write(#[from] io::Error),
}

impl Failure {
    /// Returns the failure of reading or writing a file.
    pub(crate) fn file(path: &Path, error: &impl std::fmt::Display) -> Self {
        Self::Input(format!("{}: {error}", path.display()))
    }

    /// Returns the exit code.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Self::Wrong(_) => 1,
            Self::Input(_) | Self::Write(_) => 2,
            Self::Regression(_) | Self::Unclear(_) => 3,
            Self::TimeLimit(_) => 4,
        }
    }

    /// Returns whether the reader has closed the output: no reason for a message.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

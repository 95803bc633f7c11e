//! [`PlayError`]: why a game ends before its player leaves.

use std::io;

/// Why a game ends before its player leaves.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The system has no thread for the engine.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// The terminal can't be read or written.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}

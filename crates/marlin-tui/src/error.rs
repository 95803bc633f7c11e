//! [`TuiError`]: the failure of a game's surroundings.

use std::io;

/// The reason why a game ends early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuiError {
    /// The system has no thread for the engine.
    #[error("cannot start a thread: {0}")]
    Thread(#[source] io::Error),
    /// The terminal cannot be read or written.
    #[error(transparent)]
    Terminal(#[from] io::Error),
}

//! [`PlayOptions`]: the settings of a game, and its failures.

use std::io;
use std::time::Duration;

use marlin_coach::DEFAULT_TIME;

use crate::look::Look;

/// The settings of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayOptions {
    /// Colours and signs.
    pub look: Look,
    /// The time limit of the engine for a move or a hint.
    pub time: Duration,
    /// The seed of the engine's choices; the same seed repeats them.
    pub seed: u64,
    /// Whether the mouse is used. Then it does not select text of the terminal.
    pub has_mouse: bool,
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self { look: Look::FULL, time: DEFAULT_TIME, seed: 0, has_mouse: true }
    }
}

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

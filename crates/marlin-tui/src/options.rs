//! [`PlayOptions`]: the settings of a game.

use std::time::Duration;

use marlin_coach::DEFAULT_TIME;

use crate::look::Look;

/// The settings of a game.
///
/// # Examples
///
/// ```
/// use marlin_tui::{Look, PlayOptions};
///
/// let options = PlayOptions::default().look(Look::default().ascii(true)).seed(7);
/// assert_eq!((options.time.as_secs(), options.seed), (5, 7));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
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
        Self { look: Look::default(), time: DEFAULT_TIME, seed: 0, has_mouse: true }
    }
}

impl PlayOptions {
    /// Returns these options with another look.
    #[must_use]
    pub const fn look(self, look: Look) -> Self {
        Self { look, ..self }
    }

    /// Returns these options with another time limit of the engine.
    #[must_use]
    pub const fn time(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Returns these options with another seed.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Returns these options with or without the mouse.
    #[must_use]
    pub const fn mouse(self, has_mouse: bool) -> Self {
        Self { has_mouse, ..self }
    }
}

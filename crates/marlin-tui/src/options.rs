//! [`Options`]: how a game is run.

use std::time::Duration;

use marlin_coach::DEFAULT_TIME;

use crate::look::Look;

/// How a game is run.
///
/// # Examples
///
/// ```
/// use marlin_tui::Options;
///
/// assert_eq!(Options::default().time.as_secs(), 5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Colours and signs.
    pub look: Look,
    /// The time that the engine may take for a move or a hint.
    pub time: Duration,
    /// The seed of the engine's choices, so that a game can be repeated.
    pub seed: u64,
    /// Whether the mouse is used; then the terminal itself doesn't select text with it.
    pub has_mouse: bool,
}

impl Default for Options {
    fn default() -> Self {
        let look = Look { has_colours: true, is_ascii: false };
        Self { look, time: DEFAULT_TIME, seed: 0, has_mouse: true }
    }
}

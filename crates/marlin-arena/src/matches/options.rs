//! [`MatchOptions`]: the settings of a match.

use std::time::Duration;

/// The settings of a match: by default a hundred games without a time limit.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use marlin_arena::MatchOptions;
///
/// let quick = MatchOptions::default().games(10).time(Duration::from_millis(50));
/// assert_eq!((quick.opening_plies, quick.seed), (8, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchOptions {
    /// The number of games, two from each opening.
    pub games: u64,
    /// The number of moves in an opening, at most 36.
    pub opening_plies: u32,
    /// The seed of the openings.
    pub seed: u64,
    /// The time limit of a move.
    pub time: Option<Duration>,
    /// Whether a move that takes longer loses the game.
    pub strict_time: bool,
}

impl Default for MatchOptions {
    fn default() -> Self {
        Self { games: 100, opening_plies: 8, seed: 1, time: None, strict_time: false }
    }
}

impl MatchOptions {
    /// Returns these options with another number of games.
    #[must_use]
    pub const fn games(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// Returns these options with openings of another length.
    #[must_use]
    pub const fn opening_plies(self, opening_plies: u32) -> Self {
        Self { opening_plies, ..self }
    }

    /// Returns these options with another seed.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Returns these options with another time limit of a move; `None` removes it.
    #[must_use]
    pub fn time(self, time: impl Into<Option<Duration>>) -> Self {
        Self { time: time.into(), ..self }
    }

    /// Returns these options with a time limit whose overstep loses the game, or is only counted.
    #[must_use]
    pub const fn strict_time(self, strict_time: bool) -> Self {
        Self { strict_time, ..self }
    }
}

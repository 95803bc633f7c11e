//! [`MatchOptions`]: the games of a match.

use std::time::Duration;

/// The games of a match.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use marlin_arena::MatchOptions;
///
/// let quick = MatchOptions { games: 10, time: Some(Duration::from_millis(50)), ..MatchOptions::default() };
/// assert_eq!((quick.opening_plies, quick.seed), (8, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchOptions {
    /// The number of games, two from each opening.
    pub games: u64,
    /// The number of moves in an opening, at most 36.
    pub opening_plies: u32,
    /// The seed of the openings.
    pub seed: u64,
    /// The time for a move, if there is a limit.
    pub time: Option<Duration>,
    /// Whether a move that takes longer loses the game.
    pub strict_time: bool,
}

/// A hundred games without a limit of time.
impl Default for MatchOptions {
    fn default() -> Self {
        Self { games: 100, opening_plies: 8, seed: 1, time: None, strict_time: false }
    }
}

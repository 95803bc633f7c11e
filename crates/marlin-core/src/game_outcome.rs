//! [`GameOutcome`]: the result of a finished game.

use std::fmt;

use crate::player::Player;

/// The result of a finished game.
///
/// # Examples
///
/// ```
/// use marlin_core::{Game, GameOutcome, Player};
///
/// let game: Game = "1212121".parse()?;
/// assert_eq!(game.outcome(), Some(GameOutcome::Won(Player::X)));
/// assert_eq!(game.outcome().unwrap().to_string(), "X has won");
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameOutcome {
    /// A player has four in a row.
    Won(Player),
    /// The board is full and has no four in a row.
    Drawn,
}

impl fmt::Display for GameOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(player) => write!(f, "{player} has won"),
            Self::Drawn => f.write_str("the game is a draw"),
        }
    }
}

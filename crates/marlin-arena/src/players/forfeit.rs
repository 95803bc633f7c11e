//! [`Forfeit`]: the reason for a forfeited game.

use std::time::Duration;

use marlin_core::{Column, Game};

use super::agent::Agent;
use super::error::AgentError;

/// The lack of a legal move in time, with a description fit to print. In a match it loses the game.
///
/// # Examples
///
/// ```
/// use marlin_arena::Forfeit;
///
/// let forfeit = Forfeit::Illegal("column 4 is full".to_owned());
/// assert_eq!(forfeit.illegal(), Some("column 4 is full"));
/// assert_eq!(forfeit.failure(), None); // it has answered, and in time
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forfeit {
    /// It answers with something other than a legal move.
    Illegal(String),
    /// The player ends, or cannot be started again.
    Crash(String),
    /// The player is silent for longer than the timeout, or does not read.
    Timeout(String),
    /// The move is too late, and time is strict.
    Overstep(String),
}

impl Forfeit {
    /// Returns the illegal reply with the reason, if it was one.
    pub fn illegal(&self) -> Option<&str> {
        if let Self::Illegal(text) = self { Some(text) } else { None }
    }

    /// Describes the failure of the player, if it was one.
    pub fn failure(&self) -> Option<&str> {
        if let Self::Crash(text) | Self::Timeout(text) = self { Some(text) } else { None }
    }

    /// Describes the delay, if the move was too late.
    pub fn too_late(&self) -> Option<&str> {
        if let Self::Overstep(text) = self { Some(text) } else { None }
    }
}

impl From<AgentError> for Forfeit {
    fn from(error: AgentError) -> Self {
        match error {
            AgentError::Start { .. } | AgentError::Ended { .. } => Self::Crash(error.to_string()),
            AgentError::NotReading { .. } | AgentError::Silent { .. } => Self::Timeout(error.to_string()),
        }
    }
}

/// Asks a player for a move, plays it and returns its column. After a forfeit the game is unchanged.
pub(crate) fn play_move(
    agent: &mut dyn Agent,
    game: &mut Game,
    time: Option<Duration>,
) -> Result<Column, Forfeit> {
    agent.choose(game, time)?.play_in(game).map_err(Forfeit::Illegal)
}

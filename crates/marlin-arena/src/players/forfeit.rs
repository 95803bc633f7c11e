//! [`Forfeit`]: the reason why a player made no legal move in time.

use std::time::Duration;

use marlin_core::Column;
use marlin_core::any::Game;

use super::agent::Agent;
use super::error::AgentError;

/// The reason why a player made no legal move in time, with a description fit to print. In a match it loses the game.
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
    /// It ends, or can't be started again.
    Crash(String),
    /// It is silent for longer than the timeout, or doesn't read.
    Timeout(String),
    /// It moves too late, where that loses the game.
    Overstep(String),
}

impl Forfeit {
    /// Returns the answer and its error, if it wasn't a legal move.
    pub fn illegal(&self) -> Option<&str> {
        if let Self::Illegal(text) = self { Some(text) } else { None }
    }

    /// Returns how the player failed to answer, if it did.
    pub fn failure(&self) -> Option<&str> {
        if let Self::Crash(text) | Self::Timeout(text) = self { Some(text) } else { None }
    }

    /// Returns how late a move was, if it was too late.
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

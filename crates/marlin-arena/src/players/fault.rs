//! [`Fault`]: what a player does instead of a legal move in time.

use std::time::Duration;

use marlin_core::{Column, Game};

use super::agent::Agent;
use super::error::AgentError;

/// A failure of a player to play a legal move in time, with a description fit to print.
///
/// # Examples
///
/// ```
/// use marlin_arena::Fault;
///
/// let fault = Fault::Illegal("column 4 is full".to_owned());
/// assert_eq!(fault.illegal(), Some("column 4 is full"));
/// assert_eq!(fault.failure(), None); // it has answered, and in time
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It answers something else than a legal move.
    Illegal(String),
    /// It ends, or can't be started again.
    Crash(String),
    /// It is silent for longer than the timeout, or doesn't read.
    Timeout(String),
    /// It moves too late, where that loses the game.
    Overstep(String),
}

impl Fault {
    /// Returns what the player answered, if that was no legal move.
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

impl From<AgentError> for Fault {
    fn from(error: AgentError) -> Self {
        match error {
            AgentError::Start { .. } | AgentError::Ended { .. } => Self::Crash(error.to_string()),
            AgentError::NotReading { .. } | AgentError::Silent { .. } => Self::Timeout(error.to_string()),
        }
    }
}

/// Asks a player for a move, plays it and returns its column. The game is unchanged if there is a fault instead.
pub(crate) fn play_move(
    agent: &mut dyn Agent,
    game: &mut Game,
    time: Option<Duration>,
) -> Result<Column, Fault> {
    agent.choose(game, time)?.play_in(game).map_err(Fault::Illegal)
}

//! [`Agent`]: a player, [`AgentMove`]: its answer, and [`Forfeit`]: the lack of one.

use std::time::Duration;

use marlin_core::{Column, Game};

use super::error::AgentError;

/// A player.
///
/// # Examples
///
/// A player that always takes the leftmost open column:
///
/// ```
/// use std::time::Duration;
///
/// use marlin_arena::{Agent, AgentError, AgentMove};
/// use marlin_core::{BoardSize, Game};
///
/// struct Leftmost;
///
/// impl Agent for Leftmost {
///     fn name(&self) -> &str {
///         "leftmost"
///     }
///
///     fn new_game(&mut self) -> Result<(), AgentError> {
///         Ok(())
///     }
///
///     fn choose(&mut self, game: &Game, _: Option<Duration>) -> Result<AgentMove, AgentError> {
///         Ok(game.legal_moves().first().copied().into())
///     }
/// }
///
/// let game = Game::parse(BoardSize::STANDARD, "111111")?;
/// let agent_move = Leftmost.choose(&game, None)?;
/// assert!(matches!(agent_move, AgentMove::Column(column) if column.to_string() == "2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Agent {
    /// Returns the player's name, fit to print.
    fn name(&self) -> &str;

    /// Begins a new game, unrelated to the games before.
    ///
    /// # Errors
    ///
    /// Any [`AgentError`] of a program without a reply.
    fn new_game(&mut self) -> Result<(), AgentError>;

    /// Returns the player's move in an unfinished game, within a time if there is a limit.
    ///
    /// # Errors
    ///
    /// Any [`AgentError`] of a program without a reply.
    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError>;
}

/// A player's answer to the request for a move.
///
/// # Examples
///
/// ```
/// use marlin_arena::AgentMove;
/// use marlin_core::{BoardSize, Game};
///
/// // . . . . . . .
/// // . . . . . . .
/// // . . . . . . .
/// // . . . . . . .
/// // . . . O . . .
/// // . . X X . . .
/// let game = Game::parse(BoardSize::STANDARD, "443")?;
/// let leftmost = AgentMove::from(game.legal_moves().first().copied());
/// assert!(matches!(leftmost, AgentMove::Column(column) if column.number() == 1));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentMove {
    /// It plays a column, which may be full.
    Column(Column),
    /// It answers with something other than a column, fit to print.
    Other(String),
}

impl AgentMove {
    /// Plays the move and returns its column. An illegal move leaves the game unchanged; the error has the reason.
    pub(crate) fn play_in(self, game: &mut Game) -> Result<Column, String> {
        match self {
            Self::Column(column) => game.play(column).map(|()| column).map_err(|error| error.to_string()),
            Self::Other(found) => Err(format!("'{found}' is no move")),
        }
    }
}

/// The move of a player that returns a column if there is one.
impl From<Option<Column>> for AgentMove {
    fn from(found: Option<Column>) -> Self {
        found.map_or_else(|| Self::Other("nothing".to_owned()), Self::Column)
    }
}

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

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use super::*;

    #[test]
    fn a_move_is_played_or_refused_with_its_reason() {
        let mut game = Game::parse(BoardSize::STANDARD, "111111").unwrap();
        let full = AgentMove::Column(Column::A).play_in(&mut game);
        assert_eq!(full, Err("column 1 is full".to_owned()));
        assert_eq!(
            AgentMove::Other("e2e4".to_owned()).play_in(&mut game),
            Err("'e2e4' is no move".to_owned())
        );
        let column = Column::D;
        assert_eq!(AgentMove::Column(column).play_in(&mut game), Ok(column));
        assert_eq!(game.to_string(), "1111114");
    }
}

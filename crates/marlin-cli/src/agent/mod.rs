//! Players of Connect Four: other programs, by the dialect that they speak, and some that are built in.
//!
//! | module | what plays |
//! |---|---|
//! | `spec` | reads how a player is named, and starts it |
//! | `talk` | a conversation with a program, line by line, in which nobody waits for ever |
//! | `program` | a child process, and what it starts |
//! | `native` | a program that speaks the protocol of Marlin's session |
//! | `uci` | a program that speaks UCI or UGI, with the names for Connect Four that Cute Chess knows |
//! | `lines` | a program that answers a position a line, as `marlin-cli analyze` does |
//! | `random` | random moves |
//! | `depth` | a plain search to a fixed depth |
//! | `perfect` | Marlin itself |
//! | `restarting` | any of them, started again after it has failed |

mod depth;
mod lines;
mod native;
mod perfect;
mod program;
mod random;
mod restarting;
mod spec;
mod talk;
mod uci;

use std::time::Duration;

use marlin_core::{Column, Game};

pub(crate) use restarting::{GIVE_UP, Restarting};
pub(crate) use spec::{Spec, SpecError};
pub(crate) use talk::AgentError;

/// A player.
pub(crate) trait Agent {
    /// Returns what the player is called, fit to print.
    fn name(&self) -> &str;

    /// Says that what comes next has nothing to do with what came before.
    fn new_game(&mut self) -> Result<(), AgentError>;

    /// Returns what the player does next in a game that isn't over, in so much time if there is a limit.
    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<Choice, AgentError>;
}

/// What a player does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// It plays a column, which may be full.
    Column(Column),
    /// It says something that is no column, fit to print.
    Other(String),
}

impl Choice {
    /// Plays the move and returns its column; the game is unchanged if the rules don't allow it, and what is wrong is
    /// said.
    fn play_in(self, game: &mut Game) -> Result<Column, String> {
        match self {
            Self::Column(column) => game.play(column).map(|()| column).map_err(|error| error.to_string()),
            Self::Other(found) => Err(format!("'{found}' is no move")),
        }
    }
}

/// What a player does instead of a legal move in time. The texts say so, fit to print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It answers something that is no legal move.
    Illegal(String),
    /// It ends, or can't be started again.
    Crash(String),
    /// It is silent for longer than anybody waits, or doesn't read.
    Timeout(String),
    /// It moves too late where a game is lost by that.
    Overstep(String),
}

impl Fault {
    /// Returns what the player answered, if that was no legal move.
    pub(crate) fn illegal(&self) -> Option<&str> {
        if let Self::Illegal(text) = self { Some(text) } else { None }
    }

    /// Returns how the player failed to answer, if it did.
    pub(crate) fn failure(&self) -> Option<&str> {
        if let Self::Crash(text) | Self::Timeout(text) = self { Some(text) } else { None }
    }

    /// Returns how late a move was, if it was too late.
    pub(crate) fn too_late(&self) -> Option<&str> {
        if let Self::Overstep(text) = self { Some(text) } else { None }
    }
}

impl From<AgentError> for Fault {
    fn from(error: AgentError) -> Self {
        match error {
            AgentError::Start { .. } | AgentError::Ended { .. } => Self::Crash(error.to_string()),
            AgentError::Deaf { .. } | AgentError::Silent { .. } => Self::Timeout(error.to_string()),
        }
    }
}

/// Asks a player for a move, plays it and returns its column; the game is unchanged if there is none.
pub(crate) fn play_move(
    agent: &mut dyn Agent,
    game: &mut Game,
    time: Option<Duration>,
) -> Result<Column, Fault> {
    agent.choose(game, time)?.play_in(game).map_err(Fault::Illegal)
}

/// The choice of a player that finds a column while there is one.
impl From<Option<Column>> for Choice {
    fn from(found: Option<Column>) -> Self {
        found.map_or_else(|| Self::Other("nothing".to_owned()), Self::Column)
    }
}

/// Returns what follows `bestmove` in a line that begins with that word: the next word, empty if there is none.
fn bestmove(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    (words.next()? == "bestmove").then(|| words.next().unwrap_or_default())
}

/// Returns the column that a number stands for, counted from 1.
fn numbered(word: &str) -> Option<Column> {
    word.parse().ok().and_then(Column::from_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_played_or_it_is_said_why_not() {
        let mut game: Game = "111111".parse().unwrap();
        let full = Choice::Column(Column::new(0).unwrap()).play_in(&mut game);
        assert_eq!(full, Err("column 1 is full".to_owned()));
        assert_eq!(Choice::Other("e2e4".to_owned()).play_in(&mut game), Err("'e2e4' is no move".to_owned()));
        let column = Column::new(3).unwrap();
        assert_eq!(Choice::Column(column).play_in(&mut game), Ok(column));
        assert_eq!(game.to_string(), "1111114");
    }

    #[test]
    fn the_word_after_bestmove_is_what_counts() {
        assert_eq!(bestmove("bestmove 4 score 18 (WIN) in 3 plies, at move 7"), Some("4"));
        assert_eq!(bestmove("bestmove P@d1 ponder P@d2"), Some("P@d1"));
        assert_eq!(bestmove("bestmove"), Some(""));
        assert_eq!(bestmove("info pv bestmove 4"), None);
        assert_eq!(bestmove(""), None);
    }

    #[test]
    fn only_the_numbers_of_columns_stand_for_columns() {
        assert_eq!(numbered("7").map(Column::index), Some(6));
        for word in ["0", "8", "-1", "d", "", "1.0"] {
            assert_eq!(numbered(word), None, "{word}");
        }
    }
}

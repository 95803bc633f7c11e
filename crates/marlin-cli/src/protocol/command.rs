//! [`Command`]: what a line of any dialect asks for.

use std::time::Duration;

use marlin_core::{Column, DropMove, Game, Player};

use super::Dialect;
use crate::setting::Setting;

/// What a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// Nothing: an empty line, or words that mean nothing here.
    Nothing,
    /// Speak another dialect from now on, and say who is there.
    Speak(Dialect),
    /// Say that everything before is done.
    IsReady,
    /// Forget the last game.
    NewGame,
    /// Set up the position at the end of a game.
    Position(Game),
    /// Play a column.
    Play(Column),
    /// Say which moves have been played.
    Moves,
    /// Find the best move, and say it in plain words.
    Hint,
    /// Find the best move.
    Go(Go),
    /// Prove the score of every column.
    Analyze,
    /// Count the games of so many moves.
    Perft(u32),
    /// End the running search.
    Stop,
    /// The move that was pondered on has been played.
    PonderHit,
    /// Take back a move.
    Undo,
    /// Draw the board.
    Display,
    /// List the commands, or say more about one: this text.
    Help(Option<&'static str>),
    /// Change what the engine has to work with.
    SetOption(Setting),
    /// Say something about the game.
    Query(Query),
    /// End the session.
    Quit,
}

/// How to look for the best move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Go {
    /// The time for this move.
    pub(crate) time: Option<Duration>,
    /// The time for the game.
    pub(crate) clock: Clock,
    /// The nodes that it may take.
    pub(crate) nodes: Option<u64>,
    /// The plies to look ahead.
    pub(crate) plies: Option<u32>,
    /// The moves to choose from, each with its cell; all legal ones if there are none.
    pub(crate) drops: Vec<DropMove>,
    /// When to answer.
    pub(crate) answer: When,
}

impl Go {
    /// Returns the time for the next move of a side, if there is a limit to it.
    pub(crate) fn time_for(&self, player: Player) -> Option<Duration> {
        self.time.or_else(|| self.clock.time_for(player))
    }
}

/// When a search answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum When {
    /// As soon as it has an answer.
    #[default]
    Found,
    /// When it is told to stop.
    Stopped,
    /// When the move that it ponders on is played: its time begins then.
    PonderHit,
}

/// What is left of the time for the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// What each side has, X first.
    pub(crate) left: [Option<Duration>; 2],
    /// What each side gets for every move.
    pub(crate) increment: [Duration; 2],
    /// Moves until there is more.
    pub(crate) moves_to_go: Option<u32>,
}

/// Time that passes on the way to whoever holds the clock.
const OVERHEAD: Duration = Duration::from_millis(20);

/// Moves that the time is meant for, at most. The first ones are the difficult ones, and the book knows many of them.
const MOVES_PLANNED: u32 = 6;

impl Clock {
    /// Returns the time for the next move of a side; `None` without a clock.
    fn time_for(&self, player: Player) -> Option<Duration> {
        let side = usize::from(player == Player::O);
        let left = self.left[side]?;
        let moves = self.moves_to_go.unwrap_or(MOVES_PLANNED).clamp(1, MOVES_PLANNED);
        let share = (left / moves).saturating_add(self.increment[side] / 4 * 3);
        Some(share.min(left.saturating_sub(OVERHEAD)).max(Duration::from_millis(1)))
    }
}

/// A question about the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Query {
    /// Whether it is over.
    GameOver,
    /// Whether X is to move.
    FirstToMove,
    /// How it has ended.
    Result,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_leaves_time_for_later_moves_and_for_the_way() {
        let millis = Duration::from_millis;
        let clock = Clock { left: [Some(millis(6000)), Some(millis(10))], ..Clock::default() };
        assert_eq!(clock.time_for(Player::X), Some(millis(1000)));
        assert_eq!(clock.time_for(Player::O), Some(millis(1)));
        let last = Clock { moves_to_go: Some(1), ..clock };
        assert_eq!(last.time_for(Player::X), Some(millis(5980)));
        let increment = Clock { increment: [millis(400), millis(0)], ..clock };
        assert_eq!(increment.time_for(Player::X), Some(millis(1300)));
        assert_eq!(Clock::default().time_for(Player::X), None);
    }
}

//! [`Command`]: the meaning of a line in any [`Dialect`], and the words that several dialects share.

use std::time::Duration;

use marlin_core::{BoardSize, Column, DropMove, Game, Player};

use super::error::ProtocolError;
use super::setting::Setting;

/// A language of text lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Marlin's own.
    Native,
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Game Interface.
    Ugi,
}

/// The meaning of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// An empty line, or unknown words.
    Nothing,
    /// Use another dialect from now on, and introduce the engine.
    SwitchTo(Dialect),
    /// Confirm the end of all earlier work.
    IsReady,
    /// Forget the last game.
    NewGame,
    /// Begin a game on a board of another size.
    Board(BoardSize),
    /// Set up the position at the end of a game.
    Position(Game),
    /// Play a column.
    Play(Column),
    /// Print the moves played so far.
    Moves,
    /// Find the best move, and print it in plain words.
    Hint,
    /// Find the best move.
    Go(Go),
    /// Prove the score of every column.
    Analyze,
    /// Count the move sequences of a length.
    Perft(u32),
    /// End the running search.
    Stop,
    /// The expected move, on which the search ponders, has been played.
    PonderHit,
    /// Take back a move.
    Undo,
    /// Draw the board.
    Display,
    /// List the commands, or explain one with this text.
    Help(Option<&'static str>),
    /// Set an option of the engine.
    SetOption(Setting),
    /// Reply to a query about the game.
    Query(GameQuery),
    /// End the session.
    Quit,
}

/// The limits of a search for the best move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Go {
    /// The time for this move.
    pub(crate) time: Option<Duration>,
    /// The time for the game.
    pub(crate) clock: Clock,
    /// The greatest number of nodes.
    pub(crate) nodes: Option<u64>,
    /// The depth: the number of plies to look ahead.
    pub(crate) depth: Option<u32>,
    /// The candidate moves, each with its cell; all legal ones if empty.
    pub(crate) drops: Vec<DropMove>,
    /// The time of the reply.
    pub(crate) reply_on: ReplyOn,
}

impl Go {
    /// Returns the time for the next move of a side, `None` without a limit.
    pub(crate) fn time_for(&self, player: Player) -> Option<Duration> {
        self.time.or_else(|| self.clock.time_for(player))
    }
}

/// The time of the reply of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ReplyOn {
    /// As soon as it has a result.
    #[default]
    Completion,
    /// At `stop`.
    Stop,
    /// At `ponderhit`, after the expected move. The time of the search starts then.
    PonderHit,
}

/// The remaining time for the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// The time of each side, X first.
    pub(crate) left: [Option<Duration>; 2],
    /// The increment of each side for every move.
    pub(crate) increment: [Duration; 2],
    /// The moves to the next time control.
    pub(crate) moves_to_go: Option<u32>,
}

/// The delay between this program and the one with the clock.
const OVERHEAD: Duration = Duration::from_millis(20);

/// The greatest number of moves to divide the time by. The first moves are the difficult ones, and many of them are in the
/// book.
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

/// A query about the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameQuery {
    /// Whether it is over.
    GameOver,
    /// Whether X is to move.
    FirstToMove,
    /// Its result.
    Result,
}

/// Returns the first word of a text and the rest.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Reads `name NAME [value VALUE]`.
pub(crate) fn parse_set_option(rest: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let ("name", rest) = split_word(rest) else { return Err(ProtocolError::OptionSyntax) };
    let rest = format!("{rest} ");
    let (name, value) =
        rest.split_once(" value ").map_or((&*rest, None), |(name, value)| (name, Some(value.trim())));
    Ok(Command::SetOption(Setting::parse(name.trim(), value, board)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_reserves_time_for_later_moves_and_for_the_overhead() {
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

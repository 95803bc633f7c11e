//! [`Command`]: the meaning of a line in any [`Dialect`], and [`Reply`], a reply before a dialect puts it
//! into words, with the [`SearchResult`] that it reports, or the [`ProtocolError`].

use std::fmt::Display;
use std::time::Duration;

use marlin_core::{BoardSize, Bounds, Column, Columns, Game, Player, Position, Progress, Source};
use marlin_notation::DropMove;
use marlin_support::lines::LineError;

use super::setting::{OptionLine, Setting};

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
    /// Prove the score of every column, within a time.
    Analyze(Option<Duration>),
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
    /// The maximum number of nodes.
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

/// The maximum number of moves that share the remaining time. The first moves are the difficult ones, and
/// many of them are in the book.
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

/// A reply of a session.
#[derive(Debug)]
pub(crate) enum Reply<'a> {
    /// The name of the engine, and its options.
    Introduction(&'a [OptionLine]),
    /// Everything before is done.
    Ready,
    /// A position is set up, this number of moves from the empty board.
    Position(usize),
    /// A game has begun on a board of another size.
    NewBoard(BoardSize),
    /// A move is played, the last of the game so far.
    Played(&'a Game),
    /// The moves played so far.
    Moves(&'a Game),
    /// The last move, in this column, is taken back. The game now has this number of moves.
    Undone(Column, usize),
    /// The board.
    Board(&'a Game),
    /// An option is set.
    Set(&'a Setting),
    /// The list of commands, or the help on one.
    Help(Option<&'static str>),
    /// The number of move sequences that begin with each column.
    Perft(&'a Position, Vec<(Column, u64)>),
    /// The result of a query about the game.
    Query(GameQuery, &'a Game),
    /// The progress of a search, and the line of play to show.
    Progress(&'a SearchRequest, &'a Progress, &'a [Column]),
    /// The lines of play of a search for the best move.
    Lines(&'a SearchResult),
    /// The best move.
    Best(&'a SearchResult),
    /// The best move in plain words.
    Hint(&'a SearchResult),
    /// The scores of all columns.
    Columns(&'a SearchResult),
    /// There is no best move: the game is over.
    GameOver(&'a Game),
    /// There is no hint: the game is over.
    NoHint(&'a Game),
    /// A line is refused.
    Error(&'a ProtocolError),
    /// The session ends.
    Goodbye,
}

/// The request for a search.
#[derive(Debug, Clone)]
pub(crate) struct SearchRequest {
    /// The position searched.
    pub(crate) position: Position,
    /// The depth: the plies to look ahead.
    pub(crate) depth: u32,
    /// Whether the outcome is shown beside the score.
    pub(crate) shows_wdl: bool,
}

/// The result of a search.
#[derive(Debug)]
pub(crate) struct SearchResult {
    /// The request.
    pub(crate) request: SearchRequest,
    /// The proven bounds of its score.
    pub(crate) bounds: Bounds,
    /// The proven bounds of every column; `None` for a full one.
    pub(crate) columns: Columns<Option<Bounds>>,
    /// Lines of play, the best first; none if only the columns were requested.
    pub(crate) lines: Vec<Variation>,
    /// The source of the scores.
    pub(crate) source: Source,
    /// Nodes visited.
    pub(crate) nodes: u64,
    /// Nodes visited per second.
    pub(crate) nps: u64,
    /// Time taken.
    pub(crate) elapsed: Duration,
    /// The share of the table in use, in thousandths.
    pub(crate) hashfull: u32,
}

/// A line of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variation {
    /// The proven bounds of its first move.
    pub(crate) bounds: Bounds,
    /// The moves that both sides play: first those that are proven, then those that look best.
    pub(crate) moves: Vec<Column>,
}

impl SearchResult {
    /// Returns the best move; `None` if the search was for the columns.
    pub(crate) fn best(&self) -> Option<Column> {
        self.lines.first()?.moves.first().copied()
    }
}

/// The facts of an `info` line.
#[derive(Debug)]
pub(super) struct Info<'a> {
    pub(super) nodes: u64,
    pub(super) nps: u64,
    /// The share of the table in use, in thousandths.
    pub(super) hashfull: u32,
    pub(super) elapsed: Duration,
    pub(super) bounds: Bounds,
    /// The moves that both sides play.
    pub(super) moves: &'a [Column],
}

impl<'a> Info<'a> {
    pub(super) fn of_progress(progress: &Progress, moves: &'a [Column]) -> Self {
        let (nps, hashfull, bounds) = (progress.nps(), progress.hashfull(), progress.best_bounds());
        Self { nodes: progress.nodes, nps, hashfull, elapsed: progress.elapsed, bounds, moves }
    }

    pub(super) fn of_result(result: &'a SearchResult, bounds: Bounds, moves: &'a [Column]) -> Self {
        let &SearchResult { nodes, nps, elapsed, hashfull, .. } = result;
        Self { nodes, nps, hashfull, elapsed, bounds, moves }
    }
}

/// The reason why a line is refused. Its text is the whole reply, and foreign text in it is fit to print.
///
/// Scripts look for the texts about an unknown command, an invalid character and a full column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProtocolError {
    /// There is no such command.
    #[error("Unknown command: {word} ({advice})")]
    Unknown { word: String, advice: String },
    /// A position cannot be set up.
    #[error("Error: {0}")]
    Position(String),
    /// A `go` cannot be carried out.
    #[error("Error: {0}")]
    Go(String),
    /// Any other line.
    #[error("Error: {0}")]
    Other(String),
}

impl ProtocolError {
    /// Returns the error of an unknown command, with advice.
    pub(super) fn unknown(word: &str, advice: impl Display) -> Self {
        Self::Unknown { word: word.to_owned(), advice: advice.to_string() }
    }

    /// Returns the error of a line.
    pub(crate) fn new(reason: impl Display) -> Self {
        Self::Other(reason.to_string())
    }

    /// Returns the error of a line that sets up a position.
    pub(crate) fn of_position(reason: impl Display) -> Self {
        Self::Position(reason.to_string())
    }

    /// Returns the error of a `go`.
    pub(crate) fn of_go(reason: impl Display) -> Self {
        Self::Go(reason.to_string())
    }

    /// Returns the error of a search that ended without a result.
    pub(crate) fn search_failed() -> Self {
        Self::of_go("The search failed; the position is unchanged")
    }

    /// Returns whether this answers a `go`: in UCI `bestmove` must follow.
    pub(crate) const fn answers_go(&self) -> bool {
        matches!(self, Self::Go(_))
    }

    /// Returns the reason why a position is refused, if this is the reply to one.
    pub(crate) fn reason_against_position(&self) -> Option<&str> {
        if let Self::Position(reason) = self { Some(reason) } else { None }
    }
}

/// The line is no text. It may have set up a position.
impl From<LineError> for ProtocolError {
    fn from(error: LineError) -> Self {
        let reason = format!("Unreadable input: {error}");
        let is_of_position = error.start().split_whitespace().any(|word| word == "position");
        if is_of_position { Self::of_position(reason) } else { Self::new(reason) }
    }
}

/// Returns the first word of a text and the rest.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Returns the column with a number, from 1, or a file.
pub(crate) fn column_named(board: BoardSize, word: &str) -> Option<Column> {
    word.parse().ok().filter(|&column| board.has_column(column))
}

/// Reads `name NAME [value VALUE]`.
pub(super) fn parse_set_option(rest: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let ("name", rest) = split_word(rest) else {
        let expected = "'name NAME value VALUE', as in 'setoption name Threads value 4'";
        return Err(ProtocolError::new(format_args!("'setoption' expects {expected}")));
    };
    let rest = format!("{rest} ");
    let (name, value) =
        // A client wrote this text.
        rest.split_once(" value ").map_or((&*rest, None), |(name, value)| (name, Some(value.trim())));
    let setting = Setting::parse(name.trim(), value, board).map_err(ProtocolError::new)?;
    Ok(Command::SetOption(setting))
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

    #[test]
    fn a_column_has_a_number_and_a_file() {
        let board = BoardSize::new(12, 4).unwrap();
        for (word, index) in [
            ("10", Some(9)),
            ("a", Some(0)),
            ("L", Some(11)),
            ("m", None),
            ("13", None),
            ("aa", None),
            ("0", None),
            ("-1", None),
            ("", None),
            ("1.0", None),
        ] {
            assert_eq!(column_named(board, word).map(Column::index), index, "{word}");
        }
    }
}

//! [`ProtocolError`]: the reason why a line is refused.

use marlin_core::{BoardSize, Column, GameOutcome, ParseError};
use marlin_support::lines::LineError;

use super::setting::SettingError;

/// The reason why a line is refused. Its text is the whole reply, and foreign text in it is fit to print.
///
/// Scripts look for the texts of the unknown command, the invalid character and the full column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProtocolError {
    /// The first word is no command.
    #[error("Unknown command: {word} (type 'help' for commands)")]
    UnknownCommand { word: String },
    /// A line of UCI or UGI without a command.
    #[error("Unknown command: {word} ('marlin-cli help {protocol}' lists the commands)")]
    UnknownWord { word: String, protocol: &'static str },
    /// Moves without a command.
    #[error("Unknown command: {moves} (did you mean '{command} {moves}'?)")]
    OnlyMoves { moves: String, command: &'static str },
    /// Words after a command that takes fewer.
    #[error("Error: '{command}' doesn't take '{extra}'")]
    ExtraWords { command: &'static str, extra: String },
    /// A character names no column. Its index counts the characters of the moves from 0.
    #[error("Error: Invalid character '{found}' in move string at index {index} ({expected})")]
    InvalidCharacter { index: usize, expected: String, found: String },
    /// A move into a full column, counted from 1. The index counts the characters of the moves from 0.
    #[error("Error: Column {number} is full, at index {index}")]
    ColumnFull { index: usize, number: usize },
    /// A move after the last one, counted from 1.
    #[error("Error: Move {number} comes after the end of the game: {outcome}")]
    AfterTheEnd { number: usize, outcome: GameOutcome },
    /// `play` without a column.
    #[error("Error: 'play' needs a column, as in 'play 4'")]
    MissingColumn,
    /// The word after `play` is no column.
    #[error("Error: Invalid column '{found}' (columns are {}, as in 'play {}')", columns_of(*board), board.width().div_ceil(2))]
    InvalidColumn { board: BoardSize, found: String },
    /// A move to play in a full column.
    #[error("Error: Column {column} is full ({} open)", columns_are(open))]
    CannotPlay { column: Column, open: Vec<Column> },
    /// A move to play when the game is over.
    #[error("Error: the game is over: {outcome} ('undo' takes a move back, 'new' begins another game)")]
    NothingToPlay { outcome: GameOutcome },
    /// `board` without a size.
    #[error("Error: 'board' needs a size, columns x rows, as in 'board 8x7'")]
    MissingBoard,
    /// A board that is too large, or no size at all.
    #[error("Error: {0}")]
    Board(ParseError),
    /// A position of a board that could not be set.
    #[error("Error: the position is of board {board}, which isn't set")]
    OtherBoard { board: BoardSize },
    /// There is no help on the word.
    #[error("Error: No help on '{word}' (topics: {topics})")]
    NoHelp { word: String, topics: String },
    /// The moves are no game for another reason.
    #[error("Error: Invalid position: {0}")]
    Position(ParseError),
    /// The time is no number of milliseconds.
    #[error("Error: Invalid time '{found}' (milliseconds are expected, as in 'go 500')")]
    InvalidTime { found: String },
    /// `setoption` without a name.
    #[error("Error: 'setoption' expects 'name NAME value VALUE', as in 'setoption name Threads value 4'")]
    OptionSyntax,
    /// The option cannot be set.
    #[error("Error: {0}")]
    Setting(#[from] SettingError),
    /// The move cannot be played.
    #[error("Error: illegal move '{found}': {reason}")]
    Drop { found: String, reason: String },
    /// One of the candidate moves cannot be played.
    #[error(
        "Error: a move after 'searchmoves' can't be played: a stone falls on the lowest empty cell of its file"
    )]
    SearchMoves,
    /// The FEN is no position.
    #[error("Error: invalid FEN '{found}': {reason}")]
    Fen { found: String, reason: String },
    /// `position` without `startpos` or a FEN.
    #[error("Error: 'position' expects 'startpos' or 'fen FEN', and 'moves P@d1 ...', not '{found}'")]
    PositionSyntax { found: String },
    /// A number of `go` is invalid or too great.
    #[error("Error: invalid number '{found}' after '{name}'{}", if name == "perft" { ", which takes 1 to 9" } else { "" })]
    GoNumber { name: String, found: String },
    /// The query is unknown.
    #[error("Error: no answer to the query '{found}' (ask for gameover, p1turn or result)")]
    Query { found: String },
    /// A search after a refused position.
    #[error("Error: the last position was refused ({reason}): there is no move")]
    NothingToSearch { reason: String },
    /// A query about the game after a refused position.
    #[error("Error: the last position was refused ({reason}): answering for the position before it")]
    PositionBefore { reason: String },
    /// There is no move to take back.
    #[error("Error: No move to take back")]
    NothingToUndo,
    /// The line is no text.
    #[error("Error: Unreadable input: {0}")]
    Line(#[from] LineError),
    /// The search ended without a result.
    #[error("Error: The search failed; the position is unchanged")]
    SearchFailed,
}

impl ProtocolError {
    /// Returns whether this answers a `go`: in UCI `bestmove` must follow.
    pub(crate) fn answers_go(&self) -> bool {
        match self {
            Self::NothingToSearch { .. } | Self::SearchMoves | Self::SearchFailed => true,
            Self::GoNumber { name, .. } => name != "perft",
            _ => false,
        }
    }

    /// Returns the reason why a position is refused, if this is the reply to one.
    pub(crate) fn reason_against_position(&self) -> Option<String> {
        let is_of_position = match self {
            Self::Drop { .. } | Self::Fen { .. } | Self::PositionSyntax { .. } | Self::OtherBoard { .. } => {
                true
            }
            Self::Line(error) => error.start().split_whitespace().any(|word| word == "position"),
            _ => false,
        };
        let text = self.to_string();
        is_of_position.then(|| text.strip_prefix("Error: ").unwrap_or(&text).to_owned())
    }
}

/// Names the columns of a board by the first and the last.
fn columns_of(board: BoardSize) -> String {
    match board.columns().last() {
        Some(last) if board.width() > 9 => format!("1 to {}, or 1 to {last} as in moves", board.width()),
        _ => format!("1 to {}", board.width()),
    }
}

/// Names columns, as in 'columns 1, 2 and 5 are'.
fn columns_are(columns: &[Column]) -> String {
    let names: Vec<_> = columns.iter().map(Column::to_string).collect();
    match names.split_last() {
        Some((last, [])) => format!("column {last} is"),
        Some((last, others)) => format!("columns {} and {last} are", others.join(", ")),
        None => "no column is".to_owned(),
    }
}

//! [`Reply`]: a reply of a session, before a dialect puts it into words, and the [`SearchResult`] that it reports.

use std::time::Duration;

use marlin_core::{BoardSize, Bounds, Column, Columns, Game, Position, Progress, Source};

use super::command::GameQuery;
use super::error::ProtocolError;
use super::setting::{OptionLine, Setting};

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
    /// The last move, in this column, is taken back: this number of moves has been played.
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

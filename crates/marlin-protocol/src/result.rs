//! [`SearchResult`]: the result of a search, and [`SearchRequest`].

use std::time::Duration;

use marlin_core::{Bounds, Column, Columns, Position, Score, Source};

/// The request for a search.
#[derive(Debug, Clone)]
pub struct SearchRequest {
    /// The position searched.
    pub position: Position,
    /// The depth: the plies to look ahead.
    pub depth: u32,
    /// Whether the outcome is shown beside the score.
    pub shows_wdl: bool,
}

/// The result of a search.
#[derive(Debug)]
pub struct SearchResult {
    /// The request.
    pub request: SearchRequest,
    /// The proven bounds of its score.
    pub bounds: Bounds,
    /// The proven bounds of every column; `None` for a full one.
    pub columns: Columns<Option<Bounds>>,
    /// Lines of play, the best first; none if only the columns were requested.
    pub lines: Vec<Variation>,
    /// The source of the scores.
    pub source: Source,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes visited per second.
    pub nps: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// The share of the table in use, in thousandths.
    pub hashfull: u32,
}

/// A line of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The proven bounds of its first move.
    pub bounds: Bounds,
    /// The moves that both sides play: first those that are proven, then those that look best.
    pub moves: Vec<Column>,
}

impl SearchResult {
    /// Returns the best move; `None` if the search was for the columns.
    pub fn best(&self) -> Option<Column> {
        self.lines.first()?.moves.first().copied()
    }
}

/// The distance to the end of a game with a score.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EndDistance {
    /// The number of moves to it.
    pub(crate) plies: u32,
    /// The number of the last move.
    pub(crate) at: u32,
}

impl EndDistance {
    pub(crate) fn new(score: Score, position: &Position) -> Self {
        let ending = position.ending(score);
        Self { plies: ending.plies, at: ending.final_move }
    }
}

//! [`Reply`]: what a session tells, before a dialect has put it into words.

use std::time::Duration;

use marlin_core::{Bounds, Column, Game, Position, Progress, Score, Source};

use super::{ProtocolError, Query};
use crate::setting::{OptionLine, Setting};

/// What a session tells.
#[derive(Debug)]
pub(crate) enum Reply<'a> {
    /// Who is there, and what can be set.
    Introduction(&'a [OptionLine]),
    /// Everything before is done.
    Ready,
    /// A position is set up, so many moves from the empty board.
    Position(usize),
    /// A move is played, the last of the game so far.
    Played(&'a Game),
    /// The moves played so far.
    Moves(&'a Game),
    /// A move is taken back, so many are left.
    Undone(Column, usize),
    /// The board.
    Board(&'a Game),
    /// A setting is made.
    Set(&'a Setting),
    /// The commands, or more about one.
    Help(Option<&'static str>),
    /// The games that begin with each column.
    Perft(&'a Position, Vec<(Column, u64)>),
    /// The answer to a question about the game.
    Answer(Query, &'a Game),
    /// How far a search has come, and the line of play to show.
    Progress(&'a Scope, &'a Progress, &'a [Column]),
    /// What a search for the best move has come to: the lines of play.
    Lines(&'a Verdict),
    /// The best move.
    Best(&'a Verdict),
    /// The best move in plain words.
    Hint(&'a Verdict),
    /// What a search for the scores of all columns has come to.
    Columns(&'a Verdict),
    /// There is nothing to search for a best move: the game is over.
    GameOver(&'a Game),
    /// There is no hint: the game is over.
    NoHint(&'a Game),
    /// A line can't be carried out.
    Error(&'a ProtocolError),
    /// The session ends.
    Goodbye,
}

/// What a search is about.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    /// The position searched.
    pub(crate) position: Position,
    /// The plies that are looked ahead.
    pub(crate) plies: u32,
    /// Whether wins, draws and losses are to be told apart from the score.
    pub(crate) shows_wdl: bool,
}

/// What a search has come to.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// What it was about.
    pub(crate) scope: Scope,
    /// What is proven of its score.
    pub(crate) bounds: Bounds,
    /// What is proven of every column; `None` where no move is possible.
    pub(crate) columns: [Option<Bounds>; 7],
    /// Lines of play, the best first; none if only the columns were asked for.
    pub(crate) lines: Vec<Variation>,
    /// What the scores come from.
    pub(crate) source: Source,
    /// Nodes visited.
    pub(crate) nodes: u64,
    /// Nodes visited per second.
    pub(crate) nps: u64,
    /// Time taken.
    pub(crate) elapsed: Duration,
    /// Thousandths of the table that are full.
    pub(crate) hashfull: u32,
}

/// A line of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variation {
    /// What is proven of its first move.
    pub(crate) bounds: Bounds,
    /// The moves that both sides play: first those that are proven, then those that look best.
    pub(crate) moves: Vec<Column>,
}

impl Verdict {
    /// Returns the best move; `None` if the search was for the columns.
    pub(crate) fn best(&self) -> Option<Column> {
        self.lines.first()?.moves.first().copied()
    }
}

/// When a game ends that has a score after some moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End {
    /// Moves until then.
    pub(crate) plies: u32,
    /// The number of the last move.
    pub(crate) at: u32,
}

impl End {
    pub(crate) fn new(score: Score, position: &Position) -> Self {
        let nb_moves = position.nb_moves();
        Self { plies: score.plies_to_end(nb_moves), at: score.final_move(nb_moves) }
    }
}

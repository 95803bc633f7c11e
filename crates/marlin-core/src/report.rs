//! [`Report`] and [`Analysis`]: what a solver has found out, and what that comes from.

use std::fmt;
use std::time::Duration;

use crate::column::Column;
use crate::score::Bounds;
use crate::search::{nodes_per_second, ranked};

/// What an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The rules alone: the game is over, or soon and certainly.
    Rules,
    /// The opening book.
    Book,
    /// A search, or what there was of it before its limits came.
    Search,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rules => "rules",
            Self::Book => "book",
            Self::Search => "search",
        })
    }
}

/// What a search within limits has proven about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report<const W: usize = 7, const H: usize = 6> {
    /// The bounds of the score; only if they meet is it known.
    pub bounds: Bounds<W, H>,
    /// The best move so far: the first of the moves in the order of [`Analysis::ranked`], however little is proven of them.
    /// That it keeps the score is proven by [`Solver::best_move_within`](crate::Solver::best_move_within) alone. `None` when
    /// the game is over.
    pub best: Option<Column<W>>,
    /// What the bounds come from.
    pub source: Source,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl<const W: usize, const H: usize> Report<W, H> {
    /// Returns the nodes visited per second.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// What a search within limits has proven about every column of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis<const W: usize = 7, const H: usize = 6> {
    /// The bounds of the position's score.
    pub bounds: Bounds<W, H>,
    /// The bounds of the score of every column, from the side to move now; `None` where no move is possible, that
    /// is in a full column, and in all of them when the game is over.
    pub columns: [Option<Bounds<W, H>>; W],
    /// The best move by what is proven: the highest score, of equals the nearest to the centre. `None` when the game
    /// is over.
    pub best: Option<Column<W>>,
    /// What the bounds come from: the search, if any of them does.
    pub source: Source,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl<const W: usize, const H: usize> Analysis<W, H> {
    /// Returns the nodes visited per second.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }

    /// Returns the columns that can be played, the best by what is proven first: the highest score that is certain, then
    /// the best outcome that is possible, then the nearest to the centre.
    pub fn ranked(&self) -> Vec<(Column<W>, Bounds<W, H>)> {
        ranked(&self.columns)
    }

    /// Returns whether the score of every column is proven.
    pub fn is_complete(&self) -> bool {
        is_complete(self.bounds, &self.columns)
    }
}

/// A line of play: the moves of both sides from a position on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<const W: usize = 7> {
    /// The moves. The first [`Self::proven`] of them are proven to be the best, the others only look so.
    pub moves: Vec<Column<W>>,
    /// The number of moves that are proven.
    pub proven: usize,
}

/// Returns whether the scores of a position and of each of its columns are proven.
pub(crate) fn is_complete<const W: usize, const H: usize>(
    bounds: Bounds<W, H>,
    columns: &[Option<Bounds<W, H>>; W],
) -> bool {
    bounds.score().is_some() && columns.iter().flatten().all(|bounds| bounds.score().is_some())
}

//! What the engine is asked to do, and what it answers. Both are values, so the game knows nothing of threads.

use std::time::Duration;

use marlin_coach::explain::Explanation;
use marlin_coach::level::Level;
use marlin_core::Column;
use marlin_core::any::{Analysis, Bounds, Position};

/// What the engine is to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// A move of a player of a level.
    Move {
        /// The position.
        position: Position,
        /// The level.
        level: Level,
    },
    /// The score of every column, and the line of best play.
    Analyze {
        /// The position.
        position: Position,
    },
    /// Why the position is worth what it is.
    Explain {
        /// The position.
        position: Position,
    },
    /// The score of a position, for the graph.
    Score {
        /// The position.
        position: Position,
    },
}

impl Work {
    /// Returns the position in question.
    pub const fn position(&self) -> &Position {
        match self {
            Self::Move { position, .. }
            | Self::Analyze { position }
            | Self::Explain { position }
            | Self::Score { position } => position,
        }
    }
}

/// How far the engine has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// The position in question.
    pub position: Position,
    /// The proven bounds of the score so far.
    pub bounds: Bounds,
    /// The nodes searched.
    pub nodes: u64,
    /// The time that it took so far.
    pub elapsed: Duration,
}

/// What the engine has found out.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The move to play; `None` if the game is over.
    Move(Option<Column>),
    /// What is proven of the columns, and the line of best play as far as it is known.
    Analyzed(Box<Findings>),
    /// Why the position is worth what it is, as far as it is proven.
    Explained(Box<Explanation>),
    /// What is proven of the score.
    Scored(Bounds),
    /// There is no answer, for this reason: the game goes on without it.
    Failed(String),
}

/// What is proven of a position.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// The bounds of each column.
    pub analysis: Analysis,
    /// The moves of best play from here, as far as they are known.
    pub line: Vec<Column>,
}

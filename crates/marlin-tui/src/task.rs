//! The tasks of the engine, and its replies. Both are values, so the game needs no threads.

use std::time::Duration;

use marlin_coach::explain::Explanation;
use marlin_coach::level::SkillLevel;
use marlin_coach::review::Review;
use marlin_core::{Bounds, Column, Game, Position, Report};

/// A task for the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineTask {
    /// The move of a player of a level.
    Move {
        /// The position.
        position: Position,
        /// The level.
        level: SkillLevel,
    },
    /// The score of every column, and the line of best play.
    Analyze {
        /// The position.
        position: Position,
    },
    /// The explanation of the score.
    Explain {
        /// The position.
        position: Position,
    },
    /// The score of a position, for the graph.
    Score {
        /// The position.
        position: Position,
    },
    /// The review of a game.
    Review {
        /// The game.
        game: Game,
    },
}

impl EngineTask {
    /// Returns the position of the task.
    pub const fn position(&self) -> &Position {
        match self {
            Self::Move { position, .. }
            | Self::Analyze { position }
            | Self::Explain { position }
            | Self::Score { position } => position,
            Self::Review { game } => game.position(),
        }
    }
}

/// The progress of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineProgress {
    /// The position of the task.
    pub position: Position,
    /// The proven bounds of its score; `None` for a review.
    pub bounds: Option<Bounds>,
    /// The moves that a review has left.
    pub moves_left: Option<usize>,
    /// The nodes searched.
    pub nodes: u64,
    /// The time since the start of the search.
    pub elapsed: Duration,
}

/// The result of a task.
#[derive(Debug, Clone)]
pub enum EngineReply {
    /// The move to play; `None` if the game is over.
    Move(Option<Column>),
    /// The bounds of every column, and the line of best play.
    Analyzed {
        /// The bounds of every column.
        analysis: Box<Report>,
        /// The line of best play, as far as it was found.
        line: Vec<Column>,
    },
    /// The explanation, as far as the score is proven.
    Explained(Box<Explanation>),
    /// The proven bounds of the score.
    Scored(Bounds),
    /// The review, as far as the scores of its moves are proven.
    Reviewed(Box<Review>),
    /// The task failed for this reason: the game continues without a result.
    Failed(String),
}

//! Tasks: questions that are answered slice by slice, so that a page can stop them and show what is known so far.
//!
//! The searches are the tasks of [`marlin_coach::task`]; here are the requests that begin them, and their answers as JSON.

mod running;

use marlin_coach::record::{ColumnsRecord, ExplanationRecord, LevelMoveRecord, ProgressRecord, ReviewRecord};
use marlin_core::{BoardSize, Column};
use serde::{Deserialize, Serialize};

pub(crate) use self::running::Running;
use crate::given::Given;

/// A question that takes a while.
#[derive(Debug, Clone, Deserialize)]
pub struct Question {
    /// The position or the game.
    #[serde(flatten)]
    pub given: Given,
    /// What is asked.
    #[serde(flatten)]
    pub kind: Kind,
    /// The nodes after which a search gives up, in a review those of each position. What isn't proven then is `None`.
    #[serde(default)]
    pub max_nodes: Option<u64>,
}

/// What is asked.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case")]
pub enum Kind {
    /// The score of every column.
    Analyze {
        /// Whether the moves of best play are wanted too.
        #[serde(default)]
        line: bool,
    },
    /// The best move, and what became known of the others on the way.
    Best,
    /// The moves of best play.
    Line {
        /// How many; all of them without a number.
        #[serde(default)]
        plies: Option<usize>,
    },
    /// The move of a player of a level.
    Level {
        /// The level, from 1 to 10.
        level: usize,
        /// The same seed plays the same game.
        #[serde(default)]
        seed: u64,
    },
    /// The quality of each move of the game.
    Review {
        /// The number of the first moves that only set the board up: the review begins after them.
        #[serde(default)]
        setup: usize,
    },
    /// Why the position has its score.
    Explain,
}

/// How far a task has come after a slice.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// There is more to do.
    Progress(Box<ProgressRecord>),
    /// It is done.
    Result(Box<Answer>),
}

/// The answer to a question.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// The scores of the columns.
    Columns(ColumnsRecord),
    /// Moves of best play.
    Line(LineRecord),
    /// The move of a player.
    Level(LevelMoveRecord),
    /// A review.
    Review(ReviewRecord),
    /// An explanation.
    Explanation(ExplanationRecord),
}

/// Moves of best play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LineRecord {
    /// The size of the board.
    pub board: BoardSize,
    /// The columns.
    pub line: Vec<Column>,
    /// Whether the line is as long as was asked for, or ends with the game.
    pub complete: bool,
}

//! Tasks: searches in slices, between which a page can stop them and show their progress.
//!
//! The searches are the tasks of [`marlin_coach::task`]; here are the requests that begin them, and their results as JSON.

mod running;

use marlin_coach::record::{
    ColumnsRecord, ExplanationRecord, ExplorationRecord, LevelMoveRecord, ReviewRecord,
};
use marlin_coach::task::TaskProgress;
use marlin_core::{BoardSize, Column};
use serde::Serialize;

pub(crate) use self::running::RunningTask;
use crate::fields::{FieldError, Fields};
use crate::given::Given;

/// A request that begins a task.
#[derive(Debug, Clone)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TaskRequest {
    /// The position or the game.
    #[cfg_attr(test, schemars(flatten))]
    pub given: Given,
    /// The kind of the task.
    #[cfg_attr(test, schemars(flatten))]
    pub kind: TaskKind,
    /// The greatest number of nodes of the search, in a review of that of each position. A score without a proof by then is null.
    pub max_nodes: Option<u64>,
}

/// The kind of a task.
#[derive(Debug, Clone)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(tag = "task", rename_all = "snake_case"))]
pub enum TaskKind {
    /// The score of every column.
    Analyze {
        /// Whether to add the moves of best play.
        #[cfg_attr(test, schemars(default))]
        line: bool,
    },
    /// The best move, with the bounds of the others so far.
    Best,
    /// The moves of best play.
    Line {
        /// The most moves to return; all of them if absent.
        plies: Option<usize>,
    },
    /// The move of a player of a level.
    Level {
        /// The level, from 1 to 10.
        level: usize,
        /// The seed of its choices: the same seed plays the same game.
        #[cfg_attr(test, schemars(default))]
        seed: u64,
    },
    /// The quality of each move of the game.
    Review {
        /// The number of the first moves that only set the board up: the review begins after them.
        #[cfg_attr(test, schemars(default))]
        setup: usize,
    },
    /// The reasons for the score of the position.
    Explain,
    /// The facts about the position in a tree of openings.
    Explore,
}

impl TaskRequest {
    /// Returns the request that begins a task.
    pub(crate) fn read(fields: &Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            given: Given::read(fields)?,
            kind: TaskKind::read(fields)?,
            max_nodes: fields.optional("max_nodes")?,
        })
    }
}

/// The values of `task`.
const TASKS: &str = "`analyze`, `best`, `line`, `level`, `review`, `explain` or `explore`";

impl TaskKind {
    fn read(fields: &Fields<'_>) -> Result<Self, FieldError> {
        Ok(match &*fields.required::<String>("task")? {
            "analyze" => Self::Analyze { line: fields.optional("line")? },
            "best" => Self::Best,
            "line" => Self::Line { plies: fields.optional("plies")? },
            "level" => Self::Level { level: fields.required("level")?, seed: fields.optional("seed")? },
            "review" => Self::Review { setup: fields.optional("setup")? },
            "explain" => Self::Explain,
            "explore" => Self::Explore,
            _ => return Err(FieldError::Invalid { name: "task", expected: TASKS }),
        })
    }
}

/// The status of a task after a slice.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskStatus {
    /// It goes on.
    Progress(Box<TaskProgress>),
    /// It has ended.
    Result(Box<TaskResult>),
}

/// The result of a task.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum TaskResult {
    /// The scores of the columns.
    Columns(Box<ColumnsRecord>),
    /// Moves of best play.
    Line(LineRecord),
    /// The move of a player.
    Level(LevelMoveRecord),
    /// A review.
    Review(Box<ReviewRecord>),
    /// An explanation.
    Explanation(ExplanationRecord),
    /// The facts about a position in a tree of openings.
    Exploration(ExplorationRecord),
}

/// Moves of best play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Line"))]
#[non_exhaustive]
pub struct LineRecord {
    /// The size of the board.
    pub board: BoardSize,
    /// The columns.
    pub line: Vec<Column>,
    /// Whether the line is as long as requested, or ends with the game.
    pub complete: bool,
}

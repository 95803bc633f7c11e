//! Tasks: questions that are answered slice by slice, so that a page can stop them and show what is known so far.
//!
//! | file | contents |
//! |---|---|
//! | `meter` | what a search has cost, and how much it may |
//! | `search` | the scores of a position, and the bounds that are known on the way |
//! | `walk` | the moves of best play |
//! | `analysis` | the scores of all columns, or the best move |
//! | `line` | the moves of best play alone |
//! | `level` | the move of a player of a level |
//! | `review` | the quality of each move of a game |
//! | `explanation` | why a position has its score |
//!
//! The table carries over from one slice to the next what was searched.

mod analysis;
mod explanation;
mod level;
mod line;
mod meter;
mod review;
mod search;
mod walk;

use marlin_coach::answer::ColumnsRecord;
use marlin_coach::explain::ExplanationRecord;
use marlin_coach::review::GameRecord;
use marlin_core::any::{Game, Solver};
use serde::{Deserialize, Serialize};

use self::analysis::AnalysisTask;
use self::explanation::ExplanationTask;
use self::level::LevelTask;
use self::line::LineTask;
use self::review::ReviewTask;
use self::search::Asked;
use crate::error::Error;
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
    Progress(ProgressRecord),
    /// It is done.
    Result(Box<Answer>),
}

/// What is known of a task that isn't done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ProgressRecord {
    /// The nodes searched so far.
    pub nodes: u64,
    /// The time that the slices have taken, in microseconds.
    pub time_us: u64,
    /// The bounds of the score, from the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[i32; 2]>,
    /// The bounds of the score of each column; `None` for one that can't be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column_bounds: Option<Vec<Option<[i32; 2]>>>,
    /// The column that looks best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<usize>,
    /// Of a review, the moves that are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<usize>,
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
    Level(LevelRecord),
    /// A review.
    Review(GameRecord),
    /// An explanation.
    Explanation(ExplanationRecord),
}

/// Moves of best play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LineRecord {
    /// The size of the board, as in `7x6`.
    pub board: String,
    /// The columns.
    pub line: Vec<usize>,
    /// Whether the line is as long as was asked for, or ends with the game.
    pub complete: bool,
}

/// The move of a player of a level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LevelRecord {
    /// The size of the board, as in `7x6`.
    pub board: String,
    /// The level.
    pub level: usize,
    /// The seed.
    pub seed: u64,
    /// The column; `None` when the game is over.
    pub column: Option<usize>,
}

/// A question that is being answered.
#[derive(Debug)]
pub(crate) enum Task {
    Analysis(AnalysisTask),
    Line(LineTask),
    Level(LevelTask),
    Review(ReviewTask),
    Explanation(ExplanationTask),
}

impl Task {
    /// Begins to answer a question with a solver of the game's board.
    pub(crate) fn new(question: &Question, game: &Game, solver: Solver) -> Result<Self, Error> {
        let (position, budget) = (*game.position(), question.max_nodes);
        let given = &question.given.position;
        Ok(match question.kind {
            Kind::Analyze { line } => {
                Self::Analysis(AnalysisTask::new(given, solver, position, Asked::Columns, budget, line))
            }
            Kind::Best => {
                Self::Analysis(AnalysisTask::new(given, solver, position, Asked::BestMove, budget, false))
            }
            Kind::Line { plies } => Self::Line(LineTask::new(solver, position, plies, budget)),
            Kind::Level { level, seed } => {
                Self::Level(LevelTask::new(solver, position, level, seed, budget)?)
            }
            Kind::Review { setup } => Self::Review(ReviewTask::new(solver, game, setup, budget)?),
            Kind::Explain => Self::Explanation(ExplanationTask::new(solver, position, budget)),
        })
    }

    /// Works on the task for a number of nodes, or until it is done.
    pub(crate) fn step(&mut self, nodes: Option<u64>) -> Step {
        match self {
            Self::Analysis(task) => task.step(nodes),
            Self::Line(task) => task.step(nodes),
            Self::Level(task) => task.step(nodes),
            Self::Review(task) => task.step(nodes),
            Self::Explanation(task) => task.step(nodes),
        }
    }
}

impl Step {
    fn result(answer: Answer) -> Self {
        Self::Result(Box::new(answer))
    }
}

//! Tasks: searches in steps, each with limits of its own, so that a page or a screen stays responsive
//! meanwhile.
//!
//! | file | contents |
//! |---|---|
//! | `allowance` | the positions that a task may look at beside its searches |
//! | `meter` | the cost of a task so far, and the limits of its next search |
//! | `questions` | [`AnalysisTask`] and [`LineTask`]: scores, and best play |
//! | `steps` | [`Steps`]: a function that asks such questions, in steps |
//!
//! The other tasks are beside their results: [`LevelTask`](crate::level::LevelTask),
//! [`ReviewTask`](crate::review::ReviewTask), [`ExplanationTask`](crate::explain::ExplanationTask) and
//! [`ExplorationTask`](crate::opening::ExplorationTask).
//!
//! A task is made with its total limits. [`Task::step`] takes the limits of one step, and [`Task::run`] takes
//! steps without limits until the task has its output. From one step to the next the table keeps its entries,
//! and the task its proven bounds. With limits on nodes and a single thread the same steps give the same
//! results.

mod allowance;
mod meter;
mod questions;
mod steps;

use std::time::Duration;

use marlin_core::{Bounds, Column, Columns, Limits, Progress, Report};
use serde::{Serialize, Serializer};

pub(crate) use self::allowance::Allowance;
pub(crate) use self::meter::Meter;
pub use self::questions::{AnalysisTask, BestPlay, Goal, LineTask};
pub use self::steps::Steps;
pub(crate) use self::steps::{Asked, Asks, Unfinished};

/// A search in steps.
///
/// # Examples
///
/// ```
/// use marlin_coach::task::{AnalysisTask, Goal, Task};
/// use marlin_core::{Limits, Position, Solver};
///
/// let size = "6x5".parse()?;
/// let (solver, position) = (Solver::on(size), Position::on(size));
/// let step = Limits { nodes: Some(10_000), ..Limits::NONE };
/// let mut task = AnalysisTask::new(&solver, &position, Goal::Columns, &Limits::NONE);
/// let analysis = loop {
///     match task.step(&step) {
///         Some(analysis) => break analysis,
///         None => println!("{:?} after {} nodes", task.progress().bounds, task.progress().nodes),
///     }
/// };
/// assert_eq!(analysis.bounds.to_string(), "0");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub trait Task {
    /// The result.
    type Output;

    /// Takes a step, within its limits. Returns the output if this was the last step: everything is proven,
    /// or the limits of the task are reached.
    ///
    /// A step with a limit of 0 makes no progress. A greater limit that is too small for any progress grows,
    /// up to 10,000 nodes or 5 ms. If both the step and the task have a stop flag, searches obey the flag of
    /// the step, and the task checks its own flag after each search.
    fn step(&mut self, limits: &Limits) -> Option<Self::Output>;

    /// Returns the findings so far.
    fn progress(&self) -> TaskProgress;

    /// Takes steps to the end.
    fn run(&mut self) -> Self::Output {
        loop {
            if let Some(output) = self.step(&Limits::NONE) {
                return output;
            }
        }
    }
}

/// The progress of a search or of a task as plain data. Unknown fields are absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Progress"))]
#[non_exhaustive]
pub struct TaskProgress {
    /// The nodes searched so far.
    pub nodes: u64,
    /// The time of the searches, in microseconds.
    #[serde(rename = "time_us", serialize_with = "microseconds")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub elapsed: Duration,
    /// The bounds of the score of the position, from the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Option<Bounds>>"))]
    pub bounds: Option<Bounds>,
    /// The bounds of the score of each column; null for a full one.
    #[serde(rename = "column_bounds", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Option<Columns<Option<Bounds>>>>"))]
    pub columns: Option<Columns<Option<Bounds>>>,
    /// The most promising column.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Option<Column>>"))]
    pub best: Option<Column>,
    /// The most promising line of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::record::As<Option<Vec<Column>>>"))]
    pub line: Option<Vec<Column>>,
    /// The moves that a review has left.
    #[serde(rename = "left", skip_serializing_if = "Option::is_none")]
    pub moves_left: Option<usize>,
}

fn microseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(time.as_micros() as u64)
}

impl TaskProgress {
    /// Returns the cost of a task.
    pub(crate) fn of_cost(nodes: u64, elapsed: Duration) -> Self {
        Self { nodes, elapsed, ..Self::default() }
    }
}

impl From<&Report> for TaskProgress {
    fn from(analysis: &Report) -> Self {
        let (bounds, columns) = (Some(analysis.bounds), Some(analysis.columns));
        Self { bounds, columns, best: analysis.best, ..Self::of_cost(analysis.nodes, analysis.elapsed) }
    }
}

impl From<&Progress> for TaskProgress {
    fn from(progress: &Progress) -> Self {
        Self { line: Some(progress.principal_variation().to_vec()), ..Self::from(&**progress) }
    }
}

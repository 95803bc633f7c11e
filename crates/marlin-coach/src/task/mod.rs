//! Tasks: searches that go on by steps, each with limits of its own, so that a page or a screen stays alive meanwhile.
//!
//! | file | contents |
//! |---|---|
//! | `meter` | the cost of a task so far, and the limits of its next search |
//! | `analysis` | [`AnalysisTask`]: the scores of all columns, or the best move |
//! | `score` | [`ScoreTask`]: the score of a position |
//! | `line` | [`LineTask`]: the moves of best play |
//! | `analyzed_line` | [`AnalyzedLineTask`]: the scores of all columns, and the moves of best play |
//!
//! The other tasks are beside their results: [`LevelTask`](crate::level::LevelTask),
//! [`ReviewTask`](crate::review::ReviewTask), [`ExplanationTask`](crate::explain::ExplanationTask) and
//! [`ExplorationTask`](crate::opening::ExplorationTask).
//!
//! A task is made with its limits in all. [`Task::step`] has those of one step, and [`Task::run`] takes steps without limits
//! until the output is there. From one step to the next the table keeps its entries, and the task its proven bounds.
//! With limits on nodes and a single thread the same steps give the same results.

mod analysis;
mod analyzed_line;
mod line;
mod meter;
mod score;

use std::time::Duration;

use marlin_core::any::{Analysis, Bounds, Progress};
use marlin_core::{Column, Columns, Limits};

pub use self::analysis::{AnalysisTask, Goal};
pub use self::analyzed_line::{AnalyzedLine, AnalyzedLineTask};
pub use self::line::{BestPlay, LineTask};
pub(crate) use self::meter::{Meter, is_cut};
pub use self::score::ScoreTask;

/// A search in steps.
///
/// # Examples
///
/// ```
/// use marlin_coach::task::{AnalysisTask, Goal, Task};
/// use marlin_core::Limits;
/// use marlin_core::any::{Position, Solver};
///
/// let size = "6x5".parse()?;
/// let (solver, position) = (Solver::on(size), Position::on(size));
/// let step = Limits::NONE.nodes(10_000);
/// let mut task = AnalysisTask::new(&solver, &position, Goal::Columns, &Limits::NONE);
/// let analysis = loop {
///     match task.step(&step) {
///         Some(analysis) => break analysis,
///         None => println!("{:?} after {} nodes", task.progress().bounds, task.progress().nodes),
///     }
/// };
/// assert_eq!(analysis.bounds.to_string(), "0");
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
pub trait Task {
    /// The result.
    type Output;

    /// Goes on within the limits of a step. Returns the output if that was the last step: all is proven, or the limits of the
    /// task are reached.
    ///
    /// A limit of 0 makes no progress. A greater one that is too small to get anywhere grows, up to 10,000 nodes or 5 ms. If
    /// both the step and the task have a flag to stop, searches obey that of the step, and the task looks at its own after each.
    fn step(&mut self, limits: &Limits) -> Option<Self::Output>;

    /// Returns the findings so far.
    fn progress(&self) -> TaskProgress;

    /// Goes on to the end.
    fn run(&mut self) -> Self::Output {
        loop {
            if let Some(output) = self.step(&Limits::NONE) {
                return output;
            }
        }
    }
}

/// The findings of a task that is not done.
///
/// # Examples
///
/// ```
/// use marlin_coach::task::{AnalysisTask, Goal, Task};
/// use marlin_core::any::{Position, Solver};
/// use marlin_core::{BoardSize, Limits};
///
/// let solver = Solver::builder_on(BoardSize::STANDARD).without_book().threads(1).build();
/// let position = Position::on(BoardSize::STANDARD);
/// let mut task = AnalysisTask::new(&solver, &position, Goal::BestMove, &Limits::NONE);
/// assert!(task.step(&Limits::NONE.nodes(100)).is_none());
/// let progress = task.progress();
/// assert_eq!(progress.nodes, 100);
/// assert!(progress.best.is_some() && progress.columns.is_some());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskProgress {
    /// Nodes visited.
    pub nodes: u64,
    /// The time of the searches.
    pub elapsed: Duration,
    /// The bounds of the score of the position.
    pub bounds: Option<Bounds>,
    /// The bounds of the score of each column; `None` for one that cannot be played.
    pub columns: Option<Columns<Option<Bounds>>>,
    /// The best move by the proven bounds.
    pub best: Option<Column>,
    /// The moves of a review that have no assessment yet.
    pub moves_left: Option<usize>,
}

impl TaskProgress {
    /// Returns the cost of a task.
    pub(crate) fn of_cost(nodes: u64, elapsed: Duration) -> Self {
        Self { nodes, elapsed, ..Self::default() }
    }

    /// Returns the same findings, with the cost of another task added.
    pub(crate) fn with_cost_of(self, other: &Self) -> Self {
        Self { nodes: self.nodes + other.nodes, elapsed: self.elapsed + other.elapsed, ..self }
    }
}

impl From<&Analysis> for TaskProgress {
    fn from(analysis: &Analysis) -> Self {
        Self {
            bounds: Some(analysis.bounds),
            columns: Some(analysis.columns),
            best: analysis.best,
            ..Self::of_cost(analysis.nodes, analysis.elapsed)
        }
    }
}

impl From<&Progress> for TaskProgress {
    fn from(progress: &Progress) -> Self {
        Self {
            bounds: Some(progress.bounds),
            columns: Some(progress.columns),
            best: progress.best,
            ..Self::of_cost(progress.nodes, progress.elapsed)
        }
    }
}

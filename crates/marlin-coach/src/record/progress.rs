//! [`ProgressRecord`]: the progress of a search or of a task as plain data.

use marlin_core::any::{Bounds, Progress};
use marlin_core::{Column, Columns};
use serde::Serialize;

use crate::task::TaskProgress;

/// The progress of a search or of a task as plain data. Unknown fields are absent.
///
/// # Examples
///
/// ```
/// use marlin_coach::record::ProgressRecord;
/// use marlin_coach::task::{AnalysisTask, Goal, Task};
/// use marlin_core::any::{Position, Solver};
/// use marlin_core::{BoardSize, Limits};
///
/// let solver = Solver::builder_on(BoardSize::STANDARD).without_book().threads(1).build();
/// let position = Position::on(BoardSize::STANDARD);
/// let mut task = AnalysisTask::new(&solver, &position, Goal::Columns, &Limits::NONE);
/// task.step(&Limits::NONE.nodes(100));
/// let record = ProgressRecord::from(&task.progress());
/// assert_eq!((record.nodes, record.best.unwrap().number()), (100, 4));
/// assert_eq!(record.column_bounds.map(|columns| columns.len()), Some(7));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Progress"))]
#[non_exhaustive]
pub struct ProgressRecord {
    /// The nodes searched so far.
    pub nodes: u64,
    /// The time of the searches, in microseconds.
    pub time_us: u64,
    /// The bounds of the score of the position, from the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// The bounds of the score of each column; null for a full one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column_bounds: Option<Columns<Option<Bounds>>>,
    /// The most promising column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Column>,
    /// The most promising line of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<Column>>,
    /// The moves that a review has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<usize>,
}

impl From<&TaskProgress> for ProgressRecord {
    fn from(progress: &TaskProgress) -> Self {
        Self {
            nodes: progress.nodes,
            time_us: progress.elapsed.as_micros() as u64,
            bounds: progress.bounds,
            column_bounds: progress.columns,
            best: progress.best,
            line: None,
            left: progress.moves_left,
        }
    }
}

impl From<&Progress> for ProgressRecord {
    fn from(progress: &Progress) -> Self {
        let line = Some(progress.line());
        Self { line, ..Self::from(&TaskProgress::from(progress)) }
    }
}

//! [`AnalyzedLineTask`]: the scores of all columns, and the moves of best play.

use marlin_core::any::{Analysis, Position, Solver};
use marlin_core::{Column, Limits};

use super::{AnalysisTask, Goal, LineTask, Task, TaskProgress};

/// The scores of all columns of a position, and then the moves of best play if the score is proven.
///
/// # Examples
///
/// ```
/// use marlin_coach::task::{AnalyzedLineTask, Task};
/// use marlin_core::any::{Position, Solver};
/// use marlin_core::{BoardSize, Limits};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let found = AnalyzedLineTask::new(&solver, &position, 12, &Limits::NONE, &Limits::NONE).run();
/// assert_eq!((found.analysis.bounds.to_string(), found.line.len()), ("18".to_owned(), 3));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct AnalyzedLineTask {
    analysis: AnalysisTask,
    line: LineTask,
    found: Option<Analysis>,
}

/// The scores of all columns, and the moves of best play.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalyzedLine {
    /// The bounds of all columns.
    pub analysis: Analysis,
    /// The moves of best play, as far as they are proven.
    pub line: Vec<Column>,
}

impl AnalyzedLineTask {
    /// Returns an analysis and a line of `plies` moves, each with its limits in all.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(
        solver: &Solver,
        position: &Position,
        plies: usize,
        limits: &Limits,
        line_limits: &Limits,
    ) -> Self {
        Self {
            analysis: AnalysisTask::new(solver, position, Goal::Columns, limits),
            line: LineTask::new(solver, position, plies, line_limits),
            found: None,
        }
    }
}

impl Task for AnalyzedLineTask {
    type Output = AnalyzedLine;

    fn step(&mut self, limits: &Limits) -> Option<AnalyzedLine> {
        let Some(analysis) = &self.found else {
            let analysis = self.analysis.step(limits)?;
            if analysis.bounds.score().is_none() {
                return Some(AnalyzedLine { analysis, line: Vec::new() });
            }
            self.found = Some(analysis);
            return None;
        };
        let line = self.line.step(limits)?.moves;
        Some(AnalyzedLine { analysis: analysis.clone(), line })
    }

    /// Returns the findings of the analysis, and the cost of both.
    fn progress(&self) -> TaskProgress {
        self.analysis.progress().with_cost_of(&self.line.progress())
    }
}

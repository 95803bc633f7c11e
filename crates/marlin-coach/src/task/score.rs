//! [`ScoreTask`]: the score of a position.

use marlin_core::Limits;
use marlin_core::any::{Bounds, Position, Report, Solver};

use super::meter::is_cut;
use super::{Meter, Task, TaskProgress};

/// The score of a position. The best move of its report is that of the last step: [`AnalysisTask`](super::AnalysisTask) proves one.
///
/// # Examples
///
/// ```
/// use marlin_coach::task::{ScoreTask, Task};
/// use marlin_core::any::{Position, Solver};
/// use marlin_core::{BoardSize, Limits};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let report = ScoreTask::new(&solver, &position, &Limits::NONE).run();
/// assert_eq!(report.bounds.to_string(), "18");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ScoreTask {
    solver: Solver,
    position: Position,
    meter: Meter,
    bounds: Option<Bounds>,
}

impl ScoreTask {
    /// Returns the search for the score, with its limits in all.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(solver: &Solver, position: &Position, limits: &Limits) -> Self {
        Self { solver: solver.clone(), position: *position, meter: Meter::new(limits), bounds: None }
    }
}

impl Task for ScoreTask {
    type Output = Report;

    fn step(&mut self, limits: &Limits) -> Option<Report> {
        let limits = self.meter.next(limits);
        let mut report = self.solver.query(&self.position).limits(&limits).solve();
        self.meter.add(report.nodes, report.elapsed);
        let is_cut = is_cut(&limits, report.nodes, report.elapsed);
        (report.nodes, report.elapsed) = (self.meter.nodes, self.meter.elapsed);
        let both = self.bounds.and_then(|before| before.intersection(report.bounds));
        report.bounds = both.unwrap_or(report.bounds);
        self.bounds = Some(report.bounds);
        (!is_cut || self.meter.is_spent() || report.bounds.score().is_some()).then_some(report)
    }

    fn progress(&self) -> TaskProgress {
        TaskProgress { bounds: self.bounds, ..self.meter.cost() }
    }
}

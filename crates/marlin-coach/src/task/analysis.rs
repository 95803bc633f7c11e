//! [`AnalysisTask`]: the scores of all columns of a position, or its best move.

use marlin_core::Limits;
use marlin_core::any::{Analysis, Position, Progress, Solver};

use super::meter::is_cut;
use super::{Meter, Task, TaskProgress};

/// The goal of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The score of every column.
    Columns,
    /// The score of the position, and a move that keeps it.
    BestMove,
}

/// The scores of all columns of a position, or its best move. The bounds of every step
/// are kept, and the best move is chosen by all of them.
///
/// # Examples
///
/// ```
/// use marlin_coach::task::{AnalysisTask, Goal, Task};
/// use marlin_core::any::{Position, Solver};
/// use marlin_core::{BoardSize, Limits};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let analysis = AnalysisTask::new(&solver, &position, Goal::BestMove, &Limits::NONE).run();
/// assert_eq!(analysis.bounds.to_string(), "18");
/// assert!(analysis.best_is_proven());
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct AnalysisTask {
    solver: Solver,
    position: Position,
    goal: Goal,
    meter: Meter,
    found: Option<Analysis>,
}

impl AnalysisTask {
    /// Returns an analysis with its limits in all.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(solver: &Solver, position: &Position, goal: Goal, limits: &Limits) -> Self {
        let (solver, position, meter) = (solver.clone(), *position, Meter::new(limits));
        Self { solver, position, goal, meter, found: None }
    }

    /// Returns the position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Takes a [step](Task::step), and calls a function as its search proceeds. That function gets the findings of this step
    /// alone; [`Task::progress`] has those of all steps.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::task::{AnalysisTask, Goal};
    /// use marlin_core::any::{Position, Solver};
    /// use marlin_core::{BoardSize, Limits};
    ///
    /// let solver = Solver::builder_on(BoardSize::STANDARD).without_book().build();
    /// let position = Position::parse(BoardSize::STANDARD, "444444")?;
    /// let mut task = AnalysisTask::new(&solver, &position, Goal::BestMove, &Limits::NONE);
    /// let mut calls = 0;
    /// let analysis = task.step_with(&Limits::NONE, &mut |_| calls += 1);
    /// assert!(analysis.is_some() && calls > 0);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn step_with(&mut self, limits: &Limits, on_progress: &mut dyn FnMut(&Progress)) -> Option<Analysis> {
        self.search(limits, Some(on_progress))
    }

    fn search(&mut self, step: &Limits, on_progress: Option<&mut dyn FnMut(&Progress)>) -> Option<Analysis> {
        let limits = self.meter.next(step);
        let query = self.solver.query(&self.position).limits(&limits);
        let query = match on_progress {
            Some(on_progress) => query.on_progress(on_progress),
            None => query,
        };
        let mut analysis = match self.goal {
            Goal::Columns => query.analyze(),
            Goal::BestMove => query.best_move(),
        };
        self.meter.add(analysis.nodes, analysis.elapsed);
        let is_cut = is_cut(&limits, analysis.nodes, analysis.elapsed);
        if let Some(before) = &self.found {
            analysis.merge(before);
        }
        let is_done = !is_cut || self.meter.is_spent() || self.is_reached(&analysis);
        self.found = Some(analysis.clone());
        is_done.then_some(analysis)
    }

    fn is_reached(&self, analysis: &Analysis) -> bool {
        match self.goal {
            Goal::Columns => analysis.is_complete(),
            Goal::BestMove => analysis.best.is_none() || analysis.best_is_proven(),
        }
    }
}

impl Task for AnalysisTask {
    type Output = Analysis;

    fn step(&mut self, limits: &Limits) -> Option<Analysis> {
        self.search(limits, None)
    }

    fn progress(&self) -> TaskProgress {
        self.found.as_ref().map(TaskProgress::from).unwrap_or_default()
    }
}

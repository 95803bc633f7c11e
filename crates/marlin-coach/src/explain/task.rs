//! [`ExplanationTask`]: an explanation in steps.

use marlin_core::Limits;
use marlin_core::any::{Position, Report, Solver};

use super::Explanation;
use super::opening_ideas::idea_of;
use super::proof::{Proof, Reach, prove};
use super::search::add_search;
use super::statement::{Layer, Statement};
use crate::task::{LineTask, ScoreTask, Task, TaskProgress};

/// The explanation of a position, by a search if the rules do not prove its score.
///
/// # Examples
///
/// ```
/// use marlin_coach::explain::{ExplanationTask, Layer};
/// use marlin_coach::task::Task;
/// use marlin_core::Limits;
/// use marlin_core::any::{Position, Solver};
///
/// let size = "5x4".parse()?;
/// let mut task = ExplanationTask::new(&Solver::on(size), &Position::on(size), &Limits::NONE);
/// assert!(task.step(&Limits::NONE.nodes(10)).is_none());
/// assert!(task.progress().bounds.is_some());
/// assert_eq!(task.run().outcome_layer, Some(Layer::Search));
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ExplanationTask {
    /// The statements of the rules.
    proof: Proof,
    score: ScoreTask,
    solver: Solver,
    limits: Limits,
    /// The score that the search has found, and the search for the line to a rule.
    found: Option<(Report, LineTask)>,
}

impl ExplanationTask {
    /// Returns the explanation of a position, with the limits of each search: that of the score, and that of the line of best
    /// play. The rules are tried here. Their stop flag ends the tries after moves.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(solver: &Solver, position: &Position, limits: &Limits) -> Self {
        Self {
            proof: prove(position, Reach::EveryMove, limits.stop.as_ref()),
            score: ScoreTask::new(solver, position, limits),
            solver: solver.clone(),
            limits: limits.clone(),
            found: None,
        }
    }

    /// Returns the explanation by a search, with the moves of best play that are proven.
    fn with_search(&self, report: &Report, best_play: &[marlin_core::Column]) -> Explanation {
        let mut proof = self.proof.clone();
        if let Some(idea) = idea_of(&proof.position) {
            proof.state(Layer::Search, Statement::Opening(idea));
        }
        add_search(&mut proof, report, best_play);
        proof.into()
    }
}

impl Task for ExplanationTask {
    type Output = Explanation;

    fn step(&mut self, limits: &Limits) -> Option<Explanation> {
        if self.proof.score_layer.is_some() {
            return Some(self.proof.clone().into());
        }
        let Some((report, line)) = &mut self.found else {
            let report = self.score.step(limits)?;
            let Some(score) = report.bounds.score() else { return Some(self.with_search(&report, &[])) };
            let line = LineTask::of_score(&self.solver, &self.proof.position, score, &self.limits);
            self.found = Some((report, line));
            return None;
        };
        let (report, best_play) = (*report, line.step(limits)?.moves);
        Some(self.with_search(&report, &best_play))
    }

    /// Returns the bounds of the score that the search has proven, and the cost of both searches.
    fn progress(&self) -> TaskProgress {
        let line = self.found.as_ref().map(|(_, line)| line.progress()).unwrap_or_default();
        self.score.progress().with_cost_of(&line)
    }
}

//! [`LineTask`]: the moves of best play alone.

use marlin_core::Column;
use marlin_core::any::{Position, Solver};

use super::walk::{Choice, Walk};
use super::{Answer, LineRecord, ProgressRecord, Step};

/// The moves of best play.
#[derive(Debug)]
pub(crate) struct LineTask {
    solver: Solver,
    walk: Walk,
}

impl LineTask {
    pub(super) fn new(solver: Solver, position: Position, plies: Option<usize>, budget: Option<u64>) -> Self {
        Self { solver, walk: Walk::new(position, Choice::Best, plies.unwrap_or(usize::MAX), budget) }
    }

    pub(super) fn step(&mut self, nodes: Option<u64>) -> Step {
        if !self.walk.is_complete() && !self.walk.step(&self.solver, nodes) {
            return Step::Progress(ProgressRecord::default());
        }
        Step::result(Answer::Line(LineRecord {
            board: self.solver.size().to_string(),
            line: self.walk.line().iter().map(|column| Column::number(*column)).collect(),
            complete: self.walk.is_complete(),
        }))
    }
}

//! The questions of tasks: [`AnalysisTask`] for scores, and [`LineTask`] for best play.

use marlin_core::{Column, Limits, Line, Position, Progress, Report, Solver};

use super::meter::{Meter, is_cut};
use super::{Task, TaskProgress};

/// A function that is called as a search proceeds.
pub(super) type OnProgress<'a> = Option<&'a mut dyn FnMut(&Progress)>;

/// The goal of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The score of every column.
    Columns,
    /// The score of the position, and a move that keeps it.
    BestMove,
    /// The score of the position.
    Score,
    /// The winner, or a draw.
    Outcome,
}

/// The scores of all columns of a position, its best move, its score or its outcome. The bounds of every step
/// are kept, and the best move is chosen by all of them.
#[derive(Debug, Clone)]
pub struct AnalysisTask {
    solver: Solver,
    position: Position,
    goal: Goal,
    meter: Meter,
    found: Option<Report>,
}

impl AnalysisTask {
    /// Returns an analysis with its total limits.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(solver: &Solver, position: &Position, goal: Goal, limits: &Limits) -> Self {
        let (solver, position, meter) = (solver.clone(), *position, Meter::new(limits));
        Self { solver, position, goal, meter, found: None }
    }

    /// Takes a [step](Task::step), and calls a function as its search proceeds, with the findings of this
    /// step alone.
    pub(super) fn step_with(&mut self, step: &Limits, on_progress: OnProgress<'_>) -> Option<Report> {
        let limits = self.meter.next(step);
        let query = self.solver.query(&self.position).limits(&limits);
        let query = match on_progress {
            Some(on_progress) => query.on_progress(on_progress),
            None => query,
        };
        let mut analysis = match self.goal {
            Goal::Columns => query.analyze(),
            Goal::BestMove => query.best_move(),
            Goal::Score => query.score(),
            Goal::Outcome => query.outcome(),
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

    fn is_reached(&self, analysis: &Report) -> bool {
        match self.goal {
            Goal::Columns => analysis.is_complete(),
            Goal::BestMove => analysis.best.is_none() || analysis.best_is_proven(),
            Goal::Score => analysis.bounds.score().is_some(),
            Goal::Outcome => analysis.bounds.outcome().is_some(),
        }
    }
}

impl Task for AnalysisTask {
    type Output = Report;

    fn step(&mut self, limits: &Limits) -> Option<Report> {
        self.step_with(limits, None)
    }

    fn progress(&self) -> TaskProgress {
        let found = self.found.as_ref().map(TaskProgress::from).unwrap_or_default();
        match self.goal {
            Goal::Columns | Goal::BestMove => found,
            // Such a search says little about columns.
            Goal::Score | Goal::Outcome => TaskProgress { columns: None, best: None, ..found },
        }
    }
}

/// The moves of best play from a position on.
#[derive(Debug, Clone)]
pub struct LineTask {
    solver: Solver,
    /// The position after the moves that are found.
    position: Position,
    /// The plies that are left to find.
    left: usize,
    moves: Vec<Column>,
    meter: Meter,
}

/// The moves of best play, as far as they are proven.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BestPlay {
    /// The moves.
    pub moves: Vec<Column>,
    /// Whether they have the requested number, or end with the game.
    pub is_complete: bool,
}

impl LineTask {
    /// Returns the search for the first `plies` moves of the principal variation, with its total limits.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(solver: &Solver, position: &Position, plies: usize, limits: &Limits) -> Self {
        let (solver, position, meter) = (solver.clone(), *position, Meter::new(limits));
        Self { solver, position, left: plies, moves: Vec::new(), meter }
    }

    fn is_complete(&self) -> bool {
        self.left == 0 || self.position.is_over()
    }

    /// Adds the moves of a line that are proven.
    fn extend(&mut self, line: &Line) {
        for &column in line.moves.iter().take(line.proven.min(self.left)) {
            self.position.make_move(column);
            self.moves.push(column);
            self.left -= 1;
        }
    }
}

impl Task for LineTask {
    type Output = BestPlay;

    fn step(&mut self, limits: &Limits) -> Option<BestPlay> {
        let mut is_done = self.is_complete();
        if !is_done {
            let limits = self.meter.next(limits);
            let line = self.solver.query(&self.position).limits(&limits).best_line(self.left);
            self.extend(&line);
            self.meter.add(line.nodes, line.elapsed);
            let is_cut = is_cut(&limits, line.nodes, line.elapsed);
            is_done = !is_cut || self.meter.is_spent() || self.is_complete();
        }
        is_done.then(|| BestPlay { moves: self.moves.clone(), is_complete: self.is_complete() })
    }

    fn progress(&self) -> TaskProgress {
        TaskProgress::of_cost(self.meter.nodes, self.meter.elapsed)
    }
}

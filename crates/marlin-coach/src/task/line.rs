//! [`LineTask`]: the moves of best play.

use marlin_core::any::{Bounds, Position, Score, Solver};
use marlin_core::{Column, Limits, Line};

use super::meter::is_cut;
use super::{Meter, Task, TaskProgress};

/// The moves of best play from a position on.
///
/// # Examples
///
/// ```
/// use marlin_coach::task::{LineTask, Task};
/// use marlin_core::any::{Position, Solver};
/// use marlin_core::{BoardSize, Limits};
///
/// let solver = Solver::on(BoardSize::STANDARD);
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let found = LineTask::new(&solver, &position, 2, &Limits::NONE).run();
/// assert_eq!((found.moves.len(), found.is_complete), (2, true));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct LineTask {
    solver: Solver,
    /// The position after the moves that are found.
    position: Position,
    /// Its score, if any of the moves that keep it will do.
    score: Option<Score>,
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
    /// Whether they are as many as wanted, or end with the game.
    pub is_complete: bool,
}

impl LineTask {
    /// Returns the search for the first `plies` moves of the principal variation, with its limits in all.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(solver: &Solver, position: &Position, plies: usize, limits: &Limits) -> Self {
        let (solver, position, meter) = (solver.clone(), *position, Meter::new(limits));
        Self { solver, position, score: None, left: plies, moves: Vec::new(), meter }
    }

    /// Returns the search for moves to the end of the game that keep the score of the position, whichever they are.
    pub(crate) fn of_score(solver: &Solver, position: &Position, score: Score, limits: &Limits) -> Self {
        Self { score: Some(score), ..Self::new(solver, position, usize::MAX, limits) }
    }

    fn is_complete(&self) -> bool {
        self.left == 0 || self.position.is_over()
    }

    /// Searches for more moves.
    fn search(&self, limits: &Limits) -> Line {
        let query = self.solver.query(&self.position).limits(limits);
        match self.score {
            None => query.best_line(self.left),
            Some(score) => query.line(Bounds::exact(score)),
        }
    }

    /// Adds the moves of a line that are proven.
    fn extend(&mut self, line: &Line) {
        for &column in line.moves.iter().take(line.proven.min(self.left)) {
            self.position.make_move(column);
            self.score = self.score.map(|score| -score);
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
            let line = self.search(&limits);
            self.extend(&line);
            self.meter.add(line.nodes, line.elapsed);
            let is_cut = is_cut(&limits, line.nodes, line.elapsed);
            is_done = !is_cut || self.meter.is_spent() || self.is_complete();
        }
        is_done.then(|| BestPlay { moves: self.moves.clone(), is_complete: self.is_complete() })
    }

    fn progress(&self) -> TaskProgress {
        self.meter.cost()
    }
}

//! [`ReviewTask`]: a review in steps.

use marlin_core::any::{Game, Position, Solver};
use marlin_core::{Column, Limits};

use super::{LINE_PLIES, Review, ReviewedMove};
use crate::explain::after;
use crate::task::{AnalysisTask, Goal, LineTask, Task, TaskProgress};

/// A review of a game. It begins with the last moves, because they help the search of the others.
///
/// # Examples
///
/// ```
/// use marlin_coach::review::ReviewTask;
/// use marlin_coach::task::Task;
/// use marlin_core::Limits;
/// use marlin_core::any::{Game, Solver};
///
/// let game = Game::parse("6x5".parse()?, "3141516")?;
/// let mut task = ReviewTask::new(&game, &Solver::on(game.size()), &Limits::NONE);
/// let step = Limits::NONE.nodes(10_000);
/// let review = loop {
///     match task.step(&step) {
///         Some(review) => break review,
///         None => println!("{:?} moves left", task.progress().moves_left),
///     }
/// };
/// assert!(review.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ReviewTask {
    game: Game,
    solver: Solver,
    limits: Limits,
    /// The positions that are left, each with the move that was played there.
    left: Vec<(Position, Column)>,
    work: Option<Work>,
    /// The moves that are done, from the last one on.
    done: Vec<ReviewedMove>,
    /// The cost of the finished searches.
    cost: TaskProgress,
}

/// The search for one of the moves.
#[derive(Debug, Clone)]
enum Work {
    /// That of the position in which the move was played.
    Analysis(AnalysisTask, Column),
    /// That of the line that would have been better than a blunder in a position.
    Line(LineTask, ReviewedMove, Position),
    /// That of the line after a blunder.
    Refutation(LineTask, ReviewedMove),
}

impl ReviewTask {
    /// Returns the review of a game, with the limits of each search: that of a position, and those of the lines instead of a
    /// blunder and after it.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(game: &Game, solver: &Solver, limits: &Limits) -> Self {
        let mut position = *game.start();
        let left = game.moves().iter().map(|&column| {
            let before = position;
            position.make_move(column);
            (before, column)
        });
        let (left, game) = (left.collect(), game.clone());
        let (solver, limits) = (solver.clone(), limits.clone());
        Self { game, solver, limits, left, work: None, done: Vec::new(), cost: TaskProgress::default() }
    }

    fn moves_left(&self) -> usize {
        self.game.moves().len() - self.done.len()
    }

    /// Begins the search of the next position.
    fn begin(&mut self) -> Option<Work> {
        let (position, column) = self.left.pop()?;
        let analysis = AnalysisTask::new(&self.solver, &position, Goal::Columns, &self.limits);
        Some(Work::Analysis(analysis, column))
    }

    /// Takes a step of a search. Returns the search that goes on after it, if there is one.
    fn step_of(&mut self, work: Work, step: &Limits) -> Progress {
        match work {
            Work::Analysis(mut task, column) => match task.step(step) {
                None => Progress::Open(Work::Analysis(task, column)),
                Some(analysis) => {
                    self.add_cost(&task.progress());
                    self.assess(ReviewedMove::new(task.position(), column, &analysis), task.position())
                }
            },
            Work::Line(mut task, mut played, position) => match task.step(step) {
                None => Progress::Open(Work::Line(task, played, position)),
                Some(found) => {
                    self.add_cost(&task.progress());
                    played.line = found.moves;
                    let refutation = self.line_from(&after(&position, played.column));
                    Progress::Next(Some(Work::Refutation(refutation, played)))
                }
            },
            Work::Refutation(mut task, mut played) => match task.step(step) {
                None => Progress::Open(Work::Refutation(task, played)),
                Some(found) => {
                    self.add_cost(&task.progress());
                    played.refutation = found.moves;
                    self.done.push(played);
                    Progress::Next(None)
                }
            },
        }
    }

    /// Keeps a move, or begins the search for a line that would have been better.
    fn assess(&mut self, played: ReviewedMove, position: &Position) -> Progress {
        if played.is_blunder() {
            return Progress::Next(Some(Work::Line(self.line_from(position), played, *position)));
        }
        self.done.push(played);
        Progress::Next(None)
    }

    fn line_from(&self, position: &Position) -> LineTask {
        LineTask::new(&self.solver, position, LINE_PLIES, &self.limits)
    }

    fn add_cost(&mut self, cost: &TaskProgress) {
        self.cost = std::mem::take(&mut self.cost).with_cost_of(cost);
    }
}

/// The state of a search after a step.
enum Progress {
    /// It goes on.
    Open(Work),
    /// It is done, and another one follows for the same move if there is one.
    Next(Option<Work>),
}

impl Task for ReviewTask {
    type Output = Review;

    /// Takes a step: it ends after the first search that visits a node, because rules and book need none.
    fn step(&mut self, limits: &Limits) -> Option<Review> {
        let before = self.cost.nodes;
        while let Some(work) = self.work.take().or_else(|| self.begin()) {
            match self.step_of(work, limits) {
                Progress::Open(work) => {
                    self.work = Some(work);
                    return None;
                }
                Progress::Next(work) => self.work = work,
            }
            if self.cost.nodes > before && self.moves_left() > 0 {
                return None;
            }
        }
        let moves = self.done.iter().rev().cloned().collect();
        Some(Review { game: self.game.clone(), moves })
    }

    fn progress(&self) -> TaskProgress {
        let current = match &self.work {
            Some(Work::Analysis(task, _)) => task.progress(),
            Some(Work::Line(task, ..) | Work::Refutation(task, _)) => task.progress(),
            None => TaskProgress::default(),
        };
        TaskProgress { moves_left: Some(self.moves_left()), ..self.cost.clone().with_cost_of(&current) }
    }
}

//! [`ExplorationTask`]: the exploration of a position in steps.

use std::time::Duration;

use marlin_core::any::{Analysis, Position, Solver};
use marlin_core::{Cell, Columns, Limits, StopFlag};

use super::orders::move_orders;
use super::replies::RepliesTask;
use super::{Exploration, ExploredColumn, after, name_of};
use crate::level::SharesTask;
use crate::task::{AnalysisTask, Goal, Task, TaskProgress};

/// The exploration of a position: the scores of the columns, then the moves of the levels, then the results of the replies.
///
/// # Examples
///
/// ```
/// use marlin_coach::opening::ExplorationTask;
/// use marlin_coach::task::Task;
/// use marlin_core::Limits;
/// use marlin_core::any::{Position, Solver};
///
/// let size = "5x4".parse()?;
/// let mut task = ExplorationTask::new(&Solver::on(size), &Position::on(size), &Limits::NONE);
/// let step = Limits::NONE.nodes(10_000);
/// let found = loop {
///     match task.step(&step) {
///         Some(found) => break found,
///         None => println!("{} nodes", task.progress().nodes),
///     }
/// };
/// assert!(found.is_proven());
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ExplorationTask {
    position: Position,
    solver: Solver,
    limits: Limits,
    scores: AnalysisTask,
    shares: SharesTask,
    /// The analysis of the columns, and the search for the replies to them.
    replies: Option<(Analysis, RepliesTask)>,
}

impl ExplorationTask {
    /// Returns the exploration of a position. The limits are those of the scores and the replies together. The moves of the levels
    /// take a few milliseconds beside them; only a flag to stop ends them as well.
    ///
    /// # Panics
    ///
    /// A step panics if the solver is one of another board.
    pub fn new(solver: &Solver, position: &Position, limits: &Limits) -> Self {
        Self {
            position: *position,
            solver: solver.clone(),
            limits: limits.clone(),
            scores: AnalysisTask::new(solver, position, Goal::Columns, limits),
            shares: SharesTask::new(position, solver),
            replies: None,
        }
    }

    /// Returns the search for the replies, with the limits that the scores have left.
    fn begin_replies(&self, analysis: &Analysis) -> RepliesTask {
        let limits = &self.limits;
        let limits = limits
            .clone()
            .nodes(limits.nodes.map(|nodes| nodes.saturating_sub(analysis.nodes)))
            .time(limits.time.map(|time| time.saturating_sub(analysis.elapsed)));
        RepliesTask::new(&self.solver, &self.position, analysis, &limits)
    }

    /// Returns whether the task itself is stopped, and not only a step of it.
    fn is_stopped(&self) -> bool {
        self.limits.stop.as_ref().is_some_and(StopFlag::is_stopped)
    }

    fn exploration(&self, analysis: &Analysis, holding: &Columns<Option<u32>>) -> Exploration {
        let position = &self.position;
        let explored = |column| {
            let (bounds, cell) = (analysis.columns[column]?, Cell::new(column, position.height(column))?);
            let next = after(position, column);
            Some(ExploredColumn {
                column,
                cell,
                bounds,
                replies: next.legal_moves().count() as u32,
                holding: holding[column],
                name: name_of(&next),
                orders: move_orders(&next),
            })
        };
        Exploration {
            position: *position,
            bounds: analysis.bounds,
            name: name_of(position),
            columns: position.legal_moves().filter_map(explored).collect(),
            orders: move_orders(position),
            levels: self.shares.shares(analysis),
        }
    }
}

impl Task for ExplorationTask {
    type Output = Exploration;

    fn step(&mut self, limits: &Limits) -> Option<Exploration> {
        if limits.nodes == Some(0) || limits.time == Some(Duration::ZERO) {
            return None;
        }
        if self.replies.is_none() {
            let analysis = self.scores.step(limits)?;
            let replies = self.begin_replies(&analysis);
            self.replies = Some((analysis, replies));
            return None;
        }
        let stop = limits.stop.as_ref().or(self.limits.stop.as_ref());
        if !self.is_stopped() && !self.shares.step(stop) {
            return None;
        }
        let (_, replies) = self.replies.as_mut()?;
        let holding = replies.step(limits)?;
        let (analysis, _) = self.replies.as_ref()?;
        Some(self.exploration(analysis, &holding))
    }

    /// Returns the findings about the columns, and the cost of all.
    fn progress(&self) -> TaskProgress {
        let replies = self.replies.as_ref().map(|(_, replies)| replies.cost()).unwrap_or_default();
        self.scores.progress().with_cost_of(self.shares.cost()).with_cost_of(&replies)
    }
}

//! [`RepliesTask`]: the replies to each column that hold the result.

use std::collections::VecDeque;

use marlin_core::any::{Analysis, Bounds, Position, Solver};
use marlin_core::{Column, Columns, Limits, Outcome};

use super::after;
use crate::task::{Meter, TaskProgress, is_cut};

/// The search for the results of all replies to all columns.
#[derive(Debug, Clone)]
pub(super) struct RepliesTask {
    solver: Solver,
    /// The replies that are left.
    left: VecDeque<Reply>,
    /// The bounds of the first of them so far.
    bounds: Option<Bounds>,
    /// The replies to each column that hold the result of the opponent; `None` for one that cannot be played or is not proven.
    holding: Columns<Option<u32>>,
    meter: Meter,
}

/// A reply to a column.
#[derive(Debug, Clone)]
struct Reply {
    column: Column,
    /// The result of the column, for its player.
    outcome: Outcome,
    /// The position after the reply, with the player of the column to move.
    position: Position,
}

impl RepliesTask {
    /// Returns the search for the replies to the columns of an analysis, with its limits in all.
    pub(super) fn new(solver: &Solver, position: &Position, analysis: &Analysis, limits: &Limits) -> Self {
        let mut task = Self {
            solver: solver.clone(),
            left: VecDeque::new(),
            bounds: None,
            holding: Columns::on(position.size(), |_| None),
            meter: Meter::new(limits),
        };
        for column in position.legal_moves() {
            let outcome = analysis.columns[column].and_then(Bounds::outcome);
            task.holding[column] = outcome.map(|outcome| task.begin(position, column, outcome));
        }
        task
    }

    /// Returns the replies to a column that hold the result without a search, and enters the others.
    fn begin(&mut self, position: &Position, column: Column, outcome: Outcome) -> u32 {
        let next = after(position, column);
        if outcome == Outcome::Win {
            // The opponent loses with every reply.
            return next.legal_moves().count() as u32;
        }
        let reply = |reply| Reply { column, outcome, position: after(&next, reply) };
        self.left.extend(next.legal_moves().map(reply));
        0
    }

    /// Goes on within the limits of a step: to the end of the first search that visits a node, because rules and book need none. Returns
    /// the replies to each column once all are done.
    pub(super) fn step(&mut self, limits: &Limits) -> Option<Columns<Option<u32>>> {
        let before = self.meter.nodes;
        while let Some(Reply { column, outcome, position }) = self.left.front().cloned() {
            let found = self.search(&position, limits)?;
            self.left.pop_front();
            self.bounds = None;
            match found {
                Found::Outcome(found) => {
                    if let Some(holding) = &mut self.holding[column] {
                        *holding += u32::from(found == outcome);
                    }
                }
                Found::Nothing => {
                    self.holding[column] = None;
                    self.left.retain(|reply| reply.column != column);
                }
            }
            if self.meter.nodes > before && !self.left.is_empty() {
                return None;
            }
        }
        Some(self.holding)
    }

    /// Searches for the outcome of a position; `None` if the step ends before that.
    fn search(&mut self, position: &Position, step: &Limits) -> Option<Found> {
        let limits = self.meter.next(step);
        let report = self.solver.query(position).limits(&limits).solve_outcome();
        self.meter.add(report.nodes, report.elapsed);
        let both = self.bounds.and_then(|before| before.intersection(report.bounds));
        let bounds = both.unwrap_or(report.bounds);
        self.bounds = Some(bounds);
        match bounds.outcome() {
            Some(outcome) => Some(Found::Outcome(outcome)),
            None if !is_cut(&limits, report.nodes, report.elapsed) || self.meter.is_spent() => {
                Some(Found::Nothing)
            }
            None => None,
        }
    }

    /// Returns the cost so far.
    pub(super) fn cost(&self) -> TaskProgress {
        self.meter.cost()
    }
}

/// The result of a search that is done.
enum Found {
    Outcome(Outcome),
    /// The limits of the task are reached.
    Nothing,
}

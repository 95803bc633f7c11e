//! [`Search`]: the scores of a position, slice by slice, and the bounds that are known on the way.

use marlin_core::Column;
use marlin_core::any::{Analysis, Bounds, Position, Solver};

use super::ProgressRecord;
use super::meter::Meter;

/// What a search is to prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// The score of every column.
    Columns,
    /// The best move.
    BestMove,
}

/// A search in slices. What one slice has proven and the next one doesn't come to again is kept.
#[derive(Debug)]
pub(super) struct Search {
    solver: Solver,
    position: Position,
    asked: Asked,
    meter: Meter,
    found: Option<Analysis>,
}

impl Search {
    pub(super) fn new(solver: Solver, position: Position, asked: Asked, budget: Option<u64>) -> Self {
        Self { solver, position, asked, meter: Meter::new(budget), found: None }
    }

    pub(super) const fn solver(&self) -> &Solver {
        &self.solver
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    /// Searches for a slice. Returns the answer if that was the last one: with all that was asked for, or with what is proven
    /// after as many nodes as the search may have.
    pub(super) fn step(&mut self, slice: Option<u64>) -> Option<Analysis> {
        let query = self.solver.query(&self.position).limits(&self.meter.limits(slice));
        let mut analysis = match self.asked {
            Asked::Columns => query.analyze(),
            Asked::BestMove => query.best_move(),
        };
        self.meter.add(analysis.nodes, analysis.elapsed);
        if let Some(before) = &self.found {
            analysis.merge(before);
        }
        let is_done = slice.is_none() || self.meter.is_spent() || self.is_enough(&analysis);
        self.found = Some(analysis.clone());
        is_done.then_some(analysis)
    }

    /// Returns whether an answer has all that was asked for.
    fn is_enough(&self, analysis: &Analysis) -> bool {
        match self.asked {
            Asked::Columns => analysis.is_complete(),
            Asked::BestMove => analysis.best.is_none() || analysis.best_is_proven(),
        }
    }

    /// Returns what is known so far.
    pub(super) fn progress(&self) -> ProgressRecord {
        let Some(found) = &self.found else { return ProgressRecord::default() };
        ProgressRecord {
            nodes: found.nodes,
            time_us: found.elapsed.as_micros() as u64,
            bounds: Some(pair(found.bounds)),
            column_bounds: Some(found.columns.iter().map(|bounds| bounds.map(pair)).collect()),
            best: found.best.map(Column::number),
            left: None,
        }
    }
}

/// Returns bounds as the least and the greatest score.
pub(super) fn pair(bounds: Bounds) -> [i32; 2] {
    [bounds.lower().get(), bounds.upper().get()]
}

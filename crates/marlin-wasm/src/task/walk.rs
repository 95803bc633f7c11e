//! [`Walk`]: the moves of best play, slice by slice.

use marlin_core::Column;
use marlin_core::any::{Bounds, Position, Score, Solver};

use super::meter::Meter;

/// Which of the moves that keep the score are wanted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Choice {
    /// The best one by the order of [`Analysis::ranked`](marlin_core::any::Analysis::ranked).
    Best,
    /// Any, from a position with this score.
    Any(Score),
}

/// Best play from a position on, as far as slices have found it.
#[derive(Debug)]
pub(super) struct Walk {
    position: Position,
    choice: Choice,
    /// The plies that are left to find.
    left: usize,
    line: Vec<Column>,
    meter: Meter,
}

impl Walk {
    pub(super) fn new(position: Position, choice: Choice, plies: usize, budget: Option<u64>) -> Self {
        Self { position, choice, left: plies, line: Vec::new(), meter: Meter::new(budget) }
    }

    /// Goes on for a slice. Returns whether the end is reached, or as many nodes as the walk may have are searched.
    pub(super) fn step(&mut self, solver: &Solver, slice: Option<u64>) -> bool {
        let limits = self.meter.limits(slice);
        let query = solver.query(&self.position).limits(&limits);
        let found = match self.choice {
            Choice::Best => query.principal_variation(self.left),
            Choice::Any(score) => {
                let line = query.line(Bounds::exact(score));
                line.moves.into_iter().take(line.proven.min(self.left)).collect()
            }
        };
        for &column in &found {
            self.position.make_move(column);
            if let Choice::Any(score) = &mut self.choice {
                *score = -*score;
            }
        }
        self.left -= found.len();
        self.line.extend(found);
        // The library doesn't say how many nodes of a slice it took: all of them, unless the end is reached.
        self.meter.add(limits.nodes.unwrap_or(0), std::time::Duration::ZERO);
        slice.is_none() || self.meter.is_spent() || self.is_complete()
    }

    /// Returns whether the line is as long as was asked for, or ends with the game.
    pub(super) fn is_complete(&self) -> bool {
        self.left == 0 || self.position.is_over()
    }

    pub(super) fn line(&self) -> &[Column] {
        &self.line
    }
}

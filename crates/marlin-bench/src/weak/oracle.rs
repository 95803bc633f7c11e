//! [`Oracle`]: the moves that win, by the solver.

use std::collections::HashMap;

use marlin_coach::weak::Stones;
use marlin_core::{BoardSize, Cpu, Outcome, Position, Solver, TableError};

use super::{BuildKeyHasher, each};

/// The table of the solver. Most positions are late, and a small table remains in the caches of the CPU.
const TABLE_MIB: usize = 32;

/// The solver, with its answers so far.
#[derive(Debug)]
pub(super) struct Oracle {
    solver: Solver,
    answers: HashMap<u64, bool, BuildKeyHasher>,
}

impl Oracle {
    /// Returns an oracle that has answered nothing.
    pub(super) fn new(cpu: Cpu) -> Result<Self, TableError> {
        let solver = Solver::builder().hash_mib(TABLE_MIB)?.threads(1).cpu(cpu).build();
        Ok(Self { solver, answers: HashMap::default() })
    }

    /// Returns whether X wins with O to move, if that was asked before.
    pub(super) fn known(&self, stones: Stones) -> Option<bool> {
        self.answers.get(&stones.canonical().0.key()).copied()
    }

    /// Returns whether X wins with O to move.
    pub(super) fn is_won(&mut self, stones: Stones) -> bool {
        let (canonical, _) = stones.canonical();
        let solver = &self.solver;
        let solve = || {
            // Stones that no game has are not won.
            let position = Position::from_bitboards(BoardSize::STANDARD, canonical.x, canonical.o);
            position.is_ok_and(|position| solver.solve_outcome(&position) == Outcome::Loss)
        };
        *self.answers.entry(canonical.key()).or_insert_with(solve)
    }

    /// Returns the moves among the safe ones that win. X is to move.
    pub(super) fn winning_moves(&mut self, stones: Stones) -> u64 {
        each(stones.safe()).filter(|&cell| self.is_won(stones.with_x(cell))).sum()
    }
}

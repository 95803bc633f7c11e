//! [`SolverSettings`]: the settings of a solver without a book.

use std::time::Duration;

use marlin_core::{BoardSize, Cpu, Limits, Solver, SolverBuilder, TableError, TranspositionTable};

/// The settings of a solver without a book, for any board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SolverSettings {
    /// Threads that search one position; with more than one, node counts differ from run to run.
    pub(crate) threads: usize,
    /// MiB of the table.
    pub(crate) hash_mib: usize,
    /// The time for one position, if limited.
    pub(crate) time: Option<Duration>,
    /// The CPU level of the search.
    pub(crate) cpu: Cpu,
}

impl SolverSettings {
    /// Returns a solver of a board. All memory of its table is present.
    pub(crate) fn solver(&self, board: BoardSize) -> Result<Solver, TableError> {
        let solver = self.solver_with(board, TranspositionTable::on(board, self.hash_mib)?);
        // The system hands out memory at its first use: otherwise the first search alone would pay for it, and its threads
        // would wait for each other.
        solver.table().prefault();
        Ok(solver)
    }

    /// Returns a solver of a board with a table that may have entries.
    pub(crate) fn solver_with(&self, board: BoardSize, table: TranspositionTable) -> Solver {
        let builder = SolverBuilder::on(board).table(table.into()).without_book();
        builder.cpu(self.cpu).threads(self.threads).build()
    }

    /// Returns the limits of one search.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time, ..Limits::NONE }
    }
}

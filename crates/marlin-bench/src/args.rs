//! The options of the solvers, and the values of options.

use std::time::Duration;

use clap::Args;
use marlin_core::{BoardSize, Cpu, Limits, Solver, TableError, TranspositionTable};
pub(crate) use marlin_support::options::{MAX_JOBS, available_jobs};
use marlin_support::options::{time, whole};

/// The settings of a solver without a book, for any board.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct SolverSettings {
    /// Search each position with N threads; with more than one, node counts differ from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=Solver::MAX_THREADS))]
    pub(crate) threads: usize,
    /// Give each solver a table of MIB MiB
    #[arg(long = "hash", value_name = "MIB", default_value_t = TranspositionTable::DEFAULT_MIB)]
    pub(crate) hash_mib: usize,
    /// Give up on a position after MS milliseconds, or as in 10min [default: never]
    #[arg(long, value_name = "MS", value_parser = time(1, 1..=u64::MAX))]
    pub(crate) time: Option<Duration>,
    #[arg(skip = Cpu::detect())]
    pub(crate) cpu: Cpu,
}

impl SolverSettings {
    /// Returns a solver of a board. All memory of its table is present.
    pub(crate) fn solver(&self, board: BoardSize) -> Result<Solver, TableError> {
        let solver = self.solver_with(board, TranspositionTable::on(board, self.hash_mib)?);
        // The system hands out memory at its first use: without this, only the first search would pay for it,
        // and its threads would wait for each other.
        solver.table().prefault();
        Ok(solver)
    }

    /// Returns a solver of a board with a table that may have entries.
    pub(crate) fn solver_with(&self, board: BoardSize, table: TranspositionTable) -> Solver {
        let builder = Solver::builder_on(board).table(table.into()).without_book();
        builder.cpu(self.cpu).threads(self.threads).build()
    }

    /// Returns the limits of one search.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time, ..Limits::NONE }
    }

    pub(crate) fn time_ms(&self) -> Option<u64> {
        self.time.map(|time| time.as_millis() as u64)
    }
}

/// Reads a number of percent.
pub(crate) fn percentage(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim_end().parse().ok();
    number
        .filter(|percent| (0.0..=1e6).contains(percent))
        .ok_or_else(|| "a percentage from 0 to 1000000 is expected".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_may_have_a_percent_sign() {
        assert_eq!((percentage("2.5"), percentage("10 %"), percentage("0")), (Ok(2.5), Ok(10.0), Ok(0.0)));
        assert!(["-1", "x", "", "nan", "inf"].iter().all(|text| percentage(text).is_err()));
    }
}

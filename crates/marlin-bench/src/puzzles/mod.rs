//! The puzzles of marlin-coach: drawn from games between levels of play, rated by the levels, and laid out by days.
//!
//! | module | contents |
//! |---|---|
//! | `candidates` | the puzzles of a game |
//! | `selection` | as many puzzles of each kind as wanted, each position once |
//! | `rating` | their difficulties, from two seeds |
//! | `correlation` | the rank correlation of two lists |
//! | `calendar` | their order: a day of the week for each difficulty |
//! | `file` | the text of the file |

pub(crate) mod calendar;
pub(crate) mod candidates;
pub(crate) mod correlation;
pub(crate) mod file;
pub(crate) mod rating;
pub(crate) mod selection;

use marlin_core::{BoardSize, Cpu, Solver, SolverBuilder, TableError};

/// The size of the table of each thread, in MiB.
const HASH_MIB: usize = 16;

/// Returns the solver of a thread, with the opening book.
pub(crate) fn solver(cpu: Cpu) -> Result<Solver, TableError> {
    Ok(SolverBuilder::on(BoardSize::STANDARD).hash_mib(HASH_MIB)?.cpu(cpu).threads(1).build())
}

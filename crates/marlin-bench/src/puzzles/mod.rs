//! The puzzles of marlin-coach: drawn from games between levels of play, rated by the levels, and laid out by days.
//!
//! | module | contents |
//! |---|---|
//! | `candidates` | the puzzles of a game |
//! | `selection` | as many puzzles of each kind as wanted, each position once |
//! | `rating` | their difficulties, from two seeds, and the rank correlation of these |
//! | `calendar` | their file: a day of the week for each difficulty |

pub(crate) mod calendar;
pub(crate) mod candidates;
pub(crate) mod rating;
pub(crate) mod selection;

use marlin_core::{BoardSize, Cpu, Solver, SolverBuilder, TableError};

/// The size of the table of each thread, in MiB.
const HASH_MIB: usize = 16;

/// Returns the solver of a thread, with the opening book.
pub(crate) fn solver(cpu: Cpu) -> Result<Solver, TableError> {
    Ok(SolverBuilder::on(BoardSize::STANDARD).hash_mib(HASH_MIB)?.cpu(cpu).threads(1).build())
}

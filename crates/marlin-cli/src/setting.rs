//! [`Setting`]: what the engine is given to work with, on the command line and by `setoption`.

use std::sync::Arc;

use marlin_core::{Solver, TableSizeError, TranspositionTable};

use crate::text::excerpt;

/// A change of what the engine has to work with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Threads that search one position together.
    Threads(usize),
    /// Memory for what the search remembers, in MiB.
    HashMib(usize),
    /// Forget what the search remembers.
    ClearHash,
}

/// Why a setting can't be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SettingError {
    /// The size of the table is no number.
    #[error(
        "invalid hash size '{found}': a whole number of MiB from 1 to {} is expected",
        TranspositionTable::<7, 6>::MAX_MIB
    )]
    HashSize {
        /// The value, fit to print.
        found: String,
    },
    /// The number of threads is none, or too great.
    #[error(
        "invalid number of threads '{found}': a whole number from 1 to {} is expected",
        Solver::<7, 6>::MAX_THREADS
    )]
    Threads {
        /// The value, fit to print.
        found: String,
    },
    /// There is no table of the size asked for.
    #[error(transparent)]
    Table(#[from] TableSizeError),
}

/// Reads a number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, SettingError> {
    let threads = text.parse().ok().filter(|threads| (1..=Solver::<7, 6>::MAX_THREADS).contains(threads));
    threads.ok_or_else(|| SettingError::Threads { found: excerpt(text) })
}

/// Reads a size of the table in MiB.
pub(crate) fn hash_mib(text: &str) -> Result<usize, SettingError> {
    text.parse().map_err(|_| SettingError::HashSize { found: excerpt(text) })
}

impl Setting {
    /// Returns the solver with this setting.
    pub(crate) fn apply(self, solver: Solver) -> Result<Solver, SettingError> {
        match self {
            Self::Threads(threads) => Ok(solver.with_threads(threads)),
            Self::HashMib(mib) => Ok(solver.on_table(Arc::new(TranspositionTable::new(mib)?))),
            Self::ClearHash => {
                solver.table().clear();
                Ok(solver)
            }
        }
    }
}

//! The boards of the table that is part of the program, and their published results.

use std::sync::LazyLock;

use marlin_core::BoardSizeError;

use crate::board::Board;
use crate::table::{Entry, Table};

/// The table that is part of this crate.
static TABLE: LazyLock<Table> = LazyLock::new(Table::embedded);

impl Board {
    /// Returns the boards of the [table](Table) that is part of this crate, those with fewer cells first.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.entries().iter().map(Entry::board)
    }

    /// Returns the board with a name such as `7x6`, width first.
    ///
    /// # Errors
    ///
    /// [`BoardSizeError`] if there is no such board.
    pub fn named(name: &str) -> Result<Self, BoardSizeError> {
        let size = name.parse()?;
        Ok(Self::all().find(|board| board.size() == size).unwrap_or(Self::new(size, None)))
    }
}

//! [`TableFile`]: a table of boards that is kept in a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use marlin_boards::{Board, Entry, Found, Table};
use marlin_support::files::{Existing, read_text, write_whole};

use crate::failure::Failure;

/// The file of a table. It is always whole: each change replaces it.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableFile<'a> {
    path: &'a Path,
}

impl<'a> TableFile<'a> {
    pub(super) const fn new(path: &'a Path) -> Self {
        Self { path }
    }

    /// Reads the table.
    pub(super) fn read(self) -> Result<Table, Failure> {
        read(self.path)
    }

    /// Returns the table, that of the published results if there is no file yet. It is written at once, so that a file that
    /// can't be is noticed before the work.
    pub(super) fn open(self) -> Result<Table, Failure> {
        let is_new = matches!(fs::metadata(self.path), Err(error) if error.kind() == io::ErrorKind::NotFound);
        let table = if is_new { Table::published() } else { self.read()? };
        self.write(&table)?;
        Ok(table)
    }

    /// Records what has been found on a board. The file is read again first: somebody may have changed it meanwhile.
    pub(super) fn record(self, board: Board, found: &Found) -> Result<(), Failure> {
        let mut table = self.read()?;
        table.record(board, found.clone());
        self.write(&table)
    }

    /// Puts the results of other tables into this one, and returns what it has then. Nothing is written if two results
    /// contradict each other, or one a published result.
    pub(super) fn merge(self, parts: &[PathBuf]) -> Result<String, Failure> {
        let mut table = if self.path.exists() { self.read()? } else { Table::published() };
        for path in parts {
            let merged = table.merge(read(path)?);
            merged.map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?;
        }
        let wrong: Vec<_> = table.entries().iter().filter_map(Entry::disagreement).collect();
        if !wrong.is_empty() {
            return Err(Failure::Wrong(wrong.join("; ")));
        }
        self.write(&table)?;
        Ok(counts(&table))
    }

    fn write(self, table: &Table) -> Result<(), Failure> {
        let written = write_whole(self.path, table.to_string().as_bytes(), Existing::Replace);
        written.map_err(|error| Failure::file(self.path, &error))
    }
}

fn read(path: &Path) -> Result<Table, Failure> {
    let text = read_text(path).map_err(|error| Failure::file(path, &error))?;
    Table::read(&text).map_err(|error| Failure::file(path, &error))
}

/// Counts the boards of a table by what is known of them.
fn counts(table: &Table) -> String {
    let found = || table.entries().iter().filter_map(Entry::found);
    let proven = found().filter(|found| found.ending().is_some()).count();
    let (boards, open) = (table.entries().len(), found().count() - proven);
    format!(
        "{boards} boards: {proven} proven, {open} not proven in the time, {} not tried",
        boards - proven - open
    )
}

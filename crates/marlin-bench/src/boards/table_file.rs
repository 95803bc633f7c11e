//! [`TableFile`]: a table of boards that is kept in a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use marlin_support::files::{Existing, LockFile, read_text, write_whole};

use super::solved::SolvedBoard;
use super::table::{BoardEntry, BoardTable};
use crate::failure::Failure;

/// The file of a table. It is always whole: each change replaces it. Runs at the same time change it one after the other, so
/// that none loses the results of another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TableFile<'a> {
    path: &'a Path,
}

impl<'a> TableFile<'a> {
    pub(crate) const fn new(path: &'a Path) -> Self {
        Self { path }
    }

    /// Reads the table.
    pub(crate) fn read(self) -> Result<BoardTable, Failure> {
        read(self.path)
    }

    /// Returns the table, or the table of the published results if there is no file yet. It is written at once, so that
    /// an unwritable file is noticed before the work.
    pub(crate) fn open(self) -> Result<BoardTable, Failure> {
        let _lock = self.lock()?;
        let is_new = matches!(fs::metadata(self.path), Err(error) if error.kind() == io::ErrorKind::NotFound);
        let table = if is_new { BoardTable::published() } else { self.read()? };
        self.write(&table)?;
        Ok(table)
    }

    /// Records the result of a search. The file is read again first: another run may have changed it.
    pub(crate) fn record(self, solved: SolvedBoard) -> Result<(), Failure> {
        let _lock = self.lock()?;
        let mut table = self.read()?;
        table.record(solved);
        self.write(&table)
    }

    /// Merges other tables into this one, and returns the number of boards by result. Nothing is written if two results
    /// contradict each other, or one a published result.
    pub(crate) fn merge(self, parts: &[PathBuf]) -> Result<String, Failure> {
        let _lock = self.lock()?;
        let mut table = if self.path.exists() { self.read()? } else { BoardTable::published() };
        for path in parts {
            let merged = table.merge(read(path)?);
            merged.map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?;
        }
        let wrong: Vec<_> = table.entries().iter().filter_map(BoardEntry::disagreement).collect();
        if !wrong.is_empty() {
            return Err(Failure::Wrong(wrong.join("; ")));
        }
        self.write(&table)?;
        Ok(counts(&table))
    }

    /// Waits until no other run changes the table.
    fn lock(self) -> Result<LockFile, Failure> {
        LockFile::beside(self.path).map_err(|error| Failure::file(self.path, &error))
    }

    fn write(self, table: &BoardTable) -> Result<(), Failure> {
        let written = write_whole(self.path, table.to_string().as_bytes(), Existing::Replace);
        written.map_err(|error| Failure::file(self.path, &error))
    }
}

fn read(path: &Path) -> Result<BoardTable, Failure> {
    let text = read_text(path).map_err(|error| Failure::file(path, &error))?;
    BoardTable::read(&text).map_err(|error| Failure::file(path, &error))
}

/// Returns the number of boards by result.
fn counts(table: &BoardTable) -> String {
    let boards = table.entries().len();
    let proven = table.entries().iter().filter(|entry| entry.proven_score().is_some()).count();
    let solved = table.entries().iter().filter(|entry| entry.solved.is_some()).count();
    let (open, untried) = (solved - proven, boards - solved);
    format!("{boards} boards: {proven} proven, {open} not proven in the time, {untried} not tried")
}

//! [`Checkpoint`]: the state of a long search, in a file, so that a later run continues it.

use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use marlin_core::{BoardSize, TranspositionTable};
use marlin_support::files::{Existing, LockFile, open_regular, remove_drafts, write_whole_with};
use sha2::{Digest, Sha256};

use crate::failure::Failure;

/// Changes with the layout of the file.
const MAGIC: [u8; 8] = *b"MARLINC2";

/// The time between two states: writing some GiB takes seconds.
const INTERVAL: Duration = Duration::from_secs(600);

/// The nodes and the time of a search, in all of its runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Effort {
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
}

/// The state of the search of a board: the work so far and the table of the search.
#[derive(Debug)]
pub(super) struct Checkpoint {
    path: PathBuf,
    written: Instant,
    /// The work of the runs before this one.
    before: Effort,
    /// Held as long as this run may write the state.
    _lock: LockFile,
}

impl Effort {
    fn and(self, more: Self) -> Self {
        // The numbers of a file that was made by hand may be too great.
        let elapsed = self.elapsed.saturating_add(more.elapsed);
        Self { nodes: self.nodes.saturating_add(more.nodes), elapsed }
    }

    /// Returns the two numbers as bytes, with the magic before them and their checksum behind.
    fn to_bytes(self) -> Vec<u8> {
        let micros = self.elapsed.as_micros() as u64;
        let bytes = [MAGIC, self.nodes.to_le_bytes(), micros.to_le_bytes()].concat();
        let checksum = Sha256::digest(&bytes);
        [&bytes, &checksum[..8]].concat()
    }
}

/// Returns the file in a folder with the state of a board.
pub(super) fn state_of(folder: &Path, size: BoardSize) -> PathBuf {
    folder.join(format!("{size}.checkpoint"))
}

/// Removes the state of a board.
pub(super) fn remove_state(folder: &Path, size: BoardSize) -> Result<(), Failure> {
    let path = state_of(folder, size);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Failure::file(&path, error)),
        _ => Ok(()),
    }
}

impl Checkpoint {
    /// Returns the state of a board, with its table if an earlier run has left one. It must have as many MiB as this run.
    pub(super) fn open(
        folder: &Path,
        size: BoardSize,
        hash_mib: usize,
    ) -> Result<(Self, Option<TranspositionTable>), Failure> {
        // An unwritable folder is noticed here, before the work.
        let path = folder.join(format!("{size}.lock"));
        let lock = LockFile::try_new(&path).map_err(|error| Failure::file(&path, error))?;
        let lock = lock.ok_or_else(|| Failure::file(&path, "another run searches this board"))?;
        let path = state_of(folder, size);
        remove_drafts(&path);
        let (before, table) = match open_regular(&path) {
            Ok(file) => {
                let found = read(size, hash_mib, BufReader::new(file));
                let (before, table) = found.map_err(|reason| Failure::file(&path, reason))?;
                (before, Some(table))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Effort::default(), None),
            Err(error) => return Err(Failure::file(&path, error)),
        };
        Ok((Self { path, written: Instant::now(), before, _lock: lock }, table))
    }

    /// Returns the work of all runs, with that of this one.
    pub(super) fn total(&self, this_run: Effort) -> Effort {
        self.before.and(this_run)
    }

    /// Writes the state if the last one is old enough.
    pub(super) fn update(&mut self, table: &TranspositionTable, this_run: Effort) -> Result<(), Failure> {
        if self.written.elapsed() < INTERVAL { Ok(()) } else { self.write(table, this_run) }
    }

    /// Writes the state.
    pub(super) fn write(&mut self, table: &TranspositionTable, this_run: Effort) -> Result<(), Failure> {
        let total = self.total(this_run);
        let written = write_whole_with(&self.path, Existing::Replace, |out| {
            out.write_all(&total.to_bytes())?;
            table.write(out)
        });
        self.written = Instant::now();
        written.map_err(|error| Failure::file(&self.path, error))
    }
}

fn read(
    size: BoardSize,
    hash_mib: usize,
    mut from: impl Read,
) -> Result<(Effort, TranspositionTable), String> {
    let damaged = |reason: &dyn std::fmt::Display| {
        format!("the state is damaged ({reason}): remove the file to begin anew")
    };
    let mut word = || {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes).map(|()| bytes).map_err(|error| damaged(&error))
    };
    if word()? != MAGIC {
        return Err("it is not the state of a search: name another folder, or remove the file".to_owned());
    }
    let (nodes, micros, checksum) = (u64::from_le_bytes(word()?), u64::from_le_bytes(word()?), word()?);
    let effort = Effort { nodes, elapsed: Duration::from_micros(micros) };
    if !effort.to_bytes().ends_with(&checksum) {
        return Err(damaged(&"its nodes and its time are not those of its checksum"));
    }
    let table = TranspositionTable::read_on(size, from).map_err(|error| damaged(&error))?;
    if table.hash_mib() != hash_mib {
        return Err(format!(
            "its table has {0} MiB: continue with --hash {0}, or remove the file",
            table.hash_mib()
        ));
    }
    Ok((effort, table))
}

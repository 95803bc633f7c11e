//! [`Checkpoints`]: the states of long searches, one file for each board, so that a later run continues them.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use marlin_core::{BoardSize, TranspositionTable};
use marlin_support::files::{Existing, write_whole_with};

use crate::failure::Failure;

const MAGIC: [u8; 8] = *b"MARLINCP";

/// The time between two states: writing some GiB takes seconds.
const INTERVAL: Duration = Duration::from_secs(600);

/// A folder of states. Each is the work so far and the table of the search.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoints {
    folder: PathBuf,
}

/// The nodes and the time of a search, in all of its runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Effort {
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
}

/// The state of the search of a board.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    path: PathBuf,
    written: Instant,
    /// The work of the runs before this one.
    before: Effort,
    /// Locked as long as this run may write the state.
    _lock: File,
}

impl Effort {
    fn and(self, more: Self) -> Self {
        // The numbers of a damaged file may be too great.
        let elapsed = self.elapsed.saturating_add(more.elapsed);
        Self { nodes: self.nodes.saturating_add(more.nodes), elapsed }
    }
}

impl Checkpoints {
    /// Returns the states in a folder, which is made if it does not exist.
    pub(crate) fn in_folder(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// Returns whether there is a state of a board.
    pub(crate) fn has(&self, size: BoardSize) -> bool {
        self.path(size).exists()
    }

    /// Returns the state of a board, with its table if an earlier run has left one. It must have as many MiB as this run.
    pub(super) fn open(
        &self,
        size: BoardSize,
        hash_mib: usize,
    ) -> Result<(Checkpoint, Option<TranspositionTable>), Failure> {
        let path = self.path(size);
        let lock = self.lock(size)?;
        let (before, table) = match File::open(&path) {
            Ok(file) => {
                let found = read(size, hash_mib, BufReader::new(file));
                let (before, table) = found.map_err(|error| Failure::file(&path, &error))?;
                (before, Some(table))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Effort::default(), None),
            Err(error) => return Err(Failure::file(&path, &error)),
        };
        Ok((Checkpoint { path, written: Instant::now(), before, _lock: lock }, table))
    }

    /// Removes the state of a board that is proven, once its result is kept: the state may be the work of days.
    pub(crate) fn remove(&self, size: BoardSize) -> Result<(), Failure> {
        let path = self.path(size);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Failure::file(&path, &error)),
            _ => Ok(()),
        }
    }

    /// Locks the state of a board. An unwritable folder is noticed here, before the work.
    fn lock(&self, size: BoardSize) -> Result<File, Failure> {
        let path = self.folder.join(format!("{size}.lock"));
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| Failure::file(&path, &error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Failure::file(&path, &"another run searches this board")),
            // Where files cannot be locked, two runs at once are at the user's risk.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        }
    }

    fn path(&self, size: BoardSize) -> PathBuf {
        self.folder.join(format!("{size}.checkpoint"))
    }
}

impl Checkpoint {
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
            out.write_all(&MAGIC)?;
            out.write_all(&total.nodes.to_le_bytes())?;
            out.write_all(&(total.elapsed.as_micros() as u64).to_le_bytes())?;
            table.write(out)
        });
        self.written = Instant::now();
        written.map_err(|error| Failure::file(&self.path, &error))
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
    let nodes = u64::from_le_bytes(word()?);
    let elapsed = Duration::from_micros(u64::from_le_bytes(word()?));
    let table = TranspositionTable::read_on(size, from).map_err(|error| damaged(&error))?;
    if table.hash_mib() != hash_mib {
        return Err(format!(
            "its table has {0} MiB: continue with --hash {0}, or remove the file",
            table.hash_mib()
        ));
    }
    Ok((Effort { nodes, elapsed }, table))
}

//! [`Setting`]: what the engine is given to work with, on the command line and by `setoption`; [`Engine`]: what it has.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use marlin_core::{Book, BookError, Solver, TableSizeError, TranspositionTable};

use crate::text::excerpt;

/// A change of what the engine has to work with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Threads that search one position together.
    Threads(usize),
    /// Memory for what the search remembers, in MiB.
    HashMib(usize),
    /// Forget what the search remembers.
    ClearHash,
    /// Whether the book is asked.
    OwnBook(bool),
    /// The file of the book; `None` for the one that is part of the program.
    BookFile(Option<PathBuf>),
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
    /// A value that is neither true nor false.
    #[error("invalid value '{found}': true or false is expected")]
    Switch {
        /// The value, fit to print.
        found: String,
    },
    /// A file is no book.
    #[error("{name}: {reason}")]
    Book {
        /// The file, fit to print.
        name: String,
        /// What is wrong with it.
        reason: String,
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

/// Reads `true` or `false`.
pub(crate) fn switch(text: &str) -> Result<bool, SettingError> {
    text.to_ascii_lowercase().parse().map_err(|_| SettingError::Switch { found: excerpt(text) })
}

/// Reads the name of a book's file; the word for no name stands for the book that is part of the program.
pub(crate) fn book_file(text: &str) -> Option<PathBuf> {
    (!matches!(text, "" | "<empty>")).then(|| text.into())
}

/// Reads a book.
pub(crate) fn read_book(path: &Path) -> Result<Book, SettingError> {
    let book = File::open(path).map_err(BookError::from).and_then(|file| Book::read(BufReader::new(file)));
    let name = || excerpt(&path.to_string_lossy());
    book.map_err(|error| SettingError::Book { name: name(), reason: error.to_string() })
}

/// A solver, and the book that it asks when it may.
#[derive(Debug)]
pub(crate) struct Engine {
    solver: Solver,
    book: Option<Arc<Book>>,
}

impl Engine {
    /// Returns an engine that may ask its book if the solver has one.
    pub(crate) fn new(solver: Solver) -> Self {
        let book = solver.book().cloned().or_else(|| Book::embedded().map(Arc::new));
        Self { solver, book }
    }

    /// Returns the solver.
    pub(crate) const fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Changes what the engine has; nothing if that fails.
    pub(crate) fn set(&mut self, setting: &Setting) -> Result<(), SettingError> {
        let solver = self.solver.clone();
        match setting {
            Setting::Threads(threads) => self.solver = solver.with_threads(*threads),
            Setting::HashMib(mib) => self.solver = solver.on_table(Arc::new(TranspositionTable::new(*mib)?)),
            Setting::ClearHash => solver.table().clear(),
            Setting::OwnBook(is_asked) => self.ask_book(*is_asked),
            Setting::BookFile(file) => {
                self.book = file
                    .as_deref()
                    .map_or_else(|| Ok(Book::embedded()), |file| read_book(file).map(Some))?
                    .map(Arc::new);
                self.ask_book(solver.book().is_some());
            }
        }
        Ok(())
    }

    fn ask_book(&mut self, is_asked: bool) {
        let solver = self.solver.clone().without_book();
        self.solver = match &self.book {
            Some(book) if is_asked => solver.with_book(Arc::clone(book)),
            _ => solver,
        };
    }
}

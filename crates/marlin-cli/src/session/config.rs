//! [`Setup`]: the values at the start of a session, and [`EngineConfig`]: its solver and options.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use marlin_coach::level::SkillLevel;
use marlin_core::{BoardSize, Book, Solver};
use marlin_support::options::read_book;

use crate::protocol::Dialect;
use crate::protocol::setting::{OptionLine, OptionValues, Setting, options};

/// The kind of user at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A person: with a banner and a prompt, and `quit` ends the search.
    Terminal,
    /// A program or a file: every command is answered in full before the next.
    Piped,
}

/// The values at the start of a session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup {
    /// The dialect of the first line.
    pub(crate) dialect: Dialect,
    /// The kind of user at the other end.
    pub(crate) mode: Mode,
    /// Whether a refused line is an error at the end of the session.
    pub(crate) is_strict: bool,
    /// Whether an opening book is used.
    pub(crate) uses_book: bool,
    /// Whether boards and best moves have colours.
    pub(crate) is_coloured: bool,
}

/// The solver of a session, and the values of its options.
#[derive(Debug)]
pub(super) struct EngineConfig {
    solver: Solver,
    /// The book of a file, for its own board. The other boards have the built-in book, if there is one.
    named_book: Option<Book>,
    uses_book: bool,
    /// The number of lines of play to show.
    pub(super) multi_pv: usize,
    /// Whether the outcome is shown beside the score.
    pub(super) shows_wdl: bool,
    /// The strength of play.
    pub(super) level: SkillLevel,
    seed: u64,
}

impl EngineConfig {
    /// Returns the solver and its book, with the usual values of the other options.
    pub(super) fn new(solver: Solver, uses_book: bool) -> Self {
        let named_book = solver.book().cloned();
        Self { solver, named_book, uses_book, multi_pv: 1, shows_wdl: false, level: SkillLevel::MAX, seed: 0 }
    }

    /// Returns the solver.
    pub(super) const fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns all options with their present values.
    pub(super) fn options(&self) -> [OptionLine; 11] {
        options(OptionValues {
            hash_mib: self.solver.table().hash_mib(),
            threads: self.solver.threads(),
            own_book: self.uses_book,
            board: self.solver.size(),
        })
    }

    /// Returns the seed of the moves below the greatest level: the value of the option, or a random one.
    pub(super) fn seed(&self) -> u64 {
        if self.seed == 0 { RandomState::new().hash_one(()) } else { self.seed }
    }

    /// Sets an option. If that fails, nothing changes.
    pub(super) fn set(&mut self, setting: &Setting) -> Result<(), String> {
        match setting {
            Setting::Threads(threads) => self.solver = self.solver.to_builder().threads(*threads).build(),
            Setting::HashMib(mib) => {
                let builder = self.solver.to_builder().hash_mib(*mib);
                self.solver = builder.map_err(|error| error.to_string())?.build();
            }
            Setting::ClearHash => self.solver.table().clear(),
            Setting::OwnBook(uses_book) => {
                self.uses_book = *uses_book;
                self.open_book();
            }
            Setting::BookFile(file) => {
                let read = |file: &PathBuf| read_book(file, Some(self.solver.size()));
                let book = file.as_ref().map(read).transpose();
                self.named_book = book.map_err(|error| error.to_string())?;
                self.open_book();
            }
            Setting::MultiPv(lines) => self.multi_pv = *lines,
            Setting::ShowWdl(shows_wdl) => self.shows_wdl = *shows_wdl,
            Setting::Level(level) => self.level = *level,
            Setting::Seed(seed) => self.seed = *seed,
            Setting::Variant(board) => self.set_board(*board)?,
            Setting::NoEffect(_) => {}
        }
        Ok(())
    }

    /// Changes the board, with an empty table and a book for that board, if there is one. The other settings are kept.
    /// If that fails, nothing changes.
    pub(super) fn set_board(&mut self, board: BoardSize) -> Result<(), String> {
        if board != self.solver.size() {
            self.solver = self.solver.for_board(board).map_err(|error| error.to_string())?;
            self.open_book();
        }
        Ok(())
    }

    /// Gives the solver the book of its board, or none.
    fn open_book(&mut self) {
        let builder = self.solver.to_builder();
        let builder = match self.book() {
            Some(book) if self.uses_book => builder.book(book),
            _ => builder.without_book(),
        };
        self.solver = builder.build();
    }

    /// Returns the book of the board, if there is one.
    fn book(&self) -> Option<Book> {
        let size = self.solver.size();
        let named = self.named_book.clone().filter(|book| book.size() == size);
        named.or_else(|| Book::embedded(size))
    }
}

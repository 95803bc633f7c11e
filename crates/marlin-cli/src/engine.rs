//! [`Engine`]: a solver and the options of a session.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

use marlin_coach::level::Level;
use marlin_core::BoardSize;
use marlin_core::any::{Book, Solver};
use marlin_protocol::setting::{OptionLine, Setting, SettingError, Values, options, read_book};

/// A solver, its opening book, and how it plays.
#[derive(Debug)]
pub(crate) struct Engine {
    solver: Solver,
    /// The book that was named, used on its own board. On the others it is the library's, if there is one.
    named_book: Option<Book>,
    uses_book: bool,
    multi_pv: usize,
    shows_wdl: bool,
    level: Level,
    seed: u64,
}

impl Engine {
    /// Returns an engine, which has the solver's book for its board.
    pub(crate) fn new(solver: Solver, uses_book: bool) -> Self {
        let named_book = solver.book().cloned();
        Self { solver, named_book, uses_book, multi_pv: 1, shows_wdl: false, level: Level::MAX, seed: 0 }
    }

    /// Returns the solver.
    pub(crate) const fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns all options with their present values.
    pub(crate) fn options(&self) -> [OptionLine; 11] {
        options(Values {
            hash_mib: self.solver.table().hash_mib(),
            threads: self.solver.threads(),
            own_book: self.uses_book,
            board: self.solver.size(),
        })
    }

    /// Returns the number of lines of play to show.
    pub(crate) const fn multi_pv(&self) -> usize {
        self.multi_pv
    }

    /// Returns whether to show the outcome beside the score.
    pub(crate) const fn shows_wdl(&self) -> bool {
        self.shows_wdl
    }

    /// Returns the strength of play.
    pub(crate) const fn level(&self) -> Level {
        self.level
    }

    /// Returns what decides the moves of a level below the greatest: the seed that was set, or another one each time.
    pub(crate) fn seed(&self) -> u64 {
        if self.seed == 0 { RandomState::new().hash_one(()) } else { self.seed }
    }

    /// Sets an option. If that fails, nothing changes.
    pub(crate) fn set(&mut self, setting: &Setting) -> Result<(), SettingError> {
        match setting {
            Setting::Threads(threads) => self.solver = self.solver.to_builder().threads(*threads).build(),
            Setting::HashMib(mib) => self.solver = self.solver.to_builder().hash_mib(*mib)?.build(),
            Setting::ClearHash => self.solver.table().clear(),
            Setting::OwnBook(uses_book) => {
                self.uses_book = *uses_book;
                self.open_book();
            }
            Setting::BookFile(file) => {
                let read = |file: &PathBuf| read_book(file, Some(self.solver.size()));
                self.named_book = file.as_ref().map(read).transpose()?;
                self.open_book();
            }
            Setting::MultiPv(lines) => self.multi_pv = *lines,
            Setting::ShowWdl(shows_wdl) => self.shows_wdl = *shows_wdl,
            Setting::Level(level) => self.level = *level,
            Setting::Seed(seed) => self.seed = *seed,
            Setting::Variant(board) => self.set_board(*board)?,
            Setting::NoChoice(_) => {}
        }
        Ok(())
    }

    /// Changes the board, with an empty table and a book for that board, if there is one. The other settings stay. If that fails,
    /// nothing changes.
    pub(crate) fn set_board(&mut self, board: BoardSize) -> Result<(), SettingError> {
        if board != self.solver.size() {
            self.solver = self.solver.for_board(board)?;
            self.open_book();
        }
        Ok(())
    }

    /// Gives the solver the book, or takes it away.
    fn open_book(&mut self) {
        let builder = self.solver.to_builder();
        let builder = match self.book() {
            Some(book) if self.uses_book => builder.book(book),
            _ => builder.without_book(),
        };
        self.solver = builder.build();
    }

    /// Returns the book for the board, if there is one.
    fn book(&self) -> Option<Book> {
        let size = self.solver.size();
        let named = self.named_book.clone().filter(|book| book.size() == size);
        named.or_else(|| Book::embedded_on(size))
    }
}

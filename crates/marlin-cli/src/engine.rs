//! [`Engine`]: a solver, and what was set.

use std::sync::Arc;

use marlin_core::{Book, Solver, TranspositionTable};

use crate::setting::{MAX_LEVEL, Setting, SettingError, read_book};

/// A solver, the book that it asks when it may, and how it plays.
#[derive(Debug)]
pub(crate) struct Engine {
    solver: Solver,
    book: Option<Arc<Book>>,
    multi_pv: usize,
    shows_wdl: bool,
    level: usize,
}

impl Engine {
    /// Returns an engine that may ask its book if the solver has one.
    pub(crate) fn new(solver: Solver) -> Self {
        let book = solver.book().cloned().or_else(|| Book::embedded().map(Arc::new));
        Self { solver, book, multi_pv: 1, shows_wdl: false, level: MAX_LEVEL }
    }

    /// Returns the solver.
    pub(crate) const fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Returns how many lines of play to show.
    pub(crate) const fn multi_pv(&self) -> usize {
        self.multi_pv
    }

    /// Returns whether wins, draws and losses are to be told apart from the score.
    pub(crate) const fn shows_wdl(&self) -> bool {
        self.shows_wdl
    }

    /// Returns how well to play.
    pub(crate) const fn level(&self) -> usize {
        self.level
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
                let book = match file {
                    Some(file) => Some(read_book(file)?),
                    None => Book::embedded(),
                };
                self.book = book.map(Arc::new);
                self.ask_book(solver.book().is_some());
            }
            Setting::MultiPv(lines) => self.multi_pv = *lines,
            Setting::ShowWdl(shows_wdl) => self.shows_wdl = *shows_wdl,
            Setting::Level(level) => self.level = *level,
            Setting::NoChoice(_) => {}
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

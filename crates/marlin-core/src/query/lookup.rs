//! [`Lookup`]: the answers of rules, book and table without a search.

use std::sync::Arc;

use super::ask::{report_of_the_end, root_before_search};
use crate::book::Book;
use crate::geometry::{BoardSize, Layout, assert_same_board, with_masks};
use crate::position::Position;
use crate::report::Report;
use crate::search::{Goal, Root};
use crate::solver::Solver;
use crate::transposition::TranspositionTable;

/// The answers of rules, a book and a table about positions of a board. A lookup searches nothing and makes
/// no table, so it takes a few microseconds on every board. [`Solver::lookup`] returns it.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Solver};
///
/// let (solver, position) = (Solver::builder().without_book().build(), "32164625".parse::<Position>()?);
/// // The rules alone do not know the score; after a search the table does.
/// assert_eq!(solver.lookup().analyze(&position).bounds.score(), None);
/// solver.query(&position).analyze();
/// assert_eq!(solver.lookup().analyze(&position).bounds.score().unwrap().get(), 11);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Lookup {
    size: BoardSize,
    book: Option<Book>,
    table: Option<Arc<TranspositionTable>>,
}

impl Solver {
    /// Returns lookups by the rules, the book and the table of this solver.
    pub fn lookup(&self) -> Lookup {
        Lookup { size: self.size(), book: self.book().cloned(), table: Some(Arc::clone(self.table())) }
    }

    /// Returns lookups by the rules and the book alone, on any board: the book is the one that
    /// [`Self::for_board`] would take. Their answers do not depend on earlier searches.
    pub fn lookup_on(&self, size: BoardSize) -> Lookup {
        let book = if size == self.size() { self.book().cloned() } else { self.book_of(size) };
        Lookup { size, book, table: None }
    }
}

impl Lookup {
    /// Returns the known bounds of a position and of its columns. The source is
    /// [`Source::Search`](crate::Source::Search) if rules and book leave a score open.
    ///
    /// # Panics
    ///
    /// If the position is one of another board.
    pub fn analyze(&self, position: &Position) -> Report {
        self.report(position, Goal::Columns)
    }

    /// Returns the known bounds of a position with a move that keeps its score, if one is known
    /// ([`Report::best_is_proven`]). The source is the source of the score, not of all columns.
    ///
    /// # Panics
    ///
    /// If the position is one of another board.
    pub fn best_move(&self, position: &Position) -> Report {
        self.report(position, Goal::BestMove)
    }

    fn report(&self, position: &Position, goal: Goal) -> Report {
        assert_same_board("a position", position.size(), "a lookup", self.size);
        with_masks!(self.size, layout => self.report_on(layout, position, goal))
    }

    fn report_on<L: Layout>(&self, layout: L, position: &Position, goal: Goal) -> Report {
        let is_known = |root: &Root| goal.is_reached(root);
        let book = self.book.as_ref();
        let (root, source) = root_before_search(layout, position.raw, book, None, is_known);
        let Some(mut root) = root else { return report_of_the_end(position) };
        let source = if goal == Goal::BestMove { root.source } else { source };
        if !is_known(&root) {
            if let Some(table) = &self.table {
                root.narrow_by_kept(layout, table);
            }
            root.infer_last_column();
        }
        root.report(source)
    }
}

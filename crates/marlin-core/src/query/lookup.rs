//! [`Lookup`]: what rules, book and table know of a position without a search.

use std::sync::Arc;

use super::ask::{report_of_the_end, root_before_search, source_of_score};
use crate::book::Book;
use crate::geometry::{BoardSize, Layout, assert_same_board, with_masks};
use crate::position::Position;
use crate::report::Report;
use crate::search::{Goal, Root};
use crate::solver::Solver;
use crate::transposition::TranspositionTable;

/// What rules, a book and a table know of the positions of a board. A lookup searches nothing, makes no table and takes no memory
/// for one, so that it takes as long on every board.
#[derive(Debug, Clone)]
pub struct Lookup {
    size: BoardSize,
    book: Option<Book>,
    table: Option<Arc<TranspositionTable>>,
}

impl Solver {
    /// Returns the lookups by the rules, the book and the table of this solver.
    pub fn lookup(&self) -> Lookup {
        Lookup { size: self.size(), book: self.book().cloned(), table: Some(Arc::clone(self.table())) }
    }

    /// Returns the lookups on a board for which there is no solver: by the rules, and the book that [`Self::for_board`] would take.
    pub fn lookup_on(&self, size: BoardSize) -> Lookup {
        Lookup { size, book: self.book_of(size), table: None }
    }
}

impl Lookup {
    /// Returns the known bounds of a position and of its columns. The source is [`Source::Search`](crate::Source::Search) where rules and book leave
    /// something open.
    ///
    /// # Panics
    ///
    /// If the position is one of another board.
    pub fn columns(&self, position: &Position) -> Report {
        self.report(position, Goal::Columns)
    }

    /// Returns the known bounds of a position with the move that keeps its score, if that is known. The source is that of the
    /// score, and not that of all columns.
    ///
    /// # Panics
    ///
    /// If the position is one of another board.
    pub fn score_and_move(&self, position: &Position) -> Report {
        self.report(position, Goal::ScoreAndMove)
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
        let source = if goal == Goal::ScoreAndMove { source_of_score(layout, &root) } else { source };
        if !is_known(&root) {
            if let Some(table) = &self.table {
                root.narrow_by_kept(layout, table);
            }
            root.infer_last_column();
        }
        root.report(source)
    }
}

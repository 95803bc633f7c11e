//! [`Progress`]: the state of a running search.

use std::sync::Arc;
use std::time::Duration;

use crate::board::Board;
use crate::bounds::Bounds;
use crate::column::Column;
use crate::columns::Columns;
use crate::geometry::Standard;
use crate::position::Position;
use crate::report::{by_best_move, nodes_per_second};
use crate::transposition::TranspositionTable;

/// The progress of a search, for its callback: whenever it proves something new, and at least four times a second.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Progress, Solver};
///
/// let print = |progress: &Progress| {
///     println!("{} after {} nodes, {} a second", progress.bounds, progress.nodes, progress.nps());
///     println!("{} of 1000 parts of the table are full, line {:?}", progress.hashfull(), progress.line());
/// };
/// let position: Position = "444444".parse()?;
/// let report = Solver::new().query(&position).on_progress(print).solve();
/// assert_eq!(report.bounds.score().unwrap().get(), 1);
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Progress<B: Board = Standard> {
    /// The proven bounds of the position's score.
    pub bounds: Bounds<B>,
    /// The proven bounds of the score of every column, as in [`Analysis::columns`](crate::Analysis::columns).
    pub columns: Columns<Option<Bounds<B>>>,
    /// The best move by the proven bounds.
    pub best: Option<Column>,
    /// Nodes visited, by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    pub(crate) position: Position<B>,
    pub(crate) table: Arc<TranspositionTable>,
}

// `Progress::line` is with the search's likely lines, so that this file does not depend on the search.
impl<B: Board> Progress<B> {
    /// Returns the nodes visited per second.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Progress, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let print = |progress: &Progress| println!("{} thousand nodes a second", progress.nps() / 1_000);
    /// solver.query(&Position::new()).nodes(100).on_progress(print).solve();
    /// ```
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }

    /// Returns the bounds of the score by [`Self::best`]: see [`Analysis::best_bounds`](crate::Analysis::best_bounds).
    pub fn best_bounds(&self) -> Bounds<B> {
        by_best_move(self.bounds, &self.columns)
    }

    /// Returns the fill of the table, in thousandths, by a sample.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Progress, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let check = |progress: &Progress| assert!(progress.hashfull() <= 1_000);
    /// solver.query(&Position::new()).nodes(100).on_progress(check).solve();
    /// ```
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

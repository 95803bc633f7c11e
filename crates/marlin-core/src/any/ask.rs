//! The questions that a [`Solver`] answers without limits, and the one that takes them: [`Solver::query`].

use super::Column;
use super::bounds::Bounds;
use super::position::Position;
use super::query::Query;
use super::score::Score;
use super::solver::Solver;
use crate::score::Outcome;

impl Solver {
    /// Returns the score of a position: see [`Solver::solve`](crate::Solver::solve).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x5".parse()?;
    /// assert_eq!(Solver::new(size).solve(&Position::empty(size)).get(), 0);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn solve(&self, position: &Position) -> Score {
        proven(self.query(position).solve().bounds.score())
    }

    /// Returns the winner of a position: see [`Solver::solve_outcome`](crate::Solver::solve_outcome).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Outcome;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "6x4".parse()?;
    /// assert_eq!(Solver::new(size).solve_outcome(&Position::empty(size)), Outcome::Loss);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn solve_outcome(&self, position: &Position) -> Outcome {
        proven(self.query(position).solve_outcome().bounds.outcome())
    }

    /// Returns the score after each column, from the left; `None` for one that can't be played.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "4x4".parse()?;
    /// assert_eq!(Solver::new(size).analyze(&Position::empty(size)).len(), 4);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn analyze(&self, position: &Position) -> Vec<Option<Score>> {
        let columns = self.query(position).analyze().columns.into_iter();
        columns.map(|bounds| bounds.and_then(Bounds::score)).collect()
    }

    /// Returns the best move of a position: see [`Solver::best_move`](crate::Solver::best_move).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x4".parse()?;
    /// let best = Solver::new(size).best_move(&Position::empty(size));
    /// assert_eq!(best.map(|column| column.number()), Some(3));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn best_move(&self, position: &Position) -> Option<Column> {
        self.query(position).best_move().best
    }

    /// Returns the moves of best play from a position to the end of the game.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "4x4".parse()?;
    /// assert_eq!(Solver::new(size).principal_variation(&Position::empty(size)).len(), 16);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn principal_variation(&self, position: &Position) -> Vec<Column> {
        self.query(position).principal_variation(usize::MAX)
    }

    /// Returns a question about a position, for limits and progress: see [`Solver::query`](crate::Solver::query).
    ///
    /// # Panics
    ///
    /// If the position is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "9x6".parse()?;
    /// let report = Solver::new(size).query(&Position::empty(size)).nodes(1_000).solve();
    /// assert!(report.bounds.score().is_none());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn query(&self, position: &Position) -> Query<'_> {
        assert!(
            position.size() == self.size(),
            "a position of {} for a solver of {}",
            position.size(),
            self.size()
        );
        Query::new(self, position)
    }
}

/// Returns what a search without limits has proven.
fn proven<T>(answer: Option<T>) -> T {
    answer.unwrap_or_else(|| unreachable!("a search without limits ends with a proof"))
}

//! The questions that a [`Solver`] answers without limits, and the one that takes them: [`Solver::query`].

use crate::board::Board;
use crate::bounds::Bounds;
use crate::column::Column;
use crate::columns::Columns;
use crate::position::Position;
use crate::query::Query;
use crate::score::{Outcome, Score};
use crate::solver::Solver;

impl<B: Board> Solver<B> {
    /// Returns the exact score of a position.
    ///
    /// # Panics
    ///
    /// As [`Solver::query`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let position = Position::from_drawing(
    ///     ". . . . . . .
    ///      . . . . . . .
    ///      . . . . . . .
    ///      . . . . . . .
    ///      . . O O . . .
    ///      . . X X . . .",
    /// )?;
    /// // X plays column 2 or 5 and wins two stones later, with the fourth stone: 22 - 4.
    /// assert_eq!(Solver::new().solve(&position).get(), 18);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "strong")]
    pub fn solve(&self, position: &Position<B>) -> Score<B> {
        proven(self.query(position).solve().bounds.score())
    }

    /// Returns the outcome of a position. This takes less search than its score.
    ///
    /// # Panics
    ///
    /// As [`Solver::query`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Outcome, Position, Solver};
    ///
    /// assert_eq!(Solver::new().solve_outcome(&Position::new()), Outcome::Win);
    /// ```
    #[doc(alias = "weak")]
    pub fn solve_outcome(&self, position: &Position<B>) -> Outcome {
        proven(self.query(position).solve_outcome().bounds.outcome())
    }

    /// Returns the score of every column, from the side to move; `None` where no move is possible, that is in a
    /// full column, and in all of them when the game is over.
    ///
    /// # Panics
    ///
    /// As [`Solver::query`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let scores = Solver::new().analyze(&Position::new());
    /// assert_eq!(scores.map(|score| score.unwrap().get()), [-2, -1, 0, 1, 0, -1, -2]);
    /// ```
    pub fn analyze(&self, position: &Position<B>) -> Columns<Option<Score<B>>> {
        self.query(position).analyze().columns.map(|column| column.and_then(Bounds::score))
    }

    /// Returns a move that keeps the score: the fastest win or the slowest loss, and among equal moves the one nearest
    /// the centre. `None` when the game is over.
    ///
    /// # Panics
    ///
    /// As [`Solver::query`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Solver};
    ///
    /// assert_eq!(Solver::new().best_move(&Position::new()), Column::new(3));
    /// ```
    pub fn best_move(&self, position: &Position<B>) -> Option<Column> {
        self.query(position).best_move().best
    }

    /// Returns the moves of a game played perfectly by both sides from a position to its end, each the one that
    /// [`Solver::best_move`] returns.
    ///
    /// # Panics
    ///
    /// As [`Solver::query`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Game, Solver};
    ///
    /// let mut game: Game = "4433".parse()?;
    /// for column in Solver::new().principal_variation(game.position()) {
    ///     game.play(column).unwrap();
    /// }
    /// assert_eq!(game.to_string(), "4433542");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[doc(alias = "pv")]
    pub fn principal_variation(&self, position: &Position<B>) -> Vec<Column> {
        self.query(position).principal_variation(usize::MAX)
    }

    /// Returns a question about a position, to which limits and a progress callback can be added.
    ///
    /// # Panics
    ///
    /// If the position is one of another board, which only boards chosen at run time can be.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use marlin_core::{Position, Solver};
    ///
    /// let report = Solver::new().query(&Position::new()).time(Duration::from_secs(1)).solve();
    /// assert_eq!(report.bounds.score().unwrap().get(), 1);
    /// ```
    pub fn query(&self, position: &Position<B>) -> Query<'_, B> {
        Query::new(self, position)
    }
}

/// Returns the answer of a search without limits, which ends only with the proof.
fn proven<T>(answer: Option<T>) -> T {
    answer.unwrap_or_else(|| unreachable!("a search without limits ends with a proof"))
}

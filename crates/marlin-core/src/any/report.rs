//! [`Report`], [`Analysis`], [`Line`] and [`Progress`]: the results of a search on a board whose size is chosen at run time.

use std::sync::Arc;
use std::time::Duration;

use super::Column;
use super::bounds::Bounds;
use super::position::Position;
use super::score::Score;
use crate::report::{Source, best_bounds, is_complete, nodes_per_second, ranked};
use crate::search;
use crate::transposition::Table;

/// What a search has found out about a position; [`Report`](crate::Report) has the size of the board in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::any::{Position, Solver};
///
/// let size = "5x4".parse()?;
/// let report = Solver::new(size).query(&Position::empty(size)).solve();
/// assert_eq!(report.bounds.to_string(), "0");
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The proven bounds of the score.
    pub bounds: Bounds,
    /// The column that looks best by what is proven; `None` when the game is over.
    pub best: Option<Column>,
    /// Where the answer comes from.
    pub source: Source,
    /// The nodes searched.
    pub nodes: u64,
    /// The time that it took.
    pub elapsed: Duration,
}

impl Report {
    /// Returns the nodes searched in a second.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "4x4".parse()?;
    /// println!("{} nodes a second", Solver::new(size).query(&Position::empty(size)).solve().nps());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// What a search has found out about every column; [`Analysis`](crate::Analysis) has the size of the board in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::any::{Position, Solver};
///
/// let size = "5x4".parse()?;
/// let analysis = Solver::new(size).query(&Position::empty(size)).analyze();
/// assert_eq!(analysis.columns.len(), 5);
/// assert!(analysis.is_complete());
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// The proven bounds of the score of the position.
    pub bounds: Bounds,
    /// The proven bounds of the score after each column, from the left; `None` for one that can't be played.
    pub columns: Vec<Option<Bounds>>,
    /// The best column that is proven or looks best; `None` when the game is over.
    pub best: Option<Column>,
    /// Where the answer comes from.
    pub source: Source,
    /// The nodes searched.
    pub nodes: u64,
    /// The time that it took.
    pub elapsed: Duration,
}

impl Analysis {
    /// Returns the nodes searched in a second.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "4x4".parse()?;
    /// println!("{} nodes a second", Solver::new(size).query(&Position::empty(size)).analyze().nps());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }

    /// Returns the columns that can be played, those first that look best by what is proven: see
    /// [`Analysis::ranked`](crate::Analysis::ranked).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x4".parse()?;
    /// let analysis = Solver::new(size).query(&Position::empty(size)).analyze();
    /// assert_eq!(analysis.ranked()[0].0.number(), 3);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn ranked(&self) -> Vec<(Column, Bounds)> {
        let size = self.bounds.lower().size();
        let bounds_of = |column: usize| self.columns[column].map(Bounds::raw);
        let ranked = ranked(size.masks(), self.bounds.raw(), bounds_of).into_iter();
        ranked
            .filter_map(|(column, bounds)| Some((Column::new(column)?, Bounds::from_raw(size, bounds))))
            .collect()
    }

    /// Returns the bounds of the score by the moves alone: see [`Analysis::best_bounds`](crate::Analysis::best_bounds).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x4".parse()?;
    /// let analysis = Solver::new(size).query(&Position::empty(size)).analyze();
    /// assert_eq!(analysis.best_bounds(), analysis.bounds);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn best_bounds(&self) -> Bounds {
        by_moves(self.bounds, &self.columns)
    }

    /// Returns whether [`best`](Self::best) is proven to have the score of the position; false when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x4".parse()?;
    /// assert!(Solver::new(size).query(&Position::empty(size)).best_move().best_is_proven());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn best_is_proven(&self) -> bool {
        self.best.is_some() && self.best_bounds().score().is_some()
    }

    /// Returns the analysis for a player who may choose from some columns only: see
    /// [`Analysis::restricted_to`](crate::Analysis::restricted_to).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Column, Position, Solver};
    ///
    /// let size = "5x4".parse()?;
    /// let edges = [0, 4].map(|index| Column::new(index).unwrap());
    /// let analysis = Solver::new(size).query(&Position::empty(size)).analyze().restricted_to(&edges);
    /// assert_eq!((analysis.ranked().len(), analysis.bounds.to_string()), (2, "-1".to_owned()));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    #[must_use]
    pub fn restricted_to(mut self, columns: &[Column]) -> Self {
        for (index, bounds) in self.columns.iter_mut().enumerate() {
            *bounds = bounds.filter(|_| columns.iter().any(|column| column.index() == index));
        }
        let upper = self.columns.iter().flatten().map(|bounds| bounds.upper()).max();
        let least = Score::min(self.bounds.lower().size());
        if let Some(bounds) = upper.and_then(|upper| Bounds::new(least, upper.min(self.bounds.upper()))) {
            self.bounds = bounds;
            self.bounds = self.best_bounds();
        }
        self.best = self.ranked().first().map(|&(column, _)| column);
        self
    }

    /// Adds the findings of another search of the same position: see [`Analysis::merge`](crate::Analysis::merge).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "9x6".parse()?;
    /// let (solver, position) = (Solver::new(size), Position::empty(size));
    /// let first = solver.query(&position).nodes(1_000).analyze();
    /// let mut both = solver.query(&position).nodes(1_000).analyze();
    /// both.merge(&first);
    /// assert!(first.bounds.intersection(both.bounds) == Some(both.bounds));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) {
        self.bounds = self.bounds.intersection(other.bounds).unwrap_or(self.bounds);
        for (bounds, others) in self.columns.iter_mut().zip(&other.columns) {
            *bounds =
                bounds.zip(*others).and_then(|(bounds, others)| bounds.intersection(others)).or(*bounds);
        }
        self.best = self.ranked().first().map(|&(column, _)| column);
        self.source = self.source.max(other.source);
        self.nodes += other.nodes;
        self.elapsed += other.elapsed;
    }

    /// Returns whether the scores of the position and of each column are proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "9x6".parse()?;
    /// let solver = Solver::new(size);
    /// assert!(!solver.query(&Position::empty(size)).nodes(1_000).analyze().is_complete());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn is_complete(&self) -> bool {
        let columns: Vec<_> = self.columns.iter().map(|bounds| bounds.map(Bounds::raw)).collect();
        is_complete(self.bounds.raw(), &columns)
    }
}

/// A line of play; [`Line`](crate::Line) has the size of the board in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::any::{Position, Solver};
///
/// let size = "4x4".parse()?;
/// let (solver, position) = (Solver::new(size), Position::empty(size));
/// let line = solver.query(&position).line(solver.query(&position).solve().bounds);
/// assert_eq!((line.moves.len(), line.proven), (16, 16));
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The moves, from the position on.
    pub moves: Vec<Column>,
    /// How many of them are proven to be best.
    pub proven: usize,
}

/// How far a search has come; [`Progress`](crate::Progress) has the size of the board in its type.
///
/// # Examples
///
/// ```
/// use marlin_core::any::{Position, Progress, Solver};
///
/// let size = "6x5".parse()?;
/// let print = |progress: &Progress| println!("{} after {} nodes", progress.bounds, progress.nodes);
/// Solver::new(size).query(&Position::empty(size)).on_progress(print).nodes(10_000).solve();
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Progress {
    /// The proven bounds of the score so far.
    pub bounds: Bounds,
    /// The proven bounds of the score after each column so far, as in [`Analysis::columns`].
    pub columns: Vec<Option<Bounds>>,
    /// The column that looks best so far.
    pub best: Option<Column>,
    /// The nodes searched so far.
    pub nodes: u64,
    /// The time so far.
    pub elapsed: Duration,
    pub(super) position: Position,
    pub(super) table: Arc<Table>,
}

impl Progress {
    /// Returns the nodes searched in a second.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Progress;
    ///
    /// fn print(progress: &Progress) {
    ///     println!("{} nodes a second", progress.nps());
    /// }
    /// ```
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }

    /// Returns the bounds of the score by the moves alone: see [`Analysis::best_bounds`](crate::Analysis::best_bounds).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Progress;
    ///
    /// fn print(progress: &Progress) {
    ///     println!("{}, of which {} are reached by a column", progress.bounds, progress.best_bounds());
    /// }
    /// ```
    pub fn best_bounds(&self) -> Bounds {
        by_moves(self.bounds, &self.columns)
    }

    /// Returns how full the table is, in thousandths.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Progress;
    ///
    /// fn print(progress: &Progress) {
    ///     println!("{} of 1000 entries", progress.hashfull());
    /// }
    /// ```
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// Returns the moves that look best to both sides: see [`Progress::line`](crate::Progress::line).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Progress;
    ///
    /// fn print(progress: &Progress) {
    ///     progress.line().iter().for_each(|column| print!("{column}"));
    /// }
    /// ```
    pub fn line(&self) -> Vec<Column> {
        let (masks, best) = (self.position.size().masks(), self.best.map(Column::index));
        let line = search::line_from(masks, best, self.position.raw, self.bounds.raw(), &self.table);
        line.into_iter().filter_map(Column::new).collect()
    }
}

/// Returns the bounds of the score of a position by its moves alone.
fn by_moves(position: Bounds, columns: &[Option<Bounds>]) -> Bounds {
    let columns = columns.iter().flatten().map(|bounds| bounds.raw());
    Bounds::from_raw(position.lower().size(), best_bounds(position.raw(), columns))
}

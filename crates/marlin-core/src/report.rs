//! [`Report`] and [`Line`]: the answers to a question, and [`Progress`], the report so far during a search.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use crate::bounds::{Bounds, best_of, ranked};
use crate::columns::Columns;
use crate::geometry::{BoardSize, Column, assert_same_board};
use crate::position::Position;
use crate::score::{Score, Verdict};
use crate::transposition::TranspositionTable;

/// The source of an answer. A greater source is more costly.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Solver, Source};
///
/// let solver = Solver::builder().without_book().build();
/// let source = |moves: &str| solver.query(&moves.parse::<Position>().unwrap()).score().source;
/// // Three in a row that X completes next: the rules suffice.
/// assert_eq!(source("112233"), Source::Rules);
/// assert_eq!(source("444444"), Source::Search);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The rules alone: the game is over, or its end can be proven without search.
    Rules,
    /// The opening book; on boards other than 7x6 the result of the empty board.
    Book,
    /// A search, complete or ended by its limits.
    Search,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rules => "rules",
            Self::Book => "book",
            Self::Search => "search",
        })
    }
}

/// The answer to a question about a position: the proven bounds of its score, and of the score of each
/// column.
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, Position, Solver};
///
/// let position: Position = "4433".parse()?;
/// let report = Solver::new().query(&position).analyze();
/// assert_eq!(report.scores().map(|score| score.unwrap().get()), [-3, 18, 2, 2, 18, -3, -4]);
/// assert_eq!(report.best, Some(Column::E));
/// assert_eq!(report.verdict().to_string(), "X wins on move 7 if both play perfectly");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The bounds of the position's score.
    pub bounds: Bounds,
    /// The bounds of the score of every column, from the side to move now; `None` for a full column, and for
    /// every column when the game is over.
    pub columns: Columns<Option<Bounds>>,
    /// The best move; before its proof, the most promising move that the bounds allow. Among equals it is the
    /// move nearest to the centre. `None` when the game is over.
    pub best: Option<Column>,
    /// The source of the bounds: the search, if one of them is from the search.
    pub source: Source,
    /// Nodes visited, by all threads.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    pub(crate) position: Position,
}

impl Report {
    /// Returns the proven result of the position as the parts of a sentence.
    pub fn verdict(&self) -> Verdict {
        self.position.verdict(self.bounds)
    }

    /// Returns the columns that can be played, the best by the proven bounds first. The first columns are
    /// certain to keep the outcome of the position; then follow the columns that may still reach its score,
    /// then the others; proven losses are last. Each group is ordered by the certain score, then by the
    /// possible outcome, then by nearness to the centre.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let position: Position = "4433".parse()?;
    /// // The scores are -3 18 2 2 18 -3 -4.
    /// let ranked = Solver::new().query(&position).analyze().ranked();
    /// let columns: Vec<usize> = ranked.into_iter().map(|(column, _)| column.number()).collect();
    /// assert_eq!(columns, [5, 2, 4, 3, 6, 1, 7]);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn ranked(&self) -> Vec<(Column, Bounds)> {
        ranked(self.position.masks(), self.bounds, &self.columns)
    }

    /// Returns the move to play: [`best`](Self::best), unless another column is certain to keep more and
    /// proven not to be the best. Only a book gives such bounds: it has a score before a column is proven to
    /// reach it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// // The book has the score, 12. Column 4 wins for certain, with 2; the best column may still lose.
    /// let report = Solver::new().query(&"7376265277444".parse::<Position>()?).nodes(1).analyze();
    /// let play = report.move_to_play().unwrap();
    /// let of_play = report.columns[play].unwrap();
    /// assert_eq!([report.bounds, of_play].map(|bounds| bounds.to_string()), ["12", "2"]);
    /// assert!(report.columns[report.best.unwrap()].unwrap().upper().get() >= 12);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn move_to_play(&self) -> Option<Column> {
        self.ranked().first().map(|&(column, _)| column)
    }

    /// Returns the score of each column; `None` if the score is not proven or no move is possible.
    /// [`columns`](Self::columns) tells the two apart: it has bounds for an open score, and `None` for a
    /// column without a move.
    pub fn scores(&self) -> Columns<Option<Score>> {
        self.columns.map(|bounds| bounds.and_then(Bounds::score))
    }

    /// Returns the bounds that the [best](Self::best) move gives the position: its own lower bound, and the
    /// position's upper bound. A book may have the score of a position before any column is proven to reach
    /// it; these bounds become equal only once [`best`](Self::best) is proven to reach it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// // The book has the score. It does not have the next ply, so no column is proven to reach the score.
    /// let position: Position = "5115343573216".parse()?;
    /// let analysis = Solver::new().query(&position).nodes(1).analyze();
    /// assert_eq!(analysis.bounds.to_string(), "7");
    /// assert_eq!(analysis.best_bounds().to_string(), "-13..7");
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn best_bounds(&self) -> Bounds {
        let Bounds { lower, upper } = self.bounds;
        let lower = self.best.and_then(|best| self.columns[best]).map_or(lower, |best| best.lower);
        // A wrong book may bound the position below the score that the rules prove for a column.
        Bounds { lower: lower.min(upper), upper }
    }

    /// Returns whether [`best`](Self::best) is proven to have the score of the position; false when the game
    /// is over.
    pub fn best_is_proven(&self) -> bool {
        self.best.is_some() && self.best_bounds().is_exact()
    }

    /// Returns whether the score of every column is proven: the goal of
    /// [`Query::analyze`](crate::Query::analyze). For other queries, test [`Bounds::score`],
    /// [`Bounds::outcome`] or [`best_is_proven`](Self::best_is_proven).
    pub fn is_complete(&self) -> bool {
        self.bounds.is_exact() && self.columns.values().flatten().all(|bounds| bounds.is_exact())
    }

    /// Returns the nodes visited per second, by all threads together.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }

    /// Returns whether a column is proven to have the score of the position; false for a full column, and if
    /// that score is not proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let position: Position = "4433".parse()?;
    /// // The scores are -3 18 2 2 18 -3 -4.
    /// let report = Solver::new().query(&position).analyze();
    /// let best = position.legal_moves().filter(|&column| report.keeps_score(column));
    /// assert!(best.map(|column| column.number()).eq([2, 5]));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn keeps_score(&self, column: Column) -> bool {
        let bounds = self.columns.get(column.index()).copied().flatten();
        bounds.zip(self.bounds.score()).is_some_and(|(bounds, score)| bounds.lower() >= score)
    }

    /// Returns the report for a player who may choose from some columns only (`searchmoves` in UCI): the
    /// other columns are `None`, and the bounds are the bounds of the best remaining column. Full columns do
    /// not count. An empty list allows every column.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Solver};
    ///
    /// let position: Position = "4433".parse()?;
    /// // The scores are -3 18 2 2 18 -3 -4.
    /// let columns = [1, 3].map(|number| Column::from_number(number).unwrap());
    /// let analysis = Solver::new().query(&position).analyze().restricted_to(&columns);
    /// assert_eq!((analysis.best, analysis.bounds.to_string()), (Column::from_number(3), "2".to_owned()));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn restricted_to(mut self, columns: &[Column]) -> Self {
        if columns.is_empty() {
            return self;
        }
        for (index, bounds) in self.columns.iter_mut().enumerate() {
            *bounds = bounds.filter(|_| columns.iter().any(|column| column.index() == index));
        }
        let rest = || self.columns.values().flatten();
        let (lower, upper) =
            (rest().map(|bounds| bounds.lower).max(), rest().map(|bounds| bounds.upper).max());
        if let (Some(lower), Some(upper)) = (lower, upper.map(|upper| upper.min(self.bounds.upper))) {
            self.bounds = Bounds { lower: lower.min(upper), upper };
        }
        self.best = best_of(self.bounds, &self.ranked());
        self
    }

    /// Adds the findings of another search of the same position, such as a search that continues after
    /// limits. The bounds become the bounds that both prove together, the best move is chosen anew by them,
    /// and nodes and times are added. If the two reports contradict each other, which only a wrong book can
    /// cause, this report counts.
    ///
    /// # Panics
    ///
    /// If the other report is on another board. Whether it is on the same position is not checked.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let (solver, position) = (Solver::builder().without_book().build(), "444444".parse::<Position>()?);
    /// let mut report = solver.query(&position).nodes(100).analyze();
    /// while !report.is_complete() {
    ///     report.merge(&solver.query(&position).nodes(10_000).analyze());
    /// }
    /// assert_eq!(report.bounds.score().unwrap().get(), 1);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) {
        assert_same_board("a report", other.position.size(), "a report", self.position.size());
        self.bounds = self.bounds.intersection(other.bounds).unwrap_or(self.bounds);
        for (bounds, others) in self.columns.iter_mut().zip(other.columns.values()) {
            *bounds =
                bounds.zip(*others).and_then(|(bounds, others)| bounds.intersection(others)).or(*bounds);
        }
        self.best = best_of(self.bounds, &self.ranked());
        self.source = self.source.max(other.source);
        self.nodes += other.nodes;
        self.elapsed += other.elapsed;
    }
}

/// A line of play: the moves of both sides from a position on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The moves. The first [`Self::proven`] of them are proven to be the best; the others only look best.
    pub moves: Vec<Column>,
    /// The number of moves that are proven.
    pub proven: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    pub(crate) size: BoardSize,
}

/// Writes the moves as [`BoardSize::moves_to_string`] does.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.size.moves_to_string(self.moves.iter().copied()))
    }
}

/// The progress of a search, for the callback of [`Query::on_progress`](crate::Query::on_progress): the
/// [`Report`] so far.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Progress, Solver};
///
/// let print = |progress: &Progress| {
///     println!("{} after {} nodes in {:?}", progress.bounds, progress.nodes, progress.elapsed);
///     println!("the moves that look best so far: {:?}", progress.principal_variation());
/// };
/// let position: Position = "444444".parse()?;
/// let report = Solver::new().query(&position).on_progress(print).score();
/// assert_eq!(report.bounds.score().unwrap().get(), 1);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Progress {
    pub(crate) report: Report,
    /// See [`Self::principal_variation`].
    pub(crate) line: Vec<Column>,
    pub(crate) table: Arc<TranspositionTable>,
}

impl Progress {
    /// Returns the moves of both sides that look best so far, by the entries of the table. They begin with
    /// [`Report::best`].
    #[doc(alias = "pv")]
    pub fn principal_variation(&self) -> &[Column] {
        &self.line
    }

    /// Returns the fill of the table in thousandths, by a sample: [`TranspositionTable::hashfull`].
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

impl Deref for Progress {
    type Target = Report;

    fn deref(&self) -> &Report {
        &self.report
    }
}

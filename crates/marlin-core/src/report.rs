//! [`Report`], [`Analysis`] and [`Line`]: the results of a search and their sources.

use std::fmt;
use std::time::Duration;

use crate::board::{Board, assert_board};
use crate::bounds::Bounds;
use crate::column::Column;
use crate::columns::Columns;
use crate::geometry::{Masks, Standard};
use crate::raw_bounds::RawBounds;
use crate::score::{Outcome, Score};

/// The source of an answer; the greater, the more costly.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Solver, Source};
///
/// let solver = Solver::builder().without_book().build();
/// let source = |moves: &str| solver.query(&moves.parse::<Position>().unwrap()).solve().source;
/// // Three in a row that X completes next: the rules suffice.
/// assert_eq!(source("112233"), Source::Rules);
/// assert_eq!(source("444444"), Source::Search);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename_all = "lowercase"))]
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

/// The result of a search for the score of a position, within limits.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Solver};
///
/// let position: Position = Position::from_drawing(
///     ". . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . . X . . .
///      . . . O . . .
///      . . . X O . .",
/// )?;
/// let report = Solver::new().query(&position).solve();
/// println!("{} ({}), {} nodes in {:?}", report.bounds, report.source, report.nodes, report.elapsed);
/// assert!(report.bounds.score().is_some() && report.best.is_some());
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report<B: Board = Standard> {
    /// The bounds of the score; only if they meet is it known.
    pub bounds: Bounds<B>,
    /// The best move so far: the first of the moves in the order of [`Analysis::ranked`], however little is proven of
    /// them. Only [`Query::best_move`](crate::Query::best_move) and
    /// [`Query::solve_with_move`](crate::Query::solve_with_move) prove that it keeps the score. `None` when the game is
    /// over.
    pub best: Option<Column>,
    /// The source of the bounds.
    pub source: Source,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// The moves that were played before.
    pub(crate) nb_moves: u32,
}

impl<B: Board> Report<B> {
    /// Returns the proven result of the position in words: the winner and the last move, within the bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let position: Position = "4433".parse()?;
    /// let solver = Solver::builder().without_book().build();
    /// assert_eq!(solver.query(&position).solve().in_words(), "X wins on move 7 if both play perfectly");
    /// let position: Position = "32164625".parse()?;
    /// assert_eq!(solver.query(&position).solve_outcome().in_words(), "X wins by move 23 at the latest");
    /// assert_eq!(solver.query(&Position::new()).nodes(1).solve().in_words(), "the winner is not proven");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn in_words(&self) -> String {
        self.bounds.lower().board().masks().in_words(self.bounds.raw(), self.nb_moves)
    }

    /// Returns the same report with its board in another type; `None` if that type belongs to another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position, Solver};
    ///
    /// let report = Solver::new().query(&Position::new()).solve();
    /// assert_eq!(report.cast::<BoardSize>().map(|report| report.bounds.to_string()), Some("1".to_owned()));
    /// ```
    pub fn cast<C: Board>(self) -> Option<Report<C>> {
        let Self { bounds, best, source, nodes, elapsed, nb_moves } = self;
        Some(Report { bounds: bounds.cast()?, best, source, nodes, elapsed, nb_moves })
    }

    /// Returns the nodes visited per second.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// // The rules answer this position, so no node was visited.
    /// let position: Position = "112233".parse()?;
    /// assert_eq!(Solver::new().query(&position).solve().nps(), 0);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// The result of a search for the scores of all columns of a position, within limits.
///
/// # Examples
///
/// ```
/// use marlin_core::{Bounds, Column, Position, Solver};
///
/// let position: Position = Position::from_drawing(
///     ". . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . . . . . .
///      . . O O . . .
///      . . X X . . .",
/// )?;
/// let analysis = Solver::new().query(&position).analyze();
/// let scores = analysis.columns.map(|bounds| bounds.and_then(Bounds::score).unwrap().get());
/// assert_eq!(scores, [-3, 18, 2, 2, 18, -3, -4]);
/// assert_eq!(analysis.best, Column::from_number(5));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis<B: Board = Standard> {
    /// The bounds of the position's score.
    pub bounds: Bounds<B>,
    /// The bounds of the score of every column, from the side to move now; `None` where no move is possible, that
    /// is in a full column, and in all of them when the game is over.
    pub columns: Columns<Option<Bounds<B>>>,
    /// The best move by the proven bounds: the highest score, and among equals the nearest to the centre. `None` when
    /// the game is over, and where [`Query::solve_with_move`](crate::Query::solve_with_move) has not looked for one.
    pub best: Option<Column>,
    /// The source of the bounds: the search, if any of them is from the search.
    pub source: Source,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// The moves that were played before.
    pub(crate) nb_moves: u32,
}

impl<B: Board> Analysis<B> {
    /// Returns the proven result of the position in words, as [`Report::in_words`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let analysis = Solver::new().query(&"4433".parse::<Position>()?).analyze();
    /// assert_eq!(analysis.in_words(), "X wins on move 7 if both play perfectly");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn in_words(&self) -> String {
        self.board().masks().in_words(self.bounds.raw(), self.nb_moves)
    }

    /// Returns the same analysis with its board in another type; `None` if that type belongs to another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position, Size, Solver};
    ///
    /// let size: BoardSize = "5x4".parse()?;
    /// let analysis = Solver::on(size).query(&Position::on(size)).analyze();
    /// assert_eq!(analysis.cast::<Size<5, 4>>().unwrap().best, analysis.best);
    /// assert!(analysis.cast::<Size<4, 5>>().is_none());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn cast<C: Board>(&self) -> Option<Analysis<C>> {
        let Self { bounds, columns, best, source, nodes, elapsed, nb_moves } = *self;
        let columns = columns.map(|bounds| bounds.and_then(Bounds::cast));
        Some(Analysis { bounds: bounds.cast()?, columns, best, source, nodes, elapsed, nb_moves })
    }

    /// Returns the nodes visited per second.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let analysis = solver.query(&Position::new()).nodes(100).analyze();
    /// assert!(analysis.nps() > 0);
    /// ```
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }

    /// Returns the columns that can be played, the best by the proven bounds first: those that keep the outcome of the
    /// position for certain, then those that may reach its score, then the others, and a proven loss after all that may
    /// be none. Among them the first is the one of the highest score that is certain, then of the best outcome that is
    /// possible, then the nearest to the centre.
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
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn ranked(&self) -> Vec<(Column, Bounds<B>)> {
        ranked_columns(self.bounds, &self.columns)
    }

    /// Returns the first of the [ranked](Self::ranked) columns, but one of `promising` if it is as good by the score that
    /// is certain and not proven to lose. `None` when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Solver};
    ///
    /// let position: Position = "4433".parse()?;
    /// // The scores are -3 18 2 2 18 -3 -4.
    /// let analysis = Solver::new().query(&position).analyze();
    /// let best = |number| analysis.best_or_equal(&[Column::from_number(number).unwrap()]).map(Column::number);
    /// assert_eq!((best(2), best(3)), (Some(2), Some(5)));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn best_or_equal(&self, promising: &[Column]) -> Option<Column> {
        let ranked = self.ranked();
        let &(best, first) = ranked.first()?;
        let worth = |bounds: Bounds<B>| certain_worth(self.bounds.raw(), bounds.raw());
        let is_as_good = |bounds| worth(bounds) == worth(first) && bounds.outcome() != Some(Outcome::Loss);
        let equals = ranked.iter().filter(|&&(_, bounds)| is_as_good(bounds));
        equals.map(|&(column, _)| column).find(|column| promising.contains(column)).or(Some(best))
    }

    /// Returns the scores of all columns; `None` while one that can be played is not proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let scores = Solver::new().query(&Position::new()).analyze().scores().unwrap();
    /// assert_eq!(scores.map(|score| score.unwrap().get()), [-2, -1, 0, 1, 0, -1, -2]);
    /// ```
    pub fn scores(&self) -> Option<Columns<Option<Score<B>>>> {
        let is_proven = self.columns.iter().flatten().all(|bounds| bounds.score().is_some());
        is_proven.then(|| self.columns.map(|bounds| bounds.and_then(Bounds::score)))
    }

    /// Returns the bounds of the score by the best move, the first of [`ranked`](Self::ranked): the lower bound is its
    /// own, the upper one that of the position. A book may have the score of a position before any column is proven to
    /// reach it; these bounds meet only once [`best`](Self::best) is.
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
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn best_bounds(&self) -> Bounds<B> {
        by_best_move(self.bounds, &self.columns)
    }

    fn board(&self) -> B {
        self.bounds.lower().board()
    }

    /// Returns whether [`best`](Self::best) is proven to have the score of the position; false when the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// assert!(!solver.query(&Position::new()).nodes(100).analyze().best_is_proven());
    /// let position: Position = "4433".parse()?;
    /// assert!(solver.query(&position).best_move().best_is_proven());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn best_is_proven(&self) -> bool {
        self.best.is_some() && self.best_bounds().score().is_some()
    }

    /// Returns whether a column is proven to have the score of the position.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Solver};
    ///
    /// // The scores are -3 18 2 2 18 -3 -4.
    /// let analysis = Solver::new().query(&"4433".parse::<Position>()?).analyze();
    /// let columns = (1..=7).filter_map(Column::from_number).filter(|&column| analysis.keeps_score(column));
    /// assert!(columns.map(Column::number).eq([2, 5]));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn keeps_score(&self, column: Column) -> bool {
        let bounds = self.columns.get(column.index()).copied().flatten();
        bounds.zip(self.bounds.score()).is_some_and(|(bounds, score)| bounds.lower() >= score)
    }

    /// Returns the analysis for a choice of some columns only: the others are `None`, and the bounds are those of the
    /// best of the rest. Full columns do not count. An empty list allows every column.
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
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn restricted_to(mut self, columns: &[Column]) -> Self {
        if columns.is_empty() {
            return self;
        }
        for (index, bounds) in self.columns.iter_mut().enumerate() {
            *bounds = bounds.filter(|_| columns.iter().any(|column| column.index() == index));
        }
        let upper = self.columns.iter().flatten().map(|bounds| bounds.upper()).max();
        if let Some(bounds) =
            upper.and_then(|upper| Bounds::new(Score::lowest(self.board()), upper.min(self.bounds.upper())))
        {
            self.bounds = bounds;
            self.bounds = self.best_bounds();
        }
        self.best = self.ranked().first().map(|&(column, _)| column);
        self
    }

    /// Adds the findings of another search of the same position: the bounds are those that both prove together, and the
    /// best move is chosen anew by them. Where the two contradict each other, which only a wrong book can cause, this
    /// one counts.
    ///
    /// # Panics
    ///
    /// If the other is an analysis of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let (solver, position) = (Solver::builder().without_book().build(), "32164625".parse::<Position>()?);
    /// let first = solver.query(&position).nodes(2_000).analyze();
    /// let mut both = solver.query(&position).nodes(2_000).analyze();
    /// both.merge(&first);
    /// assert!(first.bounds.intersection(both.bounds) == Some(both.bounds));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) {
        assert_board("an analysis", other.board(), "an analysis", self.board());
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

    /// Returns whether the score of every column is proven.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// assert!(!solver.query(&Position::new()).nodes(100).analyze().is_complete());
    /// ```
    pub fn is_complete(&self) -> bool {
        is_complete(self.bounds.raw(), self.columns.iter().flatten().map(|bounds| bounds.raw()))
    }
}

/// A line of play: the moves of both sides from a position on.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Solver};
///
/// let (solver, position) = (Solver::new(), "4433".parse::<Position>()?);
/// let line = solver.query(&position).line(solver.query(&position).solve().bounds);
/// assert_eq!((line.moves.len(), line.proven), (3, 3));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The moves. The first [`Self::proven`] of them are proven to be the best, the others only look so.
    pub moves: Vec<Column>,
    /// The number of moves that are proven.
    pub proven: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

/// A line of play with the bounds of the score of its first move.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, Solver};
///
/// let (solver, position) = (Solver::new(), "4433".parse::<Position>()?);
/// let analysis = solver.query(&position).analyze();
/// let lines = solver.query(&position).lines(&analysis, None, 3);
/// let shown = lines.iter().map(|line| (line.line.moves[0].number(), line.bounds.to_string()));
/// assert!(shown.eq([(5, "18".to_owned()), (2, "18".to_owned()), (4, "2".to_owned())]));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RankedLine<B: Board = Standard> {
    /// The bounds of the first move's score, from the side to move before it. In the first line the upper bound is that of
    /// the position, so that its bounds hold for the position too.
    pub bounds: Bounds<B>,
    /// The line of play, with at least one move.
    pub line: Line,
}

/// Returns the bounds of the score of a position by its best move, the first of [`ranked_columns`].
pub(crate) fn by_best_move<B: Board>(position: Bounds<B>, columns: &Columns<Option<Bounds<B>>>) -> Bounds<B> {
    let ranked = ranked_columns(position, columns);
    ranked.first().map_or(position, |&(_, best)| lower_of(best, position))
}

/// Returns the bounds of a position by one of its moves: the lower bound of the move, the upper one of the position. They
/// hold for the move and for the position.
pub(crate) fn lower_of<B: Board>(column: Bounds<B>, position: Bounds<B>) -> Bounds<B> {
    let RawBounds { upper, .. } = position.raw();
    // A wrong book may bound the position lower than the rules prove of a column.
    let lower = column.raw().lower.min(upper);
    Bounds::from_raw(position.lower().board(), RawBounds { lower, upper })
}

/// Returns the columns of [`ranked`] with their bounds.
fn ranked_columns<B: Board>(
    position: Bounds<B>,
    columns: &Columns<Option<Bounds<B>>>,
) -> Vec<(Column, Bounds<B>)> {
    let board = position.lower().board();
    let bounds_of = |column: usize| columns.get(column)?.map(Bounds::raw);
    let ranked = ranked(&board.masks(), position.raw(), &bounds_of).into_iter();
    let with_column = |(column, bounds)| Some((Column::new(column)?, Bounds::from_raw(board, bounds)));
    ranked.filter_map(with_column).collect()
}

/// Returns the nodes visited per second.
pub(crate) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64
}

/// Returns the worth of a column by the bounds: whether it may hold, where a loss that is proven does not, then the score
/// that is certain if it keeps the outcome of the position, then whether it may reach the score of the position, then the score
/// that is certain. A book has a score before its column is proven.
fn certain_worth(position: RawBounds, bounds: RawBounds) -> (bool, Option<i32>, bool, i32) {
    let may_hold = bounds.upper.min(position.upper) >= 0;
    let keeps_outcome = Outcome::of(bounds.lower) >= Outcome::of(position.lower);
    (may_hold, keeps_outcome.then_some(bounds.lower), bounds.upper >= position.lower, bounds.lower)
}

/// Returns the columns that can be played, the best by the proven bounds first: those of the greatest [`certain_worth`], then
/// the best outcome that is possible, then the nearest to the centre. The size of a possible win does not count: it is
/// greatest in the columns that have not been searched.
pub(crate) fn ranked(
    masks: &Masks,
    position: RawBounds,
    bounds_of: &dyn Fn(usize) -> Option<RawBounds>,
) -> Vec<(usize, RawBounds)> {
    let worth = |bounds: RawBounds| (certain_worth(position, bounds), Outcome::of(bounds.upper));
    // The code of a stable sort is large, and a page has to load it.
    let mut ranked = Vec::new();
    for column in masks.centre_first() {
        if let Some(bounds) = bounds_of(column) {
            let place = ranked.partition_point(|&(_, before)| worth(before) >= worth(bounds));
            ranked.insert(place, (column, bounds));
        }
    }
    ranked
}

/// Returns whether the scores of a position and of each of its columns are proven.
pub(crate) fn is_complete(bounds: RawBounds, mut columns: impl Iterator<Item = RawBounds>) -> bool {
    bounds.score().is_some() && columns.all(|bounds| bounds.score().is_some())
}

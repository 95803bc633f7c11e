//! [`Query`]: a question about a position of a board whose size is chosen at run time.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::Column;
use super::book::Book;
use super::bounds::Bounds;
use super::position::Position;
use super::report::{Analysis, Line, Progress, Report};
use super::solver::Solver;
use crate::board_size::BoardSize;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use crate::geometry::OfHeight;
use crate::geometry::{Board, Geometry};
use crate::limits::{Limits, StopFlag};
use crate::raw_query::{Answer, Asked, RawQuery};
use crate::search::{Columns, Found, ProgressFn};

/// A question about a position of a board of any size; [`Query`](crate::Query) has the size in its type, and tells what
/// each limit and each answer means.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use marlin_core::any::{Position, Solver};
///
/// let size = "9x6".parse()?;
/// let solver = Solver::new(size);
/// let analysis = solver.query(&Position::empty(size)).time(Duration::from_millis(20)).nodes(5_000).analyze();
/// assert!(!analysis.is_complete() && analysis.best.is_some());
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[must_use = "a query searches nothing until one of its answers is called"]
pub struct Query<'a> {
    solver: &'a Solver,
    position: Position,
    limits: Limits,
    progress: Option<Callback<'a>>,
}

/// What is called with the progress of a search.
type Callback<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// Evaluates an expression with the board of a query as a value: one whose numbers are constants, as far as the search is
/// compiled for the size or for the height, and otherwise one that looks them up.
macro_rules! with_board {
    ($query:expr, $raw:ident => $answer:expr) => {{
        // For a page each form of the search has to be loaded, and is hardly faster than the one that looks numbers up.
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        {
            with_board!($query, $raw => $answer;)
        }
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        {
            with_board!($query, $raw => $answer; 4 5 6 7 8)
        }
    }};
    ($query:expr, $raw:ident => $answer:expr; $($height:literal)*) => {{
        let size = $query.position.size();
        match (size.width(), size.height()) {
            (7, 6) => {
                let $raw = $query.raw(Geometry::<7, 6>);
                $answer
            }
            $((_, $height) => {
                let $raw = $query.raw(OfHeight::<$height>(size.masks()));
                $answer
            })*
            _ => {
                let $raw = $query.raw(size.masks());
                $answer
            }
        }
    }};
}

impl<'a> Query<'a> {
    /// Returns a question without limits.
    pub(super) fn new(solver: &'a Solver, position: &Position) -> Self {
        Self { solver, position: *position, limits: Limits::NONE, progress: None }
    }

    /// Sets all limits at once, in place of those set before.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    /// use marlin_core::{BoardSize, Limits};
    ///
    /// let (solver, position) = (Solver::new(BoardSize::STANDARD), Position::empty(BoardSize::STANDARD));
    /// let limits = Limits { nodes: Some(10_000), ..Limits::NONE };
    /// assert!(solver.query(&position).limits(&limits).solve().nodes <= 10_000);
    /// ```
    pub fn limits(self, limits: &Limits) -> Self {
        Self { limits: limits.clone(), ..self }
    }

    /// Sets the time that the search may take: [`Limits::time`].
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "9x6".parse()?;
    /// let report = Solver::new(size).query(&Position::empty(size)).time(Duration::from_millis(5)).solve();
    /// assert!(report.best.is_some());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Sets the nodes that the search may visit: [`Limits::nodes`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "9x6".parse()?;
    /// let solver = Solver::builder(size).threads(1).build();
    /// assert_eq!(solver.query(&Position::empty(size)).nodes(100).solve().nodes, 100);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Sets the depth, the plies that the search looks ahead: [`Limits::depth`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// // Nobody wins within six plies from the empty board.
    /// let size = "9x6".parse()?;
    /// let report = Solver::new(size).query(&Position::empty(size)).depth(6).solve();
    /// assert!(report.bounds.score().is_none());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn depth(mut self, depth: u32) -> Self {
        self.limits.depth = Some(depth);
        self
    }

    /// Sets a flag that stops the search once raised: [`Limits::stop`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::StopFlag;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let (size, stop) = ("9x6".parse()?, StopFlag::new());
    /// stop.stop();
    /// let report = Solver::new(size).query(&Position::empty(size)).stop(stop).solve();
    /// assert!(report.bounds.score().is_none());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.limits.stop = Some(flag);
        self
    }

    /// Sets what is called during the search: see [`Query::on_progress`](crate::Query::on_progress).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let (size, mut calls) = ("6x5".parse()?, 0);
    /// Solver::new(size).query(&Position::empty(size)).on_progress(|_| calls += 1).nodes(10_000).solve();
    /// assert!(calls > 0);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn on_progress(self, callback: impl FnMut(&Progress) + 'a) -> Self {
        Self { progress: Some(Box::new(callback)), ..self }
    }

    /// Asks for the score: see [`Query::solve`](crate::Query::solve).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x5".parse()?;
    /// let report = Solver::new(size).query(&Position::empty(size)).solve();
    /// assert_eq!(report.bounds.score().map(|score| score.get()), Some(0));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn solve(self) -> Report {
        self.report(Asked::Score)
    }

    /// Asks for the winner: see [`Query::solve_outcome`](crate::Query::solve_outcome).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Outcome;
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x5".parse()?;
    /// let report = Solver::new(size).query(&Position::empty(size)).solve_outcome();
    /// assert_eq!(report.bounds.outcome(), Some(Outcome::Draw));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn solve_outcome(self) -> Report {
        self.report(Asked::Outcome)
    }

    /// Asks for the score of every column: see [`Query::analyze`](crate::Query::analyze).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x5".parse()?;
    /// assert!(Solver::new(size).query(&Position::empty(size)).analyze().is_complete());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn analyze(self) -> Analysis {
        self.analysis(Asked::Columns)
    }

    /// Asks for the best move: see [`Query::best_move`](crate::Query::best_move).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x5".parse()?;
    /// let analysis = Solver::new(size).query(&Position::empty(size)).best_move();
    /// assert_eq!(analysis.best.map(|column| column.number()), Some(3));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn best_move(self) -> Analysis {
        self.analysis(Asked::BestMove)
    }

    /// Asks for the first moves of best play: see [`Query::principal_variation`](crate::Query::principal_variation).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x4".parse()?;
    /// assert_eq!(Solver::new(size).query(&Position::empty(size)).principal_variation(3).len(), 3);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn principal_variation(self, len: usize) -> Vec<Column> {
        columns(with_board!(self, raw => raw.principal_variation(len)))
    }

    /// Asks for a line of play: see [`Query::line`](crate::Query::line).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "5x4".parse()?;
    /// let (solver, position) = (Solver::new(size), Position::empty(size));
    /// let bounds = solver.query(&position).solve().bounds;
    /// assert_eq!(solver.query(&position).line(bounds).proven, 20);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn line(self, bounds: Bounds) -> Line {
        let (moves, proven) = with_board!(self, raw => raw.line(bounds.raw()));
        Line { moves: columns(moves), proven }
    }

    fn raw<B: Board>(&self, board: B) -> RawQuery<'_, B> {
        RawQuery {
            board,
            position: self.position.raw,
            book: self.solver.book.as_deref().map(Book::raw),
            resources: self.solver.resources(),
            limits: &self.limits,
        }
    }

    /// Answers a question, and calls the progress callback if there is one.
    fn ask(mut self, question: Asked) -> Answer {
        let (table, size) = (&self.solver.table, self.position.size());
        let mut callback = self.progress.take();
        let mut report = callback.as_mut().map(|callback| {
            |found: &Found| {
                callback(&Progress {
                    bounds: Bounds::from_raw(size, found.bounds),
                    columns: bounds_of_columns(size, &found.columns),
                    best: found.best.and_then(Column::new),
                    nodes: found.nodes,
                    elapsed: found.elapsed,
                    position: Position::from_raw(size, found.position),
                    table: Arc::clone(table),
                });
            }
        });
        let progress = report.as_mut().map(|report| report as &mut ProgressFn<'_>);
        with_board!(self, raw => raw.ask(question, progress))
    }

    fn report(self, question: Asked) -> Report {
        let size = self.position.size();
        let Answer { bounds, best, source, effort, .. } = self.ask(question);
        Report {
            bounds: Bounds::from_raw(size, bounds),
            best: best.and_then(Column::new),
            source,
            nodes: effort.nodes,
            elapsed: effort.elapsed,
        }
    }

    fn analysis(self, question: Asked) -> Analysis {
        let size = self.position.size();
        let Answer { bounds, columns, best, source, effort } = self.ask(question);
        Analysis {
            bounds: Bounds::from_raw(size, bounds),
            columns: bounds_of_columns(size, &columns),
            best: best.and_then(Column::new),
            source,
            nodes: effort.nodes,
            elapsed: effort.elapsed,
        }
    }
}

/// Returns the bounds of the columns that the board has.
fn bounds_of_columns(size: BoardSize, columns: &Columns) -> Vec<Option<Bounds>> {
    let columns = columns.iter().take(size.width());
    columns.map(|bounds| Some(Bounds::from_raw(size, (*bounds)?))).collect()
}

/// Returns columns that are known to be on the board.
fn columns(moves: Vec<usize>) -> Vec<Column> {
    moves.into_iter().filter_map(Column::new).collect()
}

impl fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("position", &self.position)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

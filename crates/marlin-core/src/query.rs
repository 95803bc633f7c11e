//! [`Query`]: a question about a position, with optional limits and progress.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::board::{Board, assert_board};
use crate::book::Book;
use crate::bounds::Bounds;
use crate::column::Column;
use crate::columns::Columns;
use crate::geometry::Standard;
use crate::limits::{Limits, StopFlag};
use crate::position::Position;
use crate::progress::Progress;
use crate::raw_query::{Answer, Asked, RawLine, RawQuery};
use crate::report::{Analysis, Line, RankedLine, Report, lower_of};
use crate::search::{self, ColumnBounds, Found, ProgressFn, Resources};
use crate::solver::Solver;

/// A question about a position: [`Solver::query`] begins it, limits and a callback are optional, and one of
/// [`solve`](Self::solve), [`solve_outcome`](Self::solve_outcome), [`analyze`](Self::analyze),
/// [`best_move`](Self::best_move), [`solve_with_move`](Self::solve_with_move), [`known`](Self::known),
/// [`principal_variation`](Self::principal_variation), [`line`](Self::line) and [`lines`](Self::lines) answers it.
///
/// The answers hold bounds: as much as the limits allow to prove. Without limits they are exact.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use marlin_core::{Position, Solver};
///
/// let solver = Solver::builder().without_book().build();
/// let mut calls = 0;
/// let analysis = solver
///     .query(&Position::new())
///     .time(Duration::from_millis(50))
///     .nodes(5_000)
///     .on_progress(|progress| {
///         println!("{} after {} nodes", progress.bounds, progress.nodes);
///         calls += 1;
///     })
///     .analyze();
/// assert!(!analysis.is_complete());
/// assert!(analysis.best.is_some() && calls > 0);
/// ```
#[must_use = "a query searches nothing until one of its answers is called"]
pub struct Query<'a, B: Board = Standard> {
    solver: &'a Solver<B>,
    position: Position<B>,
    limits: Limits,
    growth: Option<Arc<AtomicBool>>,
    progress: Option<Callback<'a, B>>,
}

/// The callback for the progress of a search.
type Callback<'a, B> = Box<dyn FnMut(&Progress<B>) + 'a>;

impl<'a, B: Board> Query<'a, B> {
    /// Returns a question without limits.
    pub(crate) fn new(solver: &'a Solver<B>, position: &Position<B>) -> Self {
        assert_board("a position", position.board(), "a solver", solver.board());
        Self { solver, position: *position, limits: Limits::NONE, growth: None, progress: None }
    }

    /// Sets all limits at once, in place of those set before.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Limits, Position, Solver};
    ///
    /// // The same limits for many positions.
    /// let (solver, limits) = (Solver::new(), Limits::NONE.nodes(10_000));
    /// for moves in ["44", "4433"] {
    ///     let report = solver.query(&moves.parse::<Position>()?).limits(&limits).solve();
    ///     assert!(report.nodes <= 10_000);
    /// }
    /// # Ok::<(), marlin_core::ParsePositionError>(())
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
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let report = solver.query(&Position::new()).time(Duration::from_millis(20)).solve();
    /// println!("{} after {:?}", report.bounds, report.elapsed); // -18..18 after 20 ms
    /// assert!(report.best.is_some());
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
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().threads(1).build();
    /// let report = solver.query(&Position::new()).nodes(100).solve();
    /// assert_eq!(report.nodes, 100);
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
    /// use marlin_core::{Outcome, Position, Solver};
    ///
    /// // X wins within three plies.
    /// let position: Position = "4433".parse()?;
    /// let solver = Solver::builder().without_book().build();
    /// assert_eq!(solver.query(&position).depth(3).solve().bounds.outcome(), Some(Outcome::Win));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
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
    /// use marlin_core::{Position, Solver, StopFlag};
    ///
    /// let stop = StopFlag::new();
    /// stop.stop(); // from any thread, at any time
    /// let solver = Solver::builder().without_book().build();
    /// let report = solver.query(&Position::new()).stop(stop).solve();
    /// assert!(report.bounds.score().is_none() && report.best.is_some());
    /// ```
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.limits.stop = Some(flag);
        self
    }

    /// Keeps the search to one thread until a flag is raised; then the solver's other threads join it. So a program
    /// with many positions and few cores can give each of its threads one position, and all of them the last.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use marlin_core::{Position, Solver};
    ///
    /// let (solver, flag) = (Solver::builder().without_book().threads(2).build(), Arc::new(AtomicBool::new(false)));
    /// let position: Position = "52271237417".parse()?;
    /// let raise = || flag.store(true, Ordering::Relaxed);
    /// let report = solver.query(&position).grow_when(Arc::clone(&flag)).on_progress(|_| raise()).solve();
    /// assert!(report.bounds.score().is_some());
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn grow_when(self, flag: Arc<AtomicBool>) -> Self {
        Self { growth: Some(flag), ..self }
    }

    /// Sets the callback for the progress, which runs in the thread that waits for the answer: whenever something new
    /// is proven, and at least four times a second.
    ///
    /// [`Self::principal_variation`] and [`Self::line`] search one position after another, and do not call it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let mut lines = Vec::new();
    /// let position: Position = "444444".parse()?;
    /// Solver::new().query(&position).on_progress(|progress| lines.push(progress.bounds.to_string())).solve();
    /// assert_eq!(lines.last().unwrap(), "1");
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn on_progress(self, callback: impl FnMut(&Progress<B>) + 'a) -> Self {
        Self { progress: Some(Box::new(callback)), ..self }
    }

    /// Proves as much about the score of the position as the limits allow. There is a best move so far even if they
    /// allow nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let report = solver.query(&Position::new()).nodes(1_000).solve();
    /// assert_eq!(report.bounds.score(), None);
    /// assert!(report.best.is_some());
    /// ```
    pub fn solve(self) -> Report<B> {
        self.report(Asked::Score)
    }

    /// Proves as much about the outcome of the position as the limits allow.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Outcome, Position, Solver};
    ///
    /// let report = Solver::new().query(&Position::new()).solve_outcome();
    /// assert_eq!(report.bounds.outcome(), Some(Outcome::Win));
    /// ```
    pub fn solve_outcome(self) -> Report<B> {
        self.report(Asked::Outcome)
    }

    /// Proves as much about the score of every column as the limits allow: first that of the position, then those
    /// of the columns from the edges inwards.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let analysis = Solver::new().query(&Position::new()).analyze();
    /// let (column, bounds) = analysis.ranked()[0];
    /// assert_eq!((column.to_string(), bounds.to_string()), ("4".into(), "1".into()));
    /// ```
    pub fn analyze(self) -> Analysis<B> {
        self.analysis(Asked::Columns)
    }

    /// Proves as much about the score of the position, and then about the best move, as the limits allow. This takes a
    /// fraction of the nodes of [`Query::analyze`]; bounds of the other columns are included as far as they were found
    /// along the way.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Solver};
    ///
    /// let analysis = Solver::new().query(&Position::new()).best_move();
    /// assert_eq!(analysis.best, Column::from_number(4));
    /// assert_eq!(analysis.bounds.score().unwrap().get(), 1);
    /// ```
    pub fn best_move(self) -> Analysis<B> {
        self.analysis(Asked::BestMove)
    }

    /// Proves the score of the position, and then a move that keeps it, as far as the limits allow.
    /// [`Analysis::best_is_proven`] returns whether [`Analysis::best`] is such a move. [`Analysis::source`] is the
    /// source of the score, or the search if the move was searched for.
    ///
    /// Without limits an answer of the book does not take the time of a search: [`Analysis::best`] is `None` where the
    /// book has the score and no move that keeps it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Solver};
    ///
    /// let position: Position = "4433".parse()?;
    /// let analysis = Solver::builder().without_book().build().query(&position).solve_with_move();
    /// assert_eq!(analysis.bounds.to_string(), "18");
    /// assert!(analysis.best_is_proven() && analysis.best == Column::from_number(5));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn solve_with_move(self) -> Analysis<B> {
        self.analysis(Asked::ScoreAndMove)
    }

    /// Returns the bounds of the position and its columns by the rules, the book and the table, without a search. Its
    /// source is [`Source::Search`](crate::Source::Search) where rules and book leave something open.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let position: Position = "112233".parse()?;
    /// let known = Solver::new().query(&position).known();
    /// assert_eq!((known.bounds.to_string(), known.nodes), ("18".to_owned(), 0));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn known(self) -> Analysis<B> {
        let answer = self.raw().known();
        self.analysis_of(&answer)
    }

    /// Returns the first `len` moves of the principal variation, or as many of them as are proven within the limits.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Solver};
    ///
    /// let moves = Solver::new().query(&Position::new()).principal_variation(3);
    /// assert_eq!(moves.into_iter().map(Column::number).collect::<Vec<_>>(), [4, 4, 4]);
    /// ```
    pub fn principal_variation(self, len: usize) -> Vec<Column> {
        self.best_line(len).moves
    }

    /// Returns the moves of [`Self::principal_variation`], all of which are proven, with the cost of the search.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let line = solver.query(&"32164625".parse::<Position>()?).best_line(3);
    /// assert_eq!((line.moves.len(), line.proven), (3, 3));
    /// assert!(line.nodes > 0);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn best_line(self, len: usize) -> Line {
        self.raw().best_line(len).into()
    }

    /// Returns the moves that both sides play from the position, of whose score `bounds` are proven. If that is the
    /// score itself, each move keeps it, as far as the limits allow to prove that. Then follow the moves that look best
    /// by the entries of the table. A line by bounds that are not proven is not proven either.
    ///
    /// After a search without a book the table has the proof, so a few hundred nodes suffice to the end of the game.
    /// Among equally good moves [`Solver::principal_variation`] plays the one nearest the centre, which takes far more
    /// search; this one plays any. There is at least one move, unless the game is over.
    ///
    /// # Panics
    ///
    /// If the bounds are those of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let position: Position = "32164625".parse()?;
    /// let report = solver.query(&position).solve();
    /// let line = solver.query(&position).nodes(500).line(report.bounds);
    /// let plies = position.ending(report.bounds.score().unwrap()).plies;
    /// assert_eq!((line.moves.len(), line.proven), (plies as usize, plies as usize));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn line(self, bounds: Bounds<B>) -> Line {
        assert_board("bounds", bounds.lower().board(), "a position", self.position.board());
        self.raw().line(bounds.raw()).into()
    }

    /// Returns the lines of play of an analysis of the position: those of the first `len` columns of
    /// [`Analysis::ranked`], but that of `first` before the others. Each begins with its column and has bounds of that
    /// column's score. If these meet, the line is proven as in [`Self::line`]; the lines share the limits evenly.
    ///
    /// # Panics
    ///
    /// If the analysis is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Column, Position, Solver};
    ///
    /// let (solver, position) = (Solver::new(), "4433".parse::<Position>()?);
    /// let analysis = solver.query(&position).analyze();
    /// let lines = solver.query(&position).lines(&analysis, Column::from_number(2), 2);
    /// assert!(lines.iter().map(|line| line.line.moves[0].number()).eq([2, 5]));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn lines(self, analysis: &Analysis<B>, first: Option<Column>, len: usize) -> Vec<RankedLine<B>> {
        let mut ranked = analysis.ranked();
        ranked.sort_by_key(|&(column, _)| Some(column) != first);
        ranked.truncate(len);
        let (mut limits, mut left) = (self.limits.clone(), ranked.len() as u32);
        let mut line_of = |(rank, (column, bounds)): (usize, (Column, Bounds<B>))| {
            let share = limits.clone().nodes(limits.nodes.map(|nodes| nodes / u64::from(left)));
            let share = share.time(limits.time.map(|time| time / left));
            let mut position = self.position;
            position.make_move(column);
            let mut line = self.solver.query(&position).limits(&share).line(-bounds);
            line.moves.insert(0, column);
            line.proven += usize::from(bounds.score().is_some());
            limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(line.nodes));
            limits.time = limits.time.map(|time| time.saturating_sub(line.elapsed));
            left -= 1;
            RankedLine { bounds: if rank == 0 { lower_of(bounds, analysis.bounds) } else { bounds }, line }
        };
        ranked.into_iter().enumerate().map(&mut line_of).collect()
    }

    fn raw(&self) -> RawQuery<'_> {
        let Self { solver, position, limits, growth, .. } = self;
        RawQuery {
            masks: position.board().static_masks(),
            position: position.raw,
            book: solver.book().map(Book::raw),
            resources: Resources { growth: growth.as_deref(), ..solver.resources() },
            limits,
        }
    }

    /// Answers a question, and calls the progress callback if there is one.
    fn ask(&mut self, question: Asked) -> Answer {
        let (board, table) = (self.position.board(), &self.solver.table);
        let mut callback = self.progress.take();
        let mut report = callback.as_mut().map(|callback| {
            |found: &Found| {
                callback(&Progress {
                    bounds: Bounds::from_raw(board, found.bounds),
                    columns: bounds_of_columns(board, &found.columns),
                    best: found.best.and_then(Column::new),
                    nodes: found.nodes,
                    elapsed: found.elapsed,
                    position: Position::from_raw(board, found.position),
                    table: Arc::clone(table),
                });
            }
        });
        self.raw().ask(question, report.as_mut().map(|report| report as &mut ProgressFn<'_>))
    }

    fn report(mut self, question: Asked) -> Report<B> {
        let Answer { bounds, best, source, effort, .. } = self.ask(question);
        Report {
            bounds: Bounds::from_raw(self.position.board(), bounds),
            best: best.and_then(Column::new),
            source,
            nodes: effort.nodes,
            elapsed: effort.elapsed,
            nb_moves: self.position.nb_moves(),
        }
    }

    fn analysis(mut self, question: Asked) -> Analysis<B> {
        let answer = self.ask(question);
        self.analysis_of(&answer)
    }

    fn analysis_of(&self, answer: &Answer) -> Analysis<B> {
        let board = self.position.board();
        let Answer { bounds, ref columns, best, source, effort } = *answer;
        Analysis {
            bounds: Bounds::from_raw(board, bounds),
            columns: bounds_of_columns(board, columns),
            best: best.and_then(Column::new),
            source,
            nodes: effort.nodes,
            elapsed: effort.elapsed,
            nb_moves: self.position.nb_moves(),
        }
    }
}

impl From<RawLine> for Line {
    fn from(RawLine { moves, proven, effort }: RawLine) -> Self {
        Self { moves: columns(moves), proven, nodes: effort.nodes, elapsed: effort.elapsed }
    }
}

/// Returns the bounds of the columns that the board has.
fn bounds_of_columns<B: Board>(board: B, columns: &ColumnBounds) -> Columns<Option<Bounds<B>>> {
    Columns::on(board, |column| Some(Bounds::from_raw(board, columns[column.index()]?)))
}

/// Returns moves as columns.
fn columns(moves: Vec<usize>) -> Vec<Column> {
    moves.into_iter().filter_map(Column::new).collect()
}

impl<B: Board> Progress<B> {
    /// Returns the best moves of both sides by the proven bounds, from [`Self::best`] on as far as the table has
    /// entries, and at least two unless the game ends before. They may change until the search ends.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Progress, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let check = |progress: &Progress| assert_eq!(progress.line().first(), progress.best.as_ref());
    /// solver.query(&Position::new()).nodes(100).on_progress(check).solve();
    /// ```
    pub fn line(&self) -> Vec<Column> {
        let (masks, best) = (self.position.board().static_masks(), self.best.map(Column::index));
        columns(search::line_from(masks, best, self.position.raw, self.bounds.raw(), &self.table))
    }
}

impl<B: Board> fmt::Debug for Query<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("position", &self.position)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_can_be_set_alone_and_all_at_once() {
        let (solver, flag) = (Solver::builder().hash_mib(1).unwrap().build(), StopFlag::new());
        flag.stop();
        let one_by_one = |query: Query<'_>| {
            let query = query.time(Duration::from_secs(1)).nodes(2).depth(3).stop(flag.clone());
            let Limits { time, nodes, depth, stop } = query.limits;
            (time, nodes, depth, stop.is_some_and(|flag| flag.is_stopped()))
        };
        let all = (Some(Duration::from_secs(1)), Some(2), Some(3), true);
        assert_eq!(one_by_one(solver.query(&Position::new())), all);
        let none = solver.query(&Position::new()).nodes(2).depth(3).limits(&Limits::NONE).limits;
        assert_eq!((none.time, none.nodes, none.depth, none.stop.is_some()), (None, None, None, false));
    }

    #[test]
    fn a_line_calls_no_progress_callback() {
        let solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
        let position: Position = "32164625".parse().unwrap();
        let told = std::cell::Cell::new(0);
        let count = |_: &Progress| told.set(told.get() + 1);
        let score = solver.query(&position).on_progress(count).solve().bounds;
        assert!(told.take() > 0);
        assert!(!solver.query(&position).on_progress(count).line(score).moves.is_empty());
        assert!(!solver.query(&position).on_progress(count).principal_variation(1).is_empty());
        assert_eq!(told.take(), 0);
    }
}

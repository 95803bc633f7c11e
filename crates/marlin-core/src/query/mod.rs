//! [`Query`]: a question about a position, with optional limits and progress.

mod ask;
mod lookup;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use self::lookup::Lookup;
use crate::geometry::{Column, assert_same_board};
use crate::limits::{Limits, StopFlag};
use crate::position::Position;
use crate::report::{Line, Progress, Report};
use crate::score::{Outcome, Score};
use crate::search::{self, Goal, ProgressFn};
use crate::solver::Solver;
use crate::transposition::TableHandle;

impl Solver {
    /// Returns the exact score of a position. The search ends only with the proof: on boards such as 8x8 it
    /// may take hours. [`Solver::query`] takes limits.
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
    /// let position: Position =
    ///     ". . . . . . .
    ///      . . . . . . .
    ///      . . . . . . .
    ///      . . . . . . .
    ///      . . O O . . .
    ///      . . X X . . ."
    ///         .parse()?;
    /// // X plays column 2 or 5 and wins two stones later, with the fourth stone: 22 - 4.
    /// assert_eq!(Solver::new().solve(&position).get(), 18);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    #[doc(alias = "strong")]
    pub fn solve(&self, position: &Position) -> Score {
        proven(self.query(position).score().bounds.score())
    }

    /// Returns the outcome of a position. This takes less search than its score.
    ///
    /// # Panics
    ///
    /// As [`Solver::query`] does.
    #[doc(alias = "weak")]
    pub fn solve_outcome(&self, position: &Position) -> Outcome {
        proven(self.query(position).outcome().bounds.outcome())
    }

    /// Returns a move that keeps the score: the fastest win or the slowest loss, and among equal moves the
    /// one nearest the centre. `None` when the game is over.
    ///
    /// # Panics
    ///
    /// As [`Solver::query`] does.
    pub fn best_move(&self, position: &Position) -> Option<Column> {
        self.query(position).best_move().best
    }

    /// Returns the moves of a game that both sides play perfectly from a position to the end. Each move is
    /// the one that [`Solver::best_move`] returns.
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
    /// for column in Solver::new().best_line(game.position()).moves {
    ///     game.play(column).unwrap();
    /// }
    /// assert_eq!(game.to_string(), "4433542");
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn best_line(&self, position: &Position) -> Line {
        self.query(position).best_line(usize::MAX)
    }

    /// Returns a question about a position, to which limits and a progress callback can be added.
    ///
    /// # Panics
    ///
    /// If the position is one of another board.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use marlin_core::{Position, Solver};
    ///
    /// let report = Solver::new().query(&Position::new()).time(Duration::from_secs(1)).score();
    /// assert_eq!(report.bounds.score().unwrap().get(), 1);
    /// ```
    pub fn query(&self, position: &Position) -> Query<'_> {
        Query::new(self, position)
    }
}

/// Returns the answer of a search without limits, which ends only with the proof.
fn proven<T>(answer: Option<T>) -> T {
    answer.unwrap_or_else(|| unreachable!("a search without limits ends with a proof"))
}

/// A question about a position: [`Solver::query`] begins it, limits and a callback are optional, and one of
/// these methods answers it:
///
/// | method | proves | costs |
/// |---|---|---|
/// | [`outcome`](Self::outcome) | win, draw or loss | least |
/// | [`score`](Self::score) | the score | |
/// | [`best_move`](Self::best_move) | the score, and a move that keeps it | little more |
/// | [`analyze`](Self::analyze) | the score of every column | several times as much |
/// | [`best_line`](Self::best_line) | the best move of each position to the end of the game | a search for each |
/// | [`principal_variation`](Self::principal_variation) | a line that keeps bounds which are proven already | next to nothing |
///
/// The answers hold the bounds that are proven within the limits. Without limits they are exact. A question
/// that is chosen at run time is a `fn(Query<'_>) -> Report`, such as `Query::score`.
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
pub struct Query<'a> {
    solver: &'a Solver,
    position: Position,
    limits: Limits,
    serial: Option<StopFlag>,
    progress: Option<Callback<'a>>,
}

/// The callback for the progress of a search.
type Callback<'a> = Box<dyn FnMut(&Progress) + 'a>;

impl<'a> Query<'a> {
    /// Returns a question without limits.
    pub(crate) fn new(solver: &'a Solver, position: &Position) -> Self {
        assert_same_board("a position", position.size(), "a solver", solver.size());
        Self { solver, position: *position, limits: Limits::NONE, serial: None, progress: None }
    }

    /// Sets all limits at once, in place of those set before.
    pub fn limits(self, limits: &Limits) -> Self {
        Self { limits: limits.clone(), ..self }
    }

    /// Sets the time that the search may take: [`Limits::time`].
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Sets the nodes that the search may visit: [`Limits::nodes`].
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Sets the depth, the plies that the search looks ahead: [`Limits::depth`].
    pub fn depth(mut self, depth: u32) -> Self {
        self.limits.depth = Some(depth);
        self
    }

    /// Sets a flag that stops the search once raised: [`Limits::stop`].
    pub fn stop(mut self, flag: StopFlag) -> Self {
        self.limits.stop = Some(flag);
        self
    }

    /// Limits the search to one thread until a flag is raised; then the solver's other threads join it. So a
    /// program with many positions and few cores can search one position in each of its threads, and the last
    /// position in all of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver, StopFlag};
    ///
    /// let (solver, serial) = (Solver::builder().without_book().threads(2).build(), StopFlag::new());
    /// let position: Position = "52271237417".parse()?;
    /// // Another thread may have run out of work at any time.
    /// let out_of_work = || serial.stop();
    /// let report = solver.query(&position).serial_until(serial.clone()).on_progress(|_| out_of_work()).score();
    /// assert!(report.bounds.score().is_some());
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn serial_until(self, flag: StopFlag) -> Self {
        Self { serial: Some(flag), ..self }
    }

    /// Sets the callback for the progress, which runs in the thread that waits for the answer: at the start,
    /// whenever something new is proven, and at least four times a second.
    ///
    /// The two methods that return a [`Line`] search one position after another, and do not call the
    /// callback.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let mut lines = Vec::new();
    /// let position: Position = "444444".parse()?;
    /// Solver::new().query(&position).on_progress(|progress| lines.push(progress.bounds.to_string())).score();
    /// assert_eq!(lines.last().unwrap(), "1");
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn on_progress(self, callback: impl FnMut(&Progress) + 'a) -> Self {
        Self { progress: Some(Box::new(callback)), ..self }
    }

    /// Proves as much about the score of the position as the limits allow. The report has a best move so far
    /// even if the limits allow no search.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let solver = Solver::builder().without_book().build();
    /// let report = solver.query(&Position::new()).nodes(1_000).score();
    /// assert_eq!(report.bounds.score(), None);
    /// assert!(report.best.is_some());
    /// ```
    pub fn score(self) -> Report {
        self.report(Goal::Score)
    }

    /// Proves as much about the outcome of the position as the limits allow.
    pub fn outcome(self) -> Report {
        self.report(Goal::Outcome)
    }

    /// Proves as much about the score of every column as the limits allow: first about the score of the
    /// position, then about the columns from the edges inwards. [`Self::best_move`] proves the best move
    /// alone, and costs less.
    pub fn analyze(self) -> Report {
        self.report(Goal::Columns)
    }

    /// Proves as much about the score of the position, and then about the best move, as the limits allow.
    /// This takes a fraction of the nodes of [`Query::analyze`]. The report also has the bounds of the other
    /// columns that the search has found.
    pub fn best_move(self) -> Report {
        self.report(Goal::BestMove)
    }

    /// Asks with the progress callback, if there is one.
    fn report(mut self, goal: Goal) -> Report {
        let table = &self.solver.table;
        let mut callback = self.progress.take();
        let mut progress = callback.as_mut().map(|callback| {
            |report: &Report, handle: &TableHandle<'_>| {
                let later = |best| search::likely_line(report.position.after(best), -report.bounds, handle);
                let line = report.best.into_iter().chain(report.best.into_iter().flat_map(later)).collect();
                callback(&Progress { report: report.clone(), line, table: Arc::clone(table) });
            }
        });
        self.ask(goal, progress.as_mut().map(|progress| progress as &mut ProgressFn<'_>))
    }
}

impl fmt::Debug for Query<'_> {
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
        let score = solver.query(&position).on_progress(count).score().bounds;
        assert!(told.take() > 0);
        assert!(!solver.query(&position).on_progress(count).principal_variation(score).moves.is_empty());
        assert!(!solver.query(&position).on_progress(count).best_line(1).moves.is_empty());
        assert_eq!(told.take(), 0);
    }
}

//! [`Query`]: a question about a position, with limits and progress where they are wanted.

use std::fmt;
use std::time::Duration;

use crate::bounds::Bounds;
use crate::column::Column;
use crate::decided::decided;
use crate::limits::{Limits, StopFlag};
use crate::position::Position;
use crate::report::{Analysis, Line, Progress, Report, Source, is_complete};
use crate::score::Score;
use crate::search::{self, Driver, Effort, Goal, Interrupted, Root};
use crate::solver::Solver;

/// A question about a position: [`Solver::query`] begins it, limits and a callback are added if they are wanted, and one of
/// [`solve`](Self::solve), [`solve_outcome`](Self::solve_outcome), [`analyze`](Self::analyze),
/// [`best_move`](Self::best_move), [`principal_variation`](Self::principal_variation) and [`line`](Self::line) answers it.
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
pub struct Query<'a, const W: usize = 7, const H: usize = 6> {
    solver: &'a Solver<W, H>,
    position: Position<W, H>,
    limits: Limits,
    progress: Option<Box<ProgressFn<'a, W, H>>>,
}

/// The callback for the progress of a search.
type ProgressFn<'a, const W: usize, const H: usize> = dyn FnMut(&Progress<W, H>) + 'a;

impl<'a, const W: usize, const H: usize> Query<'a, W, H> {
    /// Returns a question without limits.
    pub(crate) fn new(solver: &'a Solver<W, H>, position: &Position<W, H>) -> Self {
        Self { solver, position: *position, limits: Limits::NONE, progress: None }
    }

    /// Sets all limits at once, in place of those set before.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Limits, Position, Solver};
    ///
    /// // The same limits for many positions.
    /// let (solver, limits) = (Solver::new(), Limits { nodes: Some(10_000), ..Limits::NONE });
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

    /// Sets what is called during the search, in the thread that waits for the answer: whenever something new is proven,
    /// and at least four times a second.
    ///
    /// [`Self::principal_variation`] and [`Self::line`] search one position after another, and don't call it.
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
    pub fn on_progress(self, callback: impl FnMut(&Progress<W, H>) + 'a) -> Self {
        Self { progress: Some(Box::new(callback)), ..self }
    }

    /// Proves as much about the score of the position as the limits allow. There is a best move so far even if they allow
    /// nothing.
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
    pub fn solve(self) -> Report<W, H> {
        self.prove(Goal::Score, |bounds| bounds.score().is_some())
    }

    /// Proves as much about who wins the position as the limits allow.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Outcome, Position, Solver};
    ///
    /// let report = Solver::new().query(&Position::new()).solve_outcome();
    /// assert_eq!(report.bounds.outcome(), Some(Outcome::Win));
    /// ```
    pub fn solve_outcome(self) -> Report<W, H> {
        self.prove(Goal::Outcome, |bounds| bounds.outcome().is_some())
    }

    /// Proves as much about the position as the goal asks for; `is_enough` says what does.
    fn prove(mut self, goal: Goal, is_enough: impl Fn(Bounds<W, H>) -> bool) -> Report<W, H> {
        let (mut root, source) = self.root_before_search(&self.position, |root| is_enough(root.bounds()));
        let effort = self.drive(|driver| root.as_mut().map_or(Ok(()), |root| driver.prove(root, goal)));
        let bounds = root.as_ref().map_or_else(|| bounds_at_the_end(&self.position), Root::bounds);
        let best = root.as_ref().and_then(Root::best);
        Report { bounds, best, source, nodes: effort.nodes, elapsed: effort.elapsed }
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
    pub fn analyze(self) -> Analysis<W, H> {
        let is_enough = |root: &Root<W, H>| is_complete(root.bounds(), &root.columns());
        self.analysis(is_enough, |driver, root| driver.prove(root, Goal::Columns))
    }

    /// Proves as much about the score of the position, and then about which move is the best, as the limits allow. This
    /// takes a fraction of the nodes of [`Query::analyze`]; bounds of the other columns are included as far as they were
    /// found along the way.
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
    pub fn best_move(self) -> Analysis<W, H> {
        let (nb_moves, depth) = (self.position.nb_moves(), self.limits.depth);
        let is_in_sight =
            |score: &Score<W, H>| depth.is_none_or(|depth| score.plies_to_end(nb_moves) <= depth);
        self.analysis(Root::best_is_proven, |driver, root| {
            let score = root.bounds().score().filter(is_in_sight);
            score.map_or(Ok(()), |_| driver.prove(root, Goal::BestMove))
        })
    }

    /// Proves the score of the position, and then what else is asked for.
    fn analysis(
        mut self,
        is_enough: impl Fn(&Root<W, H>) -> bool,
        prove: impl FnOnce(&mut Driver<'_, '_, W, H>, &mut Root<W, H>) -> Result<(), Interrupted>,
    ) -> Analysis<W, H> {
        let (mut root, source) = self.root_before_search(&self.position, is_enough);
        let Effort { nodes, elapsed } = self.drive(|driver| {
            let Some(root) = &mut root else { return Ok(()) };
            driver.prove(root, Goal::Score)?;
            prove(driver, root)
        });
        let (bounds, columns, best) = match root {
            Some(root) => (root.bounds(), root.columns(), root.best()),
            None => (bounds_at_the_end(&self.position), [None; W], None),
        };
        Analysis { bounds, columns, best, source, nodes, elapsed }
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
    pub fn principal_variation(self, len: usize) -> Vec<Column<W>> {
        self.prove_line(None, len, Goal::BestMove)
    }

    /// Returns the moves that both sides play from the position, of whose score `bounds` are proven. If that is the score
    /// itself, each move keeps it, as far as the limits allow to prove that. Then follow the moves that look best by the
    /// entries of the table.
    ///
    /// After a search without a book the table has the proof, so a few hundred nodes suffice to the end of the game. Among
    /// equally good moves [`Solver::principal_variation`] plays the one nearest the centre, which takes far more search;
    /// this one plays any. There is at least one move, unless the game is over.
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
    /// let plies = report.bounds.score().unwrap().plies_to_end(position.nb_moves());
    /// assert_eq!((line.moves.len(), line.proven), (plies as usize, plies as usize));
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    pub fn line(self, bounds: Bounds<W, H>) -> Line<W> {
        let (solver, mut position) = (self.solver, self.position);
        let mut moves = match bounds.score() {
            Some(score) => self.prove_line(Some(score), usize::MAX, Goal::AnyBestMove),
            None => Vec::new(),
        };
        let proven = moves.len();
        for &column in &moves {
            position.make_move(column);
        }
        let bounds = if proven.is_multiple_of(2) { bounds } else { -bounds };
        moves.extend(search::likely_line(position, bounds, &solver.table.reader()));
        Line { moves, proven }
    }

    /// Returns the first moves of a line that keeps the score of the position, as many as are wanted and proven within the
    /// limits; `goal` says which of the best moves. A score that is known already needn't be proven again.
    fn prove_line(&self, mut score: Option<Score<W, H>>, len: usize, goal: Goal) -> Vec<Column<W>> {
        let mut position = self.position;
        let mut line = Vec::new();
        search::drive(self.solver.resources(), &self.limits, &mut |_| {}, |driver| {
            while line.len() < len {
                let (Some(mut root), _) = self.root_before_search(&position, Root::best_is_proven) else {
                    break;
                };
                if let Some(score) = score {
                    root.adopt_score(score);
                }
                driver.prove(&mut root, Goal::Score)?;
                let Some(found) = root.bounds().score() else { break };
                driver.prove(&mut root, goal)?;
                let Some(column) = root.best() else { break };
                position.make_move(column);
                line.push(column);
                // The best move keeps the score, unless a wrong book has given it.
                let keeps_it = root.columns()[column.index()].is_some_and(|bounds| bounds.lower() >= found);
                score = keeps_it.then(|| -found);
            }
            Ok(())
        });
        line
    }

    /// Returns what is known of a position before any search, unless the game is over, and where it comes from, if that is
    /// enough.
    fn root_before_search(
        &self,
        position: &Position<W, H>,
        is_enough: impl Fn(&Root<W, H>) -> bool,
    ) -> (Option<Root<W, H>>, Source) {
        if position.is_over() {
            return (None, Source::Rules);
        }
        let mut root = Root::new(*position).with_depth(self.limits.depth);
        if is_enough(&root) {
            return (Some(root), Source::Rules);
        }
        if let Some(book) = &self.solver.book {
            root.look_up(book);
            if !is_enough(&root) {
                root.look_up_parents(book);
            }
        }
        let source = if is_enough(&root) { Source::Book } else { Source::Search };
        (Some(root), source)
    }

    /// Does some work with a driver, within the limits.
    fn drive(&mut self, work: impl FnOnce(&mut Driver<'_, '_, W, H>) -> Result<(), Interrupted>) -> Effort {
        let mut ignore = |_: &Progress<W, H>| {};
        let progress: &mut dyn FnMut(&Progress<W, H>) = match &mut self.progress {
            Some(callback) => &mut **callback,
            None => &mut ignore,
        };
        search::drive(self.solver.resources(), &self.limits, progress, work)
    }
}

impl<const W: usize, const H: usize> fmt::Debug for Query<'_, W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("position", &self.position)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// Returns the bounds of the score of a position in which the game is over.
fn bounds_at_the_end<const W: usize, const H: usize>(position: &Position<W, H>) -> Bounds<W, H> {
    decided(position).map_or(Bounds::UNKNOWN, Bounds::exact)
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
        let solver: Solver = Solver::builder().hash_mib(1).unwrap().without_book().build();
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

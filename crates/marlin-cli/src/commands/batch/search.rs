//! [`Search`]: all searches for one request, by one thread or, when the request has all threads exclusively, by all.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use marlin_core::Column;
use marlin_core::any::{Analysis, Position, Progress, Report, Solver, SolverBuilder};
use marlin_core::{BoardSize, Limits, StopFlag};

/// The time after which the progress of a search is shown.
const SHOW_AFTER: Duration = Duration::from_millis(200);

/// The number of other boards that have a table at a time: drawings of every size must not take all memory.
const MAX_OTHERS: usize = 3;

/// The solvers and limits of all requests.
#[derive(Debug, Clone)]
pub(crate) struct Solvers {
    asked: Threads,
    limits: Limits,
    /// Solvers of other boards, made when the first position of one comes.
    others: Arc<Mutex<HashMap<BoardSize, Threads>>>,
}

/// A solver with all of its threads, and the same with one.
#[derive(Debug, Clone)]
struct Threads {
    all: Solver,
    one: Solver,
}

impl Threads {
    fn new(all: Solver) -> Self {
        Self { one: all.to_builder().threads(1).build(), all }
    }

    /// Returns solvers of another board, with the same settings but for the book.
    fn of_board(&self, board: BoardSize) -> Self {
        let builder = || Solver::builder_on(board).cpu(self.all.cpu()).threads(self.all.threads());
        // Where the system has no memory for a second table of the size, the least one must do.
        let sizes = [self.all.table().hash_mib(), 1];
        let made = sizes.into_iter().find_map(|mib| builder().hash_mib(mib).ok());
        Self::new(made.map_or_else(|| Solver::on(board), SolverBuilder::build))
    }
}

impl Solvers {
    /// Returns solvers with all threads of a solver and with one, and limits for each request.
    pub(super) fn new(solver: &Solver, limits: Limits) -> Self {
        Self { asked: Threads::new(solver.clone()), limits, others: Arc::default() }
    }

    /// Returns the number of threads in all.
    pub(super) fn threads(&self) -> usize {
        self.asked.all.threads()
    }

    /// Returns the solvers of a board.
    fn of(&self, board: BoardSize) -> Threads {
        if board == self.asked.all.size() {
            return self.asked.clone();
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if others.len() == MAX_OTHERS && !others.contains_key(&board) {
            others.clear();
        }
        others.entry(board).or_insert_with(|| self.asked.of_board(board)).clone()
    }
}

/// The searches for a request. The limits are for all of them together.
#[derive(Debug)]
pub(crate) struct Search<'a> {
    engine: &'a Solvers,
    /// Raised when the request has all threads exclusively.
    exclusive: &'a StopFlag,
    /// Shows the progress.
    bar: &'a ProgressBar,
    started: Instant,
    nodes: Cell<u64>,
}

impl<'a> Search<'a> {
    pub(super) fn new(engine: &'a Solvers, exclusive: &'a StopFlag, bar: &'a ProgressBar) -> Self {
        Self { engine, exclusive, bar, started: Instant::now(), nodes: Cell::new(0) }
    }

    /// Returns whether limits may leave the request without an answer.
    pub(crate) fn is_limited(&self) -> bool {
        self.engine.limits.time.is_some() || self.engine.limits.nodes.is_some()
    }

    /// Searches for the score of a position.
    pub(crate) fn score(&self, position: &Position) -> Report {
        let ask = |solver: &Solver, limits: &Limits, report: &mut dyn FnMut(&Progress)| {
            solver.query(position).limits(limits).on_progress(report).solve()
        };
        self.run(position, ask, |report| report.bounds.score().is_some())
    }

    /// Searches for who wins a position.
    pub(crate) fn outcome(&self, position: &Position) -> Report {
        let ask = |solver: &Solver, limits: &Limits, report: &mut dyn FnMut(&Progress)| {
            solver.query(position).limits(limits).on_progress(report).solve_outcome()
        };
        self.run(position, ask, |report| report.bounds.outcome().is_some())
    }

    /// Searches for the score of every column.
    pub(crate) fn columns(&self, position: &Position) -> Analysis {
        let ask = |solver: &Solver, limits: &Limits, report: &mut dyn FnMut(&Progress)| {
            solver.query(position).limits(limits).on_progress(report).analyze()
        };
        self.run(position, ask, Analysis::is_complete)
    }

    /// Searches for the first `len` moves of perfect play, as far as the limits allow.
    pub(crate) fn line(&self, position: &Position, len: usize) -> Vec<Column> {
        let ask = |solver: &Solver, limits: &Limits, _: &mut dyn FnMut(&Progress)| {
            solver.query(position).limits(limits).principal_variation(len)
        };
        self.run(position, ask, |line: &Vec<Column>| line.len() == len || ends_game(*position, line))
    }

    /// Returns the best move if the book knows it without any search.
    pub(crate) fn best_by_book(&self, position: &Position) -> Option<Column> {
        let analysis = self.engine.of(position.size()).one.query(position).nodes(0).analyze();
        analysis.best.filter(|_| analysis.is_complete())
    }

    /// Searches on one thread. If that is stopped because the request gets all threads, all threads continue from the entries of the table.
    fn run<T: Finding>(
        &self,
        position: &Position,
        ask: impl Fn(&Solver, &Limits, &mut dyn FnMut(&Progress)) -> T,
        is_done: impl Fn(&T) -> bool,
    ) -> T {
        let Threads { all, one } = &self.engine.of(position.size());
        let ask = |solver, stop| {
            let finding = ask(solver, &self.limits_left(stop), &mut |progress| self.report(progress));
            self.nodes.set(self.nodes.get() + finding.nodes());
            finding
        };
        if self.exclusive.is_stopped() {
            return ask(all, None);
        }
        let finding = ask(one, Some(self.exclusive.clone()));
        if is_done(&finding) || !self.exclusive.is_stopped() {
            return finding;
        }
        ask(all, None).after(finding)
    }

    fn limits_left(&self, stop: Option<StopFlag>) -> Limits {
        let Limits { time, nodes, .. } = self.engine.limits;
        Limits {
            time: time.map(|time| time.saturating_sub(self.started.elapsed())),
            nodes: nodes.map(|nodes| nodes.saturating_sub(self.nodes.get())),
            stop,
            ..Limits::NONE
        }
    }

    /// Shows the progress of the search beside the bar, if it takes a while and is the only one.
    fn report(&self, progress: &Progress) {
        let is_shown = !self.bar.is_hidden() && self.started.elapsed() >= SHOW_AFTER;
        if is_shown && (self.exclusive.is_stopped() || self.engine.threads() == 1) {
            self.bar.set_message(state(progress));
        }
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        if !self.bar.is_hidden() && !self.bar.message().is_empty() {
            self.bar.set_message("");
        }
    }
}

/// The findings of a search, to be joined with those of an earlier search of the same position.
trait Finding {
    /// Returns the nodes visited, if they are counted.
    fn nodes(&self) -> u64;

    /// Returns the findings of both searches.
    fn after(self, earlier: Self) -> Self;
}

impl Finding for Report {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn after(mut self, earlier: Self) -> Self {
        self.bounds = self.bounds.intersection(earlier.bounds).unwrap_or(self.bounds);
        self.nodes += earlier.nodes;
        self.elapsed += earlier.elapsed;
        self
    }
}

impl Finding for Analysis {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn after(mut self, earlier: Self) -> Self {
        self.merge(&earlier);
        self
    }
}

impl Finding for Vec<Column> {
    fn nodes(&self) -> u64 {
        0
    }

    fn after(self, earlier: Self) -> Self {
        if earlier.len() > self.len() { earlier } else { self }
    }
}

/// Returns whether a game is over after some moves.
fn ends_game(mut position: Position, moves: &[Column]) -> bool {
    for &column in moves {
        position.make_move(column);
    }
    position.is_over()
}

/// Describes the progress of a search, for the end of the bar.
fn state(progress: &Progress) -> String {
    let millions = |count: u64| count as f64 / 1e6;
    let (nodes, nps) = (millions(progress.nodes), millions(progress.nps()));
    let line: String = progress.line().iter().map(|column| column.to_char()).collect();
    let (bounds, full) = (progress.best_bounds(), progress.hashfull() / 10);
    format!("; now {bounds}, {nodes:.1} M nodes, {nps:.1} M/s, table {full} % full, {line}")
}

#[cfg(test)]
mod tests {
    use std::thread;

    use marlin_core::any::Bounds;

    use super::*;

    const BOARD: BoardSize = BoardSize::STANDARD;

    /// A position of about 100,000 nodes.
    const HARD: &str = "52271237417";

    fn engine(limits: Limits) -> Solvers {
        Solvers::new(
            &Solver::builder_on(BOARD).hash_mib(8).unwrap().without_book().threads(2).build(),
            limits,
        )
    }

    #[test]
    fn a_request_that_gets_all_threads_at_any_time_has_the_same_answer() {
        let position = Position::parse(BOARD, HARD).unwrap();
        let bar = ProgressBar::hidden();
        let known = engine(Limits::NONE);
        let solver = &known.asked.one;
        let (score, columns) = (solver.solve(&position), solver.analyze(&position).to_vec());
        let line = solver.principal_variation(&position);
        for micros in [0, 10, 1_000, 5_000, 20_000] {
            let engine = engine(Limits::NONE);
            let exclusive = StopFlag::new();
            thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_micros(micros));
                    exclusive.stop();
                });
                let search = Search::new(&engine, &exclusive, &bar);
                assert_eq!(search.score(&position).bounds.score(), Some(score));
                assert_eq!(search.outcome(&position).bounds.outcome(), Some(score.outcome()));
                let analysis = search.columns(&position);
                let found = analysis.columns.into_iter().map(|bounds| bounds.and_then(Bounds::score));
                assert_eq!(found.collect::<Vec<_>>(), columns);
                assert_eq!(search.line(&position, usize::MAX), line);
                assert_eq!(search.line(&position, 1), line[..1]);
            });
        }
    }

    #[test]
    fn limits_cover_all_searches_of_a_request() {
        let position = Position::parse(BOARD, HARD).unwrap();
        let (bar, exclusive) = (ProgressBar::hidden(), StopFlag::new());
        let engine = engine(Limits { nodes: Some(5_000), ..Limits::NONE });
        let search = Search::new(&engine, &exclusive, &bar);
        let first = search.score(&position);
        assert_eq!((first.bounds.score(), first.nodes), (None, 5_000));
        exclusive.stop();
        assert_eq!(search.columns(&position).nodes, 0);
        assert!(search.line(&position, 1).is_empty());
    }

    #[test]
    fn the_book_names_a_move_only_where_it_knows_all_columns() {
        let (bar, exclusive) = (ProgressBar::hidden(), StopFlag::new());
        let best = |solver: &Solver| {
            let engine = Solvers::new(solver, Limits::NONE);
            Search::new(&engine, &exclusive, &bar).best_by_book(&Position::on(BOARD))
        };
        let solver = Solver::builder_on(BOARD).hash_mib(1).unwrap().build();
        assert!(solver.book().is_some());
        assert_eq!(best(&solver), Column::new(3));
        assert_eq!(best(&solver.to_builder().without_book().build()), None);
    }
}

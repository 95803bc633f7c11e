//! [`EntrySearch`]: all searches for one request. They use one thread, or all once the request has them to
//! itself.

use std::cell::Cell;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use marlin_coach::request;
use marlin_core::{
    BoardSize, Column, Limits, Position, Progress, Query, Report, Solver, StopFlag, TableError,
};
use marlin_support::solvers::SolverPool;

/// The time after which the progress of a search is shown.
const SHOW_AFTER: Duration = Duration::from_millis(200);

/// The searches for a request. The limits are for all of them together.
#[derive(Debug)]
pub(super) struct EntrySearch<'a> {
    pool: &'a SolverPool,
    limits: &'a Limits,
    solver: Solver,
    /// Raised when the request has all threads to itself.
    serial: &'a StopFlag,
    /// Shows the progress.
    bar: &'a ProgressBar,
    started: Instant,
    nodes: Cell<u64>,
}

impl<'a> EntrySearch<'a> {
    pub(super) fn new(
        pool: &'a SolverPool,
        limits: &'a Limits,
        serial: &'a StopFlag,
        bar: &'a ProgressBar,
    ) -> Self {
        let (solver, started) = (pool.main().clone(), Instant::now());
        Self { pool, limits, solver, serial, bar, started, nodes: Cell::new(0) }
    }

    /// Returns the searches for a request on a board.
    ///
    /// # Errors
    ///
    /// There is no memory for a table of the board.
    pub(super) fn on(mut self, board: BoardSize) -> Result<Self, TableError> {
        self.solver = self.pool.on(board)?;
        Ok(self)
    }

    /// Returns whether limits may leave the request without an answer.
    pub(super) fn is_limited(&self) -> bool {
        self.limits.time.is_some() || self.limits.nodes.is_some()
    }

    /// Asks a question about a position.
    pub(super) fn ask<'s>(&'s self, position: &Position, ask: impl FnOnce(Query<'s>) -> Report) -> Report {
        let found = ask(self.query(position));
        self.nodes.set(self.nodes.get() + found.nodes);
        found
    }

    /// Asks for the score and a move that keeps it, as a `solve` request does.
    pub(super) fn score_with_move(&self, position: &Position) -> Report {
        let known = request::solved_by_book(&self.solver, position, &self.limits_left());
        known.unwrap_or_else(|| self.ask(position, Query::best_move))
    }

    /// Searches for the moves of best play, at most `length`, as far as the limits allow.
    pub(super) fn line(&self, position: &Position, length: usize) -> Vec<Column> {
        self.query(position).best_line(length).moves
    }

    /// Returns a query that uses one thread, and all threads once the request has them to itself.
    fn query(&self, position: &Position) -> Query<'_> {
        let query = self.solver.query(position).limits(&self.limits_left());
        query.serial_until(self.serial.clone()).on_progress(|progress| self.report(progress))
    }

    fn limits_left(&self) -> Limits {
        let &Limits { time, nodes, .. } = self.limits;
        Limits {
            time: time.map(|time| time.saturating_sub(self.started.elapsed())),
            nodes: nodes.map(|nodes| nodes.saturating_sub(self.nodes.get())),
            ..Limits::NONE
        }
    }

    /// Shows the progress of the search beside the bar, if it takes a while and is the only one.
    fn report(&self, progress: &Progress) {
        let is_shown = !self.bar.is_hidden() && self.started.elapsed() >= SHOW_AFTER;
        if is_shown && (self.serial.is_stopped() || self.solver.threads() == 1) {
            self.bar.set_message(state(progress));
        }
    }
}

impl Drop for EntrySearch<'_> {
    fn drop(&mut self) {
        if !self.bar.is_hidden() && !self.bar.message().is_empty() {
            self.bar.set_message("");
        }
    }
}

/// Describes the progress of a search, for the end of the bar.
fn state(progress: &Progress) -> String {
    let millions = |count: u64| count as f64 / 1e6;
    let (nodes, nps) = (millions(progress.nodes), millions(progress.nps()));
    let columns: Vec<_> = progress.principal_variation().iter().map(ToString::to_string).collect();
    let line = columns.join(if columns.iter().any(|column| column.len() > 1) { "," } else { "" });
    let (bounds, full) = (progress.best_bounds(), progress.hashfull() / 10);
    format!("; now {bounds}, {nodes:.1} M nodes, {nps:.1} M/s, table {full} % full, {line}")
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const BOARD: BoardSize = BoardSize::STANDARD;

    /// A position of about 100,000 nodes.
    const HARD: &str = "52271237417";

    fn pool() -> SolverPool {
        SolverPool::new(Solver::builder_on(BOARD).hash_mib(8).unwrap().without_book().threads(2).build())
    }

    #[test]
    fn a_request_that_gets_all_threads_at_any_time_has_the_same_answer() {
        let position = Position::parse(BOARD, HARD).unwrap();
        let (bar, limits) = (ProgressBar::hidden(), Limits::NONE);
        let solver = pool().main().to_builder().threads(1).build();
        let (score, columns) = (solver.solve(&position), solver.query(&position).analyze().scores().to_vec());
        let line = solver.best_line(&position).moves;
        for micros in [0, 10, 1_000, 5_000, 20_000] {
            let pool = pool();
            let serial = StopFlag::new();
            thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_micros(micros));
                    serial.stop();
                });
                let search = EntrySearch::new(&pool, &limits, &serial, &bar);
                assert_eq!(search.ask(&position, Query::score).bounds.score(), Some(score));
                assert_eq!(search.ask(&position, Query::outcome).bounds.outcome(), Some(score.outcome()));
                let analysis = search.ask(&position, Query::analyze);
                assert_eq!(analysis.scores().to_vec(), columns);
                assert_eq!(search.line(&position, usize::MAX), line);
                let found = search.score_with_move(&position);
                assert_eq!((found.bounds.score(), found.best), (Some(score), line.first().copied()));
            });
        }
    }

    #[test]
    fn limits_cover_all_searches_of_a_request() {
        let position = Position::parse(BOARD, HARD).unwrap();
        let (bar, serial) = (ProgressBar::hidden(), StopFlag::new());
        let (pool, limits) = (pool(), Limits { nodes: Some(5_000), ..Limits::NONE });
        let search = EntrySearch::new(&pool, &limits, &serial, &bar);
        let first = search.ask(&position, Query::score);
        assert_eq!((first.bounds.score(), first.nodes), (None, 5_000));
        serial.stop();
        assert_eq!(search.ask(&position, Query::analyze).nodes, 0);
        assert!(search.line(&position, usize::MAX).is_empty());
    }
}

//! [`Search`]: all the work on one question, by one thread or, once the question is alone, by all.

use std::cell::Cell;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use marlin_core::{Analysis, Bounds, Column, Limits, Position, Progress, Report, Score, Solver, StopFlag};

/// What a position takes before it is worth a word how far it has come.
const A_WHILE: Duration = Duration::from_millis(200);

/// What all questions are answered with.
#[derive(Debug, Clone)]
pub(crate) struct Solvers {
    all_threads: Solver,
    one_thread: Solver,
    limits: Limits,
}

impl Solvers {
    /// Returns an engine of a solver's threads, and with limits for each question.
    pub(super) fn new(solver: &Solver, limits: Limits) -> Self {
        Self { all_threads: solver.clone(), one_thread: solver.to_builder().threads(1).build(), limits }
    }

    /// Returns the number of threads in all.
    pub(super) fn threads(&self) -> usize {
        self.all_threads.threads()
    }
}

/// The work on a question. Everything that is asked of it counts for the limits.
#[derive(Debug)]
pub(crate) struct Search<'a> {
    engine: &'a Solvers,
    /// Raised when all threads may search.
    alone: &'a StopFlag,
    /// Where to show how far it has come.
    bar: &'a ProgressBar,
    started: Instant,
    nodes: Cell<u64>,
}

impl<'a> Search<'a> {
    pub(super) fn new(engine: &'a Solvers, alone: &'a StopFlag, bar: &'a ProgressBar) -> Self {
        Self { engine, alone, bar, started: Instant::now(), nodes: Cell::new(0) }
    }

    /// Returns whether the question may be left without an answer.
    pub(crate) fn is_limited(&self) -> bool {
        self.engine.limits.time.is_some() || self.engine.limits.nodes.is_some()
    }

    /// Searches for the score of a position.
    pub(crate) fn score(&self, position: &Position) -> Report {
        let ask = |solver: &Solver, limits: &Limits, tell: &mut dyn FnMut(&Progress)| {
            solver.query(position).limits(limits).on_progress(tell).solve()
        };
        self.run(ask, |report| report.bounds.score().is_some())
    }

    /// Searches for who wins a position.
    pub(crate) fn outcome(&self, position: &Position) -> Report {
        let ask = |solver: &Solver, limits: &Limits, tell: &mut dyn FnMut(&Progress)| {
            solver.query(position).limits(limits).on_progress(tell).solve_outcome()
        };
        self.run(ask, |report| report.bounds.outcome().is_some())
    }

    /// Searches for the score of every column.
    pub(crate) fn columns(&self, position: &Position) -> Analysis {
        let ask = |solver: &Solver, limits: &Limits, tell: &mut dyn FnMut(&Progress)| {
            solver.query(position).limits(limits).on_progress(tell).analyze()
        };
        self.run(ask, Analysis::is_complete)
    }

    /// Searches for the first `len` moves of perfect play, as many as the limits allow to prove.
    pub(crate) fn line(&self, position: &Position, len: usize) -> Vec<Column> {
        let ask = |solver: &Solver, limits: &Limits, _: &mut dyn FnMut(&Progress)| {
            solver.query(position).limits(limits).principal_variation(len)
        };
        self.run(ask, |line: &Vec<Column>| line.len() == len || ends_game(*position, line))
    }

    /// Returns the best move if the book knows it without any search.
    pub(crate) fn best_by_book(&self, position: &Position) -> Option<Column> {
        let analysis = self.engine.one_thread.query(position).nodes(0).analyze();
        analysis.best.filter(|_| analysis.is_complete())
    }

    /// Asks one thread, and all if that is stopped because the question is alone: they go on from what the table
    /// remembers.
    fn run<T: Finding>(
        &self,
        ask: impl Fn(&Solver, &Limits, &mut dyn FnMut(&Progress)) -> T,
        is_done: impl Fn(&T) -> bool,
    ) -> T {
        let Solvers { all_threads, one_thread, .. } = self.engine;
        let ask = |solver, stop| {
            let finding = ask(solver, &self.limits_left(stop), &mut |progress| self.tell(progress));
            self.nodes.set(self.nodes.get() + finding.nodes());
            finding
        };
        if self.alone.is_stopped() {
            return ask(all_threads, None);
        }
        let finding = ask(one_thread, Some(self.alone.clone()));
        if is_done(&finding) || !self.alone.is_stopped() {
            return finding;
        }
        ask(all_threads, None).after(finding)
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

    /// Shows beside the bar how far the search has come, if it takes a while and is the only one.
    fn tell(&self, progress: &Progress) {
        let is_shown = !self.bar.is_hidden() && self.started.elapsed() >= A_WHILE;
        if is_shown && (self.alone.is_stopped() || self.engine.threads() == 1) {
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

/// What a search has found, to be added to what the search before it has found of the same position.
trait Finding {
    /// Returns the nodes visited, as far as they are counted.
    fn nodes(&self) -> u64;

    /// Returns what both searches have found together.
    fn after(self, earlier: Self) -> Self;
}

impl Finding for Report {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn after(mut self, earlier: Self) -> Self {
        self.bounds = intersection(earlier.bounds, self.bounds);
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
        self.bounds = intersection(earlier.bounds, self.bounds);
        for (bounds, earlier) in self.columns.iter_mut().zip(earlier.columns) {
            *bounds = bounds.zip(earlier).map(|(bounds, earlier)| intersection(earlier, bounds));
        }
        self.best = self.ranked().first().map(|&(column, _)| column);
        self.nodes += earlier.nodes;
        self.elapsed += earlier.elapsed;
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

/// Returns what two searches have proven together; what the later one has if they contradict each other, which a wrong
/// book alone could bring about.
fn intersection(earlier: Bounds, later: Bounds) -> Bounds {
    let (lower, upper): (Score, Score) =
        (earlier.lower().max(later.lower()), earlier.upper().min(later.upper()));
    Bounds::new(lower, upper).unwrap_or(later)
}

/// Returns whether a game is over after some moves.
fn ends_game(mut position: Position, moves: &[Column]) -> bool {
    for &column in moves {
        position.make_move(column);
    }
    position.is_over()
}

/// Returns how far the search of one position has come, to stand behind a bar.
fn state(progress: &Progress) -> String {
    let millions = |count: u64| count as f64 / 1e6;
    let (nodes, nps) = (millions(progress.nodes), millions(progress.nps()));
    let line: String = progress.line().iter().map(|column| column.to_char()).collect();
    let (bounds, full) = (progress.bounds, progress.hashfull() / 10);
    format!("; now {bounds}, {nodes:.1} M nodes, {nps:.1} M/s, table {full} % full, {line}")
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// A position of some 100,000 nodes.
    const HARD: &str = "52271237417";

    fn engine(limits: Limits) -> Solvers {
        Solvers::new(&Solver::builder().hash_mib(8).unwrap().without_book().threads(2).build(), limits)
    }

    #[test]
    fn a_question_that_gets_all_threads_at_any_time_has_the_same_answer() {
        let position: Position = HARD.parse().unwrap();
        let bar = ProgressBar::hidden();
        let known = engine(Limits::NONE);
        let solver = &known.one_thread;
        let (score, columns) = (solver.solve(&position), solver.analyze(&position));
        let line = solver.principal_variation(&position);
        for micros in [0, 10, 1_000, 5_000, 20_000] {
            let engine = engine(Limits::NONE);
            let alone = StopFlag::new();
            thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_micros(micros));
                    alone.stop();
                });
                let search = Search::new(&engine, &alone, &bar);
                assert_eq!(search.score(&position).bounds.score(), Some(score));
                assert_eq!(search.outcome(&position).bounds.outcome(), Some(score.outcome()));
                let analysis = search.columns(&position);
                assert_eq!(analysis.columns.map(|bounds| bounds.and_then(Bounds::score)), columns);
                assert_eq!(search.line(&position, usize::MAX), line);
                assert_eq!(search.line(&position, 1), line[..1]);
            });
        }
    }

    #[test]
    fn limits_are_for_all_that_is_asked_about_a_question() {
        let position: Position = HARD.parse().unwrap();
        let (bar, alone) = (ProgressBar::hidden(), StopFlag::new());
        let engine = engine(Limits { nodes: Some(5_000), ..Limits::NONE });
        let search = Search::new(&engine, &alone, &bar);
        let first = search.score(&position);
        assert_eq!((first.bounds.score(), first.nodes), (None, 5_000));
        alone.stop();
        assert_eq!(search.columns(&position).nodes, 0);
        assert!(search.line(&position, 1).is_empty());
    }

    #[test]
    fn the_book_names_a_move_only_where_it_knows_all_columns() {
        let (bar, alone) = (ProgressBar::hidden(), StopFlag::new());
        let best = |solver: &Solver| {
            let engine = Solvers::new(solver, Limits::NONE);
            Search::new(&engine, &alone, &bar).best_by_book(&Position::new())
        };
        let solver = Solver::builder().hash_mib(1).unwrap().build();
        assert!(solver.book().is_some());
        assert_eq!(best(&solver), Column::new(3));
        assert_eq!(best(&solver.to_builder().without_book().build()), None);
    }

    #[test]
    fn what_was_proven_before_all_threads_came_is_kept() {
        let score = |value| Score::new(value).unwrap();
        let bounds = |lower, upper| Bounds::new(score(lower), score(upper)).unwrap();
        assert_eq!(intersection(bounds(-3, 5), bounds(0, 18)), bounds(0, 5));
        assert_eq!(intersection(bounds(-3, -1), bounds(0, 18)), bounds(0, 18));
    }
}

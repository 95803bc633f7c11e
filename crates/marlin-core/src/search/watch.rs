//! Limits, the stop flag and progress: what a search looks at now and then.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::{Interrupted, root};
use crate::column::Column;
use crate::position::Position;
use crate::score::Bounds;
use crate::transposition::TranspositionTable;

/// Nodes between two looks at the clock and the stop flag: well below a millisecond even while the system hands out the
/// pages of a new table.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// Time between two calls of the progress callback while nothing new is proven.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// A flag that stops the searches it was given to, from any thread.
///
/// # Examples
///
/// ```
/// use marlin_core::StopFlag;
///
/// let flag = StopFlag::new();
/// let other = flag.clone();
/// std::thread::spawn(move || other.stop()).join().unwrap();
/// assert!(flag.is_stopped());
/// ```
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Returns a flag that isn't raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag, for good: a search that begins later with it stops at once.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Returns whether the flag is raised.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// When a search gives up; without any limit it goes on until it has the answer.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use marlin_core::Limits;
///
/// let limits = Limits { time: Some(Duration::from_millis(500)), ..Limits::default() };
/// ```
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// The time that the search may take from its start, obeyed within 5 ms.
    pub time: Option<Duration>,
    /// The nodes that the search may visit, obeyed exactly by one thread, and within some hundred for each of many.
    pub nodes: Option<u64>,
    /// A flag that stops the search once raised, obeyed within 5 ms.
    pub stop: Option<StopFlag>,
    /// How many plies the search looks ahead: it ends when it is proven whether the game ends within so many moves, and
    /// how, even where nothing more is proven. It doesn't prove which of two wins within them is faster.
    pub plies: Option<u32>,
}

impl Limits {
    /// Never gives up.
    pub const NONE: Self = Self { time: None, nodes: None, stop: None, plies: None };
}

/// What a search has found so far, for its callback: on every news at once, and four times a second without any.
///
/// # Examples
///
/// ```
/// use marlin_core::{Limits, Progress, Solver};
///
/// let mut print = |progress: &Progress| {
///     println!("{} after {} nodes, {} a second", progress.bounds, progress.nodes, progress.nps());
///     println!("{} of 1000 parts of the table are full, line {:?}", progress.hashfull(), progress.line());
/// };
/// let report = Solver::new().solve_within(&"444444".parse()?, &Limits::NONE, &mut print);
/// assert_eq!(report.bounds.score().unwrap().get(), 1);
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Progress<const W: usize = 7, const H: usize = 6> {
    /// What is proven about the position.
    pub bounds: Bounds<W, H>,
    /// The move that looks best by what is proven.
    pub best: Option<Column<W>>,
    /// Nodes visited, by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub elapsed: Duration,
    position: Position<W, H>,
    table: Arc<TranspositionTable<W, H>>,
}

// What few callbacks want is found out when it is asked for: an easy position takes less time than any of it.
impl<const W: usize, const H: usize> Progress<W, H> {
    /// Returns the nodes visited per second.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }

    /// Returns how full the table is, in thousandths, by a sample.
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// Returns the moves that look best to both sides by what is proven, from [`Self::best`] on as far as the table
    /// knows anything, at least two unless the game ends before. They may change until the search ends.
    pub fn line(&self) -> Vec<Column<W>> {
        let Some(best) = self.best else { return Vec::new() };
        let mut position = self.position;
        position.make_move(best);
        let mut line = vec![best];
        line.extend(root::likely_line(position, -self.bounds, &self.table.peek()));
        line
    }
}

/// Returns the nodes visited per second.
pub(crate) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64
}

/// Ends a search at its limits and tells the caller how far it has come.
pub(crate) struct Watch<'a, const W: usize, const H: usize> {
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Progress<W, H>),
    table: &'a Arc<TranspositionTable<W, H>>,
    started: Instant,
    next_look: u64,
    /// The node count at which to pause.
    pause: u64,
    last_report: Duration,
    news: Option<News<W, H>>,
}

/// A position, its bounds and its best move by what is proven.
type News<const W: usize, const H: usize> = (Position<W, H>, Bounds<W, H>, Option<Column<W>>);

impl<'a, const W: usize, const H: usize> Watch<'a, W, H> {
    pub(super) fn new(
        table: &'a Arc<TranspositionTable<W, H>>,
        limits: &'a Limits,
        progress: &'a mut dyn FnMut(&Progress<W, H>),
    ) -> Self {
        Self {
            limits,
            progress,
            table,
            started: Instant::now(),
            // The first node looks: a flag that is up already stops the search before it has begun.
            next_look: 0,
            pause: u64::MAX,
            last_report: Duration::ZERO,
            news: None,
        }
    }

    /// Returns the time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns when the search began.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// Takes the search for a part of one that began earlier.
    pub(crate) fn start_at(&mut self, started: Instant) {
        self.started = started;
    }

    /// Has the search pause at a node count, or not, for `None`.
    pub(crate) fn pause_at(&mut self, nodes: Option<u64>) {
        self.pause = nodes.unwrap_or(u64::MAX);
    }

    /// Returns the node count at which to look next.
    pub(super) fn next_look(&self) -> u64 {
        self.next_look
    }

    /// Returns whether the search has come to its limits after some nodes and some time.
    pub(crate) fn is_at_limits(&self, nodes: u64, elapsed: Duration) -> bool {
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| nodes >= limit);
        let out_of_time = self.limits.time.is_some_and(|limit| elapsed >= limit);
        let stopped = self.limits.stop.as_ref().is_some_and(StopFlag::is_stopped);
        out_of_nodes || out_of_time || stopped
    }

    /// Looks at the limits and the flag before a thread that has visited `nodes` visits another one; `in_all` are the
    /// nodes of all threads.
    #[cold]
    pub(super) fn look(&mut self, nodes: u64, in_all: u64) -> Result<(), Interrupted> {
        let elapsed = self.started.elapsed();
        if self.is_at_limits(in_all, elapsed) {
            return Err(Interrupted::AtLimits);
        }
        if nodes >= self.pause {
            return Err(Interrupted::Paused);
        }
        self.next_look =
            (nodes + NODES_BETWEEN_LOOKS).min(self.limits.nodes.unwrap_or(u64::MAX)).min(self.pause);
        if elapsed.saturating_sub(self.last_report) >= PROGRESS_INTERVAL {
            self.report(in_all);
        }
        Ok(())
    }

    /// Takes note of what is proven of a position, and tells it if it is new.
    pub(super) fn note(&mut self, nodes: u64, news: News<W, H>) {
        if self.news != Some(news) {
            self.news = Some(news);
            self.report(nodes);
        }
    }

    fn report(&mut self, nodes: u64) {
        let elapsed = self.started.elapsed();
        self.last_report = elapsed;
        let Some((position, bounds, best)) = self.news else { return };
        let table = Arc::clone(self.table);
        (self.progress)(&Progress { bounds, best, nodes, elapsed, position, table });
    }
}

impl<const W: usize, const H: usize> fmt::Debug for Watch<'_, W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("limits", self.limits).finish_non_exhaustive()
    }
}

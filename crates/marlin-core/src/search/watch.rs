//! Ends a search at its limits and tells the caller how far it has come.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Interrupted;
use crate::column::Column;
use crate::limits::{Limits, StopFlag};
use crate::position::Position;
use crate::report::Progress;
use crate::score::Bounds;
use crate::transposition::TranspositionTable;

/// Nodes between two looks at the clock and the stop flag: well below a millisecond even while the system hands out the
/// pages of a new table.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// Time between two calls of the progress callback while nothing new is proven.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

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
    pub(super) fn next_poll(&self) -> u64 {
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

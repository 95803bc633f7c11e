//! [`Limiter`]: ends a search at its limits, and tells the caller how far it has come.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::interrupted::Interrupted;
use super::root::Root;
use crate::bounds::Bounds;
use crate::column::Column;
use crate::limits::{Limits, StopFlag};
use crate::position::Position;
use crate::report::Progress;
use crate::transposition::TranspositionTable;

/// Nodes between two polls of the clock and the stop flag: well below a millisecond even while the system provides the
/// pages of a new table.
const NODES_BETWEEN_POLLS: u64 = 256;

/// Time between two calls of the progress callback while nothing new is proven.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// The limits of a search as one thread polls them, and the progress that it has reported.
pub(super) struct Limiter<'a, const W: usize, const H: usize> {
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Progress<W, H>),
    table: &'a Arc<TranspositionTable<W, H>>,
    started: Instant,
    /// The node count at which to poll next.
    next_poll: u64,
    /// The node count at which other threads are to help.
    serial_nodes: u64,
    last_report: Duration,
    /// The latest result: a position, its bounds and its best move.
    found: Option<(Position<W, H>, Bounds<W, H>, Option<Column<W>>)>,
}

impl<'a, const W: usize, const H: usize> Limiter<'a, W, H> {
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
            // The first node polls: a flag that is up already stops the search before it has begun.
            next_poll: 0,
            serial_nodes: u64::MAX,
            last_report: Duration::ZERO,
            found: None,
        }
    }

    /// Returns the time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns when the search began.
    pub(super) const fn started(&self) -> Instant {
        self.started
    }

    /// Makes the search a part of one that began earlier.
    pub(super) const fn start_at(&mut self, started: Instant) {
        self.started = started;
    }

    /// Interrupts the search at a node count for other threads to join it.
    pub(super) const fn call_helpers_at(&mut self, nodes: u64) {
        self.serial_nodes = nodes;
    }

    /// Returns the node count at which to poll next.
    #[inline(always)]
    pub(super) const fn next_poll(&self) -> u64 {
        self.next_poll
    }

    /// Returns whether the search has come to its limits after some nodes.
    pub(super) fn is_at_limits(&self, nodes: u64) -> bool {
        self.is_at_limits_after(nodes, self.started.elapsed())
    }

    fn is_at_limits_after(&self, nodes: u64, elapsed: Duration) -> bool {
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| nodes >= limit);
        let out_of_time = self.limits.time.is_some_and(|limit| elapsed >= limit);
        let stopped = self.limits.stop.as_ref().is_some_and(StopFlag::is_stopped);
        out_of_nodes || out_of_time || stopped
    }

    /// Polls the limits and the flag before a thread that has visited `nodes` visits another one; `in_all` are the
    /// nodes of all threads.
    #[cold]
    pub(super) fn poll(&mut self, nodes: u64, in_all: u64) -> Result<(), Interrupted> {
        let elapsed = self.started.elapsed();
        if self.is_at_limits_after(in_all, elapsed) {
            return Err(Interrupted::AtLimits);
        }
        if nodes >= self.serial_nodes {
            return Err(Interrupted::HelpersDue);
        }
        let node_limit = self.limits.nodes.unwrap_or(u64::MAX);
        self.next_poll = (nodes + NODES_BETWEEN_POLLS).min(node_limit).min(self.serial_nodes);
        if elapsed.saturating_sub(self.last_report) >= PROGRESS_INTERVAL {
            self.report(in_all);
        }
        Ok(())
    }

    /// Reports what is proven of a root if it is new.
    pub(super) fn report_if_new(&mut self, nodes: u64, root: &Root<W, H>) {
        let found = Some((root.position(), root.bounds(), root.best()));
        if self.found != found {
            self.found = found;
            self.report(nodes);
        }
    }

    fn report(&mut self, nodes: u64) {
        let elapsed = self.started.elapsed();
        self.last_report = elapsed;
        let Some((position, bounds, best)) = self.found else { return };
        let table = Arc::clone(self.table);
        (self.progress)(&Progress { bounds, best, nodes, elapsed, position, table });
    }
}

impl<const W: usize, const H: usize> fmt::Debug for Limiter<'_, W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limiter").field("limits", self.limits).finish_non_exhaustive()
    }
}

//! Every few hundred nodes a thread polls the limits of the search ([`Limiter`]) and reports its progress
//! ([`Reporter`]).

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::root::Root;
use crate::limits::{Limits, StopFlag};
use crate::report::{Report, Source};
use crate::target::Instant;
use crate::transposition::TableHandle;

/// The reason why a search ends before it has proven anything. The search then leaves all nodes without
/// storing a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupted {
    /// The search has reached its limits, or was stopped.
    AtLimits,
    /// The search takes long, and other threads are to join it. The driver starts them and repeats the
    /// question; stored nodes need not be searched anew.
    HelpersDue,
    /// Another thread has answered the question that this one was working on.
    Answered,
    /// Another thread has decided a shared node on the path to here: its index in the path of the `Worker`.
    Decided(usize),
}

/// The result of a search, unless it is interrupted. By default the result is a value.
pub(crate) type Searched<T = i32> = Result<T, Interrupted>;

/// Nodes between two polls of the clock and the stop flag: well below a millisecond even while the system
/// provides the pages of a new table.
pub(super) const NODES_BETWEEN_POLLS: u64 = 256;

/// The limits of a search as one thread polls them.
#[derive(Debug)]
pub(super) struct Limiter<'a> {
    limits: &'a Limits,
    pub(super) started: Instant,
    /// The node count at which to poll next.
    pub(super) next_poll: u64,
    /// The node count at which other threads are to help; `u64::MAX` if never.
    pub(super) serial_nodes: u64,
    /// Other threads help only after this flag is raised.
    pub(super) growth: Option<&'a AtomicBool>,
}

impl<'a> Limiter<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            started: Instant::now(),
            // The first node polls: a flag that is up already stops the search before it has begun.
            next_poll: 0,
            serial_nodes: u64::MAX,
            growth: None,
        }
    }

    /// Returns the time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns whether the search has reached its limits after some nodes and some time.
    pub(super) fn is_at_limits(&self, nodes: u64, elapsed: Duration) -> bool {
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| nodes >= limit);
        let out_of_time = self.limits.time.is_some_and(|limit| elapsed >= limit);
        let stopped = self.limits.stop.as_ref().is_some_and(StopFlag::is_stopped_after_pause);
        out_of_nodes || out_of_time || stopped
    }

    /// Polls the limits and the flag before a thread that has visited `nodes` visits another one; `in_all`
    /// are the nodes of all threads, and `elapsed` is the time since the search began.
    #[cold]
    pub(super) fn poll(&mut self, nodes: u64, in_all: u64, elapsed: Duration) -> Searched<()> {
        if self.is_at_limits(in_all, elapsed) {
            return Err(Interrupted::AtLimits);
        }
        let is_serial = nodes < self.serial_nodes;
        if !is_serial && self.growth.is_none_or(|flag| flag.load(Relaxed)) {
            return Err(Interrupted::HelpersDue);
        }
        let node_limit = self.limits.nodes.unwrap_or(u64::MAX);
        let next_call = if is_serial { self.serial_nodes } else { u64::MAX };
        self.next_poll = (nodes + NODES_BETWEEN_POLLS).min(node_limit).min(next_call);
        Ok(())
    }
}

/// Time between two calls of the progress callback while nothing new is proven.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// The callback of a search for its progress, with the report so far and the leader's view of the table.
pub(crate) type ProgressFn<'a> = dyn FnMut(&Report, &TableHandle<'_>) + 'a;

/// The progress callback of a search, and the progress that it was called with.
pub(super) struct Reporter<'a> {
    /// `None` if the caller has set none.
    progress: Option<&'a mut ProgressFn<'a>>,
    /// The time of the last report since the search began.
    last_report: Duration,
    /// The latest result, without the cost of the search.
    found: Option<Report>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(progress: Option<&'a mut ProgressFn<'a>>) -> Self {
        Self { progress, last_report: Duration::ZERO, found: None }
    }

    /// Takes over the proven bounds of a root. Returns whether they are new.
    pub(super) fn update(&mut self, root: &Root) -> bool {
        if self.progress.is_none() {
            return false;
        }
        let found = Some(root.report(Source::Search));
        let is_new = self.found != found;
        self.found = found;
        is_new
    }

    /// Repeats the latest findings, if the last report was a while ago.
    pub(super) fn report_if_due(&mut self, nodes: u64, elapsed: Duration, table: &TableHandle<'_>) {
        if elapsed.saturating_sub(self.last_report) >= PROGRESS_INTERVAL {
            self.report(nodes, elapsed, table);
        }
    }

    /// Reports the latest findings.
    pub(super) fn report(&mut self, nodes: u64, elapsed: Duration, table: &TableHandle<'_>) {
        self.last_report = elapsed;
        if let (Some(found), Some(progress)) = (&self.found, &mut self.progress) {
            progress(&Report { nodes, elapsed, ..found.clone() }, table);
        }
    }
}

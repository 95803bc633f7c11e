//! [`Limiter`]: ends a search at its limits.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::interrupted::Interrupted;
use crate::clock::Instant;
use crate::limits::{Limits, StopFlag};

/// Nodes between two polls of the clock and the stop flag: well below a millisecond even while the system provides the
/// pages of a new table.
const NODES_BETWEEN_POLLS: u64 = 256;

/// The limits of a search as one thread polls them.
#[derive(Debug)]
pub(super) struct Limiter<'a> {
    limits: &'a Limits,
    started: Instant,
    /// The node count at which to poll next.
    next_poll: u64,
    /// The node count at which other threads are to help.
    serial_nodes: u64,
    /// A flag before which they are not to help.
    growth: Option<&'a AtomicBool>,
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

    /// Returns when the search began.
    pub(super) const fn started(&self) -> Instant {
        self.started
    }

    /// Makes the search a part of one that began earlier.
    pub(super) const fn start_at(&mut self, started: Instant) {
        self.started = started;
    }

    /// Interrupts the search at a node count for other threads to join it, but not before a flag is raised, if one is
    /// given.
    pub(super) const fn call_helpers_at(&mut self, nodes: u64, growth: Option<&'a AtomicBool>) {
        (self.serial_nodes, self.growth) = (nodes, growth);
    }

    /// Interrupts the search for no other thread.
    pub(super) const fn call_no_helpers(&mut self) {
        (self.serial_nodes, self.growth) = (u64::MAX, None);
    }

    /// Returns the node count at which to poll next.
    #[inline(always)]
    pub(super) const fn next_poll(&self) -> u64 {
        self.next_poll
    }

    /// Returns whether the search has reached its limits after some nodes.
    pub(super) fn is_at_limits(&self, nodes: u64) -> bool {
        self.is_at_limits_after(nodes, self.started.elapsed())
    }

    fn is_at_limits_after(&self, nodes: u64, elapsed: Duration) -> bool {
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| nodes >= limit);
        let out_of_time = self.limits.time.is_some_and(|limit| elapsed >= limit);
        let stopped = self.limits.stop.as_ref().is_some_and(StopFlag::is_stopped_after_pause);
        out_of_nodes || out_of_time || stopped
    }

    /// Polls the limits and the flag before a thread that has visited `nodes` visits another one; `in_all` are the
    /// nodes of all threads, and `elapsed` is the time since the search began.
    #[cold]
    pub(super) fn poll(&mut self, nodes: u64, in_all: u64, elapsed: Duration) -> Result<(), Interrupted> {
        if self.is_at_limits_after(in_all, elapsed) {
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

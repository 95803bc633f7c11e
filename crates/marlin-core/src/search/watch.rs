//! Limits, the stop flag and progress: what a search looks at now and then.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::Interrupted;
use crate::column::Column;
use crate::score::Bounds;

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
    /// The nodes that the search may visit, obeyed exactly by one thread, and within some hundred for each other one.
    pub nodes: Option<u64>,
    /// A flag that stops the search once raised, obeyed within 5 ms.
    pub stop: Option<StopFlag>,
}

impl Limits {
    /// Never gives up.
    pub const NONE: Self = Self { time: None, nodes: None, stop: None };
}

/// What a search has found so far.
#[derive(Debug, Clone, Copy)]
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
}

/// Ends a search at its limits and tells the caller how far it has come.
pub(crate) struct Watch<'a, const W: usize, const H: usize> {
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Progress<W, H>),
    started: Instant,
    next_look: u64,
    /// The node count at which to end although no limit is reached.
    pause: u64,
    last_report: Duration,
    proven: (Bounds<W, H>, Option<Column<W>>),
}

impl<'a, const W: usize, const H: usize> Watch<'a, W, H> {
    pub(super) fn new(limits: &'a Limits, progress: &'a mut dyn FnMut(&Progress<W, H>)) -> Self {
        Self {
            limits,
            progress,
            started: Instant::now(),
            // The first node looks: a flag that is up already stops the search before it has begun.
            next_look: 0,
            pause: u64::MAX,
            last_report: Duration::ZERO,
            proven: (Bounds::UNKNOWN, None),
        }
    }

    /// Returns the time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Has the search end at a node count although no limit is reached.
    pub(crate) fn pause_at(&mut self, nodes: u64) {
        self.pause = nodes;
    }

    /// Lets a search that ended after some nodes go on, and returns whether it ended for a pause.
    pub(crate) fn ends_pause(&mut self, nodes: u64) -> bool {
        nodes >= std::mem::replace(&mut self.pause, u64::MAX)
    }

    /// Returns the node count at which to look next.
    pub(super) fn next_look(&self) -> u64 {
        self.next_look
    }

    /// Looks at the limits and the flag before one more node than `nodes` is visited.
    #[cold]
    pub(super) fn look(&mut self, nodes: u64, of_others: u64) -> Result<(), Interrupted> {
        let elapsed = self.started.elapsed();
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| nodes + of_others >= limit);
        let out_of_time = self.limits.time.is_some_and(|limit| elapsed >= limit);
        let stopped = self.limits.stop.as_ref().is_some_and(StopFlag::is_stopped);
        if out_of_nodes || out_of_time || stopped || nodes >= self.pause {
            return Err(Interrupted::AtLimits);
        }
        self.next_look =
            (nodes + NODES_BETWEEN_LOOKS).min(self.limits.nodes.unwrap_or(u64::MAX)).min(self.pause);
        if elapsed.saturating_sub(self.last_report) >= PROGRESS_INTERVAL {
            self.report(nodes + of_others);
        }
        Ok(())
    }

    /// Takes note of what is proven, and tells it if it is new.
    pub(super) fn note(&mut self, nodes: u64, bounds: Bounds<W, H>, best: Option<Column<W>>) {
        if self.proven != (bounds, best) {
            self.proven = (bounds, best);
            self.report(nodes);
        }
    }

    fn report(&mut self, nodes: u64) {
        let elapsed = self.started.elapsed();
        self.last_report = elapsed;
        let (bounds, best) = self.proven;
        (self.progress)(&Progress { bounds, best, nodes, elapsed });
    }
}

impl<const W: usize, const H: usize> fmt::Debug for Watch<'_, W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("limits", self.limits).finish_non_exhaustive()
    }
}

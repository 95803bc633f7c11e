//! [`Budget`]: the limits of a request.

use std::time::Duration;

use marlin_core::{Limits, StopFlag};
use tokio::time::Instant;

/// The greatest time of a request: no clock must overflow.
const MAX_TIME: Duration = Duration::from_secs(86_400);

/// The limits of a request: the time from its arrival to its response, and the nodes of each search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    deadline: Instant,
    nodes: Option<u64>,
}

/// Returns the instant after a time from now, at most a day.
pub(crate) fn after(time: Duration) -> Instant {
    Instant::now() + time.min(MAX_TIME)
}

impl Budget {
    /// Returns the limits of a request that has just arrived.
    pub(crate) fn from_now(time: Duration, nodes: Option<u64>) -> Self {
        Self { deadline: after(time), nodes }
    }

    /// Returns the instant at which the response is due.
    pub(crate) const fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Returns the same limits with a deadline that is not later than `end`.
    pub(crate) fn until(self, end: Instant) -> Self {
        Self { deadline: self.deadline.min(end), ..self }
    }

    /// Returns the limits of a search that begins now.
    pub(super) fn limits(&self, stop: &StopFlag) -> Limits {
        let time = self.deadline.saturating_duration_since(Instant::now());
        Limits { time: Some(time), nodes: self.nodes, stop: Some(stop.clone()), ..Limits::NONE }
    }
}

//! [`Allowance`]: the positions that a task may look at beside its searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use marlin_core::{Limits, StopFlag};

/// The positions that a task may always look at: some of its findings need no more, and take about five
/// milliseconds.
const LEAST: u64 = 4_000;

/// The positions that are looked at in a millisecond.
const PER_MILLISECOND: u64 = 800;

/// The positions that a task may look at beside its searches. Its clones share it. The number follows from
/// the limits: it is the number of nodes that a search may visit, or the number of positions that fit in its
/// time. Without such limits only the stop flag ends it. Positions are counted and not timed, so that limits
/// of nodes give the same findings each time.
#[derive(Debug, Clone)]
pub(crate) struct Allowance(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    left: AtomicU64,
    stop: Option<StopFlag>,
}

impl Allowance {
    pub(crate) fn of(limits: &Limits) -> Self {
        let in_time = limits.time.map(|time| (time.as_millis() as u64).saturating_mul(PER_MILLISECOND));
        let most = [limits.nodes, in_time].into_iter().flatten().min();
        let left = AtomicU64::new(most.map_or(u64::MAX, |most| most.max(LEAST)));
        Self(Arc::new(Shared { left, stop: limits.stop.clone() }))
    }

    /// Returns the positions that are left.
    pub(crate) fn left(&self) -> u64 {
        self.0.left.load(Relaxed)
    }

    /// Takes a number of positions. Returns whether that number was left, and nothing has stopped the task.
    pub(crate) fn take(&self, positions: u64) -> bool {
        let take = |left: u64| left.checked_sub(positions);
        let is_stopped = self.0.stop.as_ref().is_some_and(StopFlag::is_stopped);
        !is_stopped && self.0.left.fetch_update(Relaxed, Relaxed, take).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_allowance_follows_from_the_limits_and_ends_with_the_flag() {
        let taken = |limits: &Limits| {
            let allowance = Allowance::of(limits);
            (0..100_000).take_while(|_| allowance.clone().take(100)).count() * 100
        };
        let [none, nodes] = [Limits::NONE, Limits { nodes: Some(5_000), ..Limits::NONE }];
        assert_eq!((taken(&none), taken(&nodes)), (10_000_000, 5_000));
        let time = Some(Duration::from_millis(10));
        assert_eq!(taken(&Limits { time, ..Limits::NONE }), 8_000);
        assert_eq!(taken(&Limits { time, nodes: Some(1), ..Limits::NONE }), 4_000);
        let stop = StopFlag::new();
        let limits = Limits { stop: Some(stop.clone()), ..Limits::NONE };
        assert_eq!(taken(&limits), 10_000_000);
        stop.stop();
        assert_eq!(taken(&limits), 0);
    }
}

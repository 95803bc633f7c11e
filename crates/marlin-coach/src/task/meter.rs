//! [`Meter`]: the cost of a task so far, and the limits of its next search.

use std::time::Duration;

use marlin_core::Limits;

/// The nodes to which the limit of a step grows: some 5 ms. The way back to the end of the last search took
/// at most 108 nodes for 842 random positions of all boards.
const SUFFICIENT_NODES: u64 = 10_000;

/// The time to which the limit of a step grows.
const SUFFICIENT_TIME: Duration = Duration::from_millis(5);

/// The share of the cost so far that a step may always take.
const LEAST_SHARE: u32 = 8;

/// The cost of a task so far, and its total limits.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meter {
    limits: Limits,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
}

impl Meter {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { limits: limits.clone(), ..Self::default() }
    }

    /// Returns the limits of a search within the limits of a step.
    pub(crate) fn next(&self, step: &Limits) -> Limits {
        let nodes = if step.time == Some(Duration::ZERO) { Some(0) } else { self.grown_nodes(step) };
        let time = step.time.map(|time| time.max((self.elapsed / LEAST_SHARE).min(SUFFICIENT_TIME)));
        Limits {
            nodes: [nodes, self.nodes_left()].into_iter().flatten().min(),
            time: [time, self.time_left()].into_iter().flatten().min(),
            depth: [step.depth, self.limits.depth].into_iter().flatten().min(),
            stop: step.stop.as_ref().or(self.limits.stop.as_ref()).cloned(),
        }
    }

    /// Returns the nodes of a step. Each search starts again from the contents of the table, so a search that
    /// is too small to store anything would be repeated for ever.
    fn grown_nodes(&self, step: &Limits) -> Option<u64> {
        let least = (self.nodes / u64::from(LEAST_SHARE)).clamp(1, SUFFICIENT_NODES);
        step.nodes.map(|nodes| if nodes == 0 { 0 } else { nodes.max(least) })
    }

    /// Adds the cost of a search.
    pub(crate) fn add(&mut self, nodes: u64, elapsed: Duration) {
        self.nodes += nodes;
        self.elapsed += elapsed;
    }

    /// Returns whether the total limits are reached.
    pub(crate) fn is_spent(&self) -> bool {
        let is_stopped = self.limits.stop.as_ref().is_some_and(marlin_core::StopFlag::is_stopped);
        self.nodes_left() == Some(0) || self.time_left() == Some(Duration::ZERO) || is_stopped
    }

    fn nodes_left(&self) -> Option<u64> {
        self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes))
    }

    fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.elapsed))
    }
}

/// Returns whether limits have ended a search that took these nodes and this time. A search that ends by
/// itself has proven all that it can.
pub(crate) fn is_cut(limits: &Limits, nodes: u64, elapsed: Duration) -> bool {
    limits.nodes.is_some_and(|most| nodes >= most)
        || limits.time.is_some_and(|most| elapsed >= most)
        || limits.stop.as_ref().is_some_and(marlin_core::StopFlag::is_stopped)
}

#[cfg(test)]
mod tests {
    use marlin_core::StopFlag;

    use super::*;

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    #[test]
    fn small_steps_grow_with_the_cost_so_far_and_stay_within_the_limits() {
        let mut meter = Meter::new(&nodes(1_000_000));
        assert_eq!(meter.next(&nodes(3)).nodes, Some(3));
        meter.add(80_000, Duration::ZERO);
        assert_eq!(meter.next(&nodes(3)).nodes, Some(10_000));
        assert_eq!(meter.next(&nodes(50_000)).nodes, Some(50_000));
        assert_eq!(meter.next(&Limits::NONE).nodes, Some(920_000));
        meter.add(919_999, Duration::ZERO);
        assert_eq!((meter.next(&nodes(3)).nodes, meter.is_spent()), (Some(1), false));
        meter.add(5, Duration::ZERO);
        assert!(meter.is_spent());
    }

    #[test]
    fn a_zero_limit_of_a_step_does_not_grow() {
        let mut meter = Meter::default();
        meter.add(80_000, Duration::from_secs(1));
        let no_time = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
        assert_eq!((meter.next(&nodes(0)).nodes, meter.next(&no_time).nodes), (Some(0), Some(0)));
        assert!(!meter.is_spent());
    }

    #[test]
    fn time_and_flags_count_too() {
        let stop = StopFlag::new();
        let second = Duration::from_secs(1);
        let limits = Limits { time: Some(second), stop: Some(stop.clone()), depth: Some(9), ..Limits::NONE };
        let mut meter = Meter::new(&limits);
        let slice = Limits { time: Some(Duration::from_millis(1)), depth: Some(4), ..Limits::NONE };
        meter.add(1, second / 2);
        let next = meter.next(&slice);
        assert_eq!((next.time, next.depth), (Some(SUFFICIENT_TIME), Some(4)));
        assert!(is_cut(&next, 1, SUFFICIENT_TIME) && !is_cut(&next, 1, Duration::ZERO));
        stop.stop();
        assert!(meter.is_spent() && is_cut(&next, 1, Duration::ZERO));
    }
}

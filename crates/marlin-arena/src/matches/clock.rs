//! [`TimeControl`]: the time of a move, and [`Oversteps`]: the moves that took longer.

use std::time::Duration;

use marlin_support::text::milliseconds;
use serde::{Serialize, Serializer};

/// The tolerance of the limit: two pipes delay a move, and so does the wait for a free core.
pub const MARGIN: Duration = Duration::from_millis(20);

/// The time limit of a move.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct TimeControl {
    /// The limit, if there is one.
    pub(super) time: Option<Duration>,
    /// Whether a move that takes longer loses the game.
    pub(super) is_strict: bool,
}

impl TimeControl {
    /// Returns the overstep of a move beyond the limit, `None` within the margin.
    pub(super) fn overstep(self, taken: Duration) -> Option<Duration> {
        taken.checked_sub(self.time?).filter(|&over| over > MARGIN)
    }

    /// Describes a move that took too long.
    pub(super) fn too_late(self, taken: Duration) -> String {
        let [taken, time] = [taken, self.time.unwrap_or_default()].map(milliseconds);
        format!("the move took {taken} ms, of {time} ms")
    }
}

/// The oversteps of the limit. The names are part of the interface.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Oversteps {
    /// The number of such moves.
    #[serde(rename = "oversteps")]
    pub(super) count: u64,
    /// The largest of them.
    #[serde(rename = "worst_overstep_ms", serialize_with = "as_milliseconds")]
    pub(super) worst: Option<Duration>,
}

impl Oversteps {
    /// Adds others.
    pub(super) fn add(&mut self, others: Self) {
        self.count += others.count;
        self.worst = self.worst.max(others.worst);
    }
}

#[expect(clippy::ref_option, reason = "serde hands on fields by reference")]
fn as_milliseconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(milliseconds).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_within_the_margin_is_not_an_overstep() {
        let time = Duration::from_millis(50);
        let overstep = |taken| TimeControl { time: Some(time), is_strict: false }.overstep(taken);
        assert_eq!([overstep(Duration::ZERO), overstep(time), overstep(time + MARGIN)], [None; 3]);
        let more = MARGIN + Duration::from_nanos(1);
        assert_eq!(overstep(time + more), Some(more));
        assert_eq!(TimeControl::default().overstep(Duration::MAX), None);
    }
}

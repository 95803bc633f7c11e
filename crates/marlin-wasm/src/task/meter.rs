//! [`Meter`]: what a search has cost, and how much it may.

use std::time::Duration;

use marlin_core::Limits;

/// The size to which smaller slices grow: some 5 ms. The way back to the end of the last slice took at most 108 nodes for 842
/// random positions of all boards.
const SLICE_THAT_SUFFICES: u64 = 10_000;

/// What a search has cost so far, and how much it may.
#[derive(Debug, Clone, Default)]
pub(super) struct Meter {
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    /// The nodes after which the search gives up.
    budget: Option<u64>,
}

impl Meter {
    pub(super) fn new(budget: Option<u64>) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Returns the limits of the next slice.
    pub(super) fn limits(&self, slice: Option<u64>) -> Limits {
        // Each slice starts again with what the table has. One that is too small to store anything would be repeated for ever.
        let least = (self.nodes / 8).clamp(1, SLICE_THAT_SUFFICES);
        let slice = slice.map(|nodes| nodes.max(least));
        let nodes = [slice, self.left()].into_iter().flatten().min();
        Limits { nodes, ..Limits::NONE }
    }

    /// Adds what a slice has cost.
    pub(super) fn add(&mut self, nodes: u64, elapsed: Duration) {
        self.nodes += nodes;
        self.elapsed += elapsed;
    }

    /// Returns whether nothing is left to search with.
    pub(super) fn is_spent(&self) -> bool {
        self.left() == Some(0)
    }

    fn left(&self) -> Option<u64> {
        self.budget.map(|budget| budget.saturating_sub(self.nodes))
    }
}

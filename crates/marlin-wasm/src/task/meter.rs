//! [`Meter`]: what a search has cost, and how much it may.

use std::time::Duration;

use marlin_core::Limits;

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
        // A slice without a node would never come to an end.
        let slice = slice.map(|nodes| nodes.max(1));
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

//! [`Worker`]: the place of a thread in its team.

use crate::geometry::Layout;
use std::sync::atomic::Ordering::Relaxed;

use super::team::{DISMISSED, Team};
use crate::search::node::Node;
use crate::search::root::Root;
use crate::transposition::{TableHandle, TableKey};

/// The least number of empty cells of a node whose moves are shared out. With fewer a move takes too little time.
/// Chosen with two threads on the empty board and the first 25 positions of `L1_R3`; the figures are in
/// docs/measurements.md.
const SHARED_EMPTY_CELLS: u32 = if cfg!(test) { 4 } else { 28 };

/// Nodes up to this many plies after the root share out their moves, for any number of empty cells.
const SHARED_PLIES: u32 = 4;

/// The place of a thread in its team.
pub(in crate::search) struct Worker<'a> {
    pub(in crate::search) team: &'a Team,
    /// The number of the question that the thread works on.
    pub(in crate::search) question: u64,
    /// The least number of empty cells of a node whose moves are shared out during this question.
    shared_empty_cells: u32,
    /// The nodes that were reported to the team.
    reported: u64,
    /// The shared nodes from the root to here: key, number of stones, and alpha.
    pub(in crate::search) path: Vec<(TableKey, u32, i32)>,
}

impl<'a> Worker<'a> {
    pub(in crate::search) const fn new(team: &'a Team) -> Self {
        Self { team, question: DISMISSED, shared_empty_cells: u32::MAX, reported: 0, path: Vec::new() }
    }

    /// Begins to work on a question.
    pub(in crate::search) fn begin(&mut self, number: u64, root: &Root) {
        self.question = number;
        self.shared_empty_cells = SHARED_EMPTY_CELLS.min(root.empty_cells().saturating_sub(SHARED_PLIES));
        self.path.clear();
    }

    /// Reports to the team the nodes since the last report.
    pub(in crate::search) fn report_nodes(&mut self, nodes: u64) {
        self.team.nodes.fetch_add(nodes - self.reported, Relaxed);
        self.reported = nodes;
    }

    /// Returns the nodes of all threads, if this one has visited some.
    pub(in crate::search) fn nodes(&self, nodes: u64) -> u64 {
        self.team.nodes.load(Relaxed) + nodes - self.reported
    }

    /// Returns whether the moves of a node are shared out.
    #[inline(always)]
    pub(in crate::search) fn shares_moves<B: Layout>(&self, node: &Node<B>) -> bool {
        node.nb_moves + self.shared_empty_cells <= node.masks().cells()
    }

    /// Returns the index in the path of the first shared node that another thread has decided.
    pub(in crate::search) fn decided_node(&self, table: &TableHandle<'_>) -> Option<usize> {
        self.path.iter().position(|&(key, nb_moves, alpha)| {
            table.probe(key, nb_moves).is_some_and(|known| known.decides(alpha).is_some())
        })
    }
}

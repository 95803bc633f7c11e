//! Results of nodes: whether each node of an ordinary search fails high, and at what cost.

use super::solve_observed;
use crate::geometry::Standard;
use crate::position::Position;
use crate::search::internals::lines;
use crate::search::node::Node;
use crate::search::observer::Observer;
use crate::search::ordering::patterns::CellStates;
use crate::search::ordering::weights::{self, OrderingWeights};
use crate::transposition::TableSizeError;

/// The result of a node of an ordinary search.
#[derive(Debug, Clone, Copy)]
pub struct NodeSample {
    /// Stones of the side to move.
    pub us: u64,
    /// Stones of the side that has just moved.
    pub them: u64,
    /// The class of the node before the move.
    pub class: usize,
    /// Stones on the board.
    pub nb_moves: u32,
    /// Whether the node fails high: then the last move didn't exceed alpha at the position before it.
    pub fails_high: bool,
    /// Nodes that it took to find that out.
    pub nodes: u64,
}

impl NodeSample {
    /// Calls `visit` with the index in a pattern table of every line of the board, as the side that has just moved sees it.
    pub fn for_each_line(&self, visit: impl FnMut(usize)) {
        lines::for_each_line(CellStates::of(&Standard::MASKS, self.them, self.us), visit);
    }
}

/// Solves a position of the standard board and returns what came of the nodes with at most `most_stones` stones.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`](crate::TranspositionTable::new).
pub fn node_samples(
    position: &Position,
    weights: OrderingWeights<'_>,
    most_stones: u32,
) -> Result<Vec<NodeSample>, TableSizeError> {
    Ok(solve_observed(position, weights, NodeSampler { most_stones, samples: Vec::new() })?.0.samples)
}

/// Writes down what came of the nodes with few stones.
#[derive(Debug)]
struct NodeSampler {
    most_stones: u32,
    samples: Vec<NodeSample>,
}

impl Observer<Standard> for NodeSampler {
    fn after_node(&mut self, node: &Node<Standard>, alpha: i32, fails_high: bool, nodes: u64) {
        if node.nb_moves <= self.most_stones {
            self.samples.push(NodeSample {
                us: node.position.us,
                them: node.position.them(),
                class: weights::class(&Standard::MASKS, node.nb_moves - 1, -alpha - 1),
                nb_moves: node.nb_moves,
                fails_high,
                nodes,
            });
        }
    }
}

//! Results of nodes: whether each node of an ordinary search fails high, and at what cost.

use super::{Sampler, solve_sampled};
use crate::board_size::BoardSize;
use crate::geometry::Masks;
use crate::limits::Limits;
use crate::search::node::Node;
use crate::search::ordering::weights::{self, OrderingWeights};
use crate::transposition::TableSizeError;

/// The result of a node of an ordinary search.
#[derive(Debug, Clone, Copy)]
pub struct NodeSample {
    /// The size of the board.
    pub size: BoardSize,
    /// Stones of the side to move.
    pub us: u64,
    /// Stones of the side that has just moved.
    pub them: u64,
    /// The class of the node before the move.
    pub class: usize,
    /// Stones on the board.
    pub nb_moves: u32,
    /// Whether the node fails high: then the last move did not exceed alpha at the position before it.
    pub fails_high: bool,
    /// Nodes of the search for this result.
    pub nodes: u64,
}

/// Solves a position and returns the results of the nodes with at most `most_stones` stones.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`](crate::TranspositionTable::new).
pub fn node_samples(
    position: &crate::Position,
    weights: OrderingWeights<'_>,
    most_stones: u32,
) -> Result<Vec<NodeSample>, TableSizeError> {
    let size = position.size();
    let sampler = Sampler::Nodes(NodeSampler { size, most_stones, samples: Vec::new() });
    let (sampler, _) = solve_sampled(size, position.raw, weights, &Limits::NONE, sampler)?;
    let Sampler::Nodes(sampler) = sampler else { unreachable!("the sampler of this search") };
    Ok(sampler.samples)
}

/// Records the results of the nodes with few stones.
#[derive(Debug)]
pub(super) struct NodeSampler {
    size: BoardSize,
    most_stones: u32,
    samples: Vec<NodeSample>,
}

impl NodeSampler {
    pub(super) fn after_node(
        &mut self,
        node: &Node<&'static Masks>,
        alpha: i32,
        fails_high: bool,
        nodes: u64,
    ) {
        if node.nb_moves <= self.most_stones {
            self.samples.push(NodeSample {
                size: self.size,
                us: node.position.us,
                them: node.position.them(),
                class: weights::class(self.size.masks(), node.nb_moves - 1, -alpha - 1),
                nb_moves: node.nb_moves,
                fails_high,
                nodes,
            });
        }
    }
}

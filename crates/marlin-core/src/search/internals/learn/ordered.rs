//! Ordered nodes: the priorities of the candidates of a node, and the result of the node.

use super::{Sampler, solve_sampled};
use crate::board_size::BoardSize;
use crate::geometry::{Masks, Standard};
use crate::limits::Limits;
use crate::position::Position;
use crate::search::children::{Children, lanes};
use crate::search::node::Node;
use crate::search::ordering::picker::MovePicker;
use crate::search::ordering::weights::OrderingWeights;
use crate::transposition::TableSizeError;

/// A node of an ordinary search with more than one candidate, their priorities, and the result of the node.
#[derive(Debug, Clone, Copy)]
pub struct OrderedNode {
    /// Stones of the side to move.
    pub us: u64,
    /// Stones of the other side.
    pub them: u64,
    /// The lower end of the window that was tested.
    pub alpha: i32,
    /// By column, the priority of a candidate.
    pub priorities: [Option<i32>; 7],
    /// Whether the node fails high: a move exceeds alpha.
    pub fails_high: bool,
    /// Nodes of the search for this result.
    pub nodes: u64,
}

impl OrderedNode {
    /// Returns the position.
    pub const fn position(&self) -> Position {
        Position::from_stones(BoardSize::STANDARD, self.us, self.us | self.them)
    }
}

/// Solves a position of the standard board and returns the nodes of fewer than `below_stones` stones with more than one
/// candidate.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`](crate::TranspositionTable::new).
pub fn ordered_nodes(
    position: &Position,
    weights: OrderingWeights<'_>,
    below_stones: u32,
) -> Result<Vec<OrderedNode>, TableSizeError> {
    let sampler = Sampler::Order(OrderSampler { below_stones, open: vec![None; 64], nodes: Vec::new() });
    let (sampler, _) = solve_sampled(BoardSize::STANDARD, position.raw, weights, &Limits::NONE, sampler)?;
    let Sampler::Order(sampler) = sampler else { unreachable!("the sampler of this search") };
    Ok(sampler.nodes)
}

/// Records the order in which the moves of nodes with few stones are tried.
#[derive(Debug)]
pub(super) struct OrderSampler {
    below_stones: u32,
    /// By number of stones, the node on the path to here.
    open: Vec<Option<OrderedNode>>,
    nodes: Vec<OrderedNode>,
}

impl OrderSampler {
    pub(super) fn before_moves<const L: usize>(
        &mut self,
        node: &Node<&'static Masks>,
        children: &Children<L>,
        picker: &MovePicker<L>,
        alpha: i32,
    ) {
        if node.nb_moves >= self.below_stones {
            return;
        }
        let mut priorities = [None; 7];
        for lane in lanes(picker.left()) {
            let column = Standard::MASKS.column_of(children.cell(lane));
            priorities[column] = Some(picker.priority(lane) as i32);
        }
        let several = priorities.iter().flatten().count() > 1;
        self.open[node.nb_moves as usize] = several.then(|| OrderedNode {
            us: node.position.us,
            them: node.position.them(),
            alpha,
            priorities,
            fails_high: false,
            nodes: 0,
        });
    }

    pub(super) fn after_node(&mut self, node: &Node<&'static Masks>, fails_high: bool, nodes: u64) {
        if node.nb_moves < self.below_stones {
            let ordered = self.open[node.nb_moves as usize].take();
            self.nodes.extend(ordered.map(|ordered| OrderedNode { fails_high, nodes, ..ordered }));
        }
    }
}

//! Tried nodes: the results of the moves of a node that a search tries, and of others at some nodes.

use std::mem;

use super::{Random, SampledSearch, Sampler, solve_sampled};
use crate::board_size::BoardSize;
use crate::geometry::Masks;
use crate::limits::Limits;
use crate::search::children::Children;
use crate::search::node::Node;
use crate::search::ordering::picker::MovePicker;
use crate::search::ordering::weights::OrderingWeights;
use crate::search::poll::Interrupted;
use crate::transposition::TableSizeError;

/// At one in this many nodes the moves after the first that exceeds alpha are tried too, as long as that is not done
/// above it already: more often at the nodes of the first plies, of which there are few.
const EXPLORED: u64 = 8;
const EXPLORED_FIRST: u64 = 2;
const FIRST_STONES: u32 = 8;

/// A node of a search, and the moves of it that were tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriedNode {
    /// The size of the board.
    pub size: BoardSize,
    /// Stones of the side to move.
    pub us: u64,
    /// Stones of the other side.
    pub them: u64,
    /// The lower end of the window that was tested.
    pub alpha: i32,
    /// Whether the moves after the first that exceeds alpha were tried too.
    pub is_explored: bool,
    /// The moves in the order of their priorities.
    pub moves: Vec<TriedMove>,
}

/// A move that was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TriedMove {
    /// The cell played, as a bit number.
    pub cell: u8,
    /// The priority of the move.
    pub priority: i32,
    /// The proven bound of its score: a lower one above alpha, an upper one otherwise.
    pub bound: i32,
    /// Nodes of the search for this result.
    pub nodes: u64,
}

impl TriedNode {
    /// Returns the position after a move that was tried.
    pub fn after(&self, tried: &TriedMove) -> crate::Position {
        let occupied = self.us | self.them | 1 << tried.cell;
        crate::Position::from_stones(self.size, self.them, occupied)
    }
}

/// Searches a position with at most `most_nodes` nodes, and returns the nodes of fewer than `below_stones` stones with more
/// than one candidate. `seed` selects those whose moves are all tried.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`](crate::TranspositionTable::new).
pub fn tried_nodes(
    position: &crate::Position,
    weights: OrderingWeights<'_>,
    below_stones: u32,
    most_nodes: u64,
    seed: u64,
) -> Result<Vec<TriedNode>, TableSizeError> {
    let size = position.size();
    let limits = Limits { nodes: Some(most_nodes), ..Limits::NONE };
    let sampler =
        TrialSampler { size, below_stones, random: Random(seed | 1), explores: false, nodes: Vec::new() };
    let (mut sampler, _) = solve_sampled(size, position.raw, weights, &limits, Sampler::Trials(sampler))?;
    Ok(mem::take(&mut of(&mut sampler).nodes))
}

/// Tries the moves of nodes with few stones before the search does.
#[derive(Debug)]
pub(super) struct TrialSampler {
    size: BoardSize,
    below_stones: u32,
    random: Random,
    /// Whether a node above has all of its moves tried.
    explores: bool,
    nodes: Vec<TriedNode>,
}

fn of(sampler: &mut Sampler) -> &mut TrialSampler {
    let Sampler::Trials(sampler) = sampler else { unreachable!("the sampler of this search") };
    sampler
}

/// Tries the moves of a node.
pub(super) fn before_moves<const L: usize>(
    search: &mut SampledSearch<'_>,
    node: &Node<&'static Masks>,
    children: &Children<L>,
    picker: &MovePicker<L>,
    alpha: i32,
) -> Result<(), Interrupted> {
    if node.nb_moves >= of(&mut search.observer).below_stones || picker.left().count_ones() < 2 {
        return Ok(());
    }
    let explores_above = of(&mut search.observer).explores;
    let one_in = if node.nb_moves < FIRST_STONES { EXPLORED_FIRST } else { EXPLORED };
    let tries_all = !explores_above && (of(&mut search.observer).random.next() >> 20).is_multiple_of(one_in);
    let mut left = picker.clone();
    let mut moves = Vec::new();
    while let Some(lane) = left.next() {
        let entered = search.nodes;
        let child = children.as_node(node, lane);
        let bound = -search.search_node(&child, children.bounds(lane), -alpha - 1)?;
        let (priority, nodes) = (picker.priority(lane) as i32, search.nodes - entered);
        moves.push(TriedMove { cell: child.last.trailing_zeros() as u8, priority, bound, nodes });
        if bound > alpha {
            if !tries_all {
                break;
            }
            of(&mut search.observer).explores = true;
        }
    }
    of(&mut search.observer).explores = explores_above;
    let (size, us, them) = (of(&mut search.observer).size, node.position.us, node.position.them());
    of(&mut search.observer).nodes.push(TriedNode { size, us, them, alpha, is_explored: tries_all, moves });
    Ok(())
}

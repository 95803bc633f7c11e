//! The order of the moves: by priority, the highest first. [`MovePicker`] gives them in this order.
//!
//! A priority is a sum. Its weights are learned by `marlin-lab learn`, laid out as on the standard board, and
//! transferred to others.
//!
//! | file | idea |
//! |---|---|
//! | `history.rs` | killers, countermoves, history: the search's memory of moves |
//! | `patterns.rs` | the gain of a move on the lines through it |
//! | `network.rs` | the odds that a move of an early ply exceeds alpha |
//! | `weights.rs` | the features of a child, and the form of the weights |
//! | `learned.rs` | the weights that were learned, and which of them a board has |
//! | `transfer.rs` | weights and network laid over another board |

pub mod history;
pub mod learned;
pub mod network;
pub mod patterns;
pub mod transfer;
pub mod weights;

use self::history::NodeHistory;
use super::children::{LinesOfChildren, lanes};
use super::moves::Moves;
use super::node::Node;
use super::search_thread::SearchThread;
use crate::bounds::static_bounds;
use crate::geometry::Layout;

/// The rise of a move's priority when the reply in its cell has refuted another move of the node. Among
/// values from 500 to 6,000, those from 2,000 to 4,000 take the fewest nodes on the sets and on nine empty
/// boards.
pub(super) const REFUTATION: i64 = 3000;

impl<B: Layout, O> SearchThread<'_, B, O> {
    /// Returns the candidates with their priorities. The open lines are found here, unless the keys have
    /// already needed them.
    #[inline(always)]
    pub fn pick_moves<const L: usize>(
        &self,
        moves: &Moves<'_, B, L>,
        lines: Option<LinesOfChildren<B::Word, L>>,
    ) -> MovePicker<L> {
        let mut picker = MovePicker::new();
        let Moves { children, alpha, .. } = *moves;
        let candidates = moves.bounds.candidates;
        if candidates & candidates.wrapping_sub(1) == 0 {
            lanes(candidates).for_each(|lane| picker.add(lane, 0, 0));
            return picker;
        }
        let node = children.node;
        let masks = &node.masks();
        let lines = if let Some(lines) = lines { lines } else { children.open_lines::<false>().0 };
        let class = weights::class(masks, node.nb_moves, alpha);
        let weights = &self.weights.classes[class];
        let priorities = moves.priorities(&lines, weights, &self.history_at(node));
        for lane in lanes(candidates) {
            let cell = children.cells[lane];
            let priority = weights.of_cell(cell, self.history.of_cell(node.nb_moves, cell))
                + patterns::priority(self.weights.patterns, node, class, cell)
                + network::priority(self.weights.network, node, cell, alpha);
            let rank = masks.centre_rank(masks.column_of(cell));
            picker.add(lane, rank, priorities[lane] + i64::from(priority));
        }
        picker
    }

    /// Returns the inputs from the search that all moves of a node share.
    #[inline(always)]
    pub fn history_at(&self, node: &Node<B>) -> NodeHistory<B::Word> {
        let bounds = static_bounds(&node.masks(), node.nb_moves + 1);
        self.history.at(node.nb_moves, node.last, bounds)
    }
}

/// The children of a node that are still to be searched.
#[derive(Debug, Clone)]
pub struct MovePicker<const L: usize> {
    /// The sort keys of the moves, a word for each lane: the priority, then how near the centre the move is,
    /// then the lane itself.
    sort_words: [i64; L],
    /// A bit for each lane that is still to be searched.
    left: u32,
}

impl<const L: usize> MovePicker<L> {
    /// Bits of a sort word that hold a lane. The distance from the centre takes one more.
    const LANE_BITS: u32 = 5;

    pub(super) const fn new() -> Self {
        Self { sort_words: [0; L], left: 0 }
    }

    /// Adds a child. Among equal priorities the least `rank` is first: the place of its move from the centre
    /// outwards, or the order in which moves were deferred.
    #[inline(always)]
    pub(super) fn add(&mut self, lane: usize, rank: usize, priority: i64) {
        let rank_and_lane = (((1 << Self::LANE_BITS) - rank) << Self::LANE_BITS | lane) as i64;
        self.sort_words[lane % L] = priority << (2 * Self::LANE_BITS + 1) | rank_and_lane;
        self.left |= 1 << lane;
    }

    /// Takes out the child of the highest priority; among equals the one nearest the centre.
    #[inline(always)]
    pub fn next(&mut self) -> Option<usize> {
        let best = lanes(self.left).map(|lane| self.sort_words[lane % L]).max()?;
        let lane = best as usize % (1 << Self::LANE_BITS);
        self.left &= !(1 << lane);
        Some(lane)
    }

    /// Returns the lanes of the children that are still to be searched, a bit for each.
    #[cfg(feature = "internals")]
    pub const fn left(&self) -> u32 {
        self.left
    }

    /// Returns the priority of a child that was added.
    #[cfg(any(test, feature = "internals"))]
    pub const fn priority(&self, lane: usize) -> i64 {
        self.sort_words[lane % L] >> (2 * Self::LANE_BITS + 1)
    }

    /// Raises the priority of a child. This has no effect on a child that is not left.
    #[inline(always)]
    pub(super) fn raise(&mut self, lane: usize, by: i64) {
        self.sort_words[lane % L] += by << (2 * Self::LANE_BITS + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_come_by_priority_and_equals_from_the_centre() {
        let mut picker = MovePicker::<4>::new();
        for (lane, rank, priority) in [(0, 2, -500), (1, 6, 70), (2, 1, 70), (3, 0, -(1 << 40))] {
            picker.add(lane, rank, priority);
            assert_eq!(picker.priority(lane), priority);
        }
        assert_eq!(picker.next(), Some(2));
        picker.raise(0, 571);
        assert_eq!((picker.next(), picker.next()), (Some(0), Some(1)));
        picker.raise(1, 1 << 41);
        assert_eq!((picker.next(), picker.next()), (Some(3), None));
    }

    #[test]
    fn lanes_of_the_widest_board_are_told_apart() {
        let mut picker = MovePicker::<32>::new();
        (0..32).for_each(|lane| picker.add(lane, 31 - lane, 0));
        let found: Vec<usize> = std::iter::from_fn(|| picker.next()).collect();
        assert_eq!(found, (0..32).rev().collect::<Vec<_>>());
    }
}

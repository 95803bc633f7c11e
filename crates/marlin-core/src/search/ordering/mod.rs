//! The order of the moves: by priority, the highest first.
//!
//! A priority is a sum. Its weights are learned by `marlin-lab learn`, laid out as on the standard board, and transferred
//! to others.
//!
//! | file | idea |
//! |---|---|
//! | `history.rs` | killers, countermoves, history: the search's memory of moves |
//! | `patterns.rs` | the gain of a move on the lines through it |
//! | `network.rs` | the odds that a move of an early ply exceeds alpha |
//! | `weights.rs` | the features of a child, and the form of the weights |
//! | `learned.rs` | the weights that were learned, and which of them a board has |
//! | `transfer.rs` | weights and network laid over another board |
//! | `picker.rs` | the moves of a node in the order of their priorities |

pub mod history;
pub mod learned;
pub mod network;
pub mod patterns;
pub(super) mod picker;
pub mod transfer;
pub mod weights;

use self::history::NodeHistory;
use self::picker::MovePicker;
use super::children::{LinesOfChildren, lanes};
use super::moves::Moves;
use super::node::Node;
use super::search_thread::SearchThread;
use crate::bounds::static_bounds;
use crate::geometry::Layout;

/// The rise of a move's priority when the reply in its cell has refuted another move of the node. Of 500 to 6,000, 2,000 to 4,000
/// take the fewest nodes on the sets and on nine empty boards.
pub(super) const REFUTATION: i64 = 3000;

impl<B: Layout, O> SearchThread<'_, B, O> {
    /// Returns the candidates with their priorities. The open lines are found here, unless the keys have needed them.
    #[inline(always)]
    pub fn pick_moves<const L: usize>(
        &self,
        moves: &Moves<'_, B, L>,
        lines: Option<LinesOfChildren<B::Word, L>>,
    ) -> MovePicker<L> {
        let mut picker = MovePicker::new();
        let Moves { node, children, alpha, .. } = *moves;
        let candidates = moves.bounds.candidates;
        if candidates & candidates.wrapping_sub(1) == 0 {
            lanes(candidates).for_each(|lane| picker.add(lane, 0, 0));
            return picker;
        }
        let masks = &node.masks();
        let lines = if let Some(lines) = lines { lines } else { children.open_lines::<B, false>(node).0 };
        let class = weights::class(masks, node.nb_moves, alpha);
        let weights = &self.weights.classes[class];
        let priorities = moves.priorities(&lines, weights, &self.history_at(node));
        for lane in lanes(candidates) {
            let cell = children.cell(lane);
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

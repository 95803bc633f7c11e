//! The priorities of the moves of a node.

use super::history::NodeHistory;
use super::network;
use super::patterns;
use super::picker::MovePicker;
use super::weights;
use crate::bounds::static_bounds;
use crate::geometry::Layout;
use crate::search::children::Children;
use crate::search::lanes::lanes;
use crate::search::move_bounds::MoveBounds;
use crate::search::node::Node;
use crate::search::search_thread::SearchThread;

impl<B: Layout, O> SearchThread<'_, B, O> {
    /// Returns the candidates with their priorities.
    #[inline(always)]
    pub(in crate::search) fn pick_moves<const L: usize>(
        &self,
        node: &Node<B>,
        children: &mut Children<L>,
        bounds: &MoveBounds,
        alpha: i32,
    ) -> MovePicker<L> {
        let mut picker = MovePicker::new();
        let candidates = bounds.candidates;
        if candidates & candidates.wrapping_sub(1) == 0 {
            lanes(candidates).for_each(|lane| picker.add(lane, 0, 0));
            return picker;
        }
        let masks = &node.masks();
        let class = weights::class(masks, node.nb_moves, alpha);
        let weights = &self.weights.classes[class];
        children.prioritise(node, weights, &self.history_at(node));
        for lane in lanes(candidates) {
            let cell = children.cell(lane);
            let priority = weights.of_cell(cell, self.history.of_cell(node.nb_moves, cell))
                + patterns::priority(self.weights.patterns, node, class, cell)
                + network::priority(self.weights.network, node, cell, alpha);
            let rank = masks.centre_rank(masks.column_of(cell));
            picker.add(lane, rank, children.priority(lane) + i64::from(priority));
        }
        picker
    }

    /// Returns the inputs from the search that all moves of a node share.
    #[inline(always)]
    pub(in crate::search) fn history_at(&self, node: &Node<B>) -> NodeHistory {
        let bounds = static_bounds(&node.masks(), node.nb_moves + 1);
        self.history.at(node.nb_moves, node.last, bounds)
    }
}

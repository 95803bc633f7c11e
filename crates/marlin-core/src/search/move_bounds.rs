//! [`MoveBounds`]: the bounds of the moves of a node before any of them is searched.

use super::children::Children;
use super::node::Node;
use super::search_thread::SearchThread;
use crate::geometry::Layout;

/// Bounds of the moves of a node before any of them is searched, beside the bounds of each child.
pub(super) struct MoveBounds {
    /// A bit for each lane whose move may exceed alpha.
    pub(super) candidates: u32,
    /// The score that some move reaches for certain.
    pub(super) guaranteed: i32,
    /// The score that no excluded move can exceed; all moves but the candidates are excluded.
    pub(super) best_of_excluded: i32,
}

impl<B: Layout, O> SearchThread<'_, B, O> {
    /// Narrows the bounds of the children by the table (enhanced transposition cutoffs), and returns the bounds that
    /// follow from them for the node.
    ///
    /// # References
    ///
    /// J. Schaeffer, A. Plaat, New advances in alpha-beta searching, 1996.
    #[inline(always)]
    pub(super) fn move_bounds<const L: usize>(
        &self,
        node: &Node<B>,
        children: &mut Children<L>,
        alpha: i32,
    ) -> MoveBounds {
        let mut bounds = MoveBounds { candidates: 0, guaranteed: i32::MIN, best_of_excluded: i32::MIN };
        for lane in 0..children.len() {
            let mut child = children.bounds(lane);
            let known =
                if self.pruning().probe_children { children.probe(node, &self.table, lane) } else { None };
            if let Some(known) = known {
                child = child.within(known);
                children.set_bounds(lane, child);
            }
            bounds.guaranteed = bounds.guaranteed.max(-child.upper);
            let is_candidate = -child.lower > alpha;
            bounds.candidates |= u32::from(is_candidate) << lane;
            bounds.best_of_excluded =
                bounds.best_of_excluded.max(if is_candidate { i32::MIN } else { -child.lower });
        }
        bounds
    }
}

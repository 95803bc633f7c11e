//! [`NodeBounds`]: what is proven of the score of a node.

use super::node::Node;
use crate::bounds::Bounds;
use crate::transposition::TableHandle;

/// The proven bounds of the score of a node; they only ever narrow.
///
/// The numbers of a [`Bounds`], without its checks and in the words that the search computes with.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeBounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl NodeBounds {
    /// Returns the bounds narrowed by what a table knows of the node.
    #[inline(always)]
    pub(super) fn narrowed<const W: usize, const H: usize>(
        self,
        table: &TableHandle<'_, W, H>,
        node: &Node<W, H>,
    ) -> Self {
        table.probe(node.key, node.nb_moves).map_or(self, |bounds| self.within(bounds))
    }

    /// Returns the bounds narrowed by others that are proven as well.
    #[inline(always)]
    pub(super) fn within<const W: usize, const H: usize>(self, bounds: Bounds<W, H>) -> Self {
        Self { lower: self.lower.max(bounds.lower().get()), upper: self.upper.min(bounds.upper().get()) }
    }

    /// Returns the bound that says on which side of alpha the score lies, if one does.
    #[inline(always)]
    pub(super) const fn decides(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

impl<const W: usize, const H: usize> From<Bounds<W, H>> for NodeBounds {
    fn from(bounds: Bounds<W, H>) -> Self {
        Self { lower: bounds.lower().get(), upper: bounds.upper().get() }
    }
}

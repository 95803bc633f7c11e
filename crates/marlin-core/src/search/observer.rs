//! [`Observer`]: hooks at the nodes of a search. The samplers of `internals` use them; in an ordinary search they
//! compile to nothing.

use super::children::Children;
use super::interrupted::Interrupted;
use super::node::Node;
use super::ordering::picker::MovePicker;
use super::search_thread::SearchThread;
use crate::geometry::Layout;

/// Hooks at the nodes of a search that are not decided before their moves are searched.
pub(crate) trait Observer<B: Layout>: Sized {
    /// Receives the moves of a node with their priorities, before any of them is searched. It may search them itself
    /// first.
    ///
    /// Not called at nodes whose moves several threads share.
    #[inline(always)]
    fn before_moves<const L: usize>(
        _search: &mut SearchThread<'_, B, Self>,
        _node: &Node<B>,
        _children: &Children<L>,
        _picker: &MovePicker<L>,
        _alpha: i32,
    ) -> Result<(), Interrupted> {
        Ok(())
    }

    /// Receives the result of a node, whether it has failed high, and its number of nodes.
    #[inline(always)]
    fn after_node(&mut self, _node: &Node<B>, _alpha: i32, _fails_high: bool, _nodes: u64) {}
}

/// The observer of an ordinary search: none.
impl<B: Layout> Observer<B> for () {}

//! The pieces of a node one by one, for benches of them. No part of the public interface.

use std::fmt;
use std::sync::Arc;

use crate::column::Column;
use crate::cpu::Cpu;
use crate::geometry::Geometry;
use crate::limits::Limits;
use crate::position::Position;
use crate::report::Progress;
use crate::score::Bounds;
use crate::search::children::{Child, Children, Node};
use crate::search::{MoveBounds, Search};
use crate::transposition::TranspositionTable;

/// The most lanes that the search uses on the standard board.
const LANES: usize = 8;

/// A node of the standard board in the middle of its visit: its children are looked at, and none of them is searched.
pub struct Visit<'a> {
    search: Search<'a, 7, 6>,
    node: Node<7, 6>,
    children: Children<LANES>,
    bounds: MoveBounds,
    alpha: i32,
}

impl<'a> Visit<'a> {
    /// Comes to a position in which nobody wins at once, with the question whether its score exceeds `alpha`.
    ///
    /// # Panics
    ///
    /// In debug builds, if the side to move wins with its next stone or the game is over.
    pub fn new(
        position: Position,
        alpha: i32,
        table: &'a Arc<TranspositionTable>,
        progress: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        let search = Search::new(table, Cpu::detect(), &Limits::NONE, progress);
        debug_assert!(!position.is_over() && !position.can_win_next(), "a node that is searched");
        let node = Node::root(position);
        let children = Children::of(&node);
        let bounds = MoveBounds { candidates: 0, guaranteed: 0, best_of_others: 0 };
        let mut visit = Self { search, node, children, bounds, alpha };
        visit.expand();
        visit.bounds = visit.search.move_bounds(&visit.node, &mut visit.children, alpha);
        visit
    }

    /// Looks at all children, and returns something of all of them.
    pub fn expand(&mut self) -> u64 {
        let (node, children) = (&self.node, &mut self.children);
        children.expand(node);
        children.follow_up(node);
        children.hash(node);
        children.prefetch(node, &self.search.table);
        let names = (0..children.len()).map(|lane| {
            let name = children.name(lane);
            name.place ^ name.check
        });
        names.fold(0, u64::wrapping_add)
    }

    /// Returns the key that the child of a column, which isn't full, has in the table.
    pub fn canonical_key(&self, column: Column) -> u64 {
        Child::of(&self.node, self.cell(column)).name::<7, 6>().place
    }

    /// Asks the table about the child of a column, which must be a move that doesn't lose at once.
    pub fn probe(&self, column: Column) -> Option<Bounds> {
        self.children.probe(&self.node, &self.search.table, self.children.lane(self.cell(column)))
    }

    /// Returns the columns that may exceed `alpha`, the most promising first.
    pub fn order(&mut self) -> impl Iterator<Item = Column> {
        let mut order = self.search.order(&self.node, &mut self.children, &self.bounds, self.alpha);
        let column = |lane| Column::new(Geometry::<7, 6>::column_of(self.children.cell(lane)));
        std::iter::from_fn(move || order.next().and_then(column))
    }

    fn cell(&self, column: Column) -> u64 {
        self.node.position.playable_cells() & Geometry::<7, 6>::column_mask(column.index())
    }
}

impl fmt::Debug for Visit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visit").field("position", &self.node.position).finish_non_exhaustive()
    }
}

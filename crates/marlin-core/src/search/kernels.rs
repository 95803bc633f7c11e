//! The pieces of a node one by one, for benches of them. No part of the public interface.

use std::fmt;
use std::sync::Arc;

use super::children::{Child, Children, Node};
use super::watch::{Limits, Progress};
use super::{Prospect, Search};
use crate::bitboard;
use crate::column::Column;
use crate::cpu::Cpu;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::score::Bounds;
use crate::transposition::TranspositionTable;

/// As many lanes as the search has for the standard board.
const LANES: usize = 8;

/// A node of the standard board in the middle of its visit: its children are looked at, and none of them is searched.
pub struct Visit<'a> {
    search: Search<'a, 7, 6>,
    node: Node<7, 6>,
    children: Children<LANES>,
    prospect: Prospect<LANES>,
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
        let mut children = Children::unknown();
        children.survey(&node);
        let prospect = search.prospect(&node, &children, alpha);
        Self { search, node, children, prospect, alpha }
    }

    /// Looks at all children again, and returns something of all of them.
    pub fn survey(&mut self) -> u64 {
        self.children.survey(&self.node);
        let names = bitboard::each(self.node.moves).map(|cell| {
            let name = self.children.name(Geometry::<7, 6>::column_of(cell));
            name.place ^ name.check
        });
        names.fold(0, u64::wrapping_add)
    }

    /// Returns the key that the child of a column, which isn't full, has in the table.
    pub fn canonical_key(&self, column: Column) -> u64 {
        let cell = self.node.position.playable_cells() & Geometry::<7, 6>::column_mask(column.index());
        let child = Child::of(&self.node, cell);
        child.canonical::<7, 6>(&child.prospects::<7, 6>()).fingerprint(child.nb_moves).place
    }

    /// Asks the table about the child of a column.
    pub fn probe(&self, column: Column) -> Option<Bounds> {
        self.search.table.probe(self.children.name(column.index()), self.node.nb_moves + 1)
    }

    /// Returns the columns that may exceed `alpha`, the most promising first.
    pub fn order(&self) -> impl Iterator<Item = Column> {
        let mut order = self.search.order(&self.node, &self.children, &self.prospect, self.alpha);
        std::iter::from_fn(move || order.next().and_then(Column::new))
    }
}

impl fmt::Debug for Visit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visit").field("position", &self.node.position).finish_non_exhaustive()
    }
}

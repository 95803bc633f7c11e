//! The pieces of a node one by one, for benches of them. No part of the public interface.

use std::fmt;

use crate::bounds::Bounds;
use crate::cpu::Cpu;
use crate::geometry::{Column, Standard};
use crate::limits::Limits;
use crate::position::Position;
use crate::search::children::{Children, MoveBounds};
use crate::search::node::{Child, Node};
use crate::search::search_thread::SearchThread;
use crate::transposition::TranspositionTable;

/// The greatest number of lanes that the search uses on the standard board.
const LANES: usize = 8;

/// A node of the standard board whose children are expanded, and none of them searched.
pub struct OpenNode<'a> {
    search: SearchThread<'a, Standard>,
    node: Node<Standard>,
    children: Children<LANES>,
    bounds: MoveBounds,
    alpha: i32,
}

impl<'a> OpenNode<'a> {
    /// Enters a position without a win at once, with the question whether its score exceeds `alpha`.
    ///
    /// # Panics
    ///
    /// In debug builds, if the side to move wins with its next stone or the game is over.
    pub fn new(position: Position, alpha: i32, table: &'a TranspositionTable) -> Self {
        let search = SearchThread::new(Standard, table, Cpu::detect(), &Limits::NONE, None);
        debug_assert!(!position.is_over() && !position.can_win_next(), "a node that is searched");
        let node = Node::root(Standard, position.raw);
        let children = Children::of(&node);
        let bounds = MoveBounds { candidates: 0, guaranteed: 0, best_of_excluded: 0 };
        let mut open = Self { search, node, children, bounds, alpha };
        open.expand();
        open.bounds = open.children.move_bounds(&open.node, Some(&open.search.table), alpha);
        open
    }

    /// Expands, bounds and hashes all children, and returns the sum of their keys.
    pub fn expand(&mut self) -> u64 {
        let (node, children) = (&self.node, &mut self.children);
        children.expand(node);
        children.bound_by_claimeven(node);
        children.compute_keys(node);
        children.prefetch(node, &self.search.table);
        let keys = (0..children.len()).map(|lane| {
            let key = children.key(lane);
            key.hash ^ key.check
        });
        keys.fold(0, u64::wrapping_add)
    }

    /// Returns the key that the child of a column, which is not full, has in the table.
    pub fn reduced_key(&self, column: Column) -> u64 {
        Child::of(&self.node, self.cell(column)).key().hash
    }

    /// Looks up the child of a column in the table; the column must be a move that does not lose at once.
    pub fn probe(&self, column: Column) -> Option<Bounds> {
        let lane = self.children.lane(self.cell(column));
        self.children.probe(&self.node, &self.search.table, lane)
    }

    /// Returns the columns that may exceed `alpha`, the one of the highest priority first.
    pub fn order(&mut self) -> impl Iterator<Item = Column> {
        let mut picker = self.search.pick_moves(&self.node, &mut self.children, &self.bounds, self.alpha);
        let column = |lane| Column::new(Standard::MASKS.column_of(self.children.cell(lane)));
        std::iter::from_fn(move || picker.next().and_then(column))
    }

    fn cell(&self, column: Column) -> u64 {
        self.node.position.playable(&Standard::MASKS) & crate::Position::column_mask(column)
    }
}

impl fmt::Debug for OpenNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenNode").field("position", &self.node.position).finish_non_exhaustive()
    }
}

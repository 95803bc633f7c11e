//! [`Root`]: the position asked about, a table of what is proven of each of its columns.

use super::child::Child;
use super::node::Node;
use super::node_bounds::NodeBounds;
use crate::bounds::Bounds;
use crate::column::Column;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::report::ranked;
use crate::score::Score;
use crate::static_bounds::static_bounds;
use crate::transposition::TableHandle;

/// A position that isn't over, and the bounds proven of every column that can be played.
#[derive(Debug, Clone)]
pub(crate) struct Root<const W: usize, const H: usize> {
    pub(super) position: Position<W, H>,
    /// The children that a search has to look at.
    children: [Option<Node<W, H>>; W],
    /// Bounds from the side to move at the root; `None` for a full column.
    pub(super) columns: [Option<Bounds<W, H>>; W],
    /// What a book says of the position, whatever the column.
    pub(super) position_bounds: Bounds<W, H>,
    /// The number of plies to look ahead; `None` for all.
    depth: Option<u32>,
}

impl<const W: usize, const H: usize> Root<W, H> {
    /// Returns what can be said of the columns of a position without search. It must not be over.
    pub(crate) fn new(position: Position<W, H>) -> Self {
        debug_assert!(!position.is_over());
        let node = Node::root(position);
        let (children, columns) = ([None; W], [None; W]);
        let mut root = Self { position, children, columns, position_bounds: Bounds::UNKNOWN, depth: None };
        for column in Column::all().filter(|&column| position.can_play(column)) {
            let index = column.index();
            let cell = position.playable_cells().bits() & Geometry::<W, H>::column_mask(column);
            let child = Child::of(&node, cell);
            let bounds = bounds_without_search(&child);
            root.columns[index] = Some(bounds);
            root.children[index] = bounds.score().is_none().then(|| child.as_node(&node));
        }
        root
    }

    /// Returns the root with a number of plies to look ahead; `None` for all.
    pub(crate) fn with_depth(self, depth: Option<u32>) -> Self {
        Self { depth, ..self }
    }

    /// Returns the number of plies to look ahead, if that is less than all.
    pub(super) fn depth(&self) -> Option<u32> {
        self.depth.filter(|&depth| depth < self.empty_cells())
    }

    pub(super) const fn position(&self) -> Position<W, H> {
        self.position
    }

    pub(super) const fn nb_moves(&self) -> u32 {
        self.position.nb_moves()
    }

    /// Returns the number of empty cells.
    pub(super) const fn empty_cells(&self) -> u32 {
        Geometry::<W, H>::CELLS - self.position.nb_moves()
    }

    /// Returns what is proven of every column.
    pub(crate) fn columns(&self) -> [Option<Bounds<W, H>>; W] {
        self.columns
    }

    /// Returns what is proven of the position: the best column decides, unless more is known.
    pub(crate) fn bounds(&self) -> Bounds<W, H> {
        let columns = self.columns.iter().flatten();
        let lower = columns.clone().map(|b| b.lower()).max().unwrap_or(Score::MIN);
        let upper = columns.map(|b| b.upper()).max().unwrap_or(Score::MAX);
        // A book may be wrong: what it says of the position counts only within the bounds of the columns.
        let (lower, upper) =
            (lower.max(self.position_bounds.lower()), upper.min(self.position_bounds.upper()));
        Bounds::from_search(lower.min(upper).get(), upper.get())
    }

    /// Returns a column as a node to search, with what is known of it from its own side; `None` if the column is full or the
    /// rules decide it.
    pub(super) fn child(&self, column: Column<W>) -> Option<(Node<W, H>, NodeBounds)> {
        let (child, bounds) = self.children[column.index()].zip(self.columns[column.index()])?;
        Some((child, NodeBounds::from(-bounds)))
    }

    /// Takes over what a search has found of a column: on which side of `alpha` its score lies, as a bound.
    pub(super) fn record(&mut self, column: Column<W>, alpha: i32, value: i32) {
        let Some(bounds) = &mut self.columns[column.index()] else { return };
        let score = Score::from_search(value);
        if value > alpha {
            bounds.raise_lower(score);
        } else {
            bounds.cut_upper(score);
        }
    }

    /// Returns whether it is proven that the score of a column is above `alpha`.
    pub(super) fn exceeds(&self, column: Column<W>, alpha: i32) -> bool {
        self.columns[column.index()].is_some_and(|bounds| bounds.lower().get() > alpha)
    }

    /// Narrows the bounds of all columns by what the table knows.
    pub(super) fn narrow(&mut self, table: &TableHandle<'_, W, H>) {
        Column::all().for_each(|column| self.narrow_column(table, column));
    }

    pub(super) fn narrow_column(&mut self, table: &TableHandle<'_, W, H>, column: Column<W>) {
        let Some((child, known)) = self.child(column) else { return };
        let known = known.narrowed(table, &child);
        if let Some(bounds) = &mut self.columns[column.index()] {
            bounds.raise_lower(Score::from_search(-known.upper));
            bounds.cut_upper(Score::from_search(-known.lower));
        }
    }

    /// Narrows the bounds of all columns by those of another root of the same position.
    pub(super) fn merge(&mut self, other: &Self) {
        for (bounds, others) in self.columns.iter_mut().zip(&other.columns) {
            if let (Some(bounds), Some(others)) = (bounds, others) {
                bounds.raise_lower(others.lower());
                bounds.cut_upper(others.upper());
            }
        }
    }

    /// Takes over the score of the position for the last column that may reach it, if only one is left.
    pub(super) fn infer_last_column(&mut self) {
        let score = self.position_bounds.lower();
        let mut may_reach = self.columns.iter_mut().flatten().filter(|bounds| bounds.upper() >= score);
        if let (Some(last), None) = (may_reach.next(), may_reach.next()) {
            last.raise_lower(score);
        }
    }

    /// Takes over the score of the position, unless what is proven contradicts it.
    pub(crate) fn adopt_score(&mut self, score: Score<W, H>) {
        if self.bounds().contains(score) {
            self.position_bounds = Bounds::exact(score);
            self.columns.iter_mut().flatten().for_each(|bounds| bounds.cut_upper(score));
        }
    }

    /// Returns the column that looks best by what is proven, the first of [`ranked`].
    pub(crate) fn best(&self) -> Option<Column<W>> {
        ranked(&self.columns).first().map(|&(column, _)| column)
    }

    /// Returns whether it is proven that the column that looks best reaches the score of the position.
    pub(super) fn best_reaches_score(&self) -> bool {
        ranked(&self.columns).first().is_some_and(|(_, bounds)| bounds.lower() >= self.bounds().lower())
    }

    /// Returns whether it is proven which column nearest the centre has the score of the position.
    pub(crate) fn best_is_proven(&self) -> bool {
        let Some(score) = self.bounds().score() else { return false };
        let mut columns =
            Geometry::<W, H>::centre_first().into_iter().filter_map(|column| self.columns[column.index()]);
        columns.find(|bounds| bounds.upper() >= score).is_some_and(|bounds| bounds.lower() >= score)
    }
}

/// Returns what can be said of a child without search, from the side to move at the root.
fn bounds_without_search<const W: usize, const H: usize>(child: &Child) -> Bounds<W, H> {
    if let Some(score) = child.decided() {
        return Bounds::exact(-score);
    }
    let (lower, upper) = static_bounds::<W, H>(child.nb_moves);
    let claimeven_upper = child.claimeven::<W, H>().upper as i32;
    -Bounds::from_search(lower, upper.min(claimeven_upper))
}

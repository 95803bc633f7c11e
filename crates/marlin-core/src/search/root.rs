//! [`Root`]: the position of the query, with the proven bounds of each of its columns: by the rules, by the
//! table and by an opening book. [`likely_line`] follows the table from root to root.

use std::time::Duration;

use super::node::{Child, Node};
use crate::bitboard;
use crate::book::Book;
use crate::bounds::{Bounds, best_of, ranked, static_bounds};
use crate::columns::Columns;
use crate::geometry::{BoardSize, Column, Layout, Masks, with_masks};
use crate::position::Position;
use crate::raw_position::RawPosition;
use crate::report::{Report, Source};
use crate::score::Score;
use crate::transposition::{TableHandle, TranspositionTable};
use crate::word::Word;

/// A position that is not over, and the proven bounds of every column that can be played.
#[derive(Debug, Clone)]
pub struct Root {
    pub(super) masks: &'static Masks,
    pub(super) position: RawPosition,
    /// From the side to move; `None` for a column that is full.
    pub(crate) columns: Columns<Option<Bounds>>,
    /// The bounds of the position by a book, for all columns together.
    pub(super) position_bounds: Bounds,
    /// The source of the score of the position; the search as long as the score is open.
    pub(crate) source: Source,
    /// The number of plies to look ahead; `None` for all.
    pub(crate) depth: Option<u32>,
}

impl Root {
    /// Returns the bounds of the columns of a position without search. The game must not be over.
    pub fn new<B: Layout>(board: B, position: RawPosition) -> Self {
        let masks = BoardSize::of_masks(board.static_masks()).masks();
        debug_assert!(!position.is_over(masks));
        let node = Node::root(board, &position);
        let (position_bounds, columns) = (Bounds::of_board(masks), Columns::defaults(masks.width as usize));
        let (source, depth) = (Source::Search, None);
        let mut root = Self { masks, position, columns, position_bounds, source, depth };
        for cell in bitboard::each(position.playable(masks)) {
            root.columns[masks.column_of(cell)] =
                Some(bounds_without_search(&Child::of(&node, B::Word::of(cell))));
        }
        root
    }

    /// Returns the number of plies to look ahead, if that is less than all.
    pub(super) fn depth(&self) -> Option<u32> {
        self.depth.filter(|&depth| depth < self.empty_cells())
    }

    /// Returns the number of empty cells.
    pub(super) fn empty_cells(&self) -> u32 {
        self.masks.cells() - self.position.nb_moves()
    }

    pub(super) fn on_board_mut(&mut self) -> impl Iterator<Item = &mut Bounds> {
        self.columns.iter_mut().flatten()
    }

    /// Returns the proven bounds as a report, without nodes and time.
    pub(crate) fn report(&self, source: Source) -> Report {
        let (bounds, best, nodes, elapsed) = (self.bounds(), self.best(), 0, Duration::ZERO);
        let position = Position::from_raw(BoardSize::of_masks(self.masks), self.position);
        Report { bounds, columns: self.columns, best, source, nodes, elapsed, position }
    }

    /// Returns the proven bounds of the position: the maxima of the bounds of the columns, narrowed by the
    /// bounds of a book.
    pub(crate) fn bounds(&self) -> Bounds {
        let columns = self.columns.values().flatten();
        let most = self.masks.max_score();
        let lower = columns.clone().map(|bounds| bounds.lower).max().unwrap_or(-most);
        let upper = columns.map(|bounds| bounds.upper).max().unwrap_or(most);
        // A book may be wrong: its bounds of the position count only within the bounds of the columns.
        let (lower, upper) = (lower.max(self.position_bounds.lower), upper.min(self.position_bounds.upper));
        Bounds { lower: lower.min(upper), upper }
    }

    /// Returns a column as a node to search, with its bounds from its own side; `None` if the column is full
    /// or its score is proven.
    pub(super) fn child<B: Layout>(&self, board: B, column: usize) -> Option<(Node<B>, Bounds)> {
        let bounds = self.columns[column].filter(|bounds| bounds.score().is_none())?;
        let node = Node::root(board, &self.position);
        let cell = self.position.playable(self.masks) & self.masks.column_mask(column);
        let child = Child::of(&node, B::Word::of(cell));
        Some((child.as_node(&node, child.key()), -bounds))
    }

    /// Takes over the result of a column's search, as a bound: at least `value` if it is above `alpha`,
    /// otherwise at most `value`.
    pub(super) fn record(&mut self, column: usize, alpha: i32, value: i32) {
        if let Some(bounds) = &mut self.columns[column] {
            bounds.narrow(Bounds::of_search(alpha, value));
        }
    }

    /// Returns whether it is proven that the score of a column is above `alpha`.
    pub(super) fn exceeds(&self, column: usize, alpha: i32) -> bool {
        self.columns[column].is_some_and(|bounds| bounds.lower > alpha)
    }

    /// Records the source of the score, if the score has just become known.
    pub(crate) fn note_source(&mut self, source: Source) {
        if self.source == Source::Search && self.bounds().is_exact() {
            self.source = source;
        }
    }

    /// Narrows the bounds of all columns by the entries of a table: through a handle if a small table is
    /// free, otherwise by the answers in the main table alone.
    pub(crate) fn narrow_by_kept<B: Layout>(&mut self, board: B, table: &TranspositionTable) {
        match table.free_handle() {
            Some(handle) => self.narrow(board, &handle),
            None => (0..self.masks.width as usize).for_each(|column| {
                let Some((child, known)) = self.child(board, column) else { return };
                self.narrow_to(column, -table.narrowed_by_answer(known, child.answer_key()));
            }),
        }
    }

    /// Narrows the bounds of all columns by the table.
    pub(crate) fn narrow<B: Layout>(&mut self, board: B, table: &TableHandle<'_>) {
        (0..self.masks.width as usize).for_each(|column| self.narrow_column(board, table, column));
    }

    pub(super) fn narrow_column<B: Layout>(&mut self, board: B, table: &TableHandle<'_>, column: usize) {
        let Some((child, known)) = self.child(board, column) else { return };
        let lookup = table.lookup(child.key, child.sides().held());
        let known = known.within(table.probe(&board.masks(), &lookup));
        self.narrow_to(column, -table.narrowed_by_answer(known, child.answer_key()));
    }

    fn narrow_to(&mut self, column: usize, known: Bounds) {
        if let Some(bounds) = &mut self.columns[column] {
            bounds.narrow(known);
        }
    }

    /// Narrows the bounds of all columns by the bounds of another root of the same position.
    pub(super) fn merge(&mut self, other: &Self) {
        for (bounds, others) in self.columns.iter_mut().zip(other.columns.values()) {
            if let (Some(bounds), Some(others)) = (bounds, others) {
                bounds.narrow(*others);
            }
        }
    }

    /// Takes over the score of the position for the last column that may reach it, if only one is left.
    pub(crate) fn infer_last_column(&mut self) {
        let score = self.position_bounds.lower;
        let mut may_reach = self.on_board_mut().filter(|bounds| bounds.upper >= score);
        if let (Some(last), None) = (may_reach.next(), may_reach.next()) {
            last.narrow(Bounds::at_least(score));
        }
    }

    /// Takes over the score of the position, unless the proven bounds contradict it.
    pub(crate) fn adopt_score(&mut self, score: i32) {
        if self.bounds().contains(Score::from_search(score)) {
            self.position_bounds = Bounds::of_value(score);
            self.on_board_mut().for_each(|bounds| bounds.narrow(Bounds::at_most(score)));
        }
    }

    /// Returns the columns, the best by the proven bounds first: see [`ranked`].
    pub(super) fn ranked(&self) -> Vec<(Column, Bounds)> {
        ranked(self.masks, self.bounds(), &self.columns)
    }

    /// Returns the best column by the proven bounds.
    pub(crate) fn best(&self) -> Option<Column> {
        best_of(self.bounds(), &self.ranked())
    }

    /// Returns whether the column nearest the centre that has the score of the position is known.
    pub(crate) fn best_is_proven(&self) -> bool {
        let Some(score) = self.bounds().value() else { return false };
        let mut columns = self.masks.centre_first().filter_map(|column| self.columns[column]);
        columns.find(|bounds| bounds.upper >= score).is_some_and(|bounds| bounds.lower >= score)
    }
}

/// Returns the bounds of a child without search, from the side to move at the root.
fn bounds_without_search<B: Layout>(child: &Child<B>) -> Bounds {
    if let Some(score) = child.decided() {
        return Bounds::of_value(-score);
    }
    let Bounds { lower, upper } = static_bounds(&child.board.masks(), child.nb_moves);
    -Bounds { lower, upper: upper.min(child.best_upper() as i32) }
}

impl Root {
    /// Takes over the scores of a book: the scores of all columns or, on the book's last ply, the score of
    /// the position alone. A book that contradicts the rules is wrong, and is ignored.
    pub(crate) fn look_up(&mut self, book: &Book) {
        if let Some(scores) = book.raw_columns(&self.position) {
            let agrees = self.columns.values().zip(&scores).all(|(bounds, score)| match (bounds, score) {
                (Some(bounds), Some(score)) => bounds.contains(Score::from_search(*score)),
                (bounds, score) => bounds.is_none() && score.is_none(),
            });
            if agrees {
                let known = self.columns.iter_mut().zip(scores);
                known.for_each(|(bounds, score)| *bounds = score.map(Bounds::of_value));
            }
        } else if let Some(score) = book.raw_score(&self.position) {
            self.adopt_score(score);
        }
    }

    /// Takes over the bounds that a book's last ply implies for the next ply: for the position, if it has one
    /// stone more than the book has plies, or for its columns, if its number of stones is the number of
    /// plies. A position may have several parents, positions from which a move leads to it.
    pub(crate) fn look_up_parents(&mut self, book: &Book) {
        if self.position.nb_moves() == book.plies() + 1 {
            let known = bounds_by_parents(self.position, book);
            if known.intersection(self.bounds()).is_some() {
                self.position_bounds = known;
                self.on_board_mut().for_each(|bounds| bounds.narrow(Bounds::at_most(known.upper)));
                self.infer_last_column();
            }
        } else if self.position.nb_moves() == book.plies() && self.position_bounds.score().is_some() {
            self.bound_columns_by_parents(book);
            self.infer_last_column();
        }
    }

    fn bound_columns_by_parents(&mut self, book: &Book) {
        let open = self
            .columns
            .iter_mut()
            .enumerate()
            .filter_map(|(column, bounds)| Some((column, bounds.as_mut()?)));
        for (column, bounds) in open.filter(|(_, bounds)| bounds.score().is_none()) {
            bounds.narrow(-bounds_by_parents(self.position.after_column(book.masks, column), book));
        }
    }
}

/// Returns the bounds of a position right after a book's last ply, by the scores of the position's parents in
/// the book.
///
/// No move scores more than its parent. If all other moves of the parent score less than the parent, the move
/// has the parent's score.
fn bounds_by_parents(position: RawPosition, book: &Book) -> Bounds {
    let masks = book.masks;
    let parents = position.parents(masks);
    let scored: Vec<_> = parents.filter_map(|(_, parent)| Some((parent, book.raw_score(&parent)?))).collect();
    let mut bounds = Bounds::of_board(masks);
    let Some(least) = scored.iter().map(|&(_, score)| score).min() else { return bounds };
    bounds.narrow(Bounds::at_least(-least));
    if scored.iter().any(|&(parent, score)| score == least && others_do_worse(parent, position, score, book))
    {
        bounds.narrow(Bounds::at_most(-least));
    }
    bounds
}

/// Returns whether, by the rules or a book, every move of a position on the book's last ply scores less than
/// `score`, except the one that leads to `child`.
fn others_do_worse(position: RawPosition, child: RawPosition, score: i32, book: &Book) -> bool {
    let masks = book.masks;
    let root = with_masks!(book.size(), masks => Root::new(masks, position));
    let columns = root.columns.values().enumerate();
    columns.filter_map(|(column, bounds)| Some((column, (*bounds)?))).all(|(column, bounds)| {
        if bounds.upper < score {
            return true;
        }
        let other = position.after_column(masks, column);
        let is_below =
            |parent: &RawPosition| book.raw_score(parent).is_some_and(|its_score| its_score < score);
        other == child
            || bounds.score().is_none() && other.parents(masks).any(|(_, parent)| is_below(&parent))
    })
}

/// Returns the moves of both sides that look best by the table, given bounds of the position. The line ends
/// where the table has no entry, or where no move agrees with the bounds: so a line that ends the game ends
/// it at the move that a proven score implies. The first move is always there, unless the game is over.
pub(crate) fn likely_line(
    mut position: Position,
    mut bounds: Bounds,
    table: &TableHandle<'_>,
) -> Vec<Column> {
    let mut line = Vec::new();
    while !position.is_over() {
        let (root, by_the_rules) = with_masks!(position.size(), masks => {
            let mut root = Root::new(masks, position.raw);
            let by_the_rules = root.columns;
            root.narrow(masks, table);
            (root, by_the_rules)
        });
        let is_known = root.columns != by_the_rules || root.bounds().score().is_some();
        let ranked = root.ranked();
        let possible = ranked.iter().find(|(_, found)| found.intersection(bounds).is_some());
        let next = if line.is_empty() { possible.or(ranked.first()) } else { possible.filter(|_| is_known) };
        let Some(&(column, _)) = next else { break };
        line.push(column);
        position = position.after(column);
        bounds = -bounds;
    }
    line
}

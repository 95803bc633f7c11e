//! The position asked about: what is proven of each of its columns, narrowed one null window at a time.

use super::node::{Child, Node, NodeBounds};
use super::observer::Observer;
use super::{Interrupted, Search};
use crate::book::Book;
use crate::column::Column;
use crate::decided;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::report::{Progress, ranked};
use crate::score::{Bounds, Score};
use crate::transposition::TableHandle;

/// A position that isn't over, and the bounds proven of every column that can be played.
#[derive(Debug, Clone)]
pub(crate) struct Root<const W: usize, const H: usize> {
    position: Position<W, H>,
    /// The children that a search has to look at.
    children: [Option<Node<W, H>>; W],
    /// Bounds from the side to move at the root; `None` for a full column.
    columns: [Option<Bounds<W, H>>; W],
    /// What is known of the position, whatever the column.
    known: Bounds<W, H>,
    /// How many plies to look ahead; `None` for all.
    horizon: Option<u32>,
}

/// A question about a root that one null window answers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Question {
    /// Whether the score is above alpha.
    Position { alpha: i32 },
    /// Whether the score of a column is above alpha.
    Column { column: usize, alpha: i32 },
}

impl<const W: usize, const H: usize> Root<W, H> {
    /// Returns what can be said of the columns of a position without search. It must not be over.
    pub(crate) fn new(position: Position<W, H>) -> Self {
        debug_assert!(!position.is_over());
        let node = Node::root(position);
        let (children, columns) = ([None; W], [None; W]);
        let mut root = Self { position, children, columns, known: Bounds::UNKNOWN, horizon: None };
        for column in Column::all().filter(|&column| position.can_play(column)) {
            let index = column.index();
            let cell = position.playable_cells().bits() & Geometry::<W, H>::column_mask(column);
            let child = Child::of(&node, cell);
            let bounds = bounds_without_search(&child);
            root.columns[index] = Some(bounds);
            root.children[index] = bounds.score().is_none().then(|| child.node(&node));
        }
        root
    }

    /// Returns the root with so many plies to look ahead; `None` for all.
    pub(crate) fn with_horizon(self, horizon: Option<u32>) -> Self {
        Self { horizon, ..self }
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
        let (lower, upper) = (lower.max(self.known.lower()), upper.min(self.known.upper()));
        Bounds::from_search(lower.min(upper).get(), upper.get())
    }

    /// Takes over what a book knows: the score of every column, or on its last ply that of the position. A book that the
    /// rules contradict is wrong, and isn't listened to.
    pub(crate) fn look_up(&mut self, book: &Book<W, H>) {
        if let Some(scores) = book.columns(&self.position) {
            let agrees = self.columns.iter().zip(&scores).all(|(bounds, score)| match (bounds, score) {
                (Some(bounds), Some(score)) => bounds.contains(*score),
                (bounds, score) => bounds.is_none() && score.is_none(),
            });
            if agrees {
                self.columns = scores.map(|score| score.map(Bounds::exact));
            }
        } else if let Some(score) = book.score(&self.position) {
            self.take_score(score);
        }
    }

    /// Takes over what a book's last ply says of the next ply: of the position, if it has one stone more than the book has
    /// plies, or of its columns, if it has as many. A position has several parents, from each of which a move leads to it.
    pub(crate) fn look_up_parents(&mut self, book: &Book<W, H>) {
        if self.position.nb_moves() == book.plies() + 1 {
            let known = bounds_by_parents(self.position, book);
            if overlap(known, self.bounds()) {
                self.known = known;
                self.columns.iter_mut().flatten().for_each(|bounds| bounds.cut_upper(known.upper()));
                self.settle_last();
            }
        } else if self.position.nb_moves() == book.plies() && self.known.score().is_some() {
            self.bound_columns_by_parents(book);
            self.settle_last();
        }
    }

    fn bound_columns_by_parents(&mut self, book: &Book<W, H>) {
        for column in Column::all() {
            let bounds = &mut self.columns[column.index()];
            let Some(bounds) = bounds.as_mut().filter(|bounds| bounds.score().is_none()) else { continue };
            let found = -bounds_by_parents(after(self.position, column), book);
            bounds.cut_upper(found.upper());
            bounds.raise_lower(found.lower());
        }
    }

    /// Takes over the score of the position for the last column that may reach it, if only one is left.
    fn settle_last(&mut self) {
        let score = self.known.lower();
        let mut may_reach = self.columns.iter_mut().flatten().filter(|bounds| bounds.upper() >= score);
        if let (Some(last), None) = (may_reach.next(), may_reach.next()) {
            last.raise_lower(score);
        }
    }

    /// Takes over the score of the position, unless what is proven contradicts it.
    pub(crate) fn take_score(&mut self, score: Score<W, H>) {
        if self.bounds().contains(score) {
            self.known = Bounds::exact(score);
            self.columns.iter_mut().flatten().for_each(|bounds| bounds.cut_upper(score));
        }
    }

    /// Returns the column that looks best by what is proven, the first of [`ranked`].
    pub(crate) fn best(&self) -> Option<Column<W>> {
        ranked(&self.columns).first().map(|&(column, _)| column)
    }

    /// Returns whether it is proven which column nearest the centre has the score of the position.
    pub(crate) fn best_is_proven(&self) -> bool {
        let Some(score) = self.bounds().score() else { return false };
        let mut columns =
            Geometry::<W, H>::centre_first().into_iter().filter_map(|column| self.columns[column.index()]);
        columns.find(|bounds| bounds.upper() >= score).is_some_and(|bounds| bounds.lower() >= score)
    }

    /// Narrows the bounds of the position until `done` says that they are narrow enough.
    pub(crate) fn solve_until(
        &mut self,
        search: &mut Search<'_, W, H, impl Observer<W, H>>,
        done: impl Fn(Bounds<W, H>) -> bool,
    ) -> Result<(), Interrupted> {
        self.note(search);
        let nb_moves = self.position.nb_moves();
        let soon_first = |bounds| soon_first(bounds, nb_moves);
        while let Some(alpha) = self.next_alpha(self.bounds(), soon_first).filter(|_| !done(self.bounds())) {
            self.ask(search, Question::Position { alpha })?;
            self.note(search);
        }
        Ok(())
    }

    /// Asks a question, and takes over what follows from the answer.
    fn ask(
        &mut self,
        search: &mut Search<'_, W, H, impl Observer<W, H>>,
        question: Question,
    ) -> Result<(), Interrupted> {
        search.lead(self, question)?;
        self.settle_last();
        Ok(())
    }

    /// Works at a question until it is answered.
    pub(super) fn work_at(
        &mut self,
        search: &mut Search<'_, W, H, impl Observer<W, H>>,
        question: Question,
    ) -> Result<(), Interrupted> {
        match question {
            Question::Position { alpha } => self.test_position(search, alpha),
            Question::Column { column, alpha } => self.test_column(search, column, alpha).map(drop),
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

    /// Tests the columns from the centre outwards until one has a score above `alpha`; those that other threads are at come
    /// after all others.
    fn test_position(
        &mut self,
        search: &mut Search<'_, W, H, impl Observer<W, H>>,
        alpha: i32,
    ) -> Result<(), Interrupted> {
        let mut put_off = Vec::new();
        for column in Geometry::<W, H>::centre_first().map(Column::index) {
            if self.children[column].is_some_and(|child| search.another_is_at(child.key)) {
                put_off.push(column);
            } else if self.test_column(search, column, alpha)? {
                return Ok(());
            }
        }
        for column in put_off {
            self.narrow_column(&search.table, column);
            if self.test_column(search, column, alpha)? {
                break;
            }
        }
        Ok(())
    }

    /// Narrows the bounds of all columns by what the table knows.
    pub(super) fn narrow(&mut self, table: &TableHandle<'_, W, H>) {
        (0..W).for_each(|column| self.narrow_column(table, column));
    }

    fn narrow_column(&mut self, table: &TableHandle<'_, W, H>, column: usize) {
        if let (Some(bounds), Some(child)) = (&mut self.columns[column], &self.children[column]) {
            let known = NodeBounds { lower: -bounds.upper().get(), upper: -bounds.lower().get() };
            let known = known.narrowed(table, child);
            bounds.raise_lower(Score::from_search(-known.upper));
            bounds.cut_upper(Score::from_search(-known.lower));
        }
    }

    /// Returns whether the score of a column is above `alpha`; a full column's never is.
    fn test_column(
        &mut self,
        search: &mut Search<'_, W, H, impl Observer<W, H>>,
        column: usize,
        alpha: i32,
    ) -> Result<bool, Interrupted> {
        let Some(bounds) = &mut self.columns[column] else { return Ok(false) };
        let Some(child) = &self.children[column] else { return Ok(bounds.lower().get() > alpha) };
        let window = NodeBounds { lower: -bounds.upper().get(), upper: -bounds.lower().get() };
        let value = -search.search(child, window, -alpha - 1)?;
        if value > alpha {
            bounds.raise_lower(Score::from_search(value));
        } else {
            bounds.cut_upper(Score::from_search(value));
        }
        Ok(value > alpha)
    }

    /// Finds the column nearest the centre that reaches the score of the position, which is known already.
    pub(crate) fn prove_best(
        &mut self,
        search: &mut Search<'_, W, H, impl Observer<W, H>>,
    ) -> Result<Option<Column<W>>, Interrupted> {
        let score = self.bounds().lower();
        for column in Geometry::<W, H>::centre_first().map(Column::index) {
            let alpha = score.get() - 1;
            self.ask(search, Question::Column { column, alpha })?;
            if self.columns[column].is_some_and(|bounds| bounds.lower().get() > alpha) {
                return Ok(Column::new(column));
            }
        }
        // A wrong book has given the position a score that no column reaches.
        Ok(self.best())
    }

    /// Finds a column that reaches the score of the position, which is known already: without search if the rules or the
    /// table know one, which after a search they nearly always do, and otherwise the one nearest the centre.
    pub(crate) fn prove_any_best(
        &mut self,
        search: &mut Search<'_, W, H, impl Observer<W, H>>,
    ) -> Result<Option<Column<W>>, Interrupted> {
        self.narrow(&search.table);
        match ranked(&self.columns).first() {
            Some(&(column, bounds)) if bounds.lower() >= self.bounds().lower() => Ok(Some(column)),
            _ => self.prove_best(search),
        }
    }

    /// Proves the score of every column, from the edges inwards: that takes fewer nodes than from the centre outwards.
    pub(crate) fn prove_columns(
        &mut self,
        search: &mut Search<'_, W, H, impl Observer<W, H>>,
    ) -> Result<(), Interrupted> {
        for column in Geometry::<W, H>::centre_first().map(Column::index).into_iter().rev() {
            while let Some(alpha) = self.columns[column].and_then(|bounds| self.next_alpha(bounds, outwards))
            {
                self.ask(search, Question::Column { column, alpha })?;
                self.note(search);
            }
        }
        Ok(())
    }

    /// Returns the null window to test next for a score within bounds, from its lower end; `None` if there is nothing left
    /// to find out. Where the search looks ahead to the end, `choose` chooses it.
    fn next_alpha(&self, bounds: Bounds<W, H>, choose: impl FnOnce(Bounds<W, H>) -> i32) -> Option<i32> {
        match self.horizon.filter(|&plies| plies < self.empty_cells()) {
            None => bounds.score().is_none().then(|| choose(bounds)),
            Some(plies) => {
                let nb_moves = self.position.nb_moves();
                let is_open = |&alpha: &i32| bounds.lower().get() <= alpha && alpha < bounds.upper().get();
                alphas_within::<W, H>(nb_moves, plies).into_iter().flatten().find(is_open)
            }
        }
    }

    fn note(&self, search: &mut Search<'_, W, H, impl Observer<W, H>>) {
        let nodes = search.nodes();
        search.watch().note(nodes, (self.position, self.bounds(), self.best()));
    }
}

/// The line is found only when it is asked for: an easy position takes less time than this.
impl<const W: usize, const H: usize> Progress<W, H> {
    /// Returns the moves that look best to both sides by what is proven, from [`Self::best`] on as far as the table has
    /// entries, and at least two unless the game ends before. They may change until the search ends.
    pub fn line(&self) -> Vec<Column<W>> {
        let Some(best) = self.best else { return Vec::new() };
        let mut position = self.position;
        position.make_move(best);
        let mut line = vec![best];
        line.extend(likely_line(position, -self.bounds, &self.table.reader()));
        line
    }
}

/// Returns the moves that look best to both sides from a position on, as far as a table knows anything and the bounds of
/// the position allow: a line to a proven score doesn't end the game at another move than the score says. The first move
/// is always there, unless the game is over.
pub(crate) fn likely_line<const W: usize, const H: usize>(
    mut position: Position<W, H>,
    mut bounds: Bounds<W, H>,
    table: &TableHandle<'_, W, H>,
) -> Vec<Column<W>> {
    let mut line = Vec::new();
    while !position.is_over() {
        let mut root = Root::new(position);
        let by_the_rules = root.columns;
        root.narrow(table);
        let is_known = root.columns != by_the_rules || root.bounds().score().is_some();
        let ranked = ranked(&root.columns);
        let possible = ranked.iter().find(|(_, found)| overlap(*found, bounds));
        let next = if line.is_empty() { possible.or(ranked.first()) } else { possible.filter(|_| is_known) };
        let Some(&(column, _)) = next else { break };
        line.push(column);
        position.make_move(column);
        bounds = -bounds;
    }
    line
}

/// Returns what a book says of a position right after its last ply by the position's parents, of which it knows the scores.
///
/// No move does better than the score of its parent; and where all others do worse, it has that score.
fn bounds_by_parents<const W: usize, const H: usize>(
    position: Position<W, H>,
    book: &Book<W, H>,
) -> Bounds<W, H> {
    let scored: Vec<_> =
        position.parents().filter_map(|(_, parent)| Some((parent, book.score(&parent)?))).collect();
    let mut bounds = Bounds::UNKNOWN;
    let Some(least) = scored.iter().map(|&(_, score)| score).min() else { return bounds };
    bounds.raise_lower(-least);
    if scored.iter().any(|&(parent, score)| score == least && others_do_worse(parent, position, score, book))
    {
        bounds.cut_upper(-least);
    }
    bounds
}

/// Returns whether the rules or a book say of all moves of a position on the book's last ply, but for the one that leads to
/// `child`, that they do worse than `score`.
fn others_do_worse<const W: usize, const H: usize>(
    position: Position<W, H>,
    child: Position<W, H>,
    score: Score<W, H>,
    book: &Book<W, H>,
) -> bool {
    let columns = Root::new(position).columns;
    Column::all().zip(columns).all(|(column, bounds)| {
        let Some(bounds) = bounds.filter(|bounds| bounds.upper() >= score) else { return true };
        let other = after(position, column);
        let is_below =
            |parent: &Position<W, H>| book.score(parent).is_some_and(|its_score| its_score < score);
        other == child || bounds.score().is_none() && other.parents().any(|(_, parent)| is_below(&parent))
    })
}

/// Returns a position after a move.
fn after<const W: usize, const H: usize>(mut position: Position<W, H>, column: Column<W>) -> Position<W, H> {
    position.make_move(column);
    position
}

/// Returns whether a score may lie within both of two bounds.
fn overlap<const W: usize, const H: usize>(one: Bounds<W, H>, other: Bounds<W, H>) -> bool {
    one.lower() <= other.upper() && other.lower() <= one.upper()
}

/// Returns what can be said of a child without search, from the side to move at the root.
fn bounds_without_search<const W: usize, const H: usize>(child: &Child) -> Bounds<W, H> {
    if let Some(score) = child.decided() {
        return Bounds::exact(-score);
    }
    let (lower, upper) = decided::static_bounds::<W, H>(child.nb_moves);
    let claimeven_upper = child.claimeven::<W, H>().upper as i32;
    -Bounds::from_search(lower, upper.min(claimeven_upper))
}

/// Returns the null windows that tell whether the side to move wins within so many plies, and whether it loses.
fn alphas_within<const W: usize, const H: usize>(nb_moves: u32, plies: u32) -> [Option<i32>; 2] {
    // The last stones within them that either side places, counted from 0.
    let own = plies.checked_sub(1).map(|last| last & !1);
    let others = (plies & !1).checked_sub(1);
    let win = |plies: u32| Score::<W, H>::win_in(nb_moves, plies);
    [own.map(|plies| win(plies) - 1), others.map(|plies| -win(plies))]
}

/// The plies within which a win or a loss is looked for before anything else: half of what is left, and no more than
/// this.
///
/// A search for it ends soon, because the rules alone bound what lies deeper; and a position that is won or lost soon
/// may take long to be proven won or lost at all. Chosen with `marlin-bench L1_R1 L2_R1 L2_R2 L1_R2`.
const SOON: u32 = 14;

/// Returns the null window to test next for the score of a position, from its lower end: whether the game ends soon, then
/// as [`outwards`] has it.
fn soon_first<const W: usize, const H: usize>(bounds: Bounds<W, H>, nb_moves: u32) -> i32 {
    let (lower, upper) = (bounds.lower().get(), bounds.upper().get());
    let plies = SOON.min((Geometry::<W, H>::CELLS - nb_moves) / 2);
    let soon = Score::<W, H>::win_in(nb_moves, plies).min(Score::<W, H>::MAX.get());
    if upper >= soon && lower < soon && soon > 1 {
        soon - 1
    } else if lower <= -soon && upper > -soon && soon > 1 {
        -soon
    } else {
        outwards(bounds)
    }
}

/// Returns the null window to test next, from its lower end: who wins, then outwards from there by one, because a window
/// close to the score costs less than the wide ones of a bisection.
fn outwards<const W: usize, const H: usize>(bounds: Bounds<W, H>) -> i32 {
    let (lower, upper) = (bounds.lower().get(), bounds.upper().get());
    if lower >= 0 {
        lower
    } else if upper <= 0 {
        upper - 1
    } else {
        0
    }
}

//! Bounds of a root from an opening book: its own scores, and bounds by the scores of a position's parents.

use super::root::Root;
use crate::book::RawBook;
use crate::raw_bounds::RawBounds;
use crate::raw_position::RawPosition;
use crate::score::Score;

impl Root {
    /// Takes over the scores of a book: the score of every column, or on its last ply that of the position. A book that
    /// the rules contradict is wrong, and is ignored.
    pub(crate) fn look_up(&mut self, book: &RawBook) {
        if let Some(scores) = book.columns(&self.position) {
            let agrees = self.columns.iter().zip(&scores).all(|(bounds, score)| match (bounds, score) {
                (Some(bounds), Some(score)) => bounds.contains(Score::from_search(*score)),
                (bounds, score) => bounds.is_none() && score.is_none(),
            });
            if agrees {
                self.columns = scores.map(|score| score.map(RawBounds::of_value));
            }
        } else if let Some(score) = book.score(&self.position) {
            self.adopt_score(score);
        }
    }

    /// Takes over the bounds that a book's last ply gives the next ply: for the position, if it has one stone more than
    /// the book has plies, or of its columns, if it has as many. A position has several parents, from each of which a
    /// move leads to it.
    pub(crate) fn look_up_parents(&mut self, book: &RawBook) {
        if self.position.nb_moves() == book.plies() + 1 {
            let known = bounds_by_parents(self.position, book);
            if known.overlaps(self.bounds()) {
                self.position_bounds = known;
                self.on_board_mut().for_each(|bounds| bounds.cut_upper(known.upper));
                self.infer_last_column();
            }
        } else if self.position.nb_moves() == book.plies() && self.position_bounds.score().is_some() {
            self.bound_columns_by_parents(book);
            self.infer_last_column();
        }
    }

    fn bound_columns_by_parents(&mut self, book: &RawBook) {
        let open = self
            .columns
            .iter_mut()
            .enumerate()
            .filter_map(|(column, bounds)| Some((column, bounds.as_mut()?)));
        for (column, bounds) in open.filter(|(_, bounds)| bounds.score().is_none()) {
            let found = -bounds_by_parents(self.position.after_column(book.masks(), column), book);
            bounds.cut_upper(found.upper);
            bounds.raise_lower(found.lower);
        }
    }
}

/// Returns the bounds of a position right after a book's last ply, by the scores of the position's parents in the book.
///
/// No move does better than the score of its parent; and where all others do worse, it has that score.
fn bounds_by_parents(position: RawPosition, book: &RawBook) -> RawBounds {
    let masks = book.masks();
    let parents = position.parents(masks);
    let scored: Vec<_> = parents.filter_map(|(_, parent)| Some((parent, book.score(&parent)?))).collect();
    let most = masks.max_score();
    let mut bounds = RawBounds { lower: -most, upper: most };
    let Some(least) = scored.iter().map(|&(_, score)| score).min() else { return bounds };
    bounds.raise_lower(-least);
    if scored.iter().any(|&(parent, score)| score == least && others_do_worse(parent, position, score, book))
    {
        bounds.cut_upper(-least);
    }
    bounds
}

/// Returns whether, by the rules or a book, every move of a position on the book's last ply scores less than `score`,
/// except the one that leads to `child`.
fn others_do_worse(position: RawPosition, child: RawPosition, score: i32, book: &RawBook) -> bool {
    let masks = book.masks();
    let columns = Root::new(masks, position).columns.into_iter().enumerate();
    columns.filter_map(|(column, bounds)| Some((column, bounds?))).all(|(column, bounds)| {
        if bounds.upper < score {
            return true;
        }
        let other = position.after_column(masks, column);
        let is_below = |parent: &RawPosition| book.score(parent).is_some_and(|its_score| its_score < score);
        other == child
            || bounds.score().is_none() && other.parents(masks).any(|(_, parent)| is_below(&parent))
    })
}

//! [`Bounds`]: the proven bounds of a score, and the bounds that the rules alone prove.

use std::cmp::Reverse;
use std::fmt;
use std::ops::Neg;

use crate::columns::Columns;
use crate::geometry::{BoardSize, Column, Masks};
use crate::player::Player;
use crate::raw_position::RawPosition;
use crate::score::{Ending, Outcome, Score, Verdict};

/// The proven bounds of a score: it is between two values, both included. The search narrows them, and the
/// table stores them.
///
/// # Examples
///
/// ```
/// use marlin_core::{Outcome, Position, Solver};
///
/// // Without a search the score of the empty board may be any win, loss or draw.
/// let solver = Solver::builder().without_book().build();
/// let bounds = solver.query(&Position::new()).nodes(0).score().bounds;
/// assert_eq!((bounds.score(), bounds.to_string()), (None, "-18..18".to_owned()));
///
/// let bounds = solver.query(&"4433".parse()?).score().bounds;
/// assert_eq!((bounds.outcome(), bounds.to_string()), (Some(Outcome::Win), "18".to_owned()));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// Returns the bounds from one score to another, both included; `None` if `lower` is above `upper`.
    pub fn new(lower: Score, upper: Score) -> Option<Self> {
        (lower <= upper).then_some(Self { lower: lower.get(), upper: upper.get() })
    }

    /// Returns the bounds of a score that is proven: both are the score.
    pub const fn exact(score: Score) -> Self {
        Self::of_value(score.get())
    }

    /// Returns the bounds of all scores on a board, which say nothing of a position: `-18..18` on 7x6.
    pub fn unknown(size: BoardSize) -> Self {
        Self::of_board(size.masks())
    }

    /// Returns the bounds of all scores on a board.
    pub(crate) const fn of_board<W>(masks: &Masks<W>) -> Self {
        let most = masks.max_score();
        Self { lower: -most, upper: most }
    }

    /// Returns the bounds of a proven value.
    pub(crate) const fn of_value(value: i32) -> Self {
        Self { lower: value, upper: value }
    }

    /// Returns the bounds that a null window proves: at least `value` if it is above `alpha`, otherwise at
    /// most `value`.
    pub(crate) const fn of_search(alpha: i32, value: i32) -> Self {
        if value > alpha { Self::at_least(value) } else { Self::at_most(value) }
    }

    /// The bounds of any score on any board.
    pub(crate) const ANY: Self = Self { lower: -i32::MAX, upper: i32::MAX };

    /// Returns the bounds of a score that is no lower than a value.
    pub(crate) const fn at_least(value: i32) -> Self {
        Self { lower: value, ..Self::ANY }
    }

    /// Returns the bounds of a score that is no higher than a value.
    pub(crate) const fn at_most(value: i32) -> Self {
        Self { upper: value, ..Self::ANY }
    }

    /// Returns the lower bound: the score is no lower.
    pub const fn lower(self) -> Score {
        Score::from_search(self.lower)
    }

    /// Returns the upper bound: the score is no higher.
    pub const fn upper(self) -> Score {
        Score::from_search(self.upper)
    }

    /// Returns the score if it is proven.
    pub fn score(self) -> Option<Score> {
        self.is_exact().then_some(self.lower())
    }

    /// Returns the value of the score if it is proven.
    pub(crate) fn value(self) -> Option<i32> {
        self.is_exact().then_some(self.lower)
    }

    /// Returns whether the score is proven.
    pub(crate) const fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Returns the outcome if it is proven: `0..18` proves none, since it may be a draw or a win.
    pub fn outcome(self) -> Option<Outcome> {
        let [lower, upper] = [self.lower, self.upper].map(Outcome::of);
        (lower == upper).then_some(lower)
    }

    /// Returns whether the score may be this one.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, Score};
    ///
    /// let bounds = Bounds::new(Score::DRAW, Score::new(4)).unwrap();
    /// assert!(bounds.contains(Score::new(4)) && !bounds.contains(Score::new(-1)));
    /// ```
    pub const fn contains(self, score: Score) -> bool {
        self.lower <= score.get() && score.get() <= self.upper
    }

    /// Returns the bounds that two proofs of one score give together; `None` if they contradict each other,
    /// which only a wrong book can cause.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Bounds, Score};
    ///
    /// let bounds = |lower, upper| Bounds::new(Score::new(lower), Score::new(upper)).unwrap();
    /// assert_eq!(bounds(-3, 2).intersection(bounds(1, 18)), Some(bounds(1, 2)));
    /// assert_eq!(bounds(-3, 0).intersection(bounds(1, 18)), None);
    /// ```
    pub fn intersection(self, other: Self) -> Option<Self> {
        let both = self.within(other);
        (both.lower <= both.upper).then_some(both)
    }

    /// Returns the verdict of the bounds, for a position after `nb_moves` moves: see
    /// [`Position::verdict`](crate::Position::verdict).
    pub(crate) fn verdict(self, masks: &Masks, nb_moves: u32) -> Verdict {
        let us = Player::to_move_after(nb_moves);
        let latest = |winner, score| {
            let end = masks.final_move(score, nb_moves);
            Verdict::of(winner, ["wins", "win"], format!(" by move {end} at the latest"))
        };
        let either = |player| Verdict::of(player, ["wins or draws", "win or draw"], ", not proven which");
        match (self.value().map(|score| masks.ending(score, nb_moves)), self.lower, self.upper) {
            (Some(Ending { winner: None, plies: 0, .. }), ..) => {
                Verdict::without_player("the game is a draw")
            }
            (Some(Ending { winner: None, .. }), ..) => {
                Verdict::without_player("a draw if both play perfectly")
            }
            (Some(ending), ..) if ending.plies == 0 => ending.verdict(),
            (Some(ending), ..) => {
                let mut verdict = ending.verdict();
                verdict.rest += " if both play perfectly";
                verdict
            }
            (None, score @ 1.., _) => latest(us, score),
            (None, _, score @ ..=-1) => latest(us.opponent(), score),
            (None, 0, _) => either(us),
            (None, _, 0) => either(us.opponent()),
            (None, ..) => Verdict::without_player("the winner is not proven"),
        }
    }

    /// Narrows the bounds by others of the same score. If the two contradict each other, which only a wrong
    /// book can cause, the result is the end of these bounds that is nearest to the others.
    pub(crate) fn narrow(&mut self, other: Self) {
        let Self { lower, upper } = *self;
        *self = Self { lower: other.lower.max(lower).min(upper), upper: other.upper.min(upper).max(lower) };
    }

    /// Returns the bounds that follow from both, for proofs that do not contradict each other.
    #[inline(always)]
    pub(crate) fn within(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns the bound that decides whether the score is above alpha, if one does.
    #[inline(always)]
    pub(crate) const fn decides(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// The bounds for the other side.
impl Neg for Bounds {
    type Output = Self;

    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// The score if it is proven, else `LOWER..UPPER`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score() {
            Some(score) => score.fmt(f),
            None => f.pad(&format!("{}..{}", self.lower, self.upper)),
        }
    }
}

/// Returns a lower and an upper bound by the number of stones alone. The caller guarantees that we, the side
/// to move, cannot win at once, and have a move after which they cannot win at once either.
///
/// Our earliest winning stone is then our stone after the next, and their earliest winning stone the one
/// after that. If no stone is left for the win of a side, its bound is a draw. Each side wins with its fourth
/// stone at the earliest.
#[inline(always)]
pub(crate) fn static_bounds<W>(masks: &Masks<W>, nb_moves: u32) -> Bounds {
    let most = masks.max_score();
    Bounds { lower: (-masks.win_in(nb_moves, 3)).max(-most), upper: masks.win_in(nb_moves, 2).min(most) }
}

/// Returns the score of a position that the next two stones decide: see
/// [`Position::decided`](crate::Position::decided).
pub(crate) fn decided_score(masks: &Masks, position: &RawPosition) -> Option<i32> {
    position.sides(masks).decided(masks, position.nb_moves(), position.winner(masks).is_some())
}

/// The rank of a column by the proven bounds of the column and of the position; a greater rank is better. The
/// fields are compared in this order. A book has the score of a position before a column is proven to reach
/// that score, so another column may have a higher certain score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Whether it may still draw or win.
    may_hold: bool,
    /// Its certain score, if that keeps the outcome of the position.
    keeping: Option<i32>,
    /// Whether it may still be the best.
    may_be_best: bool,
    /// Its certain score.
    certain: i32,
    /// The best outcome that it may have. The size of a possible win does not count, because it is largest
    /// for a column that was not searched.
    possible: Outcome,
}

impl Rank {
    fn of(column: Bounds, position: Bounds) -> Self {
        let certain = column.lower;
        Self {
            may_hold: column.upper.min(position.upper) >= 0,
            keeping: (Outcome::of(certain) >= Outcome::of(position.lower)).then_some(certain),
            may_be_best: column.upper >= position.lower,
            certain,
            possible: Outcome::of(column.upper),
        }
    }
}

/// Returns the columns that can be played, ordered by their [`Rank`], the best first, and among equals by
/// nearness to the centre.
pub(crate) fn ranked(masks: &Masks, whole: Bounds, all: &Columns<Option<Bounds>>) -> Vec<(Column, Bounds)> {
    let centre_first = masks.centre_first().filter_map(Column::new);
    let mut ranked: Vec<_> = centre_first.filter_map(|column| Some((column, all[column]?))).collect();
    ranked.sort_by_cached_key(|&(_, bounds)| Reverse(Rank::of(bounds, whole)));
    ranked
}

/// Returns the best of the [`ranked`] columns: the first that may have the score of the position. If none
/// may, which only a wrong book can cause, it returns the first.
pub(crate) fn best_of(whole: Bounds, ranked: &[(Column, Bounds)]) -> Option<Column> {
    let possible = ranked.iter().find(|(_, bounds)| bounds.intersection(whole).is_some());
    possible.or(ranked.first()).map(|&(column, _)| column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_narrow_to_the_others_or_to_the_end_nearest_to_them() {
        let narrowed = |lower, upper| {
            let mut bounds = Bounds { lower: -3, upper: 5 };
            bounds.narrow(Bounds { lower, upper });
            (bounds.lower, bounds.upper)
        };
        assert_eq!((narrowed(-9, 9), narrowed(-1, 2)), ((-3, 5), (-1, 2)));
        assert_eq!((narrowed(7, 9), narrowed(-9, -7)), ((5, 5), (-3, -3)));
        let Bounds { lower, upper } = Bounds::of_search(0, 4);
        assert_eq!(narrowed(lower, upper), (4, 5));
        let Bounds { lower, upper } = Bounds::of_search(0, -2);
        assert_eq!(narrowed(lower, upper), (-3, -2));
    }

    #[test]
    fn words_say_who_wins_and_when() {
        let say =
            |lower, upper, nb_moves| Bounds { lower, upper }.verdict(&Masks::of(7, 6), nb_moves).to_string();
        assert_eq!(say(18, 18, 6), "X wins on move 7 if both play perfectly");
        assert_eq!(say(-18, -18, 7), "X has won, at move 7");
        assert_eq!(say(0, 0, 40), "a draw if both play perfectly");
        assert_eq!(say(0, 0, 42), "the game is a draw");
        assert_eq!(say(-1, -1, 0), "O wins on move 42 if both play perfectly");
        assert_eq!(say(1, 18, 0), "X wins by move 41 at the latest");
        assert_eq!(say(-18, -1, 0), "O wins by move 42 at the latest");
        assert_eq!(say(0, 3, 1), "O wins or draws, not proven which");
        assert_eq!(say(-3, 0, 1), "X wins or draws, not proven which");
        assert_eq!(say(-3, 3, 1), "the winner is not proven");
    }
}

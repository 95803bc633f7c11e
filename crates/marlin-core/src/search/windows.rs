//! [`Window`]: the question to a node; and the choice of the next question about a root, a null window of the
//! position or of a column.
//!
//! Null windows alone enclose a score; each is chosen from the bounds that the previous one has left. This is
//! an MTD search. It has no aspiration window, because no window is wider than one.
//!
//! # References
//!
//! A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, Best-first fixed-depth minimax algorithms, 1996.

use super::root::Root;
use crate::bounds::Bounds;
use crate::geometry::Masks;

/// The question whether the score of a node exceeds alpha, by a null window from `alpha` to `alpha + 1`. The
/// known bounds leave the question open.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// The bounds that are known of the score. Both ends of the window are within them.
    pub(super) known: Bounds,
    pub(super) alpha: i32,
}

impl Window {
    /// Asks a question that the bounds leave open.
    #[inline(always)]
    pub fn new(known: Bounds, alpha: i32) -> Self {
        debug_assert!(known.decides(alpha).is_none(), "{known:?} decide {alpha}");
        Self { known, alpha }
    }
}

/// The goal of a query: a fact to prove about a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The score of the position.
    Score,
    /// The winner of the position.
    Outcome,
    /// The score of the position and of every column.
    Columns,
    /// The score of the position, and the column nearest the centre that reaches it.
    BestMove,
    /// A column that reaches the score of the position; the score must be known. It is the best by the bounds
    /// if the rules or the table prove it, as they nearly always do after a search, and otherwise the one
    /// nearest the centre.
    AnyBestMove,
}

impl Goal {
    /// Returns whether the proven bounds of a root suffice.
    pub(crate) fn is_reached(self, root: &Root) -> bool {
        match self {
            Self::Score => root.bounds().is_exact(),
            Self::Outcome => root.bounds().outcome().is_some(),
            Self::Columns => {
                root.bounds().is_exact() && root.columns.values().flatten().all(|bounds| bounds.is_exact())
            }
            Self::BestMove => root.best_is_proven(),
            Self::AnyBestMove => {
                root.ranked().first().is_some_and(|(_, bounds)| bounds.lower >= root.bounds().lower)
            }
        }
    }
}

/// A question about a root: is the score of the position, or of one of its columns, above alpha?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Question {
    /// `None` for the position.
    pub(super) column: Option<usize>,
    pub(super) alpha: i32,
}

/// Returns the next question; `None` if the goal is reached, or cannot be reached within the depth.
pub(super) fn next_question(root: &Root, goal: Goal) -> Option<Question> {
    let masks = root.masks;
    let bounds = root.bounds();
    match goal {
        Goal::Outcome if bounds.outcome().is_some() => None,
        Goal::Score | Goal::Outcome => {
            let quick_win_first = |bounds| quick_win_first(masks, bounds, root.position.nb_moves());
            next_alpha(root, bounds, quick_win_first).map(|alpha| Question { column: None, alpha })
        }
        Goal::Columns => {
            // From the edges inwards: that takes fewer nodes than from the centre outwards.
            masks.centre_first().rev().find_map(|column| {
                let alpha = next_alpha(root, root.columns[column]?, outwards)?;
                Some(Question { column: Some(column), alpha })
            })
        }
        Goal::AnyBestMove if goal.is_reached(root) => None,
        Goal::BestMove | Goal::AnyBestMove => {
            let alpha = bounds.value()? - 1;
            let may_reach = |&column: &usize| root.columns[column].is_some_and(|bounds| bounds.upper > alpha);
            let column = masks.centre_first().find(may_reach)?;
            (!root.exceeds(column, alpha)).then_some(Question { column: Some(column), alpha })
        }
    }
}

/// Returns the alpha of the next question about a score within bounds; `None` if the score is known. Where
/// the search looks ahead to the end, `choose` chooses it.
fn next_alpha(root: &Root, bounds: Bounds, choose: impl FnOnce(Bounds) -> i32) -> Option<i32> {
    match root.depth() {
        None => bounds.score().is_none().then(|| choose(bounds)),
        Some(depth) => {
            let is_open = |&alpha: &i32| bounds.lower <= alpha && alpha < bounds.upper;
            alphas_within(root.masks, root.position.nb_moves(), depth).into_iter().flatten().find(is_open)
        }
    }
}

/// Returns the alphas of the questions whether the side to move wins within a depth, and whether it loses.
fn alphas_within(masks: &Masks, nb_moves: u32, depth: u32) -> [Option<i32>; 2] {
    // The last stone of each side within the depth. If stones are counted from 0, ours are even: 3 plies are
    // the stones 0, 1 and 2, so we win with stone 2 at the latest, and they win with stone 1.
    let ours = depth.checked_sub(1).map(|last| last & !1);
    let theirs = (depth & !1).checked_sub(1);
    let win = |plies: u32| masks.win_in(nb_moves, plies);
    [ours.map(|plies| win(plies) - 1), theirs.map(|plies| -win(plies))]
}

/// A win or a loss is tried first if at most this many plies precede the winning stone, or half of the empty
/// cells if these are fewer. A loss ends with their stone, which may be one ply later.
///
/// A search for it ends soon, because the rules alone bound deeper nodes; and a position that is won or lost
/// soon may take long to be proven won or lost at all. Chosen with `marlin-bench L1_R1 L2_R1 L2_R2 L1_R2`.
const QUICK_WIN_PLIES: u32 = 14;

/// Returns the alpha of the next question about the score of a position: first whether the game ends soon,
/// then the choice of [`outwards`].
fn quick_win_first(masks: &Masks, bounds: Bounds, nb_moves: u32) -> i32 {
    let Bounds { lower, upper } = bounds;
    let plies = QUICK_WIN_PLIES.min((masks.cells() - nb_moves) / 2);
    let quick_win = masks.win_in(nb_moves, plies).min(masks.max_score());
    if upper >= quick_win && lower < quick_win && quick_win > 1 {
        quick_win - 1
    } else if lower <= -quick_win && upper > -quick_win && quick_win > 1 {
        -quick_win
    } else {
        outwards(bounds)
    }
}

/// Returns the alpha of the next question: first who wins, then outwards from there in steps of one, because
/// a window close to the score costs less than the windows of a bisection.
fn outwards(Bounds { lower, upper }: Bounds) -> i32 {
    if lower >= 0 {
        lower
    } else if upper <= 0 {
        upper - 1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_end_has_as_many_plies_before_the_winning_stone_or_one_more_where_the_other_side_places_it() {
        let masks = &Masks::of(7, 6);
        let plies_to_end = |score| masks.final_move(score, 0);
        let win = quick_win_first(masks, Bounds { lower: -18, upper: 18 }, 0) + 1;
        assert_eq!(plies_to_end(win), QUICK_WIN_PLIES + 1);
        let loss = quick_win_first(masks, Bounds { lower: -18, upper: win - 1 }, 0);
        assert_eq!(plies_to_end(loss), QUICK_WIN_PLIES + 2);
    }

    #[test]
    fn with_three_plies_we_win_with_our_second_stone_and_they_with_their_first() {
        let masks = &Masks::of(7, 6);
        let plies_to_end = |score| masks.final_move(score, 20) - 20;
        let [win, loss] = alphas_within(masks, 20, 3).map(|alpha| alpha.expect("a question"));
        assert_eq!((plies_to_end(win + 1), plies_to_end(loss)), (3, 2));
    }
}

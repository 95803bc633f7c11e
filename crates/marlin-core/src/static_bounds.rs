//! Bounds by the number of stones alone. docs/proofs.md proves them.

use crate::score::Score;

/// Returns a lower and an upper bound, by the number of stones alone, where we, the side to move, can't win at once and
/// have a move after which they can't either.
///
/// Our earliest win is then our stone after the next, and theirs the one after that. Where no stone is left for that, the
/// bound is a draw; and nobody wins before their own fourth stone.
#[inline]
pub(crate) fn static_bounds<const W: usize, const H: usize>(nb_moves: u32) -> (i32, i32) {
    let lower = -Score::<W, H>::win_in(nb_moves, 3);
    let upper = Score::<W, H>::win_in(nb_moves, 2);
    (lower.max(Score::<W, H>::MIN.get()), upper.min(Score::<W, H>::MAX.get()))
}

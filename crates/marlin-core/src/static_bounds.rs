//! Bounds by the number of stones alone. docs/proofs.md proves them.

use crate::geometry::Masks;
use crate::raw_bounds::RawBounds;

/// Returns a lower and an upper bound by the number of stones alone. We, the side to move, must have no win at once and
/// a move after which they have none either.
///
/// Our earliest win is then our stone after the next, and theirs the one after that. Where no stone is left for that,
/// the bound is a draw; and each side wins with its fourth stone at the earliest.
#[inline]
pub(crate) fn static_bounds(masks: &Masks, nb_moves: u32) -> RawBounds {
    let most = masks.max_score();
    RawBounds { lower: (-masks.win_in(nb_moves, 3)).max(-most), upper: masks.win_in(nb_moves, 2).min(most) }
}

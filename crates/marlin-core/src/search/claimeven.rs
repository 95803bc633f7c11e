//! Claimeven: the side not to move answers each stone with one right above it, and the side to move cannot score more
//! than that allows.
//!
//! # References
//!
//! V. Allis, A Knowledge-based Approach of Connect-Four, 1988: claimeven, odd threats and zugzwang.

use super::fours::{Fours, LateFour};
use crate::bitboard;
use crate::geometry::Masks;
use crate::raw_position::RawPosition;

/// The result of claimeven for the side to move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Claimeven {
    /// An upper bound of the score of the side to move; [`Score::MAX`] without a proof.
    pub(crate) upper: i64,
    /// The fours that the side to move could complete.
    pub(super) our_fours: u32,
    /// The bound that holds if each of them comes second: the other side completes a four before.
    pub(super) upper_if_second: i64,
}

/// The division of the empty cells by claimeven. docs/proofs.md has a picture of each case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Division {
    /// The cells that the side to move may get.
    pub(crate) our_cells: u64,
    /// The cells above playable ones that the other side gets, outside of the column of the odd threat.
    pub(crate) their_cells: u64,
    /// Their winning cells among them.
    pub(crate) traps: u64,
    /// Their winning cell that takes the place of a trap where the number of empty cells is odd.
    pub(crate) odd_threat: u64,
}

/// Returns the upper bound by claimeven, the cells of each side, and the fours of the side to move that come second, for
/// explanations and drawings.
pub(crate) fn claimeven_with_cells(masks: &Masks, position: &RawPosition) -> (i64, Division, Vec<LateFour>) {
    let (us, them, nb_moves) = (position.us, position.them(), position.nb_moves());
    let division = divide(masks, us, them, position.playable(masks), position.their_threats(masks), nb_moves);
    let Claimeven { upper, upper_if_second, .. } = claimeven(masks, us, them, nb_moves, &division);
    match Fours::new(masks, us, them, position.playable(masks), &division).late_fours(masks) {
        Some(late) => (upper_if_second, division, late),
        None => (upper, division, Vec::new()),
    }
}

/// Divides the empty cells between the side to move and the side that answers.
///
/// `us` is the side to move, and `them` the side that answers. `their_threats` are their winning cells, `playable` the
/// cells that can be played next. docs/proofs.md has the strategy, its proof and a picture of each case.
#[inline(always)]
pub(super) fn divide(
    masks: &Masks,
    us: u64,
    them: u64,
    playable: u64,
    their_threats: u64,
    nb_moves: u32,
) -> Division {
    let empty = masks.board ^ (us | them);
    let is_odd = u64::from((masks.cells() - nb_moves) % 2);

    // With an odd number of empty cells they need an odd threat, as Allis calls it: a winning cell which we must make
    // playable, in a column with an odd number of empty cells. Any will do; this is the leftmost.
    let odd_columns = bitboard::whole_columns(masks, playable & masks.claimeven_rows);
    let odd_threats = their_threats & masks.odd_threat_rows & odd_columns & is_odd.wrapping_neg();
    let odd_threat = odd_threats & odd_threats.wrapping_neg();
    let its_column = bitboard::whole_columns(masks, odd_threat);

    // In the other columns they get the rows of claimeven above the playable cells, and win there at the lowest of
    // their winning cells: we get nothing from there upwards.
    let their_cells = empty & masks.claimeven_rows & !playable & !its_column;
    let traps = their_threats & their_cells;
    let our_cells = (empty & masks.odd_threat_rows | playable) & !its_column;
    let our_cells = our_cells & !bitboard::fill_up(masks, traps);
    let below_odd_threat = its_column & empty & !bitboard::fill_up(masks, odd_threat);
    let our_cells = our_cells | (below_odd_threat & masks.claimeven_rows);
    Division { our_cells, their_cells, traps, odd_threat }
}

/// Returns the bound for the side to move that a division of the empty cells proves.
#[inline(always)]
pub(super) fn claimeven(masks: &Masks, us: u64, them: u64, nb_moves: u32, division: &Division) -> Claimeven {
    let &Division { our_cells, their_cells, traps, odd_threat } = division;
    let is_odd = u64::from((masks.cells() - nb_moves) % 2);

    // Zugzwang: we run out of cells outside the columns with a trap, from just below each trap upwards.
    let trapped = bitboard::fill_up(masks, (traps | odd_threat) >> 1);
    let zugzwang_upper = -i64::from(trapped.count_ones() / 2);
    let full_board_upper = -i64::from(bitboard::has_four(masks, them | their_cells));

    let our_fours = bitboard::count_fours(masks, us | our_cells);
    let no_bound = i64::from(masks.max_score());
    let can_follow = is_odd & u64::from(odd_threat == 0) == 0;
    let bound = if trapped != 0 { zugzwang_upper } else { full_board_upper };
    let upper_if_second = if can_follow { bound } else { no_bound };
    let upper = if our_fours == 0 { upper_if_second } else { no_bound };
    Claimeven { upper, our_fours, upper_if_second }
}

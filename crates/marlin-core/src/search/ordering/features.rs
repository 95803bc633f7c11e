//! The features of a child: small numbers that count in the priority of its move.

use crate::geometry::Layout;
use crate::search::child::Child;

/// By-products of the bounds and the hash of a child, as inputs of the ordering.
#[derive(Debug, Clone, Copy)]
pub(in crate::search) struct OrderingInputs {
    /// The fours that the side to move could still complete against claimeven.
    pub(in crate::search) our_fours: u32,
    /// Cells on lines that each side can still complete.
    pub(in crate::search) our_lines: u64,
    pub(in crate::search) their_lines: u64,
    /// Empty cells that still matter.
    pub(in crate::search) live: u64,
}

impl OrderingInputs {
    /// Returns the inputs of a single child.
    #[cfg(feature = "internals")]
    pub(in crate::search) fn of<B: Layout>(child: &Child<B>) -> Self {
        let lines = child.open_lines();
        Self {
            our_fours: child.claimeven().our_fours,
            our_lines: lines.our_lines,
            their_lines: lines.their_lines,
            live: lines.live(),
        }
    }
}

/// The number of features of a child.
pub const CHILD_FEATURES: usize = 20;

/// Returns the features of a child, all of them small numbers. The first two count the winning cells of the side that
/// has just moved, in the rows of claimeven and in the others.
#[inline(always)]
pub(in crate::search) fn features<B: Layout>(
    child: &Child<B>,
    inputs: &OrderingInputs,
) -> [u32; CHILD_FEATURES] {
    let masks = &child.board.masks();
    let Child { cell, playable, our_threats, their_threats, .. } = *child;
    let new_threats = their_threats & !child.their_threats_before;
    let above = playable << 1;
    let our_fours = inputs.our_fours;
    [
        (their_threats & masks.claimeven_rows).count_ones(),
        (their_threats & masks.odd_threat_rows).count_ones(),
        (new_threats & masks.claimeven_rows).count_ones(),
        (new_threats & masks.odd_threat_rows).count_ones(),
        u32::from(their_threats & playable != 0),
        (their_threats & their_threats << 1).count_ones(),
        (their_threats & above).count_ones(),
        (our_threats & above).count_ones(),
        child.moves.count_ones(),
        inputs.their_lines.count_ones(),
        inputs.our_lines.count_ones(),
        inputs.live.count_ones(),
        u32::from(child.their_threats_before & cell << 1 != 0),
        u32::from(new_threats & cell << 1 != 0),
        u32::from(cell & masks.claimeven_rows != 0),
        (their_threats & !our_threats).count_ones(),
        our_fours,
        u32::from(our_fours <= 1),
        u32::from(our_fours <= 3),
        u32::from(our_fours <= 6),
    ]
}

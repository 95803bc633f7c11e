//! Which weights a board has: those learned on the standard board, or what is transferred from them.

use super::learned::LEARNED;
use super::transfer;
use super::weights::OrderingWeights;
use crate::geometry::Masks;

impl OrderingWeights<'static> {
    /// Returns the weights of a board: those learned on the standard board, elsewhere what is transferred from them.
    pub(in crate::search) fn of_board(masks: &Masks) -> Self {
        if masks.is_standard() { LEARNED } else { transfer::weights_of(masks) }
    }
}

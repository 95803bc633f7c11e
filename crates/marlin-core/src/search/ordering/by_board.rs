//! The weights of a board: learned on the standard board, or transferred from the weights learned on other boards.

use super::learned;
use super::network;
use super::transfer;
use super::weights::OrderingWeights;
use crate::geometry::Masks;

impl OrderingWeights<'static> {
    /// Returns the weights of a board.
    pub(in crate::search) fn of_board(masks: &Masks) -> Self {
        if masks.is_standard() {
            Self { network: Some(network::NETWORK_TERM), ..learned::standard() }
        } else {
            transfer::weights_of(masks)
        }
    }
}

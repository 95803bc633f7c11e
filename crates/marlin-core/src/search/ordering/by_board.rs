//! The weights of a board: learned on the standard board, or transferred from the weights learned on other boards. In a
//! page those of every board are transferred from one table.

use super::board_network;
use super::learned;
use super::network;
use super::transfer;
use super::weights::OrderingWeights;
use crate::geometry::Masks;

impl OrderingWeights<'static> {
    /// Returns the weights of a board.
    pub(in crate::search) fn of_board(masks: &Masks) -> Self {
        if let Some(source) = learned::of_page() {
            transfer::weights_of(masks, &source)
        } else if masks.is_standard() {
            Self { network: Some(network::NETWORK_TERM), ..learned::standard() }
        } else {
            let source = Self { network: Some(board_network::TERM), ..learned::source_of(masks) };
            transfer::weights_of(masks, &source)
        }
    }
}

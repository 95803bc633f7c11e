//! The weights that `marlin-learn` has learned.
//!
//! Each file has weights as the standard board has them, for its cells and its lines, and names in its head the boards that
//! were searched and the command. Boards but the standard one [transfer](super::transfer) them to their own cells and lines.

mod boards;
mod standard;

use super::weights::OrderingWeights;
use crate::geometry::Masks;

/// Returns the weights of the standard board, without the network.
pub(in crate::search) fn standard() -> OrderingWeights<'static> {
    standard::WEIGHTS
}

/// Returns the weights that are transferred to a board.
pub(in crate::search) fn source_of(masks: &Masks) -> OrderingWeights<'static> {
    if masks.is_standard() { standard() } else { boards::WEIGHTS }
}

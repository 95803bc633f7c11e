//! The weights that `marlin-learn` has learned.
//!
//! Each file has weights as the standard board has them, for its cells and its lines, and names in its head the boards that
//! were searched and the command. Boards but the standard one [transfer](super::transfer) them to their own cells and lines.

mod boards;
mod page;
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

/// Returns the weights that are transferred to every board in a page, and nothing outside of it.
pub(super) fn of_page() -> Option<OrderingWeights<'static>> {
    page::is_used().then(page::weights)
}

/// Lets every search from now on use the weights of a page. Call it before the first search.
#[cfg(feature = "internals")]
pub(in crate::search) fn use_those_of_a_page() {
    page::ask_for();
}

//! The order of the moves: by priority, the highest first.
//!
//! A priority is a sum. Its weights are learned by `marlin-learn`, laid out as on the standard board, and transferred
//! to others.
//!
//! | file | idea |
//! |---|---|
//! | `priorities.rs` | the whole sum |
//! | `features.rs` | the features of a child |
//! | `history.rs` | killers, countermoves, history: the search's memory of moves |
//! | `patterns.rs` | the gain of a move on the lines through it |
//! | `network.rs` | the odds that a move of an early ply exceeds alpha |
//! | `weights.rs` | the form of the weights, and those before anything is learned |
//! | `learned.rs` | the weights that were learned, and which of them a board has |
//! | `transfer.rs` | weights and network laid over another board |
//! | `picker.rs` | the moves of a node in the order of their priorities |

pub(super) mod features;
pub(super) mod history;
pub(super) mod learned;
pub mod network;
pub(super) mod patterns;
pub(super) mod picker;
mod priorities;
pub(super) mod transfer;
pub(super) mod weights;

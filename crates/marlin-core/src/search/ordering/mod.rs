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
//! | `network.rs` | the odds that a move of an early ply exceeds alpha, learned from the book |
//! | `board_network.rs` | that network laid over another board |
//! | `weights.rs` | the form of the weights |
//! | `learned/` | those that were learned |
//! | `classical.rs` | those before anything was learned |
//! | `by_board.rs` | which weights a board has |
//! | `transfer.rs` | the weights of a board from those of the standard one |
//! | `picker.rs` | the moves of a node in the order of their priorities |

pub(super) mod board_network;
mod by_board;
#[cfg(feature = "internals")]
pub(super) mod classical;
pub(super) mod features;
pub(super) mod history;
pub(super) mod learned;
pub mod network;
pub(super) mod patterns;
pub(super) mod picker;
mod priorities;
pub(super) mod transfer;
pub(super) mod weights;

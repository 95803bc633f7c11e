//! Which move to try first: the one of the highest priority.
//!
//! A priority is a sum. Its weights are learned by `marlin-learn`, laid out as on the standard board, and transferred to others.
//!
//! | file | idea |
//! |---|---|
//! | `priorities.rs` | the whole sum |
//! | `features.rs` | what of a child counts |
//! | `history.rs` | killers, countermoves, history: what the search remembers of moves |
//! | `patterns.rs` | what a move gains on the lines through it |
//! | `network.rs` | the odds that a move of an early ply exceeds alpha, learned from the book |
//! | `weights.rs` | the form of the weights |
//! | `learned/` | those that were learned |
//! | `classical.rs` | those before anything was learned |
//! | `by_board.rs` | which weights a board has |
//! | `transfer.rs` | the weights of a board from those of the standard one |
//! | `picker.rs` | hands out the moves of a node, the highest priority first |

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

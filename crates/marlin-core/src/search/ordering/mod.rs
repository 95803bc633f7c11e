//! Which move to try first: the one of the highest priority.
//!
//! A priority is a sum. The weights are learned on the standard board by `marlin-learn`.
//!
//! | file | idea |
//! |---|---|
//! | `priorities.rs` | the whole sum |
//! | `features.rs` | what of a child counts |
//! | `history.rs` | killers, countermoves, history: what the search remembers of moves |
//! | `patterns.rs` | what a move gains on the lines through it |
//! | `network.rs` | the odds that a move of an early ply exceeds alpha, learned from the book |
//! | `weights.rs` | the form of the weights |
//! | `learned.rs` | those that were learned |
//! | `by_board.rs` | which weights a board has |
//! | `picker.rs` | hands out the moves of a node, the highest priority first |

pub(super) mod by_board;
pub(super) mod features;
pub(super) mod history;
mod learned;
pub mod network;
pub(super) mod patterns;
pub(super) mod picker;
mod priorities;
pub(super) mod weights;

//! The search. A goal for a position becomes questions with a null window each, and a question becomes a tree
//! of nodes.
//!
//! The path of a question, from file to file:
//!
//! | file | idea |
//! |---|---|
//! | `driver.rs` | questions until a goal is reached, and helper threads when that takes long |
//! | `windows.rs` | the choice of the next question |
//! | `answer.rs` | answers to a question: null windows of the columns, by one thread or a team |
//! | `abdada.rs` | many threads at one position: a node is marked as busy while one of them searches it |
//! | `dispatch.rs` | which compiled form of the node runs: lanes and CPU level |
//! | `negamax.rs` | the node, in numbered steps |
//! | `node.rs` | a position to search, a child of it by itself, and its reduced form: the key of the table |
//! | `children.rs` | all children at once, and their bounds without the table |
//! | `moves.rs` | the moves of a node: the keys and bounds of their children, and the candidates |
//! | `claimeven.rs` | an upper bound by a strategy of the side not to move, and by the fours that it leaves |
//! | `claim.rs` | the cells that a proof has used, so that its bound holds for other positions |
//! | `ordering/` | which candidate to try first |
//!
//! Beside the path:
//!
//! | file | idea |
//! |---|---|
//! | `root.rs` | the position of the query, with the proven bounds of each of its columns |
//! | `search_thread.rs` | `SearchThread`: the state of one thread during a search |
//! | `team.rs` | the state that threads share |
//! | `poll.rs` | polling of limits, progress reports |
//!
//! The methods of [`SearchThread`](search_thread::SearchThread) are in the file of their idea:
//!
//! | method | file |
//! |---|---|
//! | `new`, `observed`, `join`, `team`, `nodes`, `poll_limits` | `search_thread.rs` |
//! | `answer`, `help`, `work_on`, `search_question`, `search_position`, `is_column_busy`, `search_column` | `answer.rs` |
//! | `answer_child`, `open_window`, `is_busy`, `search_moves_shared`, `search_moves_deferring` | `abdada.rs` |
//! | `search_node`, `search_in_lanes`, `negamax_*` | `dispatch.rs` |
//! | `negamax`, `search_moves`, `next_move`, `store`, `note_claim`, `claims_of_excluded`, `add_claim`, `table_of_children` | `negamax.rs` |
//! | `pick_moves`, `history_at` | `ordering/mod.rs` |

#![allow(
    missing_debug_implementations,
    unreachable_pub,
    clippy::len_without_is_empty,
    clippy::missing_errors_doc,
    clippy::should_implement_trait,
    reason = "internals shows these parts to the learner alone"
)]

mod abdada;
mod answer;
mod children;
mod claim;
mod claimeven;
mod dispatch;
mod driver;
mod moves;
mod negamax;
mod node;
mod ordering;
mod poll;
mod root;
mod search_thread;
mod team;
#[cfg(test)]
mod tests;
mod windows;

pub(crate) use self::claimeven::{Division, SecondFour, claimeven_with_cells};
pub(crate) use self::driver::{Driver, Effort, Resources, default_threads, drive};
pub(crate) use self::poll::{ProgressFn, Searched};
pub(crate) use self::root::{Root, likely_line};
pub(crate) use self::team::Sharing;
pub(crate) use self::windows::Goal;

/// The parts of the search that the learner and the benches of a node use. They are no part of the public
/// interface.
#[cfg(feature = "internals")]
pub mod internals {
    pub use super::children::{Children, ClaimevenBounds, lanes};
    pub use super::driver::Driver;
    pub use super::moves::{Keys, MoveBounds, Moves};
    pub use super::node::{Child, Node};
    pub use super::ordering::{MovePicker, history, learned, network, patterns, transfer, weights};
    pub use super::poll::Interrupted;
    pub use super::root::Root;
    pub use super::search_thread::{Observer, SearchThread};
    pub use super::windows::{Goal, Window};
    pub use crate::geometry::{Masks, Standard};
    pub use crate::raw_position::RawPosition;

    /// Returns the masks of a board in words of 128 bits.
    pub fn wide_masks(size: crate::BoardSize) -> &'static Masks {
        size.masks()
    }

    /// Returns whether a board is searched in words of 64 bits, which the learner needs.
    pub const fn uses_u64(size: crate::BoardSize) -> bool {
        size.uses_u64()
    }

    /// Returns the masks of a board in words of 64 bits.
    ///
    /// # Panics
    ///
    /// If the board [is not searched in them](uses_u64).
    pub fn masks(size: crate::BoardSize) -> &'static Masks<u64> {
        size.masks_u64().expect("a board of words of 64 bits")
    }
}

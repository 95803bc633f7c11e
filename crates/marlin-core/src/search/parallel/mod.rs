//! Many threads at one position: they search the same tree with the same table, and a move that one of them is searching is
//! deferred by the others until nothing else is left (ABDADA).
//!
//! | file | idea |
//! |---|---|
//! | `team.rs` | what the threads of a search share |
//! | `worker.rs` | what a thread knows of its place in the team |
//! | `busy.rs` | which positions are being searched |
//! | `abdada.rs` | the moves of a node shared out |
//!
//! The driver starts the threads. One of them leads: it asks the questions about the root. The others help with the open
//! question. Whoever answers it first ends it for all, and whoever first sees that the search has come to its limits ends
//! that.
//!
//! # References
//!
//! J.-C. Weill, The ABDADA distributed minimax search algorithm, 1996; T. Kerrigan, Simplified ABDADA.

mod abdada;
mod busy;
pub(super) mod team;
pub(super) mod worker;

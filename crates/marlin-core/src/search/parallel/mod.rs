//! Many threads at one position: they search the same tree with the same table, and a move that one thread is searching
//! is deferred by the others until no other move is left (ABDADA).
//!
//! | file | idea |
//! |---|---|
//! | `team.rs` | the shared state of the threads of a search |
//! | `worker.rs` | the place of a thread in the team |
//! | `busy.rs` | which positions are being searched |
//! | `abdada.rs` | the moves of a node shared out |
//!
//! The driver starts the threads. One of them, the leader, asks the questions about the root. The others help with the
//! open question. The first thread to answer closes the question, and the first thread to reach the limits ends the
//! search.
//!
//! # References
//!
//! J.-C. Weill, The ABDADA distributed minimax search algorithm, 1996; T. Kerrigan, Simplified ABDADA.

mod abdada;
mod busy;
pub(super) mod team;
pub(super) mod worker;

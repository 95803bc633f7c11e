//! Making position sets from a seed.
//!
//! | file | idea |
//! |---|---|
//! | `candidates.rs` | random games, a pure function of seed, category and index |
//! | `verifier.rs` | the score of a candidate by two routes, and whether it fits |
//! | `checkpoint.rs` | the decisions so far, on disk, for an interrupted run |
//! | `selection.rs` | verification on several threads, with the order kept |
//! | `files.rs` | the file of a set, and when it may be replaced |

mod candidates;
mod checkpoint;
pub(crate) mod files;
pub(crate) mod selection;
mod verifier;

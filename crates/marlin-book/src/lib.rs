//! Makes opening books for [`marlin_core`]: complete, exact, and the same bytes each time.
//!
//! | item | what it does |
//! |---|---|
//! | [`Ply`] | every position of a ply, in an order of its own |
//! | [`Record`] | the scores found so far, on disk: what an interrupted run goes on with, and what shards are merged from |
//! | [`generate`] | threads search the positions of the last ply |
//! | [`finish`] | all other scores from those, and the book |
//! | [`verify`] | a book against the search |
//!
//! Only the last ply takes search. Its positions are searched in the order in which they are found from the empty board:
//! those that follow on one another then come from the same ancestors, and what the table knows of one serves the next.

mod finish;
mod generate;
mod ply;
mod record;
mod search;
mod verify;

pub use finish::{FinishError, finish};
pub use generate::{ParseShardError, Shard, generate};
pub use ply::Ply;
pub use record::{Record, RecordError, Scores, Subject};
pub use search::Progress;
pub use verify::{Mismatch, Verification, verify};

//! Makes opening books: complete, exact, and the same bytes each time.
//!
//! | item | purpose |
//! |---|---|
//! | [`Ply`] | lists every position of a ply, in a fixed order |
//! | [`Record`] | keeps the scores found so far on disk: an interrupted run resumes from it, and shards are merged from them |
//! | [`generate`] | searches the positions of the last ply, on many threads |
//! | [`finish`] | computes all other scores from those, and builds the book |
//! | [`verify`] | compares a book with the search |
//!
//! Only the last ply is searched. Its positions are searched in the order in which they are found from the empty board:
//! neighbours have the same ancestors, so table entries of one position help to solve the next.

mod make;
mod ply;
mod record;

pub use make::{BookProgress, Mismatch, finish, generate, verify};
pub use ply::Ply;
pub use record::{Record, Scores};

/// The reason why a record or a book cannot be read, written or made. Its text is the whole report.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BookMakingError(pub(crate) String);

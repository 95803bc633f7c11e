//! [`verify`]: a book against the search.

use std::convert::Infallible;

use marlin_core::{Book, Limits, Position, Score, Solver};

use crate::search::{Progress, search_chunks};

/// Positions that a thread takes at once.
const CHUNK: usize = 16;

/// A position whose score in a book isn't that of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch<const W: usize = 7, const H: usize = 6> {
    /// The position.
    pub position: Position<W, H>,
    /// What the book says of it.
    pub book: Option<Score<W, H>>,
    /// What the search has proven.
    pub search: Score<W, H>,
}

/// What a verification has found.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verification<const W: usize = 7, const H: usize = 6> {
    /// Positions searched: fewer than were to be if the limits came first.
    pub searched: usize,
    /// Those of which the book says something else.
    pub mismatches: Vec<Mismatch<W, H>>,
}

/// Searches positions, with as many threads as the solver has and without its book, and compares what a book says of them.
/// `progress` is called now and then.
pub fn verify<const W: usize, const H: usize>(
    book: &Book<W, H>,
    positions: &[Position<W, H>],
    solver: &Solver<W, H>,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Verification<W, H> {
    let chunks: Vec<_> = positions.chunks(CHUNK).enumerate().collect();
    let (mut searched, mut mismatches) = (0, Vec::new());
    let Ok(()) = search_chunks(&chunks, solver, limits, |index, scores, now| {
        for (&position, search) in chunks[index].1.iter().zip(scores) {
            let book = book.score(&position);
            if book != Some(search) {
                mismatches.push(Mismatch { position, book, search });
            }
        }
        searched = now.searched;
        progress(now);
        Ok::<(), Infallible>(())
    });
    Verification { searched, mismatches }
}

//! [`verify`]: compares a book with the search.

use std::convert::Infallible;

use marlin_core::{Book, Limits, Position, Score, Solver};

use crate::search::{BookProgress, search_chunks};

/// Positions of a chunk.
const CHUNK: usize = 16;

/// A position whose score in a book differs from that of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch {
    /// The position.
    pub position: Position,
    /// The score in the book.
    pub book: Option<Score>,
    /// The score that the search has proven.
    pub search: Score,
}

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verification {
    /// Positions searched: fewer than were given if the limits ended the search.
    pub searched: usize,
    /// Positions with another score in the book.
    pub mismatches: Vec<Mismatch>,
}

/// Searches positions and compares their scores with those in a book. Each thread of the solver searches
/// one position at a time. `progress` is called after each chunk of positions.
///
/// # Examples
///
/// ```
/// use marlin_book::verify;
/// use marlin_core::{Book, Limits, Position, Score, Solver, SolverBuilder};
///
/// // A wrong book: the empty board of 4x4 is a draw.
/// let size = "4x4".parse()?;
/// let empty = Position::on(size);
/// let book = Book::build(size, 0, [(empty, Score::highest(size))])?;
/// let solver = SolverBuilder::on(size).hash_mib(1)?.without_book().build();
/// let verification = verify(&book, &[empty], &solver, &Limits::NONE, &mut |_| {});
/// assert_eq!(verification.mismatches[0].search, Score::DRAW);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    book: &Book,
    positions: &[Position],
    solver: &Solver,
    limits: &Limits,
    progress: &mut dyn FnMut(BookProgress),
) -> Verification {
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

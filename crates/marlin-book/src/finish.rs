//! [`finish`]: makes the book from the scores of its last ply.

use std::collections::HashMap;

use marlin_core::{BoardSize, Book, BuildError, Position, Score};

use crate::ply::Ply;
use crate::record::{Header, Scores};

/// An error of finishing a book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FinishError {
    /// Scores are missing.
    #[error(
        "{missing} of {positions} positions have no score yet; generate the shards that are missing, and merge them"
    )]
    Missing {
        /// Positions without a score.
        missing: usize,
        /// Positions of the last ply that must be searched.
        positions: usize,
    },
    /// The scores belong to another board, or to other positions than the rules give.
    #[error(
        "{positions} positions of {plies} plies on a board of {columns}x{rows} are not those of this book"
    )]
    Board {
        /// Columns of the board.
        columns: usize,
        /// Rows of the board.
        rows: usize,
        /// Stones on it.
        plies: u32,
        /// Positions.
        positions: usize,
    },
    /// No game on this board has such a score.
    #[error("{score} is the score of no game on this board")]
    Score {
        /// The score.
        score: i8,
    },
    /// The scores make no book.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Makes the book from the scores of its last ply: a position of an earlier ply has the greatest of its children's
/// negated scores.
///
/// # Errors
///
/// Every [`FinishError`].
///
/// # Examples
///
/// ```
/// use marlin_book::{FinishError, Ply, Record, finish};
///
/// // Nothing has been searched yet.
/// let path = std::env::temp_dir().join(format!("marlin-book-finish-{}", std::process::id()));
/// let record = Record::open(&path, &Ply::with_stones("4x4".parse()?, 1))?;
/// let error = finish(record.scores()).unwrap_err();
/// assert!(matches!(error, FinishError::Missing { missing: 2, positions: 2 }));
/// record.remove()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn finish(last: &Scores) -> Result<Book, FinishError> {
    let size = check(last)?;
    let plies = last.header().plies;
    let mut kept = Vec::new();
    let mut scores = HashMap::new();
    for ply in Ply::up_to(size, plies).iter().rev() {
        scores = if ply.plies() == plies {
            of_last_ply(ply, last)?
        } else {
            ply.kept().map(|position| (position.key(), negamax(&position, &scores))).collect()
        };
        if marlin_core::Book::keeps_scores(plies, ply.plies()) {
            kept.extend(ply.kept().map(|position| (position, scores[&position.key()])));
        }
    }
    Ok(Book::build(size, plies, kept)?)
}

/// Returns an error unless all scores are present and belong to this board.
fn check(last: &Scores) -> Result<BoardSize, FinishError> {
    let Header { columns, rows, plies, positions, .. } = last.header();
    let size = BoardSize::new(columns, rows).filter(|size| plies <= size.cells());
    let size = size.ok_or(FinishError::Board { columns, rows, plies, positions })?;
    match last.missing() {
        0 => Ok(size),
        missing => Err(FinishError::Missing { missing, positions }),
    }
}

/// Returns the scores of the last ply by the keys of their positions.
fn of_last_ply(ply: &Ply, last: &Scores) -> Result<HashMap<u64, Score>, FinishError> {
    if last.header() != Header::of(ply) {
        let Header { columns, rows, plies, positions, .. } = last.header();
        return Err(FinishError::Board { columns, rows, plies, positions });
    }
    let pairs = ply.kept().zip(last.iter()).map(|(position, score)| {
        let score = Score::on(ply.size(), score.into()).ok_or(FinishError::Score { score })?;
        Ok((position.key(), score))
    });
    pairs.collect()
}

/// Returns the score of a position from those of its children.
fn negamax(position: &Position, scores: &HashMap<u64, Score>) -> Score {
    let children = position.legal_moves().map(|column| {
        let child = position.after(column);
        -child.decided().unwrap_or_else(|| scores[&child.canonical().key()])
    });
    children.max_by_key(|score| score.get()).unwrap_or(Score::DRAW)
}

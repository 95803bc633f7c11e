//! The search of a book's positions on many threads: [`generate`], [`verify`], and [`finish`], which makes
//! the book.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use marlin_core::{BoardSize, Book, Limits, Position, Score, Solver};
use marlin_support::exit::Failure;
use marlin_support::options::Shard;

use super::Ply;
use super::record::{Header, Record, Scores};

/// Searches the positions of a shard that have no score in the record, and records them chunk by chunk.
///
/// Each thread of the solver searches one position at a time. The scores depend neither on the number of
/// threads nor on their order. A stop flag in the limits ends the search; the recorded scores are kept.
/// `progress` is called at the start and after each chunk, with the number of positions that the run has
/// searched and their total.
///
/// # Errors
///
/// The record cannot be written.
///
/// # Panics
///
/// If the record is of another ply.
pub fn generate(
    ply: &Ply,
    shard: Shard,
    solver: &Solver,
    record: &mut Record,
    limits: &Limits,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<(), Failure> {
    let positions: Vec<_> = ply.kept().collect();
    let header = record.scores.header;
    assert_eq!((header.plies, header.positions), (ply.plies, positions.len()), "a record of this ply");
    let open = shard.range(header.chunks()).filter(|&chunk| !record.has(chunk));
    let chunks: Vec<_> = open.map(|index| (index, &positions[header.range(index)])).collect();
    search_chunks(&chunks, solver, limits, progress, |index, scores| {
        record.append(index, scores.into_iter().map(|score| score.get() as i8).collect())
    })
}

/// A position whose score in a book differs from its proven score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch {
    /// The position.
    pub position: Position,
    /// The score in the book.
    pub book: Option<Score>,
    /// The score that the search has proven.
    pub search: Score,
}

/// The maximum number of positions in a chunk that [`verify`] searches.
const CHUNK: usize = 16;

/// Searches positions and compares their scores with those in a book. Returns the number of positions
/// searched, which is smaller if the limits end the search, and the mismatches. Each thread of the solver
/// searches one position at a time. `progress` is called as by [`generate`].
pub fn verify(
    book: &Book,
    positions: &[Position],
    solver: &Solver,
    limits: &Limits,
    progress: &mut dyn FnMut(usize, usize),
) -> (usize, Vec<Mismatch>) {
    let chunks: Vec<_> = positions.chunks(CHUNK).enumerate().collect();
    let (mut searched, mut mismatches) = (0, Vec::new());
    let Ok(()) = search_chunks(&chunks, solver, limits, progress, |index, scores| {
        searched += scores.len();
        for (&position, search) in chunks[index].1.iter().zip(scores) {
            let book = book.score(&position);
            if book != Some(search) {
                mismatches.push(Mismatch { position, book, search });
            }
        }
        Ok::<(), Infallible>(())
    });
    (searched, mismatches)
}

/// Searches chunks of positions, one on each thread of the solver at a time. `done` gets the index and the
/// scores of each chunk as soon as it is searched. Chunks that the limits interrupt are dropped, and an error
/// of `done` ends the run.
fn search_chunks<E>(
    chunks: &[(usize, &[Position])],
    solver: &Solver,
    limits: &Limits,
    progress: &mut dyn FnMut(usize, usize),
    mut done: impl FnMut(usize, Vec<Score>) -> Result<(), E>,
) -> Result<(), E> {
    let positions = chunks.iter().map(|(_, positions)| positions.len()).sum();
    let mut searched = 0;
    progress(searched, positions);
    let next = AtomicUsize::new(0);
    let serial = solver.to_builder().without_book().threads(1).build();
    let search_next = || {
        let &(index, positions) = chunks.get(next.fetch_add(1, Relaxed))?;
        let score = |position| serial.query(position).limits(limits).score().bounds.score();
        // A chunk counts only if each of its scores is proven.
        Some((index, positions.iter().map(score).collect::<Option<_>>()?))
    };
    let mut finish = |(index, scores): (usize, Vec<Score>)| {
        searched += scores.len();
        // After an error, the threads find no further chunk.
        done(index, scores).inspect_err(|_| next.store(chunks.len(), Relaxed))?;
        progress(searched, positions);
        Ok(())
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let work = || {
            let sender = sender.clone();
            move || while search_next().is_some_and(|found| sender.send(found).is_ok()) {}
        };
        let starts = |_: &usize| thread::Builder::new().spawn_scoped(scope, work()).is_ok();
        // If the system refuses another thread, the existing threads do the work. Without any, this thread
        // does it.
        if (0..solver.threads()).take_while(starts).count() == 0 {
            return std::iter::from_fn(search_next).try_for_each(finish);
        }
        drop(sender);
        receiver.into_iter().try_for_each(&mut finish)
    })
}

/// Makes the book from the scores of its last ply: the score of an earlier position is the maximum of its
/// children's negated scores.
///
/// # Errors
///
/// Scores are missing, belong to other positions, or are impossible on this board.
pub fn finish(last: &Scores) -> Result<Book, Failure> {
    let Header { columns, rows, plies, positions, .. } = last.header;
    let size = BoardSize::new(columns, rows).filter(|size| plies <= size.cells());
    let size = size.ok_or_else(|| last.header.other_board())?;
    let missing = last.missing();
    if missing > 0 {
        return Err(Failure::usage(format!(
            "{missing} of {positions} positions have no score yet; generate the shards that are missing, and merge them"
        )));
    }
    let mut kept = Vec::new();
    let mut scores = HashMap::new();
    for ply in Ply::up_to(size, plies).collect::<Vec<_>>().iter().rev() {
        scores = if ply.plies == plies {
            of_last_ply(ply, last)?
        } else {
            ply.kept().map(|position| (position.key(), negamax(&position, &scores))).collect()
        };
        if Book::keeps_scores(plies, ply.plies) {
            kept.extend(ply.kept().map(|position| (position, scores[&position.key()])));
        }
    }
    Book::build(size, plies, kept).map_err(|error| Failure::usage(error.to_string()))
}

/// Returns the scores of the last ply by the keys of their positions.
fn of_last_ply(ply: &Ply, last: &Scores) -> Result<HashMap<u128, Score>, Failure> {
    if last.header != Header::of(ply) {
        return Err(last.header.other_board());
    }
    let pairs = ply.kept().zip(last.iter()).map(|(position, score)| {
        let no_score = || Failure::usage(format!("no game on this board has the score {score}"));
        Ok((position.key(), Score::checked(ply.size, score.into()).ok_or_else(no_score)?))
    });
    pairs.collect()
}

/// Returns the score of a position from the scores of its children.
fn negamax(position: &Position, scores: &HashMap<u128, Score>) -> Score {
    let children = position.legal_moves().map(|column| {
        let child = position.after(column);
        -child.decided().unwrap_or_else(|| scores[&child.canonical().key()])
    });
    children.max_by_key(|score| score.get()).unwrap_or(Score::DRAW)
}

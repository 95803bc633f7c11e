//! Searching positions on many threads, chunk by chunk.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use marlin_core::{Limits, Position, Score, Solver};

/// The progress of a run.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct BookProgress {
    /// Positions that the run searches.
    pub positions: usize,
    /// Positions that it has searched so far.
    pub searched: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

/// Searches chunks of positions, one on each thread of the solver at a time. `done` gets the index and the scores of each
/// chunk as soon as it is searched, and the progress of the run. Chunks that the limits interrupt are dropped, and an error
/// of `done` ends the run.
pub(crate) fn search_chunks<E>(
    chunks: &[(usize, &[Position])],
    solver: &Solver,
    limits: &Limits,
    mut done: impl FnMut(usize, Vec<Score>, BookProgress) -> Result<(), E>,
) -> Result<(), E> {
    let started = Instant::now();
    let positions = chunks.iter().map(|(_, positions)| positions.len()).sum();
    let mut progress = BookProgress { positions, searched: 0, nodes: 0, elapsed: Duration::ZERO };
    let next = AtomicUsize::new(0);
    let serial = solver.to_builder().without_book().threads(1).build();
    let search_next = || {
        let &(index, positions) = chunks.get(next.fetch_add(1, Relaxed))?;
        Some((index, search(positions, &serial, limits)?))
    };
    let mut finish = |(index, (scores, nodes)): (usize, (Vec<Score>, u64))| {
        progress.searched += scores.len();
        progress.nodes += nodes;
        progress.elapsed = started.elapsed();
        // After an error, the threads find no further chunk.
        done(index, scores, progress).inspect_err(|_| next.store(chunks.len(), Relaxed))
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let work = || {
            let sender = sender.clone();
            move || while search_next().is_some_and(|found| sender.send(found).is_ok()) {}
        };
        let starts = |_: &usize| thread::Builder::new().spawn_scoped(scope, work()).is_ok();
        // If the system refuses another thread, the present ones do the work; this one, if there is no other.
        if (0..solver.threads()).take_while(starts).count() == 0 {
            return std::iter::from_fn(search_next).try_for_each(finish);
        }
        drop(sender);
        receiver.into_iter().try_for_each(&mut finish)
    })
}

/// Returns the scores of positions and the nodes that they took; `None` if the limits ended the search.
fn search(positions: &[Position], solver: &Solver, limits: &Limits) -> Option<(Vec<Score>, u64)> {
    let mut nodes = 0;
    let scores = positions.iter().map(|position| {
        let report = solver.query(position).limits(limits).score();
        nodes += report.nodes;
        report.bounds.score()
    });
    Some((scores.collect::<Option<_>>()?, nodes))
}

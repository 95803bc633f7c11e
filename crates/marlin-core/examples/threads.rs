//! Solve many positions on all cores: clones of one solver share its table, and each keeps to one thread.
//!
//! ```console
//! $ cargo run -q -p marlin-core --example threads
//! 44: 1
//! 4433: 18
//! 32164625: 11
//! 7422341735647741166133573473: -2
//! ```
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::sync::Mutex;
use std::thread;

use marlin_core::{ParseError, Position, Score, Solver};

const POSITIONS: [&str; 4] = ["44", "4433", "32164625", "7422341735647741166133573473"];

fn main() -> Result<(), ParseError> {
    let positions: Vec<Position> = POSITIONS.iter().map(|moves| moves.parse()).collect::<Result<_, _>>()?;
    for (moves, score) in POSITIONS.iter().zip(solve_all(&positions)) {
        println!("{moves}: {score}");
    }
    Ok(())
}

/// Returns the scores of positions, in their order.
fn solve_all(positions: &[Position]) -> Vec<Score> {
    let solver = Solver::builder().threads(1).build();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let next = Mutex::new(positions.iter().enumerate());
    let mut scores: Vec<(usize, Score)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores)
            .map(|_| {
                let (solver, next) = (solver.clone(), &next);
                // Easy positions take microseconds and hard ones seconds, so each worker takes one at a time.
                scope.spawn(move || {
                    let mut found = Vec::new();
                    while let Some((index, position)) = next.lock().ok().and_then(|mut next| next.next()) {
                        found.push((index, solver.solve(position)));
                    }
                    found
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    scores.sort_by_key(|(index, _)| *index);
    scores.into_iter().map(|(_, score)| score).collect()
}

//! The difficulties of puzzles, from two seeds.

use marlin_coach::puzzle::{Puzzle, difficulty};
use marlin_core::{Cpu, TableError};
use rayon::prelude::*;

use super::candidates::Candidate;
use super::solver;

/// A puzzle, with its difficulty from another seed too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RatedPuzzle {
    pub(crate) puzzle: Puzzle,
    pub(crate) other_difficulty: u8,
}

/// Rates puzzles by the moves of the levels with a seed and, for comparison, with the next one.
pub(crate) fn rate(
    seed: u64,
    candidates: &[Candidate],
    cpu: Cpu,
    on_progress: impl Fn() + Sync,
) -> Result<Vec<RatedPuzzle>, TableError> {
    let rate = |solver: &mut Result<_, TableError>, candidate: &Candidate| {
        let solver = solver.as_ref().map_err(|&error| error)?;
        let difficulties = [seed, seed + 1]
            .map(|seed| difficulty(candidate.game.position(), candidate.solution, solver, seed));
        on_progress();
        Ok(RatedPuzzle {
            puzzle: Puzzle::new(candidate.game.clone(), candidate.kind, difficulties[0]),
            other_difficulty: difficulties[1],
        })
    };
    candidates.par_iter().map_init(|| solver(cpu), rate).collect()
}

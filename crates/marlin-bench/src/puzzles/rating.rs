//! The difficulties of puzzles, from two seeds, and how well they agree.

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

/// Returns Spearman's rank correlation of two lists of numbers, from -1 to 1. Equal numbers have the mean of their ranks. `None` if the
/// numbers of a list are all equal.
pub(crate) fn rank_correlation(pairs: &[(u8, u8)]) -> Option<f64> {
    let (first, second): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    let (first, second) = (ranks(&first), ranks(&second));
    let covariance = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let spread = (covariance(&first, &first) * covariance(&second, &second)).sqrt();
    (spread > 0.0).then(|| covariance(&first, &second) / spread)
}

/// Returns the rank of each number, counted from the mean rank.
fn ranks(numbers: &[u8]) -> Vec<f64> {
    let mut counts = [0_u32; 256];
    for &number in numbers {
        counts[usize::from(number)] += 1;
    }
    let mean = (numbers.len() as f64 - 1.0) / 2.0;
    let rank = |number: u8| {
        let below: u32 = counts[..usize::from(number)].iter().sum();
        f64::from(below) + (f64::from(counts[usize::from(number)]) - 1.0) / 2.0 - mean
    };
    numbers.iter().map(|&number| rank(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correlation_is_that_of_the_textbook() {
        let close = |pairs: &[(u8, u8)], value: f64| {
            let found = rank_correlation(pairs).unwrap();
            assert!((found - value).abs() < 1e-9, "{found}");
        };
        close(&[(1, 10), (2, 20), (3, 99)], 1.0);
        close(&[(1, 30), (2, 20), (3, 10)], -1.0);
        // 1 - 6 * sum of squared differences / (n (n^2 - 1)), with the differences 0, 1 and 1.
        close(&[(1, 1), (2, 3), (3, 2)], 0.5);
        // Two numbers share the ranks 0 and 1.
        close(&[(5, 1), (5, 2), (7, 3)], 0.75_f64.sqrt());
        assert_eq!(rank_correlation(&[(1, 1), (1, 2)]), None);
    }
}

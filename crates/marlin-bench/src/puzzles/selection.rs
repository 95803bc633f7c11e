//! As many puzzles of each kind as wanted.

use std::collections::HashSet;

use marlin_coach::puzzle::PuzzleKind;
use marlin_core::{Cpu, Game, TableError};
use rayon::prelude::*;

use super::candidates::{Candidate, candidates};
use super::solver;

/// The games that are played at once, in parallel. The result does not depend on it.
const BATCH: u64 = 256;

/// The share of each kind in percent. Wins in 5 and in 7 are rare: most games would be played for them alone.
const fn share(kind: PuzzleKind) -> usize {
    match kind {
        PuzzleKind::OnlyWin | PuzzleKind::OnlyHold => 25,
        PuzzleKind::WinIn3 | PuzzleKind::Zugzwang => 14,
        PuzzleKind::WinIn5 | PuzzleKind::WinIn7 => 11,
    }
}

/// Puzzles of each kind, until there are enough.
#[derive(Debug)]
struct Selection {
    wanted: Vec<(PuzzleKind, usize)>,
    seen: HashSet<u64>,
    chosen: Vec<Candidate>,
}

/// Returns `count` puzzles of games of a seed, no two of them equal or mirror images.
pub(crate) fn select(
    seed: u64,
    count: usize,
    cpu: Cpu,
    mut on_progress: impl FnMut(usize),
) -> Result<Vec<Candidate>, TableError> {
    let mut selection = Selection { wanted: quotas(count), seen: HashSet::new(), chosen: Vec::new() };
    for batch in 0.. {
        if selection.is_complete() {
            break;
        }
        let numbers = batch * BATCH..(batch + 1) * BATCH;
        let games: Result<Vec<_>, _> = numbers
            .into_par_iter()
            .map_init(
                || solver(cpu),
                |solver, number| Ok(candidates(seed, number, solver.as_ref().map_err(|&error| error)?)),
            )
            .collect();
        games?.into_iter().flatten().for_each(|candidate| selection.add(candidate));
        on_progress(selection.chosen.len());
    }
    Ok(selection.chosen)
}

/// Returns the number of puzzles of each kind.
fn quotas(count: usize) -> Vec<(PuzzleKind, usize)> {
    let mut upper = 0;
    let mut quota = |kind| {
        let lower = upper;
        upper += share(kind);
        // Rounded at the borders between kinds, so that the sum is the count.
        count * upper / 100 - count * lower / 100
    };
    PuzzleKind::ALL.into_iter().map(|kind| (kind, quota(kind))).collect()
}

impl Selection {
    fn is_complete(&self) -> bool {
        self.wanted.iter().all(|&(_, left)| left == 0)
    }

    fn add(&mut self, candidate: Candidate) {
        let left = self.wanted.iter_mut().find(|(kind, left)| *kind == candidate.kind && *left > 0);
        if let Some((_, left)) = left
            && self.seen.insert(canonical_key(&candidate.game))
        {
            *left -= 1;
            self.chosen.push(candidate);
        }
    }
}

/// Returns a word that a position shares with its mirror image alone.
fn canonical_key(game: &Game) -> u64 {
    game.position().canonical().key()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quotas_of_the_kinds_are_the_count_together() {
        for count in [1, 9, 10, 77, 3650] {
            let quotas = quotas(count);
            assert_eq!(quotas.iter().map(|(_, quota)| quota).sum::<usize>(), count);
        }
        let quotas: Vec<_> = quotas(3650).into_iter().map(|(_, quota)| quota).collect();
        assert_eq!(quotas, [912, 913, 511, 401, 402, 511]);
    }
}

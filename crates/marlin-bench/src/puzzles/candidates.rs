//! The puzzles of a game.

use std::ops::RangeInclusive;

use marlin_coach::level::SkillLevel;
use marlin_coach::puzzle::{PuzzleKind, judge};
use marlin_core::{BoardSize, Column, Game, Solver};
use marlin_support::random::Random;

/// A position of a game that is a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) game: Game,
    pub(crate) kind: PuzzleKind,
    pub(crate) solution: Column,
}

/// Returns the stones that a puzzle of a kind has. A line of the file is as long as its game, so these ranges decide its size; and
/// with fewer stones, a simple solver takes too long to check a puzzle.
const fn stones(kind: PuzzleKind) -> RangeInclusive<u32> {
    match kind {
        PuzzleKind::OnlyWin | PuzzleKind::OnlyHold => 12..=17,
        PuzzleKind::WinIn3 | PuzzleKind::WinIn5 | PuzzleKind::WinIn7 => 12..=20,
        PuzzleKind::Zugzwang => 12..=24,
    }
}

/// The stones of puzzles of all kinds.
const STONES: RangeInclusive<u32> = stones(PuzzleKind::Zugzwang);

/// Returns the puzzles of the game with a number between two levels of play, one of each kind. The levels are drawn too.
pub(crate) fn candidates(seed: u64, number: u64, solver: &Solver) -> Vec<Candidate> {
    let mut random = Random::named(seed, "puzzles", number);
    let mut level = || SkillLevel::all().nth(random.below(9) as usize).unwrap_or_default();
    let levels = [level(), level()];
    let mut found: Vec<Candidate> = Vec::new();
    let mut game = Game::on(BoardSize::STANDARD);
    while game.position().nb_moves() < *STONES.end() {
        let level = levels[game.moves().len() % 2];
        let Some(column) = level.choose(game.position(), solver, number) else { break };
        if game.play(column).is_err() {
            break;
        }
        found.extend(candidate(&game, solver));
    }
    PuzzleKind::ALL.into_iter().filter_map(|kind| one_of_kind(&mut random, &found, kind)).collect()
}

/// Returns the puzzle after the moves of a game, if it is one.
fn candidate(game: &Game, solver: &Solver) -> Option<Candidate> {
    let nb_moves = game.position().nb_moves();
    if !STONES.contains(&nb_moves) {
        return None;
    }
    let (kind, solution) = judge(game.position(), solver)?;
    stones(kind).contains(&nb_moves).then(|| Candidate { game: game.clone(), kind, solution })
}

/// Returns one of the puzzles of a kind, each as often.
fn one_of_kind(random: &mut Random, found: &[Candidate], kind: PuzzleKind) -> Option<Candidate> {
    let of_kind: Vec<_> = found.iter().filter(|candidate| candidate.kind == kind).collect();
    random.one_of(&of_kind).cloned()
}

#[cfg(test)]
mod tests {
    use marlin_core::{Cpu, TableError};

    use super::*;
    use crate::puzzles::solver;

    #[test]
    fn puzzles_depend_on_the_seed_and_not_on_the_games_of_a_solver_before() -> Result<(), TableError> {
        let (used, numbers) = (solver(Cpu::detect())?, 0..8);
        let of_seed =
            |seed| numbers.clone().map(|number| candidates(seed, number, &used)).collect::<Vec<_>>();
        let (found, other) = (of_seed(7), of_seed(8));
        assert!(found != other && found.iter().flatten().count() > 0, "{found:?}");
        for number in numbers.clone().rev() {
            let alone = candidates(7, number, &solver(Cpu::detect())?);
            assert_eq!(alone, found[number as usize]);
        }
        Ok(())
    }
}

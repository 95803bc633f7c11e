//! The difficulty of a puzzle, by the levels that miss it.

use marlin_core::Column;
use marlin_core::any::{Position, Solver};

use crate::level::{SharesTask, SkillLevel};

/// The moves of each level that are counted.
const MOVES: u64 = 200;

/// Returns the difficulty of a puzzle: the percentage of the moves of levels 1 to 9 that miss its solution, from 1 to 99. Each level
/// moves 200 times, with seeds that follow from this one.
///
/// # Panics
///
/// If the position is one of another board than the solver's.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle::{difficulty, judge};
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
///
/// let position = Position::parse(BoardSize::STANDARD, "411755742345")?;
/// let solver = Solver::on(BoardSize::STANDARD);
/// let (_, solution) = judge(&position, &solver).expect("a puzzle");
/// assert!((1..=99).contains(&difficulty(&position, solution, &solver, 1)));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub fn difficulty(position: &Position, solution: Column, solver: &Solver, seed: u64) -> u8 {
    let choices = SharesTask::done(position, solver);
    let levels = SkillLevel::all().filter(|&level| level < SkillLevel::MAX);
    let chosen = levels.enumerate().flat_map(|(index, level)| {
        // No two moves have the same seed, so that they are independent of each other.
        let first = (seed.wrapping_mul(9).wrapping_add(index as u64)).wrapping_mul(MOVES);
        (0..MOVES).map(move |number| (level, first.wrapping_add(number)))
    });
    let (mut total, mut missed) = (0, 0);
    for (level, seed) in chosen {
        total += 1;
        missed += u64::from(choices.choose(level, seed) != Some(solution));
    }
    ((100 * missed + total / 2) / total).clamp(1, 99) as u8
}

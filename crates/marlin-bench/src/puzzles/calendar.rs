//! The file of the puzzles, a day a line: the difficulty rises from Monday to Sunday.

use std::fmt::Write;

use marlin_coach::puzzle::Day;
use marlin_support::random::Random;

use super::rating::RatedPuzzle;

/// Returns puzzles in the order of the days from 2026-01-01 on. The easiest seventh has the Mondays, and so on; each day of the
/// week has its puzzles in a random order.
pub(crate) fn by_days(seed: u64, mut puzzles: Vec<RatedPuzzle>) -> Vec<RatedPuzzle> {
    let mut random = Random::named(seed, "calendar", 0);
    shuffle(&mut random, &mut puzzles);
    // Puzzles of the same difficulty stay in their random order.
    puzzles.sort_by_key(|rated| rated.puzzle.difficulty);
    let days = puzzles.len() as i64;
    let mut dated: Vec<(i64, RatedPuzzle)> = Vec::new();
    let mut easiest = puzzles.into_iter();
    for weekday in 0..7 {
        let mut days: Vec<i64> = (0..days).filter(|&day| Day(day).weekday() == weekday).collect();
        shuffle(&mut random, &mut days);
        dated.extend(days.into_iter().zip(&mut easiest));
    }
    dated.sort_by_key(|&(day, _)| day);
    dated.into_iter().map(|(_, rated)| rated).collect()
}

/// Puts items into a random order, each order equally often.
fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u32 + 1) as usize);
    }
}

/// Returns the text of the file: its contents, the command that makes it, and a puzzle a line.
pub(crate) fn render(seed: u64, puzzles: &[RatedPuzzle]) -> String {
    let mut text = format!(
        "# Puzzles of 7x6: moves, kind, difficulty. Line k is day k from 2026-01-01 on. Kinds:\n\
         # W only win, H only hold, 3 5 7 win in as many plies, Z zugzwang.\n\
         # marlin-bench puzzles --seed {seed} --count {}\n",
        puzzles.len()
    );
    for rated in puzzles {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", rated.puzzle);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(difficulty: u8) -> RatedPuzzle {
        let line = format!("41 W {difficulty}");
        RatedPuzzle { puzzle: line.parse().unwrap(), other_difficulty: difficulty }
    }

    #[test]
    fn the_difficulty_rises_from_monday_to_sunday_and_no_puzzle_is_lost() {
        let puzzles: Vec<_> = (1..=60).map(rated).collect();
        let ordered: Vec<u8> =
            by_days(1, puzzles.clone()).iter().map(|rated| rated.puzzle.difficulty).collect();
        for (day, pair) in ordered.windows(2).enumerate() {
            assert!(Day(day as i64 + 1).weekday() == 0 || pair[0] < pair[1], "day {day}: {ordered:?}");
        }
        let mut sorted = ordered.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(1..=60));
        assert_ne!(by_days(2, puzzles.clone()), by_days(1, puzzles));
    }
}

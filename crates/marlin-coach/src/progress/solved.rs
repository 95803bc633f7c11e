//! [`Solved`]: the solved puzzles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::puzzle::{self, Day, of_day};

/// The first line of the text.
const HEAD: &str = "# Solved puzzles of Marlin: day, number, tries\n";

/// The rating of a player who has solved nothing, and the most that a puzzle changes it, as on the page.
const FIRST_RATING: f64 = 1200.0;
const RATING_STEP: f64 = 32.0;

/// Solved puzzles: the day of the solution and its tries, by number. That is the first solution, or the one on the day of the
/// puzzle. A line has the day, the number of the puzzle and the number of tries, as in `2026-11-24 328 1`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Solved(BTreeMap<usize, (Day, u32)>);

impl Solved {
    /// The name of the file in the user's folder of state.
    pub const FILE: &str = "puzzles";

    /// Reads a text. Lines that are none are skipped.
    pub fn parse(text: &str) -> Self {
        let entry = |line: &str| {
            let [day, number, tries] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
            Some((number.parse().ok()?, (day.parse().ok()?, tries.parse().ok()?)))
        };
        // Of a puzzle that is there twice the first line counts.
        Self(text.lines().rev().filter_map(entry).collect())
    }

    /// Adds a puzzle that is solved for the first time, or for the first time on its day: the streak counts those. Returns whether
    /// it is one.
    pub fn add(&mut self, day: Day, number: usize, tries: u32) -> bool {
        let of_its_day = |day: Day| of_day(day) == number;
        if self.0.get(&number).is_some_and(|&(before, _)| of_its_day(before) || !of_its_day(day)) {
            return false;
        }
        self.0.insert(number, (day, tries));
        true
    }

    /// Returns whether a puzzle is solved.
    pub fn has(&self, number: usize) -> bool {
        self.0.contains_key(&number)
    }

    /// Returns the number of solved puzzles.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of days in a row, up to today or yesterday, on which the puzzle of the day was solved.
    pub fn streak(&self, today: Day) -> usize {
        let days: BTreeSet<Day> = self
            .0
            .iter()
            .filter(|(number, (day, _))| **number == of_day(*day))
            .map(|(_, (day, _))| *day)
            .collect();
        let back = |from: i64| {
            (0..=days.len() as i64).take_while(|&before| days.contains(&Day(from - before))).count()
        };
        back(today.0).max(back(today.0 - 1))
    }

    /// Returns the rating of the player, as in chess (Elo): each puzzle is a game, won if it was solved at the first try. Puzzles that
    /// were given up are not known here.
    pub fn rating(&self) -> u32 {
        let mut games: Vec<_> = self.0.iter().map(|(&number, &(day, tries))| (day, number, tries)).collect();
        games.sort_unstable();
        let puzzles: Vec<f64> = puzzle::all().map(|puzzle| puzzle.rating()).collect();
        let rating = games.into_iter().fold(FIRST_RATING, |rating, (_, number, tries)| {
            let Some(puzzle) = number.checked_sub(1).and_then(|index| puzzles.get(index)) else {
                return rating;
            };
            let expected = 1.0 / (1.0 + 10_f64.powf((puzzle - rating) / 400.0));
            let result = if tries == 1 { 1.0 } else { 0.0 };
            (rating + RATING_STEP * (result - expected)).round()
        });
        rating.max(0.0) as u32
    }

    /// Returns the solved puzzles and the streak in words, as in `Solved: 3 of 3650. Streak: 1 day.`
    pub fn in_words(&self, today: Day) -> String {
        let (all, streak) = (puzzle::all().count(), self.streak(today));
        let days = if streak == 1 { "day" } else { "days" };
        format!("Solved: {} of {all}. Streak: {streak} {days}.", self.count())
    }
}

impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        self.0.iter().try_for_each(|(number, (day, tries))| writeln!(f, "{day} {number} {tries}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn damaged_lines_are_skipped_and_the_first_solution_counts() {
        let text = "# head\n2026-01-03 3 1\n\u{fffd}\n2026-01-04 4\n2026-13-04 4 1\n2026-01-09 3 7\n2026-01-05 9 2\n";
        let solved = Solved::parse(text);
        assert_eq!((solved.0.len(), solved.0.contains_key(&4)), (2, false));
        assert_eq!(solved.to_string(), format!("{HEAD}2026-01-03 3 1\n2026-01-05 9 2\n"));
        assert_eq!(Solved::parse(&solved.to_string()), solved);
    }

    #[test]
    fn a_puzzle_that_was_solved_before_its_day_counts_on_its_day_too() {
        let mut solved = Solved::default();
        let steps =
            [("2026-01-01", 2), ("2026-01-01", 1), ("2026-01-02", 2), ("2026-01-03", 1), ("2026-01-03", 3)];
        let added =
            steps.into_iter().zip(1..).map(|((today, number), tries)| solved.add(day(today), number, tries));
        assert_eq!(added.collect::<Vec<_>>(), [true, true, true, false, true]);
        assert_eq!(solved.to_string(), format!("{HEAD}2026-01-01 1 2\n2026-01-02 2 3\n2026-01-03 3 5\n"));
        assert_eq!(solved.streak(day("2026-01-03")), 3);
        // A puzzle of another day keeps its first solution.
        assert!(solved.add(day("2026-01-03"), 9, 6) && !solved.add(day("2026-01-04"), 9, 7));
        assert!(solved.to_string().ends_with("2026-01-03 9 6\n"));
    }

    #[test]
    fn a_rating_rises_with_first_tries_by_the_difficulty_of_the_puzzles() {
        let rating = |text: &str| Solved::parse(text).rating();
        assert_eq!(rating(""), 1200);
        let expected = |rating: f64, number: usize, result: f64| {
            let puzzle = puzzle::numbered(number).unwrap();
            let odds = 10_f64.powf((800.0 + 16.0 * f64::from(puzzle.difficulty) - rating) / 400.0);
            (rating + 32.0 * (result - 1.0 / (1.0 + odds))).round()
        };
        let first = expected(1200.0, 7, 1.0);
        assert!(first > 1200.0);
        // The days are the order, and not the numbers.
        assert_eq!(rating("2026-02-02 3 2\n2026-02-01 7 1\n"), expected(first, 3, 0.0) as u32);
        assert_eq!(rating("2026-02-01 9999 1\n2026-02-01 0 1\n"), 1200);
    }

    #[test]
    fn a_streak_has_the_puzzles_of_the_day_alone_and_lasts_until_the_end_of_the_next_day() {
        // The third was solved a day late, and the seventh early.
        let text = "2026-01-01 1 1\n2026-01-02 2 3\n2026-01-04 3 1\n2026-01-05 5 1\n2026-01-06 6 1\n2026-01-06 7 1\n";
        let solved = Solved::parse(text);
        let streaks = ["2026-01-02", "2026-01-03", "2026-01-04", "2026-01-06", "2026-01-07", "2026-01-08"];
        assert_eq!(streaks.map(|today| solved.streak(day(today))), [2, 2, 0, 2, 2, 0]);
    }
}

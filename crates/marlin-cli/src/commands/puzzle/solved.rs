//! The solved puzzles, in a file of the user.
//!
//! A line has the day of the solution, the number of the puzzle and the number of tries, as in `2026-11-24 328 1`. Other lines
//! are skipped, so a damaged file costs no more than its damaged lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::PathBuf;

use marlin_coach::puzzle::{Day, of_day};
use marlin_support::files::{Existing, UserFolder, folder_of, read_whole, write_whole};

use crate::commands::shared::remark;

/// The name of the file in the folder of state.
const NAME: &str = "puzzles";

/// The first line of the file.
const HEAD: &str = "# Solved puzzles of Marlin: day, number, tries\n";

/// Solved puzzles: the day of the solution and its tries, by number. That is the first solution, or the one on the day of the
/// puzzle.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Solved(BTreeMap<usize, (Day, u32)>);

impl Solved {
    /// Reads the text of a file.
    fn parse(text: &str) -> Self {
        let mut solved = Self::default();
        for line in text.lines() {
            if let Some((day, number, tries)) = entry(line) {
                solved.0.entry(number).or_insert((day, tries));
            }
        }
        solved
    }

    /// Returns the text of a file.
    fn render(&self) -> String {
        let lines = self.0.iter().map(|(number, (day, tries))| format!("{day} {number} {tries}\n"));
        HEAD.to_owned() + &lines.collect::<String>()
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0.contains_key(&number)
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of days in a row, up to today or yesterday, on which the puzzle of the day was solved.
    pub(super) fn streak(&self, today: Day) -> usize {
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
}

/// Reads a line of the file.
fn entry(line: &str) -> Option<(Day, usize, u32)> {
    let words: Vec<_> = line.split(' ').collect();
    let [day, number, tries] = words[..] else { return None };
    Some((day.parse().ok()?, number.parse().ok()?, tries.parse().ok()?))
}

/// The file of the user, if there is a place for one.
#[derive(Debug, Clone)]
pub(super) struct SolvedFile(Option<PathBuf>);

impl SolvedFile {
    /// Returns the file in the user's folder of state.
    pub(super) fn of_user() -> Self {
        Self(UserFolder::State.path().map(|folder| folder.join(NAME)))
    }

    /// Reads the solved puzzles; none if the file is missing or unreadable.
    pub(super) fn read(&self) -> Solved {
        let bytes = self.0.as_ref().and_then(|path| read_whole(path).ok()).unwrap_or_default();
        Solved::parse(&String::from_utf8_lossy(&bytes))
    }

    /// Adds a puzzle that is solved for the first time, or for the first time on its day: the streak counts those. A failure is
    /// reported and ends nothing: the puzzle is solved anyway.
    pub(super) fn add(&self, day: Day, number: usize, tries: u32) {
        let mut solved = self.read();
        let of_its_day = |day: Day| of_day(day) == number;
        if solved.0.get(&number).is_some_and(|&(before, _)| of_its_day(before) || !of_its_day(day)) {
            return;
        }
        solved.0.insert(number, (day, tries));
        if let Err(error) = self.write(&solved) {
            remark(&format!("warning: the streak is not kept: {error}"));
        }
    }

    fn write(&self, solved: &Solved) -> io::Result<()> {
        let path = self.0.as_ref().ok_or_else(|| io::Error::other("there is no home folder"))?;
        fs::create_dir_all(folder_of(path))?;
        write_whole(path, solved.render().as_bytes(), Existing::Replace)
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
        assert_eq!((solved.count(), solved.contains(4)), (2, false));
        assert_eq!(solved.render(), format!("{HEAD}2026-01-03 3 1\n2026-01-05 9 2\n"));
        assert_eq!(Solved::parse(&solved.render()), solved);
    }

    #[test]
    fn a_puzzle_that_was_solved_before_its_day_counts_on_its_day_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = SolvedFile(Some(folder.path().join(NAME)));
        let steps =
            [("2026-01-01", 2), ("2026-01-01", 1), ("2026-01-02", 2), ("2026-01-03", 1), ("2026-01-03", 3)];
        for ((today, number), tries) in steps.into_iter().zip(1..) {
            file.add(day(today), number, tries);
        }
        assert_eq!(file.read().render(), format!("{HEAD}2026-01-01 1 2\n2026-01-02 2 3\n2026-01-03 3 5\n"));
        assert_eq!(file.read().streak(day("2026-01-03")), 3);
        // A puzzle of another day keeps its first solution.
        file.add(day("2026-01-03"), 9, 6);
        file.add(day("2026-01-04"), 9, 7);
        assert!(file.read().render().ends_with("2026-01-03 9 6\n"));
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

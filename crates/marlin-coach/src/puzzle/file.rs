//! The puzzles of the crate.

use super::{Day, Puzzle};

/// The file of the puzzles, for pages: a line for each with its moves, the letter of its kind and its difficulty, after comments
/// with `#`. `marlin-bench puzzles` makes it.
///
/// # Examples
///
/// ```
/// let lines = marlin_coach::puzzle::FILE.lines();
/// assert_eq!(lines.filter(|line| !line.starts_with('#')).count(), 3650);
/// ```
pub const FILE: &str = include_str!("../../puzzles.txt");

/// Returns the lines of the file that are puzzles.
fn lines() -> impl Iterator<Item = &'static str> {
    FILE.lines().filter(|line| !line.starts_with('#'))
}

/// Returns all puzzles, in the order of their numbers.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle;
///
/// assert_eq!(puzzle::all().count(), 3650);
/// ```
pub fn all() -> impl Iterator<Item = Puzzle> {
    // The tests check that each line is a puzzle.
    lines().filter_map(|line| line.parse().ok())
}

/// Returns the puzzle with a number, from 1 on; `None` if there is none.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle;
///
/// assert_eq!(puzzle::numbered(1), puzzle::all().next());
/// assert!(puzzle::numbered(0).is_none() && puzzle::numbered(3651).is_none());
/// ```
pub fn numbered(number: usize) -> Option<Puzzle> {
    lines().nth(number.checked_sub(1)?)?.parse().ok()
}

/// Returns the number of the puzzle of a day: 1 for 2026-01-01, and so on. After the last puzzle they begin again.
///
/// # Examples
///
/// ```
/// use marlin_coach::puzzle::{Day, of_day};
///
/// assert_eq!(of_day("2026-01-02".parse()?), 2);
/// assert_eq!([of_day(Day(3649)), of_day(Day(3650)), of_day(Day(-1))], [3650, 1, 3650]);
/// # Ok::<(), marlin_coach::puzzle::ParsePuzzleError>(())
/// ```
pub fn of_day(day: Day) -> usize {
    let count = lines().count().max(1) as i64;
    day.0.rem_euclid(count) as usize + 1
}

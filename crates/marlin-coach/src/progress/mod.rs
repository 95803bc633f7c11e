//! The record of a player on a device: solved puzzles, results against the levels, and the steps of lessons that are done
//! ([`Learned`]). Each is a text of lines, and a damaged line costs no more than itself.
//!
//! | file | contents |
//! |---|---|
//! | `solved` | the solved puzzles, and the streak |
//! | `standings` | the results against each level, and the level to play next |

mod solved;
mod standings;

use std::collections::BTreeSet;
use std::fmt;

use crate::lesson::Lesson;

pub use self::solved::Solved;
pub use self::standings::{Standing, Standings};

/// The steps of lessons that are done, by the names of the lessons and the numbers of the steps from 1: a line has both, as in
/// `zugzwang 2`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Learned(BTreeSet<(String, usize)>);

/// The first line of the text.
const HEAD: &str = "# Lessons of Marlin: steps that are done";

impl Learned {
    /// The name of the file in the user's folder of state.
    pub const FILE: &str = "lessons";

    /// Reads a text. Lines that are none are skipped.
    pub fn parse(text: &str) -> Self {
        let entry = |line: &str| {
            let (id, step) = line.split_once(' ')?;
            Some((id.to_owned(), step.parse().ok()?)).filter(|_| !line.starts_with('#'))
        };
        Self(text.lines().filter_map(entry).collect())
    }

    /// Adds a step. Returns whether it is new.
    pub fn add(&mut self, lesson: &Lesson, step: usize) -> bool {
        self.0.insert((lesson.id.clone(), step))
    }

    /// Returns whether a step is done.
    pub fn has(&self, lesson: &Lesson, step: usize) -> bool {
        self.0.contains(&(lesson.id.clone(), step))
    }

    /// Returns the number of steps of a lesson that are done.
    pub fn count(&self, lesson: &Lesson) -> usize {
        (1..=lesson.steps.len()).filter(|&step| self.has(lesson, step)).count()
    }

    /// Returns the first step of a lesson that is not done, the first one of all if none is left.
    pub fn next(&self, lesson: &Lesson) -> usize {
        (1..=lesson.steps.len()).find(|&step| !self.has(lesson, step)).unwrap_or(1)
    }
}

impl fmt::Display for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        self.0.iter().try_for_each(|(id, step)| writeln!(f, "{id} {step}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson;

    #[test]
    fn a_text_that_is_written_is_read_again_and_damaged_lines_are_skipped() {
        let lesson = &lesson::all()[0];
        let mut learned = Learned::parse(&format!("# head 1\n{} 1\nx\n{} two\n\n", lesson.id, lesson.id));
        assert_eq!((learned.count(lesson), learned.next(lesson)), (1, 2));
        assert!(learned.add(lesson, 2) && !learned.add(lesson, 2));
        assert_eq!(Learned::parse(&learned.to_string()), learned);
        (3..=lesson.steps.len()).for_each(|step| assert!(learned.add(lesson, step)));
        assert_eq!((learned.count(lesson), learned.next(lesson)), (lesson.steps.len(), 1));
    }
}

//! [`LogLine`]: a line of a person's log.

use std::fmt;

use marlin_core::Outcome;
use serde::Serialize;

use crate::level::SkillLevel;
use crate::puzzle::{self, Day};

/// The answer to a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PuzzleAnswer {
    /// The first try was right.
    First,
    /// A later try was right.
    Later,
    /// The first try was wrong, and no other one was right so far.
    Wrong,
    /// A hint or the solution was shown.
    Shown,
}

impl PuzzleAnswer {
    /// The answers by their words in the log.
    const WORDS: [(&str, Self); 4] =
        [("first", Self::First), ("later", Self::Later), ("wrong", Self::Wrong), ("shown", Self::Shown)];

    /// Returns the right answer after a number of tries.
    pub const fn after(tries: u32) -> Self {
        if tries <= 1 { Self::First } else { Self::Later }
    }

    /// Returns whether the puzzle is solved.
    pub const fn is_solved(self) -> bool {
        matches!(self, Self::First | Self::Later)
    }
}

/// What a person has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogEntry {
    /// A game against a level is over, with this outcome for the person.
    Game(SkillLevel, Outcome),
    /// A puzzle was answered.
    Puzzle {
        /// Its number.
        number: usize,
        /// Its difficulty, so that the log suffices for the rating.
        difficulty: u8,
        /// The answer.
        answer: PuzzleAnswer,
    },
    /// A step of a lesson is done: the name of the lesson, and the step from 1.
    Step(String, usize),
}

/// A line of the log: an entry and its day, as in `2026-11-24 puzzle 328 35 first`, `2026-11-24 game 3 won` and
/// `2026-11-24 lesson zugzwang 2`. In the place of an unknown day there is a hyphen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The day on the device of the person, if it is known.
    pub day: Option<Day>,
    /// The entry.
    pub entry: LogEntry,
}

const OUTCOMES: [(&str, Outcome); 3] =
    [("won", Outcome::Win), ("drawn", Outcome::Draw), ("lost", Outcome::Loss)];

/// Returns the word of a value, or the value of a word.
fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, other)| other == value).map_or("", |(word, _)| word)
}

fn value_of<T: Copy>(words: &[(&'static str, T)], word: &str) -> Option<T> {
    words.iter().find(|(other, _)| *other == word).map(|(_, value)| *value)
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.day {
            Some(day) => write!(f, "{day} ")?,
            None => f.write_str("- ")?,
        }
        match &self.entry {
            LogEntry::Game(level, outcome) => write!(f, "game {level} {}", word_of(&OUTCOMES, outcome)),
            LogEntry::Puzzle { number, difficulty, answer } => {
                write!(f, "puzzle {number} {difficulty} {}", word_of(&PuzzleAnswer::WORDS, answer))
            }
            LogEntry::Step(lesson, step) => write!(f, "lesson {lesson} {step}"),
        }
    }
}

impl LogLine {
    /// Reads a line; `None` if it is damaged, or a comment.
    pub fn parse(line: &str) -> Option<Self> {
        let words: Vec<_> = line.split(' ').collect();
        let (day, entry) = words.split_first()?;
        let day = if *day == "-" { None } else { Some(day.parse().ok()?) };
        let entry = match entry {
            ["game", level, word] => LogEntry::Game(level.parse().ok()?, value_of(&OUTCOMES, word)?),
            ["puzzle", number, difficulty, word] => LogEntry::Puzzle {
                number: number.parse().ok().filter(|number| (1..=puzzle::COUNT).contains(number))?,
                difficulty: difficulty.parse().ok().filter(|difficulty| (1..=99).contains(difficulty))?,
                answer: value_of(&PuzzleAnswer::WORDS, word)?,
            },
            ["lesson", lesson, step] => LogEntry::Step((*lesson).to_owned(), step.parse().ok()?),
            _ => return None,
        };
        Some(Self { day, entry })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_written_is_read_again_and_damaged_ones_are_refused() {
        for line in [
            "2026-11-24 puzzle 328 35 first",
            "- puzzle 1 99 later",
            "2026-11-24 puzzle 1 1 wrong",
            "2026-11-24 puzzle 1 1 shown",
            "2026-11-24 game 10 won",
            "- game 1 drawn",
            "- game 1 lost",
            "2026-11-24 lesson zugzwang 2",
        ] {
            assert_eq!(LogLine::parse(line).unwrap().to_string(), line);
        }
        for line in [
            "",
            "-",
            "# Record",
            "2026-13-24 game 1 won",
            "2026-11-24 game 11 won",
            "2026-11-24 game 1 win",
            "- puzzle 1 100 first",
            "- puzzle 1 0 first",
            "- puzzle 1 first",
            "- puzzle 0 50 first",
            "- puzzle 3651 50 first",
            "- puzzle 1 50 first ",
            "- lesson threat two",
            "- lesson threat",
        ] {
            assert_eq!(LogLine::parse(line), None, "{line}");
        }
    }
}

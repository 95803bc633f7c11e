//! [`LogLine`]: a line of a person's log, and the log of the files that earlier programs kept.

use std::fmt;
use std::str::FromStr;

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
    const ALL: [Self; 4] = [Self::First, Self::Later, Self::Wrong, Self::Shown];

    /// Returns the right answer after a number of tries.
    pub const fn after(tries: u32) -> Self {
        if tries <= 1 { Self::First } else { Self::Later }
    }

    /// Returns whether the puzzle is solved.
    pub const fn is_solved(self) -> bool {
        matches!(self, Self::First | Self::Later)
    }

    /// Returns the word in the log.
    const fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Later => "later",
            Self::Wrong => "wrong",
            Self::Shown => "shown",
        }
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

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.day {
            Some(day) => write!(f, "{day} ")?,
            None => f.write_str("- ")?,
        }
        match &self.entry {
            LogEntry::Game(level, outcome) => {
                let word = OUTCOMES.into_iter().find(|(_, other)| other == outcome);
                write!(f, "game {level} {}", word.map_or("", |(word, _)| word))
            }
            LogEntry::Puzzle { number, difficulty, answer } => {
                write!(f, "puzzle {number} {difficulty} {}", answer.word())
            }
            LogEntry::Step(lesson, step) => write!(f, "lesson {lesson} {step}"),
        }
    }
}

/// The error of a line that is damaged, or a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a day and what was done on it are expected, as in '2026-11-24 puzzle 328 35 first'")]
pub struct ParseLogError;

impl FromStr for LogLine {
    type Err = ParseLogError;

    fn from_str(line: &str) -> Result<Self, ParseLogError> {
        let words: Vec<_> = line.split(' ').collect();
        let (day, entry) = words.split_first().ok_or(ParseLogError)?;
        let day = if *day == "-" { None } else { Some(day.parse().map_err(|_| ParseLogError)?) };
        Ok(Self { day, entry: read_entry(entry).ok_or(ParseLogError)? })
    }
}

/// Reads the words after the day.
fn read_entry(words: &[&str]) -> Option<LogEntry> {
    Some(match words {
        ["game", level, word] => {
            let (_, outcome) = OUTCOMES.into_iter().find(|(known, _)| known == word)?;
            LogEntry::Game(level.parse().ok()?, outcome)
        }
        ["puzzle", number, difficulty, word] => LogEntry::Puzzle {
            number: number.parse().ok().filter(|number| (1..=puzzle::COUNT).contains(number))?,
            difficulty: difficulty.parse().ok().filter(|difficulty| (1..=99).contains(difficulty))?,
            answer: PuzzleAnswer::ALL.into_iter().find(|answer| answer.word() == *word)?,
        },
        ["lesson", lesson, step] => LogEntry::Step((*lesson).to_owned(), step.parse().ok()?),
        _ => return None,
    })
}

/// The greatest number of games of a kind against a level that are taken from an old file.
const MOST_GAMES: usize = 1_000;

/// Returns the log of the files of earlier programs. Each had a line for a puzzle that was solved (`2026-11-24 328 1`: day, number,
/// tries), for the games against a level (`3 2 1 0`: level, won, lost, drawn), and for a step of a lesson that is done
/// (`zugzwang 2`). Damaged lines are skipped.
pub fn log_of_files(puzzles: &str, levels: &str, lessons: &str) -> Vec<LogLine> {
    let line = |day, entry| LogLine { day, entry };
    let mut solved: Vec<_> = puzzles.lines().filter_map(solved_puzzle).collect();
    solved.sort_unstable();
    let solved = solved.into_iter().filter_map(|(day, number, tries)| {
        let difficulty = puzzle::numbered(number)?.difficulty;
        let answer = PuzzleAnswer::after(tries);
        Some(line(Some(day), LogEntry::Puzzle { number, difficulty, answer }))
    });
    let games = levels.lines().flat_map(|text| {
        let numbers: Vec<usize> = text.split(' ').map_while(|word| word.parse().ok()).collect();
        let [level, won, lost, drawn] = numbers[..] else { return Vec::new() };
        let Some(level) = SkillLevel::new(level) else { return Vec::new() };
        let counts = [(won, Outcome::Win), (lost, Outcome::Loss), (drawn, Outcome::Draw)];
        let lines = counts.into_iter().flat_map(|(count, outcome)| {
            std::iter::repeat_n(line(None, LogEntry::Game(level, outcome)), count.min(MOST_GAMES))
        });
        lines.collect()
    });
    let steps = lessons.lines().filter(|line| !line.starts_with('#')).filter_map(|text| {
        let (lesson, step) = text.split_once(' ')?;
        Some(line(None, LogEntry::Step(lesson.to_owned(), step.parse().ok()?)))
    });
    solved.chain(games).chain(steps).collect()
}

/// Reads a line of the old file of solved puzzles.
fn solved_puzzle(line: &str) -> Option<(Day, usize, u32)> {
    let [day, number, tries] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
    Some((day.parse().ok()?, number.parse().ok()?, tries.parse().ok()?))
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
            assert_eq!(line.parse::<LogLine>().unwrap().to_string(), line);
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
            assert_eq!(line.parse::<LogLine>(), Err(ParseLogError), "{line}");
        }
    }

    #[test]
    fn the_files_of_earlier_programs_are_a_log() {
        let puzzles = "# head\n2026-02-02 3 2\n2026-02-01 7 1\n\u{fffd}\n2026-02-01 9999 1\n2026-13-01 1 1\n";
        let log =
            log_of_files(puzzles, "# head\n3 2 1 0\n11 1 1 1\n4 1\n", "# head 1\nthreat 1\nx\nthreat two\n");
        let [third, seventh] = [3, 7].map(|number| puzzle::numbered(number).unwrap().difficulty);
        let expected = [
            // The days are the order.
            format!("2026-02-01 puzzle 7 {seventh} first"),
            format!("2026-02-02 puzzle 3 {third} later"),
            "- game 3 won".to_owned(),
            "- game 3 won".to_owned(),
            "- game 3 lost".to_owned(),
            "- lesson threat 1".to_owned(),
        ];
        assert_eq!(log.iter().map(LogLine::to_string).collect::<Vec<_>>(), expected);
        let many = log_of_files("", "1 4000000000 0 0", "");
        assert_eq!(many.len(), MOST_GAMES);
    }
}

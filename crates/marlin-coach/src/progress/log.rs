//! [`LogLine`]: a line of a person's log.

use std::fmt;

use marlin_core::{BoardSize, Game, Outcome};
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

/// An entry of a person's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogEntry {
    /// A game against a level is over.
    Game(FinishedGame),
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
    /// The rating that the person has chosen to begin with.
    Start(u32),
    /// A person was asked for the better move before a mistake in a game: the game up to the mistake, and
    /// whether the person found the move.
    Mistake(Game, bool),
}

/// A game of a person against a level, with the facts that decide whether it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinishedGame {
    /// The level.
    pub level: SkillLevel,
    /// The outcome for the person.
    pub outcome: Outcome,
    /// A number that no other game of the person has; 0 if the game has none. A game counts once.
    pub id: u64,
    /// The number of hints.
    pub hints: u32,
    /// The number of times that a move was taken back.
    pub takebacks: u32,
    /// The number of stones on the board before the first move of the game.
    pub setup: u32,
    /// The size of the board.
    pub board: BoardSize,
}

impl FinishedGame {
    /// Returns a game from the empty standard board, without an id, hints and takebacks.
    pub const fn new(level: SkillLevel, outcome: Outcome) -> Self {
        Self { level, outcome, id: 0, hints: 0, takebacks: 0, setup: 0, board: BoardSize::STANDARD }
    }

    /// Returns the reason why the game is not in the record; `None` if it counts.
    pub fn uncounted(&self) -> Option<String> {
        let counted = |count: u32, noun: &str| match count {
            0 => None,
            1 => Some(format!("1 {noun}")),
            _ => Some(format!("{count} {noun}s")),
        };
        let setup = (self.setup > 0).then(|| "begun from a position".to_owned());
        let board = (self.board != BoardSize::STANDARD).then(|| format!("the board {}", self.board));
        let reasons = [counted(self.hints, "hint"), counted(self.takebacks, "takeback"), setup, board];
        let reasons: Vec<_> = reasons.into_iter().flatten().collect();
        (!reasons.is_empty()).then(|| format!("Not in your record: {}.", reasons.join(", ")))
    }

    /// Reads the words after `game`.
    fn parse(words: &[&str]) -> Option<Self> {
        let [level, word, facts @ ..] = words else { return None };
        let mut game = Self::new(level.parse().ok()?, value_of(&OUTCOMES, word)?);
        for fact in facts {
            match fact.split_once('=')? {
                ("id", id) => game.id = id.parse().ok()?,
                ("hints", count) => game.hints = count.parse().ok()?,
                ("takebacks", count) => game.takebacks = count.parse().ok()?,
                ("setup", count) => game.setup = count.parse().ok()?,
                ("board", size) => game.board = size.parse().ok()?,
                _ => return None,
            }
        }
        Some(game)
    }
}

/// The words of the game in the log.
impl fmt::Display for FinishedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, outcome, id, hints, takebacks, setup, board } = *self;
        write!(f, "game {level} {}", word_of(&OUTCOMES, &outcome))?;
        let counts = [("hints", hints), ("takebacks", takebacks), ("setup", setup)]
            .map(|(name, count)| (name, count.into()));
        for (name, count) in [("id", id)].into_iter().chain(counts).filter(|&(_, count)| count > 0) {
            write!(f, " {name}={count}")?;
        }
        if board == BoardSize::STANDARD { Ok(()) } else { write!(f, " board={board}") }
    }
}

/// A line of the log: an entry and its day, as in `2026-11-24 puzzle 328 35 first`, `2026-11-24 game 3 won
/// id=7 hints=1`, `2026-11-24 lesson zugzwang 2`, `2026-11-24 start 900` and `2026-11-24 mistake 7x6 44443
/// missed`. A hyphen replaces an unknown day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The day on the device of the person, if it is known.
    pub day: Option<Day>,
    /// The entry.
    pub entry: LogEntry,
}

const OUTCOMES: [(&str, Outcome); 3] =
    [("won", Outcome::Win), ("drawn", Outcome::Draw), ("lost", Outcome::Loss)];

const FOUND: [(&str, bool); 2] = [("found", true), ("missed", false)];

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
            LogEntry::Game(game) => game.fmt(f),
            LogEntry::Puzzle { number, difficulty, answer } => {
                write!(f, "puzzle {number} {difficulty} {}", word_of(&PuzzleAnswer::WORDS, answer))
            }
            LogEntry::Step(lesson, step) => write!(f, "lesson {lesson} {step}"),
            LogEntry::Start(rating) => write!(f, "start {rating}"),
            LogEntry::Mistake(game, is_found) => {
                write!(f, "mistake {} {game} {}", game.size(), word_of(&FOUND, is_found))
            }
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
            ["game", game @ ..] => LogEntry::Game(FinishedGame::parse(game)?),
            ["puzzle", number, difficulty, word] => LogEntry::Puzzle {
                number: number.parse().ok().filter(|number| (1..=puzzle::COUNT).contains(number))?,
                difficulty: difficulty.parse().ok().filter(|difficulty| (1..=99).contains(difficulty))?,
                answer: value_of(&PuzzleAnswer::WORDS, word)?,
            },
            ["lesson", lesson, step] => LogEntry::Step((*lesson).to_owned(), step.parse().ok()?),
            ["start", rating] => LogEntry::Start(rating.parse().ok()?),
            ["mistake", board, moves, word] => {
                let game = Game::parse(board.parse().ok()?, moves).ok();
                LogEntry::Mistake(game.filter(|game| game.outcome().is_none())?, value_of(&FOUND, word)?)
            }
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
            "2026-11-24 game 10 won id=812 hints=1 takebacks=2 setup=4 board=8x7",
            "2026-11-24 lesson zugzwang 2",
            "2026-11-24 start 900",
            "2026-11-24 mistake 7x6 44443 missed",
            "2026-11-24 mistake 12x4 10,3 found",
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
            "2026-11-24 game 1 won id=x",
            "2026-11-24 game 1 won 812",
            "- puzzle 1 100 first",
            "- puzzle 1 0 first",
            "- puzzle 1 first",
            "- puzzle 0 50 first",
            "- puzzle 3651 50 first",
            "- puzzle 1 50 first ",
            "- lesson threat two",
            "- lesson threat",
            "- start",
            "- start -1",
            "- mistake 7x6 48 missed",
            "- mistake 7x6 4142434 missed",
            "- mistake 7x6 4",
        ] {
            assert_eq!(LogLine::parse(line), None, "{line}");
        }
    }
}

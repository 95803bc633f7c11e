//! [`Puzzle`]: the puzzles of the crate, one for each [`Day`] of ten years, with their tasks and questions.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use marlin_core::{BoardSize, Game, Player, Position};
use serde::Serialize;

use crate::record::record;
use crate::text::{Part, Text, text};

/// A puzzle. Its text is its line of the file: the moves, the letter of the kind and the difficulty.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The moves that lead to the position.
    pub game: Game,
    /// The task.
    pub kind: PuzzleKind,
    /// The percentage of the moves of levels 1 to 9 that miss the solution, from 1 to 99.
    pub difficulty: u8,
}

record! {
    /// A puzzle as plain data, without its solution.
    PuzzleRecord("Puzzle") pub from (number: usize, puzzle: &Puzzle) {} {
        /// The number of the puzzle, from 1 on.
        number: usize = number,
        /// The task.
        kind: PuzzleKind = puzzle.kind,
        /// The task as a title for players.
        title: &'static str = puzzle.kind.title(),
        /// The question to the player who is to move.
        question: String = puzzle.question().to_string(),
        /// The percentage of the moves of levels 1 to 9 that miss the solution, from 1 to 99.
        difficulty: u8 = puzzle.difficulty,
        /// The moves that lead to the position.
        position: String = puzzle.game.to_string(),
        /// The size of the board.
        board: BoardSize = puzzle.game.size(),
        /// The side to move.
        to_move: Player = puzzle.to_move(),
        /// The question as parts.
        question_parts: Text = puzzle.question(),
    }
}

/// The error of a text that is no puzzle, no kind or no day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePuzzleError {
    /// A line that does not have the words of a puzzle.
    #[error("invalid puzzle: the moves, the letter of the kind and the difficulty are expected")]
    Line,
    /// Moves that no game has.
    #[error("invalid moves of a puzzle")]
    Moves,
    /// A kind that does not exist.
    #[error(
        "invalid kind of puzzle: only-win, only-hold, win-in-3, win-in-5, win-in-7 or zugzwang is expected"
    )]
    Kind,
    /// A difficulty that is no percentage.
    #[error("invalid difficulty: a whole number from 1 to 99 is expected")]
    Difficulty,
    /// A day that no calendar has.
    #[error("invalid day: a date is expected, as in 2026-11-24")]
    Day,
}

impl Puzzle {
    /// Returns a puzzle.
    pub const fn new(game: Game, kind: PuzzleKind, difficulty: u8) -> Self {
        Self { game, kind, difficulty }
    }

    /// Returns the position.
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the side to move, which is the player who solves the puzzle.
    pub fn to_move(&self) -> Player {
        self.position().side_to_move()
    }

    /// Returns the difficulty on the scale of [ratings](crate::progress::Progress::rating), from 816 to 2384.
    pub fn rating(&self) -> f64 {
        rating_of(self.difficulty)
    }

    /// Returns the question to the player.
    pub fn question(&self) -> Text {
        self.kind.question(self.to_move())
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.game, self.kind.letter(), self.difficulty)
    }
}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(line: &str) -> Result<Self, ParsePuzzleError> {
        let words: Vec<_> = line.split(' ').collect();
        let [moves, kind, difficulty] = words[..] else { return Err(ParsePuzzleError::Line) };
        let game = Game::parse(BoardSize::STANDARD, moves).map_err(|_| ParsePuzzleError::Moves)?;
        let letter = kind.parse().map_err(|_| ParsePuzzleError::Kind)?;
        let kind = PuzzleKind::from_letter(letter).ok_or(ParsePuzzleError::Kind)?;
        match difficulty.parse() {
            Ok(difficulty @ 1..=99) => Ok(Self { game, kind, difficulty }),
            _ => Err(ParsePuzzleError::Difficulty),
        }
    }
}

/// The task of a puzzle.
///
/// Lengths are in plies of the whole forced win under perfect play: a win in 3 is a stone of the side to
/// move, the reply, and the stone that completes four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleKind {
    /// One column wins, in 9 plies or more; the win is not of the kind [`Self::Zugzwang`].
    OnlyWin,
    /// The position is a draw, and one column keeps it: all others lose.
    OnlyHold,
    /// One column wins, and the win takes 3 plies.
    #[serde(rename = "win-in-3")]
    WinIn3,
    /// One column wins, and the win takes 5 plies.
    #[serde(rename = "win-in-5")]
    WinIn5,
    /// One column wins, and the win takes 7 plies.
    #[serde(rename = "win-in-7")]
    WinIn7,
    /// One column wins, in 9 plies or more, and [claimeven](crate::explain::Claimeven) proves it without a
    /// search: the other side must play right below a winning cell in the end.
    Zugzwang,
}

impl PuzzleKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::OnlyWin, Self::OnlyHold, Self::WinIn3, Self::WinIn5, Self::WinIn7, Self::Zugzwang];

    /// Returns the letter in the file of the puzzles, the name, and the title.
    const fn facts(self) -> (char, &'static str, &'static str) {
        match self {
            Self::OnlyWin => ('W', "only-win", "Only one move wins"),
            Self::OnlyHold => ('H', "only-hold", "Only one move holds the draw"),
            Self::WinIn3 => ('3', "win-in-3", "Win with your second stone"),
            Self::WinIn5 => ('5', "win-in-5", "Win with your third stone"),
            Self::WinIn7 => ('7', "win-in-7", "Win with your fourth stone"),
            Self::Zugzwang => ('Z', "zugzwang", "Zugzwang"),
        }
    }

    /// Returns the letter of the kind in the file of the puzzles.
    pub const fn letter(self) -> char {
        self.facts().0
    }

    /// Returns the kind with a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Returns the name, which records also use.
    pub const fn name(self) -> &'static str {
        self.facts().1
    }

    /// Returns a title for players.
    pub const fn title(self) -> &'static str {
        self.facts().2
    }

    /// Returns the question to the player who is to move.
    pub fn question(self, to_move: Player) -> Text {
        let them = to_move.opponent();
        let how = match self {
            Self::OnlyWin => text!["wins"],
            Self::OnlyHold => text!["does not lose"],
            Self::WinIn3 => text!["wins, with your second stone"],
            Self::WinIn5 => text!["wins, with your third stone at the latest"],
            Self::WinIn7 => text!["wins, with your fourth stone at the latest"],
            Self::Zugzwang => {
                let has = Part::of(them, ["has", "have"]);
                text!["wins: in the end ", them, " ", has, " no safe move left"]
            }
        };
        text![to_move, " to move. Find the only move that ", how, "."]
    }
}

/// The name.
impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PuzzleKind {
    type Err = ParsePuzzleError;

    fn from_str(name: &str) -> Result<Self, ParsePuzzleError> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(ParsePuzzleError::Kind)
    }
}

/// Returns the rating of a puzzle by its difficulty.
pub(crate) fn rating_of(difficulty: u8) -> f64 {
    800.0 + 16.0 * f64::from(difficulty)
}

/// The number of puzzles.
pub const COUNT: usize = 3650;

/// The file of the puzzles, for pages: a line for each with its moves, the letter of its kind and its
/// difficulty, after comments with `#`. `marlin-lab puzzles` makes it.
pub const FILE: &str = include_str!("../../puzzles.txt");

/// Returns the lines of the file that are puzzles.
fn lines() -> impl Iterator<Item = &'static str> {
    FILE.lines().filter(|line| !line.starts_with('#'))
}

/// Returns all puzzles, in the order of their numbers.
pub fn all() -> impl Iterator<Item = Puzzle> {
    // The tests check that each line is a puzzle.
    lines().filter_map(|line| line.parse().ok())
}

/// Returns the puzzle with a number, from 1 on; `None` if there is none.
pub fn numbered(number: usize) -> Option<Puzzle> {
    lines().nth(number.checked_sub(1)?)?.parse().ok()
}

/// Returns the number of the puzzle of a day: 1 for 2026-01-01, and so on. After the last puzzle the numbers
/// begin again.
pub fn of_day(day: Day) -> usize {
    day.0.rem_euclid(COUNT as i64) as usize + 1
}

/// The days from 1970-01-01 to the day of the first puzzle, 2026-01-01.
const FIRST_DAY: i64 = 20_454;

/// The seconds of a day.
const SECONDS: u64 = 86_400;

/// A day: the number of days from 2026-01-01 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Day(pub i64);

impl Day {
    /// Returns the day of a time since 1970-01-01, by UTC.
    pub const fn from_unix(time: Duration) -> Self {
        Self((time.as_secs() / SECONDS) as i64 - FIRST_DAY)
    }

    /// Returns the day of the week, 0 for a Monday.
    pub const fn weekday(self) -> usize {
        (self.0 + 3).rem_euclid(7) as usize
    }

    /// Returns the year, the month and the day of the month.
    fn date(self) -> (i64, i64, i64) {
        // Years begin in March here, so that a leap day is the last day of a year.
        let days = self.0 + FIRST_DAY + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        (year + 400 * era + later, month, day)
    }

    /// Returns the day of a year, a month and a day of the month, which may be past its end.
    const fn from_date(year: i64, month: i64, day: i64) -> Self {
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_year = (153 * month + 2) / 5 + day - 1;
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let days = era * 146_097 + 365 * of_era + of_era / 4 - of_era / 100 + of_year;
        Self(days - 719_468 - FIRST_DAY)
    }
}

/// The date, as in `2026-11-24`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = ParsePuzzleError;

    fn from_str(text: &str) -> Result<Self, ParsePuzzleError> {
        let is_date = text.len() == 10 && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        let parts: Vec<i64> = text.split('-').filter_map(|part| part.parse().ok()).collect();
        let day = match parts[..] {
            [year, month, day] if is_date => Self::from_date(year, month, day),
            _ => return Err(ParsePuzzleError::Day),
        };
        // A day past the end of its month would be written as a day of the next month.
        if day.to_string() == text { Ok(day) } else { Err(ParsePuzzleError::Day) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_line_is_refused_by_its_wrong_word() {
        for (line, error) in [
            ("", ParsePuzzleError::Line),
            ("41 W", ParsePuzzleError::Line),
            ("41 W 50 1", ParsePuzzleError::Line),
            ("49 W 50", ParsePuzzleError::Moves),
            ("41 w 50", ParsePuzzleError::Kind),
            ("41 WH 50", ParsePuzzleError::Kind),
            ("41 W 0", ParsePuzzleError::Difficulty),
            ("41 W 100", ParsePuzzleError::Difficulty),
        ] {
            assert_eq!(line.parse::<Puzzle>(), Err(error), "{line}");
        }
    }

    #[test]
    fn every_day_of_eight_hundred_years_has_a_date_of_its_own() {
        let mut before = String::new();
        for day in (-146_097..146_097).map(Day) {
            let date = day.to_string();
            assert!(date > before, "{date}");
            assert_eq!(date.parse(), Ok(day));
            before = date;
        }
    }

    #[test]
    fn a_text_that_is_no_date_is_refused() {
        for text in
            ["", "2026", "2026-13-01", "2026-00-10", "2026-04-31", "2100-02-29", "26-01-01", "2026-1-1"]
        {
            assert_eq!(text.parse::<Day>(), Err(ParsePuzzleError::Day), "{text}");
        }
        assert_eq!("2028-02-29".parse::<Day>().map(|day| day.to_string()), Ok("2028-02-29".to_owned()));
    }
}

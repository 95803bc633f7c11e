//! The players: [`Seat`], [`Tally`], the score of their match, and [`Kept`], the record of the player on the
//! device.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;

use marlin_coach::level::SkillLevel;
use marlin_coach::progress::{FinishedGame, LogEntry, LogLine, Progress};
use marlin_coach::puzzle::{self, Day, Puzzle};
use marlin_coach::text::{Name, Text};
use marlin_core::{BoardSize, Game, GameOutcome, Outcome, Player, Position};
use marlin_support::text::excerpt;

/// Returns the name of a player: the colour of the stones.
pub(crate) const fn colour(player: Player) -> &'static str {
    match player {
        Player::X => "Yellow",
        Player::O => "Red",
    }
}

/// Returns a text with the colours of the stones as the names of the players.
pub fn in_colours(text: &Text) -> String {
    text.named([Player::X, Player::O].map(|player| Name::Is(colour(player))))
}

/// The player of a side: a person, or the engine at a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A person at the terminal.
    Person,
    /// The engine at a level.
    Engine(SkillLevel),
}

impl Seat {
    /// The usual players of X and of O: a person, and the engine at level 3.
    pub const USUAL: [Self; 2] = [
        Self::Person,
        Self::Engine(match SkillLevel::new(3) {
            Some(level) => level,
            None => SkillLevel::MAX,
        }),
    ];

    /// Returns the word that parses to this seat: `person`, or the level.
    pub fn word(self) -> String {
        match self {
            Self::Person => "person".to_owned(),
            Self::Engine(level) => level.to_string(),
        }
    }

    /// Returns the seat in words, with the name of its level on a board.
    pub fn on(self, size: BoardSize) -> String {
        match self {
            Self::Person => self.to_string(),
            Self::Engine(level) => format!("{self} ({})", level.name(size)),
        }
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("person") {
            return Ok(Self::Person);
        }
        text.parse().map(Self::Engine).map_err(|_| {
            let found = excerpt(text);
            format!("'{found}' is not a player: write 'person', or a level of the engine from 1 to 10")
        })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Engine(level) => write!(f, "level {level}"),
        }
    }
}

/// Reads the players of X and of O.
pub(crate) fn parse_seats(text: &str) -> Result<[Seat; 2], String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let [x, o] = words[..] else {
        return Err("write two players, Yellow's and Red's, as in 'person 5'".to_owned());
    };
    Ok([x.parse()?, o.parse()?])
}

/// The score of a match. The wins follow the players when they swap sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// The games won by the players who are X and O now.
    pub wins: [u32; 2],
    /// The drawn games.
    pub draws: u32,
}

impl Tally {
    /// Returns the number of games.
    pub const fn games(self) -> u32 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// Returns the score after another game.
    #[must_use]
    pub const fn with(mut self, outcome: GameOutcome) -> Self {
        match outcome {
            GameOutcome::Won(winner) => self.wins[winner as usize] += 1,
            GameOutcome::Drawn => self.draws += 1,
        }
        self
    }
}

/// The match of the players.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contest {
    /// The score of the games before the one on the board.
    pub(super) tally: Tally,
    /// Whether the game on the board counts. A game that was over when it was put on the board does not.
    pub(super) counts: bool,
    /// The entry of the game on the board for the record of a person. The level and the outcome follow at its
    /// end.
    pub(super) facts: FinishedGame,
    /// The position of the last hint.
    pub(super) hinted: Option<Position>,
}

impl Contest {
    /// Returns the match with a game that was put on the board.
    pub(super) fn of(tally: Tally, game: &Game) -> Self {
        let facts = FinishedGame {
            id: RandomState::new().hash_one(0),
            setup: game.position().nb_moves(),
            board: game.size(),
            ..FinishedGame::new(SkillLevel::MIN, Outcome::Draw)
        };
        Self { tally, counts: game.outcome().is_none(), facts, hinted: None }
    }
}

/// The record of the player on the device.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// The day of today.
    pub today: Day,
    /// The record.
    pub progress: Progress,
}

impl Kept {
    /// Returns the empty record of a new device.
    pub fn on(today: Day) -> Self {
        Self { today, progress: Progress::default() }
    }

    /// Adds an entry. Returns its line of the log, if it changes the record.
    pub fn add(&mut self, entry: LogEntry) -> Option<LogLine> {
        let line = LogLine { day: Some(self.today), entry };
        self.progress.add(&line).then_some(line)
    }

    /// Returns the ratings of a puzzle and of the player, as in `Rating: puzzle 1360, you 1200.`
    pub fn ratings_in_words(&self, puzzle: &Puzzle) -> String {
        format!("Rating: puzzle {}, you {}.", puzzle.rating(), self.progress.rating())
    }

    /// Returns the solved puzzles and the streak in words, as in `Solved: 3 of 3650. Streak: 1 day.`
    pub fn puzzles_in_words(&self) -> String {
        let (solved, streak) = (self.progress.nb_solved(), self.progress.streak(self.today));
        let days = if streak == 1 { "day" } else { "days" };
        format!("Solved: {solved} of {}. Streak: {streak} {days}.", puzzle::COUNT)
    }

    /// Returns the results against a level in words, as in `you 2, it 1, drawn 1`; `None` before the first
    /// game.
    pub(crate) fn standing_in_words(&self, level: SkillLevel) -> Option<String> {
        let standing = Some(self.progress.standing(level)).filter(|standing| standing.games() > 0)?;
        let drawn = if standing.drawn > 0 { format!(", drawn {}", standing.drawn) } else { String::new() };
        Some(format!("you {}, it {}{drawn}", standing.won, standing.lost))
    }

    /// Returns the results against a level and the next one in words, as in `Level 3: you 2, it 1. Next:
    /// level 4`; `None` before the first game.
    pub(crate) fn level_in_words(&self, level: SkillLevel) -> Option<String> {
        let standing = self.standing_in_words(level)?;
        let next = self.progress.next_level().filter(|next| *next != level);
        let next = next.map_or_else(String::new, |next| format!(". Next: level {next}"));
        Some(format!("Level {level}: {standing}{next}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_about_a_level_name_the_next_one_unless_it_is_the_same() {
        let in_words = |log: &str, level| {
            let kept = Kept { progress: Progress::parse(log), ..Kept::on(Day::default()) };
            kept.level_in_words(SkillLevel::new(level).unwrap())
        };
        let log = "- game 3 won\n- game 3 drawn\n";
        assert_eq!(in_words(log, 3).as_deref(), Some("Level 3: you 1, it 0, drawn 1. Next: level 4"));
        assert_eq!(in_words(log, 4), None);
        assert_eq!(in_words("- game 1 lost\n", 1).as_deref(), Some("Level 1: you 0, it 1"));
    }
}

//! [`Seat`]: the player of a side.

use std::fmt;
use std::str::FromStr;

use marlin_coach::level::SkillLevel;
use marlin_core::BoardSize;

/// The player of a side: a person, or the engine at a level.
///
/// # Examples
///
/// ```
/// use marlin_tui::Seat;
///
/// assert_eq!("person".parse(), Ok(Seat::Person));
/// assert_eq!("7".parse::<Seat>()?.to_string(), "level 7");
/// assert_eq!(
///     "11".parse::<Seat>().unwrap_err().to_string(),
///     "'11' is not a player: 'person', or the level of the engine, 1 to 10"
/// );
/// # Ok::<(), marlin_tui::ParseSeatError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A person at the terminal.
    Person,
    /// The engine at a level.
    Engine(SkillLevel),
}

impl Seat {
    /// The usual players of X and of O: a person, and the engine at level 5.
    pub const USUAL: [Self; 2] = [
        Self::Person,
        Self::Engine(match SkillLevel::new(5) {
            Some(level) => level,
            None => SkillLevel::MAX,
        }),
    ];

    /// Returns the word that parses to this seat: `person`, or the level.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_tui::Seat;
    ///
    /// assert_eq!("PERSON".parse::<Seat>()?.word(), "person");
    /// assert_eq!("7".parse::<Seat>()?.word(), "7");
    /// # Ok::<(), marlin_tui::ParseSeatError>(())
    /// ```
    pub fn word(self) -> String {
        match self {
            Self::Person => "person".to_owned(),
            Self::Engine(level) => level.to_string(),
        }
    }

    /// Returns the seat in words, with the name of its level on a board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_tui::Seat;
    ///
    /// assert_eq!("7".parse::<Seat>()?.on("7x6".parse()?), "level 7 (strong player)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on(self, size: BoardSize) -> String {
        match self {
            Self::Person => self.to_string(),
            Self::Engine(level) => format!("{self} ({})", level.name(size)),
        }
    }
}

/// The error for a text that is neither `person` nor a level.
///
/// # Examples
///
/// ```
/// use marlin_tui::{ParseSeatError, Seat};
///
/// assert_eq!("0".parse::<Seat>(), Err(ParseSeatError { found: "0".to_owned() }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{found}' is not a player: 'person', or the level of the engine, 1 to 10")]
pub struct ParseSeatError {
    /// The text, fit to print.
    pub found: String,
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, ParseSeatError> {
        if text.eq_ignore_ascii_case("person") {
            return Ok(Self::Person);
        }
        let level = text.parse().map(Self::Engine);
        level.map_err(|_| ParseSeatError { found: marlin_support::text::excerpt(text) })
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
        return Err("two players are expected, those of X and of O, as in 'person 5'".to_owned());
    };
    let seat = |word: &str| word.parse().map_err(|error: ParseSeatError| error.to_string());
    Ok([seat(x)?, seat(o)?])
}

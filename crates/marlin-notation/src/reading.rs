//! [`Reading`]: a position that was read, with the scores that its text states; and [`Base`], the number of
//! the leftmost column.

use std::fmt;
use std::str::FromStr;

use marlin_core::{Bounds, Game, ParseError, Position, Report};

use crate::guess::Notation;
use crate::text::form_error;

/// The number of the leftmost column in moves. This library writes moves from 1. Other programs write them
/// from 0: the same text is then another game, so a [`Reader`](crate::Reader) takes the base as a setting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Base {
    /// The leftmost column is 1.
    #[default]
    One,
    /// The leftmost column is 0.
    Zero,
}

impl Base {
    /// Returns the number of the leftmost column.
    pub const fn number(self) -> usize {
        match self {
            Self::One => 1,
            Self::Zero => 0,
        }
    }
}

/// Reads `0` or `1`.
impl FromStr for Base {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "0" => Ok(Self::Zero),
            "1" => Ok(Self::One),
            _ => Err(form_error(None, "columns count from 0 or from 1")),
        }
    }
}

/// Writes the number of the leftmost column.
impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A position that was read, with the moves and the score of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading<'a> {
    /// The part of the text that is the position: the whole text, without the score of a set line.
    pub text: &'a str,
    /// The notation of the text.
    pub notation: Notation,
    /// The game: it starts from the empty board if the text has its moves, and otherwise from the position.
    pub game: Game,
    /// The scores that a set line or an object of JSON states, or the scores that the class of a row of
    /// `connect-4.data` allows.
    pub stated: Claims,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(text: &'a str, notation: Notation, game: Game, score: Option<Bounds>) -> Self {
        Self { text, notation, game, stated: Claims { score, ..Claims::default() } }
    }

    /// Returns the position.
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns whether the text has the moves of its game.
    pub fn has_moves(&self) -> bool {
        self.game.start().nb_moves() == 0
    }
}

/// The scores that a text states, to be compared with an answer.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The bounds of the score of the position.
    pub score: Option<Bounds>,
    /// The score of each column, `None` for a score that is not stated.
    pub columns: Vec<Option<i32>>,
}

impl Claims {
    /// Returns the contradiction between them and the bounds of the position, if there is one.
    pub fn contradiction_of_score(&self, found: Bounds) -> Option<String> {
        let stated = self.score.filter(|stated| stated.intersection(found).is_none())?;
        let score = match stated.outcome() {
            Some(outcome) if stated.score().is_none() => format!("the score of a {outcome}"),
            _ => stated.to_string(),
        };
        Some(format!("the score is {found}, not {score}"))
    }

    /// Returns the contradiction between them and an answer, if there is one. A full column has no score to
    /// compare.
    pub fn contradiction(&self, found: &Report) -> Option<String> {
        let wrong = self.contradiction_of_score(found.bounds);
        let mut columns = found.columns.iter().zip(&self.columns);
        wrong.or_else(|| {
            columns.find_map(|((column, bounds), &stated)| {
                let (bounds, stated) = ((*bounds)?, stated?);
                let is_possible = (bounds.lower().get()..=bounds.upper().get()).contains(&stated);
                (!is_possible)
                    .then(|| format!("the score of column {} is {bounds}, not {stated}", column.number()))
            })
        })
    }
}

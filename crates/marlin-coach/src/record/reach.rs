//! [`ReachRecord`]: the game that leads to a board.

use marlin_core::ParseError;
use marlin_core::any::Game;
use marlin_core::{Cell, NoGameError};
use serde::Serialize;

/// The game that leads to a board, or the reason why none does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reach"))]
#[non_exhaustive]
pub struct ReachRecord {
    /// Whether a game leads there, `null` if that is not decided within a million steps.
    pub possible: Option<bool>,
    /// Its moves, from the empty board.
    pub moves: Option<String>,
    /// The reason why there are none.
    pub reason: Option<String>,
    /// The cell with the error.
    pub cell: Option<Cell>,
}

impl ReachRecord {
    /// Records the game that leads to a board, or the reason why none does.
    ///
    /// # Errors
    ///
    /// The text is no board at all: a board that breaks a rule has a record.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::record::ReachRecord;
    /// use marlin_core::notation::Reader;
    ///
    /// let board = Reader::new().read("..../..../..X./.OO.");
    /// let found = ReachRecord::new(board.map(|read| read.game))?;
    /// assert_eq!(found.reason.as_deref(), Some("1 stones of X and 2 of O (X moves first: as many, or one more)"));
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn new(read: Result<Game, ParseError>) -> Result<Self, ParseError> {
        let game = match read {
            Err(error) if error.breaks_a_rule() => {
                return Ok(Self::impossible(error.to_string(), error.cell()));
            }
            game => game?,
        };
        let game = if game.start().nb_moves() == 0 { Ok(game) } else { Game::leading_to(game.position()) };
        Ok(match game {
            Ok(game) => {
                Self { possible: Some(true), moves: Some(game.to_string()), reason: None, cell: None }
            }
            Err(error @ NoGameError::Unreachable) => Self::impossible(error.to_string(), None),
            Err(error) => Self { possible: None, ..Self::impossible(error.to_string(), None) },
        })
    }

    const fn impossible(reason: String, cell: Option<Cell>) -> Self {
        Self { possible: Some(false), moves: None, reason: Some(reason), cell }
    }
}

//! [`ReachRecord`]: whether a board can arise in a game.

use marlin_core::any::Game;
use marlin_core::notation::NotationError;
use serde::Serialize;

/// Whether a board can arise in a game, and how or why not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReachRecord {
    /// Whether moves lead there.
    pub possible: bool,
    /// Moves that lead there, from the empty board.
    pub moves: Option<String>,
    /// Why none do.
    pub reason: Option<String>,
    /// The cell that can't be as it is, as in `d3`.
    pub cell: Option<String>,
}

impl ReachRecord {
    /// Returns whether a board that was read, or refused, can arise in a game.
    ///
    /// # Errors
    ///
    /// The text is no board at all: a position that breaks a rule is an answer.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_coach::answer::ReachRecord;
    /// use marlin_core::notation::Reader;
    ///
    /// let board = Reader::new().read("..../..../..X./.OO.");
    /// let found = ReachRecord::new(board.map(|read| read.game))?;
    /// assert_eq!(found.reason.as_deref(), Some("1 stones of X and 2 of O (X moves first: as many, or one more)"));
    /// # Ok::<(), marlin_core::notation::NotationError>(())
    /// ```
    pub fn new(read: Result<Game, NotationError>) -> Result<Self, NotationError> {
        let game = match read {
            Err(error) if error.breaks_a_rule() => {
                return Ok(Self::impossible(error.to_string(), error.cell().map(|cell| cell.to_string())));
            }
            game => game?,
        };
        let game = if game.start().nb_moves() == 0 { Some(game) } else { Game::leading_to(game.position()) };
        Ok(match game {
            Some(game) => Self { possible: true, moves: Some(game.to_string()), reason: None, cell: None },
            None => Self::impossible(NO_ORDER.to_owned(), None),
        })
    }

    const fn impossible(reason: String, cell: Option<String>) -> Self {
        Self { possible: false, moves: None, reason: Some(reason), cell }
    }
}

/// What is wrong with a board whose stones are as they should be, one by one.
const NO_ORDER: &str = "no order of moves leads to this board: X and O can't have filled the columns in turn";

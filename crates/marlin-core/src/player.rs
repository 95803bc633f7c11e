//! [`Player`], one of the two players, [`GameOutcome`], and [`PlayError`], the reason why a move is refused.

use std::error::Error;
use std::fmt;

/// One of the two players. X always moves first.
///
/// # Examples
///
/// ```
/// use marlin_core::{Player, Position};
///
/// let position: Position = "443".parse()?;
/// assert_eq!(position.side_to_move(), Player::O);
/// assert_eq!(Player::O.opponent().to_string(), "X");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Player {
    /// The first player, drawn `X`.
    X,
    /// The second player, drawn `O`.
    O,
}

impl Player {
    /// Returns the player whose turn it is after a number of moves.
    pub const fn to_move_after(nb_moves: u32) -> Self {
        if nb_moves.is_multiple_of(2) { Self::X } else { Self::O }
    }

    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        if matches!(self, Self::X) { Self::O } else { Self::X }
    }

    /// Returns the letter of the player's stones.
    pub(crate) const fn symbol(self) -> char {
        if matches!(self, Self::X) { 'X' } else { 'O' }
    }
}

/// The result of a finished game.
///
/// # Examples
///
/// ```
/// use marlin_core::{Game, GameOutcome, Player};
///
/// let game: Game = "1212121".parse()?;
/// assert_eq!(game.outcome(), Some(GameOutcome::Won(Player::X)));
/// assert_eq!(game.outcome().unwrap().to_string(), "X has won");
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameOutcome {
    /// A player has four in a row.
    Won(Player),
    /// The board is full and has no four in a row.
    Drawn,
}

impl fmt::Display for GameOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(player) => write!(f, "{player} has won"),
            Self::Drawn => f.write_str("the game is a draw"),
        }
    }
}

/// The reason why a move is refused.
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, PlayError, Player, Position};
///
/// let mut position: Position = "1212121".parse().unwrap();
/// let error = position.play(Column::A).unwrap_err();
/// assert_eq!(error, PlayError::GameOver { winner: Some(Player::X) });
/// assert_eq!(error.to_string(), "the game is over: X has won");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// Every cell of the column holds a stone.
    ColumnFull {
        /// The column's number, counted from 1.
        number: usize,
    },
    /// The board has no such column.
    NoColumn {
        /// The column's number, counted from 1.
        number: usize,
        /// The columns of the board.
        width: usize,
    },
    /// The game ended before this move, by four in a row or by a full board.
    GameOver {
        /// The winner; `None` when the board is full.
        winner: Option<Player>,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ColumnFull { number } => write!(f, "column {number} is full"),
            Self::NoColumn { number, width } => {
                write!(f, "there is no column {number} (the columns are 1 to {width})")
            }
            Self::GameOver { winner: Some(player) } => write!(f, "the game is over: {player} has won"),
            Self::GameOver { winner: None } => f.write_str("the game is over: it is a draw"),
        }
    }
}

impl Error for PlayError {}

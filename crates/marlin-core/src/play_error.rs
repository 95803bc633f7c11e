//! [`PlayError`]: the reason why a move is refused.

use crate::player::Player;

/// The reason why a move is refused.
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, PlayError, Player, Position};
///
/// let mut position: Position = "1212121".parse().unwrap();
/// let error = position.play(Column::FIRST).unwrap_err();
/// assert_eq!(error, PlayError::GameOver { winner: Some(Player::X) });
/// assert_eq!(error.to_string(), "the game is over: X has won");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// Every cell of the column holds a stone.
    #[error("column {number} is full")]
    ColumnFull {
        /// The column's number, counted from 1.
        number: usize,
    },
    /// The board has no such column.
    #[error("there is no column {number} (the columns are 1 to {width})")]
    NoColumn {
        /// The column's number, counted from 1.
        number: usize,
        /// The columns of the board.
        width: usize,
    },
    /// The game ended before this move, by four in a row or by a full board.
    #[error("the game is over: {}", match .winner { Some(player) => format!("{player} has won"), None => "it is a draw".into() })]
    GameOver {
        /// The winner; `None` when the board is full.
        winner: Option<Player>,
    },
}

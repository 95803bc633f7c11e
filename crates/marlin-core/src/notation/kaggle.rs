//! Observations of Kaggle's `ConnectX`: a list of cells, and the side to move.

use super::{ParsePositionError, from_cells};
use crate::board::Board;
use crate::geometry::Masks;
use crate::player::Player;
use crate::position::Position;
use crate::raw_position::RawPosition;

impl<B: Board> Position<B> {
    /// Reads an observation of Kaggle's `ConnectX`: `cells` lists the cells row by row from the top left, 0 for empty
    /// and 1 and 2 for the players, of whom 1 moves first; `mark`, if there is one, is the side to move.
    ///
    /// It is [`Position::from_cells`] and a check of the mark; [`Position::to_cells`] writes the list.
    ///
    /// # Errors
    ///
    /// [`ParsePositionError::Mark`] and those of [`Position::from_cells`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{ParsePositionError, Position, Size};
    ///
    /// // . . . .
    /// // 2 . . .
    /// // 1 . 1 .
    /// let cells = [0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 1, 0];
    /// assert_eq!(Position::from_kaggle(Size::<4, 3>, &cells, Some(2))?, "113".parse()?);
    /// assert_eq!(
    ///     Position::from_kaggle(Size::<4, 3>, &cells, Some(1)),
    ///     Err(ParsePositionError::Mark { found: 1, expected: 2 }),
    /// );
    /// # Ok::<(), ParsePositionError>(())
    /// ```
    ///
    /// # References
    ///
    /// <https://www.kaggle.com/c/connectx>
    pub fn from_kaggle(board: B, cells: &[u8], mark: Option<u8>) -> Result<Self, ParsePositionError> {
        from_kaggle(&board.masks(), cells, mark).map(|raw| Self::from_raw(board, raw))
    }
}

/// Reads an observation of Kaggle's `ConnectX`: see [`Position::from_kaggle`].
pub(crate) fn from_kaggle(
    masks: &Masks,
    board: &[u8],
    mark: Option<u8>,
) -> Result<RawPosition, ParsePositionError> {
    let position = from_cells(masks, board)?;
    let expected = match position.side_to_move() {
        Player::X => 1,
        Player::O => 2,
    };
    match mark {
        Some(found) if found != expected => Err(ParsePositionError::Mark { found, expected }),
        _ => Ok(position),
    }
}

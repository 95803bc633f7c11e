//! [`Player`]: one of the two players.

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
/// assert_eq!(Player::to_move_after(3), Player::O);
/// assert_eq!(Player::O.opponent().to_string(), "X");
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Player {
    /// The first player, drawn `X`.
    X,
    /// The second player, drawn `O`.
    O,
}

impl Player {
    /// Returns the player whose turn it is after a number of moves.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Player;
    /// assert_eq!([0, 1, 2].map(Player::to_move_after), [Player::X, Player::O, Player::X]);
    /// ```
    pub const fn to_move_after(nb_moves: u32) -> Self {
        if nb_moves.is_multiple_of(2) { Self::X } else { Self::O }
    }

    /// Returns the other player.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Player, Position};
    ///
    /// // The player who moved last:
    /// let position: Position = "443".parse()?;
    /// assert_eq!(position.side_to_move().opponent(), Player::X);
    /// # Ok::<(), marlin_core::ParsePositionError>(())
    /// ```
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// Returns the letter of the player's stones.
    ///
    /// # Examples
    ///
    /// ```
    /// # use marlin_core::Player;
    /// assert_eq!((Player::X.symbol(), Player::O.symbol()), ('X', 'O'));
    /// ```
    pub const fn symbol(self) -> char {
        match self {
            Self::X => 'X',
            Self::O => 'O',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

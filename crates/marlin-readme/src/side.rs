//! [`Side`]: red or blue.

use std::fmt;

use marlin_core::Player;

/// A side of the game: red moves first.
///
/// # Examples
///
/// ```
/// use marlin_core::Player;
/// use marlin_readme::Side;
///
/// assert_eq!(Side::from(Player::X), Side::Red);
/// assert_eq!(Side::Blue.to_string(), "blue");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The side that moves first.
    Red,
    /// The other one.
    Blue,
}

impl Side {
    /// Returns the name with a capital letter.
    pub const fn capital(self) -> &'static str {
        match self {
            Self::Red => "Red",
            Self::Blue => "Blue",
        }
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::X => Self::Red,
            Player::O => Self::Blue,
        }
    }
}

/// The word in a title: `red` or `blue`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Red => "red",
            Self::Blue => "blue",
        })
    }
}

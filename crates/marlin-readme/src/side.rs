//! [`Side`]: red or yellow.

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
/// assert_eq!(Side::Yellow.to_string(), "yellow");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The side that moves first.
    Red,
    /// The other one.
    Yellow,
}

impl Side {
    /// Returns the name with a capital letter.
    pub const fn capital(self) -> &'static str {
        match self {
            Self::Red => "Red",
            Self::Yellow => "Yellow",
        }
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::X => Self::Red,
            Player::O => Self::Yellow,
        }
    }
}

/// The word in a title: `red` or `yellow`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
        })
    }
}

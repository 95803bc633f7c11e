//! [`Sides`]: the names and colours of the two players.

use marlin_core::Player;

use crate::palette::Palette;

/// The names of the two players in the words of a drawing, and their colours. A cross is engraved in the stones of the
/// player who moves first, a ring in those of the other.
///
/// # Examples
///
/// ```
/// use marlin_core::Game;
/// use marlin_svg::{Diagram, Sides};
///
/// let game = Game::parse("7x6".parse()?, "4")?;
/// let svg = Diagram::new(&game).with_sides(Sides::RedYellow).to_string();
/// assert!(svg.contains("<title>Connect Four, Yellow to move</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sides {
    /// X, who moves first, is yellow, and O red.
    #[default]
    XO,
    /// Red, who moves first, and yellow.
    RedYellow,
}

impl Sides {
    /// Returns the name of a player at the beginning of a sentence.
    pub(crate) const fn name(self, player: Player) -> &'static str {
        match (self, player) {
            (Self::XO, Player::X) => "X",
            (Self::XO, Player::O) => "O",
            (Self::RedYellow, Player::X) => "Red",
            (Self::RedYellow, Player::O) => "Yellow",
        }
    }

    /// Returns a text about X and O with the names of the players instead.
    pub(crate) fn rename(self, text: &str) -> String {
        let name = |word: &str| match word {
            "X" => self.name(Player::X).to_owned(),
            "O" => self.name(Player::O).to_owned(),
            word => word.to_owned(),
        };
        text.split(' ').map(name).collect::<Vec<_>>().join(" ")
    }

    /// Returns the letter of these sides for a stone written `X` or `O`.
    pub(crate) const fn letter(self, drawn: char) -> char {
        match (self, drawn) {
            (Self::RedYellow, 'X') => 'R',
            (Self::RedYellow, 'O') => 'Y',
            _ => drawn,
        }
    }

    /// Returns a palette with the colours of these sides.
    pub(crate) const fn coloured(self, palette: &Palette) -> Palette {
        match self {
            Self::XO => *palette,
            Self::RedYellow => palette.swapped(),
        }
    }
}

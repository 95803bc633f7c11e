//! [`Sides`]: the names and colours of the two players.

use marlin_core::Player;

/// The names of the two players in the words of a drawing, and their colours. Their shapes are the same: a disc with a
/// cross, and a ring.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Game;
/// use marlin_svg::{Diagram, Sides};
///
/// let game = Game::parse("7x6".parse()?, "4")?;
/// let svg = Diagram::new(&game).with_sides(Sides::RedBlue).to_string();
/// assert!(svg.contains("<title>Connect Four, Blue to move</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sides {
    /// X, who moves first, is yellow, and O blue.
    #[default]
    XO,
    /// Red, who moves first, and blue.
    RedBlue,
}

impl Sides {
    /// Returns the name of a player at the beginning of a sentence.
    pub(crate) const fn name(self, player: Player) -> &'static str {
        match (self, player) {
            (Self::XO, Player::X) => "X",
            (Self::XO, Player::O) => "O",
            (Self::RedBlue, Player::X) => "Red",
            (Self::RedBlue, Player::O) => "Blue",
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
            (Self::RedBlue, 'X') => 'R',
            (Self::RedBlue, 'O') => 'B',
            _ => drawn,
        }
    }

    /// Returns the rules of a style sheet that give the sides their colours, light ones and dark ones.
    pub(crate) const fn style(self) -> (&'static str, &'static str) {
        match self {
            Self::XO => ("", ""),
            Self::RedBlue => (RED, DARK_RED),
        }
    }
}

/// Red instead of yellow.
const RED: &str = "\
.marlin .x,.marlin-graph .x,.marlin .ghost-x{fill:#cf222e}
.marlin .cross{stroke:#ffffff}
.marlin .threat-x,.marlin .ghost-x{stroke:#a40e26}
";

/// The same on a dark page.
const DARK_RED: &str = "\
.marlin .x,.marlin-graph .x,.marlin .ghost-x{fill:#f85149}
.marlin .cross{stroke:#0d1117}
.marlin .threat-x,.marlin .ghost-x{stroke:#f85149}
";

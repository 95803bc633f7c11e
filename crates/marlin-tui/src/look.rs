//! [`Look`]: colours and signs. Without colours, everything remains distinguishable.

use marlin_core::Player;
use ratatui::style::{Color, Modifier, Style};

/// The look of the game: with or without colours, with or without signs beyond ASCII.
///
/// # Examples
///
/// ```
/// use marlin_tui::Look;
///
/// let look = Look::default().colours(false);
/// assert!(!look.has_colours && !look.is_ascii);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Look {
    /// Whether there are colours; without them, bold, dim and reversed text remain.
    pub has_colours: bool,
    /// Whether only ASCII is used.
    pub is_ascii: bool,
}

const BOARD: Color = Color::Indexed(18);
const HOLE: Color = Color::Indexed(111);
const WINNING: Color = Color::Indexed(22);
const LAST: Color = Color::Indexed(25);
const YELLOW: Color = Color::Indexed(220);
const CYAN: Color = Color::Indexed(51);
const RED: Color = Color::Indexed(203);

/// Less important text.
pub(crate) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
/// Headings and keys.
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// The best columns.
pub(crate) const BEST: Style = BOLD.add_modifier(Modifier::REVERSED);

impl Default for Look {
    fn default() -> Self {
        Self::FULL
    }
}

impl Look {
    /// Colours, and signs beyond ASCII.
    pub const FULL: Self = Self { has_colours: true, is_ascii: false };

    /// Returns this look with or without colours.
    #[must_use]
    pub const fn colours(self, has_colours: bool) -> Self {
        Self { has_colours, ..self }
    }

    /// Returns this look with ASCII alone, or with other characters too.
    #[must_use]
    pub const fn ascii(self, is_ascii: bool) -> Self {
        Self { is_ascii, ..self }
    }

    /// Returns the first text, or the second if only ASCII is used.
    pub(crate) const fn or<'a>(self, text: &'a str, ascii: &'a str) -> &'a str {
        if self.is_ascii { ascii } else { text }
    }

    /// Returns a text without signs beyond ASCII, if only ASCII is used.
    pub(crate) fn text(self, text: &str) -> String {
        if !self.is_ascii {
            return text.to_owned();
        }
        text.replace('≥', ">=")
            .replace('≤', "<=")
            .replace('·', "-")
            .replace("← →", "arrows")
            .replace('↑', "Up")
            .replace('↓', "Down")
    }

    fn coloured(self, style: Style, colour: Color) -> Style {
        if self.has_colours { style.fg(colour) } else { style }
    }

    /// Returns the style of a player's stones and name.
    pub(crate) fn player(self, player: Player) -> Style {
        let colour = match player {
            Player::X => YELLOW,
            Player::O => CYAN,
        };
        self.coloured(Style::new().add_modifier(Modifier::BOLD), colour)
    }

    /// Returns the style of the board between the holes.
    pub(crate) fn board(self) -> Style {
        self.on(BOARD)
    }

    /// Returns the style of the cell of the last move.
    pub(crate) fn last(self) -> Style {
        self.on(LAST)
    }

    /// Returns the style of the cells that won.
    pub(crate) fn winning(self) -> Style {
        self.on(WINNING)
    }

    fn on(self, colour: Color) -> Style {
        if self.has_colours { Style::new().bg(colour) } else { Style::new() }
    }

    /// Returns the style of a hole.
    pub(crate) fn hole(self) -> Style {
        self.coloured(Style::new(), HOLE)
    }

    /// Returns the style of errors.
    pub(crate) fn error(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), RED)
    }
}

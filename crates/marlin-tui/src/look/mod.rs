//! [`Look`]: colours and signs. Without colours, everything remains distinguishable.

mod palette;
mod theme;

use marlin_core::Player;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

pub use self::palette::ColourDepth;
use self::palette::{Palette, Shade};
pub use self::theme::{ParseThemeError, Theme};

/// The look of the game: its colours, and whether there are signs beyond ASCII.
///
/// # Examples
///
/// ```
/// use marlin_tui::{ColourDepth, Look, Theme};
///
/// let look = Look::default().depth(ColourDepth::True).theme(Theme::Quiet);
/// assert!(look.has_colours() && !look.is_ascii);
/// assert!(!look.colours(false).has_colours());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Look {
    /// The colours of the terminal; without them, bold, dim and reversed text remain.
    pub depth: ColourDepth,
    /// The theme.
    pub theme: Theme,
    /// Whether only ASCII is used.
    pub is_ascii: bool,
}

/// Less important text.
pub(crate) const DIM: Style = Style::new().add_modifier(Modifier::DIM);
/// Headings and keys.
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
/// The best columns.
pub(crate) const BEST: Style = BOLD.add_modifier(Modifier::REVERSED);

/// Returns a heading in the text beside the board.
pub(crate) fn heading(text: &'static str) -> Line<'static> {
    Line::styled(text, BOLD)
}

impl Default for Look {
    fn default() -> Self {
        Self::FULL
    }
}

impl Look {
    /// 256 colours, the classic theme, and signs beyond ASCII.
    pub const FULL: Self = Self { depth: ColourDepth::Indexed, theme: Theme::Classic, is_ascii: false };

    /// Returns this look without colours, or with those that it has.
    #[must_use]
    pub const fn colours(self, has_colours: bool) -> Self {
        if has_colours { self } else { self.depth(ColourDepth::None) }
    }

    /// Returns this look for a terminal with these colours.
    #[must_use]
    pub const fn depth(self, depth: ColourDepth) -> Self {
        Self { depth, ..self }
    }

    /// Returns this look in another theme.
    #[must_use]
    pub const fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// Returns this look with ASCII alone, or with other characters too.
    #[must_use]
    pub const fn ascii(self, is_ascii: bool) -> Self {
        Self { is_ascii, ..self }
    }

    /// Returns whether there are colours.
    pub const fn has_colours(self) -> bool {
        !matches!(self.depth, ColourDepth::None)
    }

    /// Returns whether stones are full discs with a letter: their colours tell them apart, and the letters do without colours.
    pub(crate) const fn has_letters(self) -> bool {
        self.has_colours() && !self.is_ascii
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
            .replace('←', "Left")
            .replace('→', "Right")
            .replace('↑', "Up")
            .replace('↓', "Down")
    }

    const fn palette(self) -> &'static Palette {
        self.theme.palette()
    }

    fn with(self, style: Style, text: Option<Shade>, ground: Option<Shade>) -> Style {
        if !self.has_colours() {
            return style;
        }
        let style = text.map_or(style, |shade| style.fg(shade.at(self.depth)));
        ground.map_or(style, |shade| style.bg(shade.at(self.depth)))
    }

    /// Returns the style of a player's stones on the board.
    pub(crate) fn stone(self, player: Player) -> Style {
        self.with(BOLD, Some(self.palette().stones[player as usize]), None)
    }

    /// Returns the style of a letter on a player's stone, and of the player's name.
    pub(crate) fn letter(self, player: Player) -> Style {
        let palette = self.palette();
        let player = player as usize;
        self.with(BOLD, Some(palette.letters[player]), Some(palette.stones[player]))
    }

    /// Returns the style of text and bars in a player's colour beside the board.
    pub(crate) fn ink(self, player: Player) -> Style {
        self.with(BOLD, Some(self.palette().inks[player as usize]), None)
    }

    /// Returns the style of the board between the holes.
    pub(crate) fn board(self) -> Style {
        self.with(Style::new(), self.palette().edge, self.palette().rack)
    }

    /// Returns the style of the cell of the last move.
    pub(crate) fn last(self) -> Style {
        self.board().patch(self.with(Style::new(), None, self.palette().last))
    }

    /// Returns the style of the cells that won.
    pub(crate) fn winning(self) -> Style {
        self.board().patch(self.with(Style::new(), None, self.palette().winning))
    }

    /// Returns whether holes are discs; otherwise they are dots.
    pub(crate) const fn has_round_holes(self) -> bool {
        self.has_letters() && self.palette().hole.is_some()
    }

    /// Returns the style of a hole as a disc.
    pub(crate) fn round_hole(self) -> Style {
        self.with(Style::new(), self.palette().hole, None)
    }

    /// Returns the style of text in a hole, such as a threat.
    pub(crate) fn in_hole(self) -> Style {
        self.with(Style::new(), None, self.palette().hole.filter(|_| self.has_round_holes()))
    }

    /// Returns the style of the better column of a review.
    pub(crate) fn better(self) -> Style {
        self.with(BOLD, Some(self.palette().better), None)
    }

    /// Returns the style of errors.
    pub(crate) fn error(self) -> Style {
        if self.has_colours() { BOLD.fg(Color::Red) } else { BOLD }
    }
}

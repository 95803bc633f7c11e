//! [`Look`]: colours and signs. Without colours, everything remains distinguishable.

use marlin_core::Player;
pub use marlin_svg::Theme;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

/// The look of the game: its colours, and whether there are signs beyond ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

impl Look {
    /// 256 colours, the classic theme, and signs beyond ASCII.
    pub const FULL: Self = Self { depth: ColourDepth::Indexed, theme: Theme::Classic, is_ascii: false };

    /// Returns whether there are colours.
    pub const fn has_colours(self) -> bool {
        !matches!(self.depth, ColourDepth::None)
    }

    /// Returns whether stones are full discs with a letter: their colours tell them apart, and the letters do
    /// without colours.
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

    fn with(self, style: Style, text: Option<Shade>, ground: Option<Shade>) -> Style {
        if !self.has_colours() {
            return style;
        }
        let style = text.map_or(style, |shade| style.fg(shade.at(self.depth)));
        ground.map_or(style, |shade| style.bg(shade.at(self.depth)))
    }

    /// Returns the style of a player's stones on the board.
    pub(crate) fn stone(self, player: Player) -> Style {
        self.with(BOLD, Some(STONES[player as usize][self.theme as usize]), None)
    }

    /// Returns the style of a letter on a player's stone, and of the player's name.
    pub(crate) fn letter(self, player: Player) -> Style {
        let [letter, stone] = [LETTERS, STONES].map(|shades| shades[player as usize][self.theme as usize]);
        self.with(BOLD, Some(letter), Some(stone))
    }

    /// Returns the style of text and bars in a player's colour beside the board.
    pub(crate) fn ink(self, player: Player) -> Style {
        self.with(BOLD, Some(INKS[player as usize][self.theme as usize]), None)
    }

    /// Returns the style of the board between the holes.
    pub(crate) fn board(self) -> Style {
        self.with(Style::new(), EDGE[self.theme as usize], RACK[self.theme as usize])
    }

    /// Returns the style of the cell of the last move.
    pub(crate) fn last(self) -> Style {
        self.board().patch(self.with(Style::new(), None, LAST[self.theme as usize]))
    }

    /// Returns the style of the cells that won.
    pub(crate) fn winning(self) -> Style {
        self.board().patch(self.with(Style::new(), None, WINNING[self.theme as usize]))
    }

    /// Returns whether holes are discs; otherwise they are dots.
    pub(crate) const fn has_round_holes(self) -> bool {
        self.has_letters() && HOLE[self.theme as usize].is_some()
    }

    /// Returns the style of a hole as a disc.
    pub(crate) fn round_hole(self) -> Style {
        self.with(Style::new(), HOLE[self.theme as usize], None)
    }

    /// Returns the style of text in a hole, such as a threat.
    pub(crate) fn in_hole(self) -> Style {
        self.with(Style::new(), None, HOLE[self.theme as usize].filter(|_| self.has_round_holes()))
    }

    /// Returns the style of the better column of a review.
    pub(crate) fn better(self) -> Style {
        self.with(BOLD, Some(BETTER), None)
    }

    /// Returns the style of errors.
    pub(crate) fn error(self) -> Style {
        if self.has_colours() { BOLD.fg(Color::Red) } else { BOLD }
    }
}

/// The colours that a terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColourDepth {
    /// None: bold, dim and reversed text remain.
    None,
    /// The sixteen that each terminal has.
    Sixteen,
    /// 256.
    Indexed,
    /// Any, by its red, green and blue.
    True,
}

/// Returns whether a locale has characters beyond ASCII, by the variables `LC_ALL`, `LC_CTYPE` and `LANG`.
/// Without a locale the terminal decides, and every present terminal has these characters.
pub fn has_unicode(locale: [Option<&str>; 3]) -> bool {
    let named = locale.into_iter().flatten().find(|name| !name.is_empty());
    named.is_none_or(|name| {
        let name = name.to_ascii_lowercase();
        // The environment has this text.
        name.contains("utf-8") || name.contains("utf8")
    })
}

impl ColourDepth {
    /// Returns the colours of a terminal by the variables `COLORTERM` and `TERM`.
    pub fn of_terminal(colorterm: Option<&str>, term: Option<&str>) -> Self {
        match (colorterm, term) {
            (Some("truecolor" | "24bit"), _) => Self::True,
            // The environment has this text.
            (_, Some(term)) if term.ends_with("-direct") => Self::True,
            // The environment has this text.
            (_, Some(term)) if term.contains("256color") => Self::Indexed,
            _ => Self::Sixteen,
        }
    }
}

/// A colour as red, green and blue, and the colour among the sixteen that replaces it.
#[derive(Debug, Clone, Copy)]
struct Shade(u32, Color);

impl Shade {
    /// Returns the colour for a terminal; one without colours is not asked.
    fn at(self, depth: ColourDepth) -> Color {
        let [_, red, green, blue] = self.0.to_be_bytes();
        match depth {
            ColourDepth::None => Color::Reset,
            ColourDepth::Sixteen => self.1,
            ColourDepth::Indexed => Color::Indexed(16 + 36 * step(red) + 6 * step(green) + step(blue)),
            ColourDepth::True => Color::Rgb(red, green, blue),
        }
    }
}

/// Returns the nearest of the six steps of the cube of colours: 0, 95, 135, 175, 215 and 255.
const fn step(value: u8) -> u8 {
    match value {
        0..48 => 0,
        48..115 => 1,
        115..155 => 2,
        155..195 => 3,
        195..235 => 4,
        _ => 5,
    }
}

/// The colours of a part in each theme, in the order of [`Theme::ALL`].
type Shades<T = Shade> = [T; Theme::ALL.len()];

const BLACK: Shade = Shade(0x0000_0000, Color::Black);
const WHITE: Shade = Shade(0x00ff_ffff, Color::White);

/// The board; `None` leaves the ground of the terminal.
const RACK: Shades<Option<Shade>> = [Some(Shade(0x0024_5fc0, Color::Blue)), None, Some(BLACK)];
/// Lines on the board.
const EDGE: Shades<Option<Shade>> = [Some(Shade(0x0089_b4f5, Color::White)), None, Some(WHITE)];
/// The holes; `None` is a dot.
const HOLE: Shades<Option<Shade>> = [Some(Shade(0x0012_2d70, Color::Black)), None, None];
/// The cells of the four that won.
const WINNING: Shades<Option<Shade>> =
    [Some(Shade(0x0006_1024, Color::Black)), None, Some(Shade(0x0000_3a9c, Color::Blue))];
/// The cell of the last stone.
const LAST: Shades<Option<Shade>> =
    [Some(Shade(0x005f_97ee, Color::LightBlue)), None, Some(Shade(0x0055_5555, Color::DarkGray))];
/// The better column of a review, on the ground of the terminal.
const BETTER: Shade = Shade(0x0018_9a50, Color::Green);

/// The stones of X, then of O.
#[rustfmt::skip]
const STONES: [Shades; 2] = [
    [Shade(0x00ff_c933, Color::LightYellow), Shade(0x00d1_a94a, Color::Yellow), Shade(0x00ff_f000, Color::LightYellow)],
    [Shade(0x00ef_4a50, Color::LightRed), Shade(0x00b9_6064, Color::Red), Shade(0x00ff_7a7a, Color::LightRed)],
];
/// The letters on the stones.
#[rustfmt::skip]
const LETTERS: [Shades; 2] = [
    [Shade(0x0075_4c00, Color::Black), Shade(0x0040_2f05, Color::Black), BLACK],
    [Shade(0x005f_0008, Color::Black), Shade(0x0038_0a0d, Color::Black), BLACK],
];
/// Text and bars in the colour of a player, legible on white and on black.
#[rustfmt::skip]
const INKS: [Shades; 2] = [
    [Shade(0x00b8_7d00, Color::Yellow), Shade(0x009c_7415, Color::Yellow), Shade(0x0080_6000, Color::Yellow)],
    [Shade(0x00dd_3d43, Color::Red), Shade(0x00b9_5055, Color::Red), Shade(0x00d0_2020, Color::Red)],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_the_nearest_that_a_terminal_has() {
        let yellow = STONES[0][0];
        assert_eq!(yellow.at(ColourDepth::True), Color::Rgb(0xff, 0xc9, 0x33));
        assert_eq!(yellow.at(ColourDepth::Indexed), Color::Indexed(16 + 36 * 5 + 6 * 4 + 1));
        assert_eq!(yellow.at(ColourDepth::Sixteen), Color::LightYellow);
    }

    #[test]
    fn the_first_named_locale_decides_about_ascii() {
        assert!(has_unicode([None, Some(""), None]), "none is named");
        assert!(has_unicode([None, None, Some("en_GB.UTF-8")]));
        assert!(has_unicode([Some("C.utf8"), None, Some("C")]));
        assert!(!has_unicode([None, None, Some("C")]));
        assert!(!has_unicode([Some(""), Some("POSIX"), Some("en_GB.UTF-8")]));
        assert!(!has_unicode([None, None, Some("de_DE.ISO-8859-1")]));
    }

    /// The luminance of a colour, as the guidelines for accessible pages define it.
    fn luminance(shade: Shade) -> f64 {
        let [_, red, green, blue] = shade.0.to_be_bytes().map(|byte| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(left: Shade, right: Shade) -> f64 {
        let (left, right) = (luminance(left) + 0.05, luminance(right) + 0.05);
        f64::max(left / right, right / left)
    }

    #[test]
    fn a_hole_is_blue_in_every_depth_of_colour() {
        // Its green must not reach the first step of the cube, which makes it teal.
        let hole = HOLE[Theme::Classic as usize].unwrap();
        assert_eq!(hole.at(ColourDepth::Indexed), Color::Indexed(17));
    }

    #[test]
    fn letters_on_stones_and_inks_on_both_grounds_are_legible() {
        for theme in Theme::ALL {
            for player in 0..2 {
                let [stone, letter, ink] =
                    [STONES, LETTERS, INKS].map(|shades| shades[player][theme as usize]);
                assert!(contrast(stone, letter) >= 3.0, "{theme}");
                assert!(contrast(ink, WHITE) >= 3.0, "{theme}");
                assert!(contrast(ink, BLACK) >= 3.0, "{theme}");
            }
        }
    }
}

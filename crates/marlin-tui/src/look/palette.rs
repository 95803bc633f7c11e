//! The colours of the themes, and the colours of terminals.

use ratatui::style::Color;

/// The colours that a terminal has.
///
/// # Examples
///
/// ```
/// use marlin_tui::ColourDepth;
///
/// assert_eq!(ColourDepth::of_terminal(Some("truecolor"), Some("xterm-256color")), ColourDepth::True);
/// assert_eq!(ColourDepth::of_terminal(None, Some("xterm-256color")), ColourDepth::Indexed);
/// assert_eq!(ColourDepth::of_terminal(None, Some("linux")), ColourDepth::Sixteen);
/// ```
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

impl ColourDepth {
    /// Returns the colours of a terminal by the variables `COLORTERM` and `TERM`.
    pub fn of_terminal(colorterm: Option<&str>, term: Option<&str>) -> Self {
        match (colorterm, term) {
            (Some("truecolor" | "24bit"), _) => Self::True,
            (_, Some(term)) if term.ends_with("-direct") => Self::True,
            (_, Some(term)) if term.contains("256color") => Self::Indexed,
            _ => Self::Sixteen,
        }
    }
}

/// A colour as red, green and blue, and that of the sixteen which is used in its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shade(u32, Color);

impl Shade {
    /// Returns the colour for a terminal; one without colours is not asked.
    pub(super) fn at(self, depth: ColourDepth) -> Color {
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

/// The colours of a theme. Those of the players are first X's, then O's.
#[derive(Debug)]
pub(super) struct Palette {
    /// The board; `None` leaves the ground of the terminal.
    pub(super) rack: Option<Shade>,
    /// Lines on the board.
    pub(super) edge: Option<Shade>,
    /// The holes; `None` is a dot.
    pub(super) hole: Option<Shade>,
    pub(super) stones: [Shade; 2],
    /// The letters on the stones.
    pub(super) letters: [Shade; 2],
    /// Text and bars in the colour of a player, legible on white and on black.
    pub(super) inks: [Shade; 2],
    /// The cells of the four that won.
    pub(super) winning: Option<Shade>,
    /// The cell of the last stone.
    pub(super) last: Option<Shade>,
    /// The better column of a review, on the ground of the terminal.
    pub(super) better: Shade,
}

const BETTER: Shade = Shade(0x0018_9a50, Color::Green);
const BLACK: Shade = Shade(0x0000_0000, Color::Black);
const WHITE: Shade = Shade(0x00ff_ffff, Color::White);

pub(super) const CLASSIC: Palette = Palette {
    rack: Some(Shade(0x0024_5fc0, Color::Blue)),
    edge: Some(Shade(0x0089_b4f5, Color::White)),
    hole: Some(Shade(0x0012_3670, Color::Black)),
    stones: [Shade(0x00ff_c933, Color::LightYellow), Shade(0x00ef_4a50, Color::LightRed)],
    letters: [Shade(0x0075_4c00, Color::Black), Shade(0x005f_0008, Color::Black)],
    inks: [Shade(0x00b8_7d00, Color::Yellow), Shade(0x00dd_3d43, Color::Red)],
    winning: Some(Shade(0x0006_1024, Color::Black)),
    last: Some(Shade(0x005f_97ee, Color::LightBlue)),
    better: BETTER,
};

pub(super) const QUIET: Palette = Palette {
    rack: None,
    edge: None,
    hole: None,
    stones: [Shade(0x00d1_a94a, Color::Yellow), Shade(0x00b9_6064, Color::Red)],
    letters: [Shade(0x0040_2f05, Color::Black), Shade(0x0038_0a0d, Color::Black)],
    inks: [Shade(0x009c_7415, Color::Yellow), Shade(0x00b9_5055, Color::Red)],
    winning: None,
    last: None,
    better: BETTER,
};

pub(super) const CONTRAST: Palette = Palette {
    rack: Some(BLACK),
    edge: Some(WHITE),
    hole: None,
    stones: [Shade(0x00ff_f000, Color::LightYellow), Shade(0x00ff_7a7a, Color::LightRed)],
    letters: [BLACK, BLACK],
    inks: [Shade(0x0080_6000, Color::Yellow), Shade(0x00d0_2020, Color::Red)],
    winning: Some(Shade(0x0000_3a9c, Color::Blue)),
    last: Some(Shade(0x0055_5555, Color::DarkGray)),
    better: BETTER,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_the_nearest_that_a_terminal_has() {
        let yellow = CLASSIC.stones[0];
        assert_eq!(yellow.at(ColourDepth::True), Color::Rgb(0xff, 0xc9, 0x33));
        assert_eq!(yellow.at(ColourDepth::Indexed), Color::Indexed(16 + 36 * 5 + 6 * 4 + 1));
        assert_eq!(yellow.at(ColourDepth::Sixteen), Color::LightYellow);
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
    fn letters_on_stones_and_inks_on_both_grounds_are_legible() {
        for palette in [&CLASSIC, &QUIET, &CONTRAST] {
            for player in 0..2 {
                assert!(contrast(palette.stones[player], palette.letters[player]) >= 3.0, "{palette:?}");
                assert!(contrast(palette.inks[player], WHITE) >= 3.0, "{palette:?}");
                assert!(contrast(palette.inks[player], BLACK) >= 3.0, "{palette:?}");
            }
        }
    }
}

//! The colours of each theme on a light and on a dark page.

use crate::Theme;

/// The colour of each part of a drawing, as CSS writes it.
#[derive(Clone, Copy)]
pub(crate) struct Palette {
    /// The ground of the drawing and the line around it.
    pub(crate) page: &'static str,
    pub(crate) edge: &'static str,
    /// Text, and text of less weight.
    pub(crate) ink: &'static str,
    pub(crate) dim: &'static str,
    /// The rack from its top to its bottom, the foot below it, and the rim of its holes.
    pub(crate) rack_top: &'static str,
    pub(crate) rack_bottom: &'static str,
    pub(crate) foot: &'static str,
    pub(crate) rim: &'static str,
    pub(crate) hole: &'static str,
    /// The stones of X and O.
    pub(crate) x: Stone,
    pub(crate) o: Stone,
    /// The ring of the last move and the stroke through a four, and the line around both.
    pub(crate) mark: &'static str,
    pub(crate) mark_edge: &'static str,
    /// Scores that win and scores that lose.
    pub(crate) win: &'static str,
    pub(crate) loss: &'static str,
}

/// The colours of a player's stones.
#[derive(Clone, Copy)]
pub(crate) struct Stone {
    pub(crate) body: &'static str,
    /// The engraving.
    pub(crate) engraving: &'static str,
    /// A line in the player's colour that is visible in an empty hole.
    pub(crate) outline: &'static str,
}

impl Palette {
    /// Returns the colours of a theme.
    pub(crate) const fn of(theme: Theme, is_dark: bool) -> Self {
        match (theme, is_dark) {
            (Theme::Classic, false) => CLASSIC,
            (Theme::Classic, true) => CLASSIC_DARK,
            (Theme::Quiet, false) => QUIET,
            (Theme::Quiet, true) => QUIET_DARK,
            (Theme::HighContrast, false) => HIGH_CONTRAST,
            (Theme::HighContrast, true) => HIGH_CONTRAST_DARK,
        }
    }

    /// Returns the palette with the colours of X and O exchanged.
    pub(crate) const fn swapped(&self) -> Self {
        Self { x: self.o, o: self.x, ..*self }
    }
}

const CLASSIC: Palette = Palette {
    page: "#fffdf8",
    edge: "#e4dfd3",
    ink: "#1d2430",
    dim: "#5f6879",
    rack_top: "#2f6fd0",
    rack_bottom: "#1d4e9e",
    foot: "#163b78",
    rim: "#17407f",
    hole: "#f5f2ea",
    x: Stone { body: "#ffc933", engraving: "#855800", outline: "#855800" },
    o: Stone { body: "#e8474c", engraving: "#6e0c13", outline: "#a81f2a" },
    mark: "#ffffff",
    mark_edge: "#1d2430",
    win: "#16793f",
    loss: "#b92c32",
};

const CLASSIC_DARK: Palette = Palette {
    page: "#1a202b",
    edge: "#2a3140",
    ink: "#e8ebf1",
    dim: "#98a2b3",
    rack_top: "#2c62b5",
    rack_bottom: "#1d4686",
    foot: "#142f5c",
    rim: "#12305f",
    hole: "#11151d",
    x: Stone { body: "#ffd049", engraving: "#7d5200", outline: "#ffd049" },
    o: Stone { body: "#ff6063", engraving: "#7d0f18", outline: "#ff6063" },
    win: "#5fd38d",
    loss: "#ff8b8d",
    ..CLASSIC
};

const QUIET: Palette = Palette {
    page: "#ffffff",
    edge: "#d0d7de",
    ink: "#1f2328",
    dim: "#59636e",
    rack_top: "#d7dfe8",
    rack_bottom: "#d7dfe8",
    foot: "#b9c4d0",
    rim: "#b9c4d0",
    hole: "#ffffff",
    x: Stone { body: "#f0c65a", engraving: "#6b4c00", outline: "#7d5900" },
    o: Stone { body: "#dd7a7c", engraving: "#6b0d14", outline: "#a8363b" },
    mark: "#1f2328",
    mark_edge: "#ffffff",
    win: "#1a7f37",
    loss: "#b0353a",
};

const QUIET_DARK: Palette = Palette {
    page: "#0d1117",
    edge: "#3d444d",
    ink: "#f0f6fc",
    dim: "#9198a1",
    rack_top: "#2a313c",
    rack_bottom: "#2a313c",
    foot: "#1c222b",
    rim: "#1c222b",
    hole: "#0d1117",
    x: Stone { body: "#d9b24f", engraving: "#553c00", outline: "#d9b24f" },
    o: Stone { body: "#cf7274", engraving: "#4d0a10", outline: "#cf7274" },
    mark: "#f0f6fc",
    mark_edge: "#0d1117",
    win: "#57c06f",
    loss: "#f08a8c",
};

const HIGH_CONTRAST: Palette = Palette {
    page: "#ffffff",
    edge: "#000000",
    ink: "#000000",
    dim: "#000000",
    rack_top: "#003a8c",
    rack_bottom: "#003a8c",
    foot: "#000000",
    rim: "#000000",
    hole: "#ffffff",
    x: Stone { body: "#ffd800", engraving: "#000000", outline: "#000000" },
    o: Stone { body: "#b00020", engraving: "#ffffff", outline: "#b00020" },
    mark: "#ffffff",
    mark_edge: "#000000",
    win: "#00591f",
    loss: "#8f001a",
};

const HIGH_CONTRAST_DARK: Palette = Palette {
    page: "#000000",
    edge: "#ffffff",
    ink: "#ffffff",
    dim: "#ffffff",
    rack_top: "#1f57c3",
    rack_bottom: "#1f57c3",
    foot: "#ffffff",
    rim: "#ffffff",
    hole: "#000000",
    x: Stone { body: "#ffe14d", engraving: "#000000", outline: "#ffe14d" },
    o: Stone { body: "#ff6b6b", engraving: "#000000", outline: "#ff6b6b" },
    win: "#7dff9b",
    loss: "#ffb3b3",
    ..HIGH_CONTRAST
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour, as WCAG 2 defines it.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn palettes() -> impl Iterator<Item = (Theme, Palette)> {
        let both = |theme| [false, true].map(|is_dark| (theme, Palette::of(theme, is_dark)));
        Theme::ALL.into_iter().flat_map(both)
    }

    #[test]
    fn text_has_a_contrast_of_4_5_in_every_theme() {
        for (theme, palette) in palettes() {
            let texts = [palette.ink, palette.dim, palette.win, palette.loss];
            for text in texts {
                let found = contrast(text, palette.page);
                assert!(found >= 4.5, "{theme:?}: {text} on {} has {found}", palette.page);
            }
            assert!(contrast(palette.ink, palette.hole) >= 4.5, "{theme:?}");
        }
    }

    #[test]
    fn stones_are_told_apart_by_what_is_engraved_in_them() {
        for (theme, palette) in palettes() {
            for stone in [palette.x, palette.o] {
                let found = contrast(stone.engraving, stone.body);
                assert!(found >= 3.0, "{theme:?}: {} on {} has {found}", stone.engraving, stone.body);
                let found = contrast(stone.outline, palette.hole);
                assert!(found >= 3.0, "{theme:?}: {} on {} has {found}", stone.outline, palette.hole);
            }
            assert!(contrast(palette.mark, palette.mark_edge) >= 3.0, "{theme:?}");
        }
    }
}

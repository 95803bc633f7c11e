//! [`Style`]: the look of each class of a drawing. It is written as attributes, because many programs read SVG without CSS. Only
//! the colours of a reader who prefers dark ones need a style sheet, which takes precedence over attributes. Each of its rules
//! begins with the class of the drawing, so that it changes nothing else on a page.

use std::fmt::{self, Write as _};

use crate::{Appearance, Drawing, Sides, Theme};

/// The beginning of a drawing, with the look of its text.
pub(crate) const ROOT: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" class="marlin" role="img" font-family="system-ui,sans-serif" text-anchor="middle""#;

/// The look of a class: its properties that have a colour of the palette, and the attributes that no palette changes.
type Look = (&'static str, &'static [(&'static str, Ink)], &'static str);

/// The choice of a colour from a palette.
type Ink = fn(&Palette) -> &'static str;

#[rustfmt::skip]
const LOOKS: &[Look] = &[
    ("page", &[("fill", |p| p.page), ("stroke", |p| p.edge)], ""),
    ("rack-top", &[("stop-color", |p| p.rack_top)], ""),
    ("rack-bottom", &[("stop-color", |p| p.rack_bottom)], ""),
    ("foot", &[("fill", |p| p.foot)], ""),
    // Around all holes and stones.
    ("rim", &[("stroke", |p| p.rim)], r#"stroke-width="3""#),
    ("hole", &[("fill", |p| p.hole)], ""),
    ("x", &[("fill", |p| p.x.body)], ""),
    ("o", &[("fill", |p| p.o.body)], ""),
    ("cut-x", &[("stroke", |p| p.x.engraving)], r#"fill="none" stroke-width="2.5""#),
    ("cut-o", &[("stroke", |p| p.o.engraving)], r#"fill="none" stroke-width="2.5""#),
    ("cross", &[("stroke", |p| p.x.engraving)], r#"fill="none" stroke-width="6" stroke-linecap="round""#),
    ("ring", &[("stroke", |p| p.o.engraving)], r#"fill="none" stroke-width="6""#),
    ("last-edge", &[("stroke", |p| p.mark_edge)], r#"fill="none" stroke-width="7""#),
    ("last", &[("stroke", |p| p.mark)], r#"fill="none" stroke-width="3""#),
    ("four", &[("stroke", |p| p.mark)], r#"fill="none" stroke-width="3""#),
    ("line-edge", &[("stroke", |p| p.mark_edge)], r#"fill="none" stroke-width="13" stroke-linecap="round""#),
    ("line", &[("stroke", |p| p.mark)], r#"fill="none" stroke-width="8" stroke-linecap="round""#),
    ("threat-x", &[("fill", |p| p.x.body), ("stroke", |p| p.x.outline)], r#"stroke-width="2""#),
    ("threat-o", &[("fill", |p| p.o.body), ("stroke", |p| p.o.outline)], r#"stroke-width="2""#),
    ("threat-cross", &[("stroke", |p| p.x.engraving)], r#"fill="none" stroke-width="3" stroke-linecap="round""#),
    ("threat-ring", &[("stroke", |p| p.o.engraving)], r#"fill="none" stroke-width="3""#),
    ("ghost-x", &[("fill", |p| p.x.body), ("stroke", |p| p.x.outline)], r#"fill-opacity=".35" stroke-width="3" stroke-dasharray="6 4""#),
    ("ghost-o", &[("fill", |p| p.o.body), ("stroke", |p| p.o.outline)], r#"fill-opacity=".35" stroke-width="3" stroke-dasharray="6 4""#),
    ("step", &[("fill", |p| p.ink)], r#"font-size="22" font-weight="bold""#),
    ("win", &[("fill", |p| p.win)], ""),
    ("draw", &[("fill", |p| p.dim)], ""),
    ("loss", &[("fill", |p| p.loss)], ""),
    ("score best", &[("fill", |p| p.page)], r#"font-size="20" font-weight="bold""#),
    ("score win", &[("fill", |p| p.win)], r#"font-size="20" font-weight="bold""#),
    ("score draw", &[("fill", |p| p.dim)], r#"font-size="20" font-weight="bold""#),
    ("score loss", &[("fill", |p| p.loss)], r#"font-size="20" font-weight="bold""#),
    ("glyph ink-best", &[("stroke", |p| p.page)], GLYPH),
    ("glyph ink-win", &[("stroke", |p| p.win)], GLYPH),
    ("glyph ink-draw", &[("stroke", |p| p.dim)], GLYPH),
    ("glyph ink-loss", &[("stroke", |p| p.loss)], GLYPH),
    ("word", &[("fill", |p| p.ink)], r#"font-size="12""#),
    ("number", &[("fill", |p| p.dim)], r#"font-size="16""#),
    ("number large", &[("fill", |p| p.dim)], r#"font-size="24""#),
    ("caption", &[("fill", |p| p.ink)], r#"font-size="18""#),
    ("bar-x", &[("fill", |p| p.x.body), ("stroke", |p| p.x.outline)], ""),
    ("bar-o", &[("fill", |p| p.o.body), ("stroke", |p| p.o.outline)], ""),
    ("axis", &[("stroke", |p| p.ink)], r#"fill="none" stroke-width="2""#),
    ("dot", &[("stroke", |p| p.ink)], r#"fill="none" stroke-width="2""#),
    ("label", &[("fill", |p| p.ink)], r#"font-size="13" font-weight="bold""#),
    ("side", &[("fill", |p| p.ink)], r#"font-size="13" text-anchor="start""#),
    ("tick", &[("fill", |p| p.dim)], r#"font-size="12""#),
];

/// The strokes of numbers that are drawn as paths.
const GLYPH: &str = r#"fill="none" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round""#;

/// The looks of all classes of a drawing.
pub(crate) struct Style {
    palette: Palette,
    /// The colours for a reader who prefers dark ones, if these are others.
    dark: Option<Palette>,
}

impl Style {
    pub(crate) fn new(Drawing { theme, appearance, sides }: Drawing) -> Self {
        let palette = |is_dark| match sides {
            Sides::XO => Palette::of(theme, is_dark),
            Sides::RedYellow => Palette::of(theme, is_dark).swapped(),
        };
        Self {
            palette: palette(appearance == Appearance::Dark),
            dark: (appearance == Appearance::Auto).then(|| palette(true)),
        }
    }

    /// Returns the attribute of a class, and its look as attributes.
    pub(crate) const fn class<'a>(&'a self, name: &'a str) -> Class<'a> {
        Class { palette: &self.palette, name }
    }

    /// Returns the style sheet of the classes that shapes have, empty without dark colours. It is character data, which some
    /// programs without `@media`, such as pygame, skip; a sheet in plain text makes them crash.
    pub(crate) fn sheet(&self, shapes: &str) -> String {
        let Some(dark) = &self.dark else { return String::new() };
        let mut text = "<style><![CDATA[\n@media (prefers-color-scheme:dark){\n".to_owned();
        for (class, colours, _) in LOOKS {
            if shapes.contains(&format!(r#"class="{class}""#)) {
                let rules = colours.iter().map(|(property, ink)| format!("{property}:{}", ink(dark)));
                let rules = rules.collect::<Vec<_>>().join(";");
                // Writing to a string cannot fail.
                let _ = writeln!(text, ".marlin .{}{{{rules}}}", class.replace(' ', "."));
            }
        }
        text + "}\n]]></style>\n"
    }
}

/// The attribute of a class, and its look as attributes.
pub(crate) struct Class<'a> {
    palette: &'a Palette,
    name: &'a str,
}

impl fmt::Display for Class<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"class="{}""#, self.name)?;
        for (_, colours, fixed) in LOOKS.iter().filter(|(name, ..)| *name == self.name) {
            for (property, ink) in *colours {
                write!(f, r#" {property}="{}""#, ink(self.palette))?;
            }
            if !fixed.is_empty() {
                write!(f, " {fixed}")?;
            }
        }
        Ok(())
    }
}

/// The colour of each part of a drawing, as CSS writes it.
#[derive(Clone, Copy)]
struct Palette {
    /// The ground of the drawing and the line around it.
    page: &'static str,
    edge: &'static str,
    /// Text, and text of less weight.
    ink: &'static str,
    dim: &'static str,
    /// The rack from its top to its bottom, the foot below it, and the rim of its holes.
    rack_top: &'static str,
    rack_bottom: &'static str,
    foot: &'static str,
    rim: &'static str,
    hole: &'static str,
    /// The stones of X and O.
    x: Stone,
    o: Stone,
    /// The ring of the last move and the stroke through a four, and the line around both.
    mark: &'static str,
    mark_edge: &'static str,
    /// Scores that win and scores that lose.
    win: &'static str,
    loss: &'static str,
}

/// The colours of a player's stones.
#[derive(Clone, Copy)]
struct Stone {
    body: &'static str,
    /// The engraving.
    engraving: &'static str,
    /// A line in the player's colour that is visible in an empty hole.
    outline: &'static str,
}

impl Palette {
    /// Returns the colours of a theme.
    const fn of(theme: Theme, is_dark: bool) -> Self {
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
    const fn swapped(&self) -> Self {
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

//! The look of each class of a drawing. It is written as attributes, because many programs read SVG without
//! CSS. Only the colours for readers who prefer dark colours need a style sheet, which takes precedence over
//! attributes. Each of its rules begins with the class of the drawing, so that it changes nothing else on a
//! page.

use std::fmt::{self, Write as _};

use crate::{Appearance, Drawing, Sides, Theme};

/// The beginning of a drawing, with the look of its text.
pub(crate) const ROOT: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" class="marlin" role="img" font-family="system-ui,sans-serif" text-anchor="middle""#;

/// The look of a class: its properties with a colour, and the attributes that are the same in all themes.
type Look = (&'static str, &'static [(&'static str, Ink)], &'static str);

#[rustfmt::skip]
const LOOKS: &[Look] = &[
    ("page", &[("fill", PAGE), ("stroke", EDGE)], ""),
    ("rack-top", &[("stop-color", RACK_TOP)], ""),
    ("rack-bottom", &[("stop-color", RACK_BOTTOM)], ""),
    ("foot", &[("fill", FOOT)], ""),
    // Around all holes and stones.
    ("rim", &[("stroke", RIM)], r#"stroke-width="3""#),
    ("hole", &[("fill", HOLE)], ""),
    ("x", &[("fill", X_BODY)], ""),
    ("o", &[("fill", O_BODY)], ""),
    ("cut-x", &[("stroke", X_ENGRAVING)], r#"fill="none" stroke-width="2.5""#),
    ("cut-o", &[("stroke", O_ENGRAVING)], r#"fill="none" stroke-width="2.5""#),
    ("cross", &[("stroke", X_ENGRAVING)], r#"fill="none" stroke-width="6" stroke-linecap="round""#),
    ("ring", &[("stroke", O_ENGRAVING)], r#"fill="none" stroke-width="6""#),
    ("last-edge", &[("stroke", MARK_EDGE)], r#"fill="none" stroke-width="7""#),
    ("last", &[("stroke", MARK)], r#"fill="none" stroke-width="3""#),
    ("four", &[("stroke", MARK)], r#"fill="none" stroke-width="3""#),
    ("line-edge", &[("stroke", MARK_EDGE)], r#"fill="none" stroke-width="13" stroke-linecap="round""#),
    ("line", &[("stroke", MARK)], r#"fill="none" stroke-width="8" stroke-linecap="round""#),
    ("threat-x", &[("fill", X_BODY), ("stroke", X_OUTLINE)], r#"stroke-width="2""#),
    ("threat-o", &[("fill", O_BODY), ("stroke", O_OUTLINE)], r#"stroke-width="2""#),
    ("threat-cross", &[("stroke", X_ENGRAVING)], r#"fill="none" stroke-width="3" stroke-linecap="round""#),
    ("threat-ring", &[("stroke", O_ENGRAVING)], r#"fill="none" stroke-width="3""#),
    ("ghost-x", &[("fill", X_BODY), ("stroke", X_OUTLINE)], r#"fill-opacity=".35" stroke-width="3" stroke-dasharray="6 4""#),
    ("ghost-o", &[("fill", O_BODY), ("stroke", O_OUTLINE)], r#"fill-opacity=".35" stroke-width="3" stroke-dasharray="6 4""#),
    ("step", &[("fill", INK)], r#"font-size="22" font-weight="bold""#),
    ("win", &[("fill", WIN)], ""),
    ("draw", &[("fill", DIM)], ""),
    ("loss", &[("fill", LOSS)], ""),
    ("score best", &[("fill", PAGE)], r#"font-size="20" font-weight="bold""#),
    ("score win", &[("fill", WIN)], r#"font-size="20" font-weight="bold""#),
    ("score draw", &[("fill", DIM)], r#"font-size="20" font-weight="bold""#),
    ("score loss", &[("fill", LOSS)], r#"font-size="20" font-weight="bold""#),
    ("glyph ink-best", &[("stroke", PAGE)], GLYPH),
    ("glyph ink-win", &[("stroke", WIN)], GLYPH),
    ("glyph ink-draw", &[("stroke", DIM)], GLYPH),
    ("glyph ink-loss", &[("stroke", LOSS)], GLYPH),
    ("arrow", &[("fill", INK)], ""),
    ("word", &[("fill", INK)], r#"font-size="12""#),
    ("number", &[("fill", DIM)], r#"font-size="16""#),
    ("number large", &[("fill", DIM)], r#"font-size="24""#),
    ("caption", &[("fill", INK)], r#"font-size="18""#),
    ("bar-x", &[("fill", X_BODY), ("stroke", X_OUTLINE)], ""),
    ("bar-o", &[("fill", O_BODY), ("stroke", O_OUTLINE)], ""),
    ("axis", &[("stroke", INK)], r#"fill="none" stroke-width="2""#),
    ("dot", &[("stroke", INK)], r#"fill="none" stroke-width="2""#),
    ("label", &[("fill", INK)], r#"font-size="13" font-weight="bold""#),
    ("side", &[("fill", INK)], r#"font-size="13" text-anchor="start""#),
    ("tick", &[("fill", DIM)], r#"font-size="12""#),
];

/// The strokes of numbers that are drawn as paths.
const GLYPH: &str = r#"fill="none" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round""#;

impl Drawing {
    /// Returns the attribute of a class, and its look as attributes.
    pub(crate) const fn class(self, name: &str) -> Class<'_> {
        Class { drawing: self, name }
    }

    /// Returns the colour of an ink on a light or a dark page.
    fn colour(self, ink: &[Colours], is_dark: bool) -> &'static str {
        let colours = if self.sides == Sides::RedYellow { ink[ink.len() - 1] } else { ink[0] };
        colours[2 * self.theme as usize + usize::from(is_dark)]
    }

    /// Returns the style sheet of the classes that shapes have, empty without dark colours. It is character
    /// data, which some programs without `@media`, such as pygame, skip; a sheet in plain text makes them
    /// crash.
    pub(crate) fn sheet(self, shapes: &str) -> String {
        if self.appearance != Appearance::Auto {
            return String::new();
        }
        let mut text = "<style><![CDATA[\n@media (prefers-color-scheme:dark){\n".to_owned();
        for (class, colours, _) in LOOKS {
            if shapes.contains(&format!(r#"class="{class}""#)) {
                let rules =
                    colours.iter().map(|(property, ink)| format!("{property}:{}", self.colour(ink, true)));
                let rules = rules.collect::<Vec<_>>().join(";");
                // Writing to a string cannot fail.
                let _ = writeln!(text, ".marlin .{}{{{rules}}}", class.replace(' ', "."));
            }
        }
        text + "}\n]]></style>\n"
    }
}

/// The class attribute of a class, and its look as attributes.
pub(crate) struct Class<'a> {
    drawing: Drawing,
    name: &'a str,
}

impl fmt::Display for Class<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_dark = self.drawing.appearance == Appearance::Dark;
        write!(f, r#"class="{}""#, self.name)?;
        for (_, colours, fixed) in LOOKS.iter().filter(|(name, ..)| *name == self.name) {
            for (property, ink) in *colours {
                write!(f, r#" {property}="{}""#, self.drawing.colour(ink, is_dark))?;
            }
            if !fixed.is_empty() {
                write!(f, " {fixed}")?;
            }
        }
        Ok(())
    }
}

/// A colour as CSS writes it: in the classic theme, in the quiet one, and in the one of high contrast, each
/// light and dark.
type Colours = [&'static str; 2 * Theme::ALL.len()];

/// The colour of a part. If it is the colour of a player, the first is for a game that yellow begins, and the
/// second for a game that red begins.
type Ink = &'static [Colours];

/// The ground of the drawing and the line around it.
const PAGE: Ink = &[["#fffdf8", "#1a202b", "#ffffff", "#0d1117", "#ffffff", "#000000"]];
const EDGE: Ink = &[["#e4dfd3", "#2a3140", "#d0d7de", "#3d444d", "#000000", "#ffffff"]];
/// Text, and text of less weight.
const INK: Ink = &[["#1d2430", "#e8ebf1", "#1f2328", "#f0f6fc", "#000000", "#ffffff"]];
const DIM: Ink = &[["#5f6879", "#98a2b3", "#59636e", "#9198a1", "#000000", "#ffffff"]];
/// The rack from its top to its bottom, the foot below it, and the rim of its holes.
const RACK_TOP: Ink = &[["#2f6fd0", "#2c62b5", "#d7dfe8", "#2a313c", "#003a8c", "#1f57c3"]];
const RACK_BOTTOM: Ink = &[["#1d4e9e", "#1d4686", "#d7dfe8", "#2a313c", "#003a8c", "#1f57c3"]];
const FOOT: Ink = &[["#163b78", "#142f5c", "#b9c4d0", "#1c222b", "#000000", "#ffffff"]];
const RIM: Ink = &[["#17407f", "#12305f", "#b9c4d0", "#1c222b", "#000000", "#ffffff"]];
const HOLE: Ink = &[["#f5f2ea", "#11151d", "#ffffff", "#0d1117", "#ffffff", "#000000"]];
/// The ring of the last move and the stroke through a four, and the line around both.
const MARK: Ink = &[["#ffffff", "#ffffff", "#1f2328", "#f0f6fc", "#ffffff", "#ffffff"]];
const MARK_EDGE: Ink = &[["#1d2430", "#1d2430", "#ffffff", "#0d1117", "#000000", "#000000"]];
/// Scores that win and scores that lose.
const WIN: Ink = &[["#16793f", "#5fd38d", "#1a7f37", "#57c06f", "#00591f", "#7dff9b"]];
const LOSS: Ink = &[["#b92c32", "#ff8b8d", "#b0353a", "#f08a8c", "#8f001a", "#ffb3b3"]];

/// The stones: their bodies, the engraving, and a line in their colour that is visible in an empty hole.
const YELLOW: Colours = ["#ffc933", "#ffd049", "#f0c65a", "#d9b24f", "#ffd800", "#ffe14d"];
const YELLOW_ENGRAVING: Colours = ["#855800", "#7d5200", "#6b4c00", "#553c00", "#000000", "#000000"];
const YELLOW_OUTLINE: Colours = ["#855800", "#ffd049", "#7d5900", "#d9b24f", "#000000", "#ffe14d"];
const RED: Colours = ["#e8474c", "#ff6063", "#dd7a7c", "#cf7274", "#b00020", "#ff6b6b"];
const RED_ENGRAVING: Colours = ["#6e0c13", "#7d0f18", "#6b0d14", "#4d0a10", "#ffffff", "#000000"];
const RED_OUTLINE: Colours = ["#a81f2a", "#ff6063", "#a8363b", "#cf7274", "#b00020", "#ff6b6b"];
const X_BODY: Ink = &[YELLOW, RED];
const O_BODY: Ink = &[RED, YELLOW];
const X_ENGRAVING: Ink = &[YELLOW_ENGRAVING, RED_ENGRAVING];
const O_ENGRAVING: Ink = &[RED_ENGRAVING, YELLOW_ENGRAVING];
const X_OUTLINE: Ink = &[YELLOW_OUTLINE, RED_OUTLINE];
const O_OUTLINE: Ink = &[RED_OUTLINE, YELLOW_OUTLINE];

#[cfg(test)]
mod tests {
    use std::fs;

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

    #[test]
    fn text_has_a_contrast_of_4_5_in_every_theme() {
        for theme in 0..PAGE[0].len() {
            for text in [INK, DIM, WIN, LOSS] {
                let found = contrast(text[0][theme], PAGE[0][theme]);
                assert!(found >= 4.5, "{} on {} has {found}", text[0][theme], PAGE[0][theme]);
            }
            assert!(contrast(INK[0][theme], HOLE[0][theme]) >= 4.5, "{}", HOLE[0][theme]);
        }
    }

    #[test]
    fn stones_are_told_apart_by_what_is_engraved_in_them() {
        let stones = [(X_BODY, X_ENGRAVING, X_OUTLINE), (O_BODY, O_ENGRAVING, O_OUTLINE)];
        for theme in 0..PAGE[0].len() {
            for (body, engraving, outline) in stones {
                for (one, other) in [(engraving, body), (outline, HOLE), (MARK, MARK_EDGE)] {
                    let found = contrast(one[0][theme], other[0][theme]);
                    assert!(found >= 3.0, "{} on {} has {found}", one[0][theme], other[0][theme]);
                }
            }
        }
    }

    /// Replaces the lines of a file between the one that names this test and the end of the colours.
    fn write_colours(file: &str, lines: &str) {
        let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
        let found = fs::read_to_string(&path).unwrap();
        let (head, rest) = found.split_once("cargo test -p marlin-svg colours`").unwrap();
        let (command, rest) = (&found[head.len()..found.len() - rest.len()], rest.split_once('\n').unwrap());
        let tail = rest.1.split_inclusive('\n').skip_while(|line| !line.contains("End of colours."));
        let tail: String = tail.collect();
        let expected = format!("{head}{command}{}\n{lines}{tail}", rest.0);
        if std::env::var_os("MARLIN_WRITE").is_some() {
            fs::write(&path, &expected).unwrap();
        }
        let differing = expected != fs::read_to_string(&path).unwrap();
        assert!(!differing, "MARLIN_WRITE=1 cargo test -p marlin-svg colours writes {file} anew");
    }

    /// `MARLIN_WRITE=1 cargo test -p marlin-svg colours` writes the colours anew.
    #[test]
    fn the_page_and_the_element_have_the_colours_of_the_drawings() {
        let parts: [(&str, Ink); 16] = [
            // These are for the page only.
            ("x-line", X_OUTLINE),
            ("o-line", O_OUTLINE),
            // Both.
            ("rack-top", RACK_TOP),
            ("rack-end", RACK_BOTTOM),
            ("rack-foot", FOOT),
            ("rim", RIM),
            ("hole", HOLE),
            ("x", X_BODY),
            ("x-edge", X_ENGRAVING),
            ("o", O_BODY),
            ("o-edge", O_ENGRAVING),
            ("stroke", MARK),
            ("stroke-edge", MARK_EDGE),
            // These are for the element only, because the page has other colours for its grounds.
            ("ink", INK),
            ("win", WIN),
            ("loss", LOSS),
        ];
        let rules = |parts: &[(&str, Ink)], [root, before, after]: [&str; 3]| {
            let rules = Theme::ALL.map(|theme| {
                let attribute =
                    if theme == Theme::default() { String::new() } else { format!("{before}{theme}{after}") };
                let properties = parts.iter().map(|(name, ink)| {
                    let [light, dark] = [0, 1].map(|dark| ink[0][2 * theme as usize + dark]);
                    format!(" --{name}: light-dark({light}, {dark});")
                });
                format!("{root}{attribute} {{{} }}\n", properties.collect::<String>())
            });
            rules.concat()
        };
        write_colours("marlin-server/page/style.css", &rules(&parts[..13], [":root", "[data-theme=", "]"]));
        let lines = rules(&parts[2..], [":host", "([theme=", "])"]);
        write_colours("marlin-wasm/npm/board.js", &format!("const COLOURS = `\n{lines}`;\n"));
    }
}

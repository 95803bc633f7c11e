//! [`Style`]: the look of each class of a drawing. It is written as attributes, because many programs read SVG without CSS. Only
//! the colours of a reader who prefers dark ones need a style sheet, which takes precedence over attributes. Each of its rules
//! begins with the class of the drawing, so that it changes nothing else on a page.

use std::fmt::{self, Write as _};

use crate::palette::Palette;
use crate::{Appearance, Sides, Theme};

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
    pub(crate) fn new(theme: Theme, appearance: Appearance, sides: Sides) -> Self {
        let palette = |is_dark| sides.coloured(&Palette::of(theme, is_dark));
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

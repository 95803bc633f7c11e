//! The style sheet of a drawing. Each rule begins with the class of the drawing, so that it changes nothing else on a page.

use crate::palette::Palette;
use crate::{Appearance, Sides, Theme};

/// Returns the style sheet of a drawing with these choices.
pub(crate) fn sheet(theme: Theme, appearance: Appearance, sides: Sides) -> String {
    let colours = |is_dark| colours(&sides.coloured(&Palette::of(theme, is_dark)));
    match appearance {
        Appearance::Auto => {
            let (light, dark) = (colours(false), colours(true));
            format!("{SHAPES}{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n")
        }
        Appearance::Light => format!("{SHAPES}{}", colours(false)),
        Appearance::Dark => format!("{SHAPES}{}", colours(true)),
    }
}

/// Returns the rules of numbers that are drawn as paths. A preview has one appearance; that of the reader is light.
pub(crate) fn glyphs(theme: Theme, appearance: Appearance) -> String {
    let Palette { page, dim, win, loss, .. } = Palette::of(theme, appearance == Appearance::Dark);
    format!(
        "\
<style>
.marlin .glyph{{fill:none;stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round}}
.marlin .ink-best{{stroke:{page}}}
.marlin .ink-win{{stroke:{win}}}
.marlin .ink-loss{{stroke:{loss}}}
.marlin .ink-draw{{stroke:{dim}}}
</style>"
    )
}

/// The rules without colours.
const SHAPES: &str = "\
.marlin text{font-family:system-ui,sans-serif;text-anchor:middle}
.marlin .page{stroke-width:1}
.marlin .hole,.marlin .x,.marlin .o{stroke-width:3}
.marlin .cut-x,.marlin .cut-o,.marlin .last,.marlin .last-edge,.marlin .four,.marlin .line,.marlin .line-edge{fill:none}
.marlin .cut-x,.marlin .cut-o{stroke-width:2.5}
.marlin .cross,.marlin .ring{fill:none;stroke-width:6;stroke-linecap:round}
.marlin .last{stroke-width:3}
.marlin .last-edge{stroke-width:7}
.marlin .four{stroke-width:3}
.marlin .line{stroke-width:8;stroke-linecap:round}
.marlin .line-edge{stroke-width:13;stroke-linecap:round}
.marlin .threat-x,.marlin .threat-o{stroke-width:2}
.marlin .threat-cross,.marlin .threat-ring{fill:none;stroke-width:3;stroke-linecap:round}
.marlin .ghost-x,.marlin .ghost-o{fill-opacity:.35;stroke-width:3;stroke-dasharray:6 4}
.marlin .step{font-size:22px;font-weight:bold}
.marlin .score{font-size:20px;font-weight:bold}
.marlin .word{font-size:12px}
.marlin .number{font-size:16px}
.marlin .large{font-size:24px}
.marlin .caption{font-size:18px}
.marlin .axis{stroke-width:2}
.marlin .dot{fill:none;stroke-width:2}
.marlin .label{font-size:13px;font-weight:bold}
.marlin .side{font-size:13px;text-anchor:start}
.marlin .tick{font-size:12px}
";

/// Returns the rules with the colours.
fn colours(palette: &Palette) -> String {
    let Palette { page, edge, ink, dim, rack_top, rack_bottom, foot, rim, hole, .. } = *palette;
    let Palette { x, o, mark, mark_edge, win, loss, .. } = *palette;
    let [x_body, x_cut, x_line] = [x.body, x.engraving, x.outline];
    let [o_body, o_cut, o_line] = [o.body, o.engraving, o.outline];
    format!(
        "\
.marlin text{{fill:{ink}}}
.marlin .page{{fill:{page};stroke:{edge}}}
.marlin .rack-top{{stop-color:{rack_top}}}
.marlin .rack-bottom{{stop-color:{rack_bottom}}}
.marlin .foot{{fill:{foot}}}
.marlin .hole,.marlin .x,.marlin .o{{stroke:{rim}}}
.marlin .hole{{fill:{hole}}}
.marlin .x,.marlin .threat-x,.marlin .ghost-x,.marlin .bar-x{{fill:{x_body}}}
.marlin .o,.marlin .threat-o,.marlin .ghost-o,.marlin .bar-o{{fill:{o_body}}}
.marlin .cut-x,.marlin .cross,.marlin .threat-cross{{stroke:{x_cut}}}
.marlin .cut-o,.marlin .ring,.marlin .threat-ring{{stroke:{o_cut}}}
.marlin .threat-x,.marlin .ghost-x,.marlin .bar-x{{stroke:{x_line}}}
.marlin .threat-o,.marlin .ghost-o,.marlin .bar-o{{stroke:{o_line}}}
.marlin .last,.marlin .four,.marlin .line{{stroke:{mark}}}
.marlin .last-edge,.marlin .line-edge{{stroke:{mark_edge}}}
.marlin .win{{fill:{win}}}
.marlin .loss{{fill:{loss}}}
.marlin .draw,.marlin .number,.marlin .tick{{fill:{dim}}}
.marlin .best{{fill:{page}}}
.marlin .axis,.marlin .dot{{stroke:{ink}}}
.marlin .grid{{stroke:{edge}}}
"
    )
}

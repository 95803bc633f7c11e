//! The colours and strokes, for readers of light and of dark pages.

use crate::Sides;

/// The colours of a drawing.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Game;
/// use marlin_svg::{Diagram, Theme};
///
/// let game = Game::on("7x6".parse()?);
/// assert!(Diagram::new(&game).to_string().contains("prefers-color-scheme"));
/// assert!(!Diagram::new(&game).with_theme(Theme::Dark).to_string().contains("prefers-color-scheme"));
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Light or dark, as the reader prefers.
    #[default]
    Auto,
    /// Light for every reader.
    Light,
    /// Dark for every reader.
    Dark,
}

impl Theme {
    /// Returns the style sheet. Each rule begins with the class of the drawing, so that it changes nothing else on a
    /// page.
    pub(crate) fn style(self, sides: Sides) -> String {
        let (light, dark) = sides.style();
        match self {
            Self::Auto => format!("{LIGHT}{light}@media (prefers-color-scheme:dark){{\n{DARK}{dark}}}\n"),
            Self::Light => [LIGHT, light].concat(),
            Self::Dark => [LIGHT, light, DARK, dark].concat(),
        }
    }
}

/// All rules, with the light colours.
const LIGHT: &str = "\
.marlin text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#1f2328}
.marlin .page{fill:#ffffff;stroke:#d0d7de;stroke-width:1}
.marlin .board{fill:#d7dfe8}
.marlin .hole{fill:#ffffff}
.marlin .x{fill:#f5b301}
.marlin .cross{fill:none;stroke:#1f2328;stroke-width:5;stroke-linecap:round}
.marlin .o{fill:#ffffff;stroke:#0969da;stroke-width:10}
.marlin .last{fill:none;stroke:#1f2328;stroke-width:2}
.marlin .four{fill:none;stroke:#1f2328;stroke-width:5}
.marlin .line{fill:none;stroke:#1f2328;stroke-width:4;stroke-linecap:round;opacity:.55}
.marlin .threat-x{fill:none;stroke:#8a5a00;stroke-width:4;stroke-linecap:round}
.marlin .threat-o{fill:none;stroke:#0969da;stroke-width:4}
.marlin .ghost-x{fill:#f5b301;fill-opacity:.4;stroke:#8a5a00;stroke-width:2;stroke-dasharray:5 4}
.marlin .ghost-o{fill:none;stroke:#0969da;stroke-width:5;stroke-dasharray:5 4}
.marlin .step{font-size:20px;font-weight:bold}
.marlin .best{fill:#1f2328}
.marlin .score{font-size:20px}
.marlin .chosen{fill:#ffffff;font-weight:bold}
.marlin .number{font-size:15px;fill:#59636e}
.marlin .caption{font-size:17px}
";

/// The colours that differ on a dark page.
const DARK: &str = "\
.marlin text{fill:#f0f6fc}
.marlin .page{fill:#0d1117;stroke:#3d444d}
.marlin .board{fill:#2a313c}
.marlin .hole{fill:#0d1117}
.marlin .x{fill:#f2b824}
.marlin .cross{stroke:#0d1117}
.marlin .o{fill:#0d1117;stroke:#58a6ff}
.marlin .last,.marlin .four,.marlin .line{stroke:#f0f6fc}
.marlin .threat-x,.marlin .ghost-x{stroke:#f2b824}
.marlin .threat-o,.marlin .ghost-o{stroke:#58a6ff}
.marlin .best{fill:#f0f6fc}
.marlin .chosen{fill:#0d1117}
.marlin .number{fill:#9198a1}
";

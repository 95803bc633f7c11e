//! The colours and strokes, for readers of light and of dark pages.

/// The style sheet. Each rule begins with the class of the drawing, so that it changes nothing else on a page.
pub(crate) const STYLE: &str = "\
.marlin text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#1f2328}
.marlin .page{fill:#ffffff;stroke:#d0d7de;stroke-width:1}
.marlin .board{fill:#d7dfe8}
.marlin .hole{fill:#ffffff}
.marlin .x{fill:#f5b301}
.marlin .cross{fill:none;stroke:#1f2328;stroke-width:5;stroke-linecap:round}
.marlin .o{fill:#ffffff;stroke:#0969da;stroke-width:10}
.marlin .last{fill:none;stroke:#1f2328;stroke-width:2}
.marlin .four{fill:none;stroke:#1f2328;stroke-width:5}
.marlin .best{fill:#1f2328}
.marlin .score{font-size:20px}
.marlin .chosen{fill:#ffffff;font-weight:bold}
.marlin .number{font-size:15px;fill:#59636e}
.marlin .caption{font-size:17px}
@media (prefers-color-scheme:dark){
.marlin text{fill:#f0f6fc}
.marlin .page{fill:#0d1117;stroke:#3d444d}
.marlin .board{fill:#2a313c}
.marlin .hole{fill:#0d1117}
.marlin .x{fill:#f2b824}
.marlin .cross{stroke:#0d1117}
.marlin .o{fill:#0d1117;stroke:#58a6ff}
.marlin .last,.marlin .four{stroke:#f0f6fc}
.marlin .best{fill:#f0f6fc}
.marlin .chosen{fill:#0d1117}
.marlin .number{fill:#9198a1}
}
";

//! Bars for long work: on standard error, and only for somebody who watches.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Returns whether somebody watches standard error.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Returns a bar of a length, if that is known; one that draws nothing if nobody watches.
pub(crate) fn bar(len: Option<u64>, template: &str) -> ProgressBar {
    if !is_watched() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::stderr()).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

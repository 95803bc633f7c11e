//! Progress of long work, on standard error and only for people.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Returns a bar of a length; hidden unless standard error is a terminal.
pub(crate) fn bar(len: usize, name: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(len as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{msg:<8} {wide_bar} {pos}/{len}  {elapsed} < {eta}") {
        bar.set_style(style);
    }
    bar.set_message(name.to_owned());
    bar
}

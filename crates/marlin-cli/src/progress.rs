//! Progress of long work, on standard error: a bar on a terminal, elsewhere a line now and then.

use std::fmt::Arguments;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

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
    let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::stderr()).with_style(style(template));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Returns a bar that shows only that something is done, until [`show`] gives it more to say.
pub(crate) fn waiting_bar(len: Option<u64>, what: &'static str) -> ProgressBar {
    let bar = bar(len, "{spinner} {msg}, {elapsed}");
    bar.set_message(what);
    bar
}

/// Gives a waiting bar the look that it has once there is something to show.
pub(crate) fn show(bar: &ProgressBar, template: &str) {
    if !bar.is_hidden() {
        bar.set_style(style(template));
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Writes a line to standard error, above the bar if one is drawn.
pub(crate) fn tell(bar: &ProgressBar, line: Arguments<'_>) {
    // There is nowhere left to say that standard error is closed.
    let _ = bar.suspend(|| writeln!(io::stderr(), "{line}"));
}

/// How long work goes on before the first line tells of it: most work is done by then.
const FIRST_LINE: Duration = Duration::from_secs(10);

/// The time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Lines about work that takes minutes where there is no terminal for a bar, as in the log of a job.
#[derive(Debug)]
pub(crate) struct LogLines {
    due: Option<Instant>,
}

impl LogLines {
    /// Begins the work.
    pub(crate) fn new() -> Self {
        Self { due: (!is_watched()).then(|| Instant::now() + FIRST_LINE) }
    }

    /// Writes a line if one is due.
    pub(crate) fn tell(&mut self, line: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.due.is_some_and(|due| due <= now) {
            self.due = Some(now + BETWEEN_LINES);
            // There is nowhere left to say that standard error is closed.
            let _ = writeln!(io::stderr(), "{}", line());
        }
    }
}

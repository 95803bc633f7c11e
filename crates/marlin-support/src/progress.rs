//! Progress of long work on standard error: a bar on a terminal, elsewhere, as in the log of a job, an
//! occasional line.
//!
//! [`ProgressReporter`] has both, for work whose length is known. [`bar`] and [`LogLines`] are its parts, for
//! work that is shown in another way.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The time before the first line: most work is done by then.
const FIRST_LINE: Duration = Duration::from_secs(5);

/// The time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Returns whether standard error is a terminal.
pub fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Returns a bar on standard error, which draws nothing unless that is a terminal. Its length may be unknown.
pub fn bar(len: Option<u64>, template: &str) -> ProgressBar {
    if !stderr_is_terminal() {
        return ProgressBar::with_draw_target(len, ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::stderr()).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Returns a bar that shows only a message and the time.
pub fn waiting_bar(message: &'static str) -> ProgressBar {
    bar(None, "{spinner} {msg}, {elapsed}").with_message(message)
}

/// Lines on the progress of long work on standard error, where that is no terminal: one after 5 seconds and
/// then one every 30 seconds, until the value is dropped.
///
/// # Examples
///
/// ```
/// use marlin_support::progress::LogLines;
///
/// let lines = LogLines::start(|elapsed| format!("reading for {} s", elapsed.as_secs()));
/// // ... long work ...
/// drop(lines);
/// ```
#[derive(Debug)]
pub struct LogLines(#[expect(dead_code, reason = "the lines end when it is dropped")] Option<Sender<()>>);

impl LogLines {
    /// Starts to write lines. `describe` returns a line, given the time since the start.
    pub fn start(describe: impl Fn(Duration) -> String + Send + 'static) -> Self {
        Self((!stderr_is_terminal()).then(|| lines(FIRST_LINE, BETWEEN_LINES, io::stderr(), describe)))
    }
}

/// Writes a line after a delay and then regularly, until the returned sender is dropped.
fn lines(
    first: Duration,
    every: Duration,
    mut to: impl Write + Send + 'static,
    describe: impl Fn(Duration) -> String + Send + 'static,
) -> Sender<()> {
    let (sender, receiver) = mpsc::channel();
    let started = Instant::now();
    let report = move || {
        let mut pause = first;
        while receiver.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            pause = every;
            // If the reader has gone, only these lines are lost.
            let _ = writeln!(to, "{}", describe(started.elapsed()));
        }
    };
    // Without a thread, the work has no lines.
    let _ = thread::Builder::new().spawn(report);
    sender
}

/// The progress of some work. When the value is dropped, the bar disappears and no line follows.
///
/// # Examples
///
/// ```
/// use marlin_support::progress::ProgressReporter;
///
/// let progress = ProgressReporter::new("marlin-bench", "solving", 3, "positions");
/// for _ in 0..3 {
///     // ... solve a position ...
///     progress.inc();
/// }
/// ```
#[derive(Debug)]
pub struct ProgressReporter {
    bar: ProgressBar,
    _lines: LogLines,
}

impl ProgressReporter {
    /// Starts the progress of a program's work, as in `"solving"`, on `len` units, as in `"positions"`.
    pub fn new(program: &'static str, work: &'static str, len: usize, unit: &'static str) -> Self {
        let bar = bar(Some(len as u64), "{msg:<8} {wide_bar} {pos}/{len}  {elapsed} < {eta}");
        let shown = bar.clone();
        let lines = LogLines::start(move |elapsed| line(program, work, unit, &shown, elapsed));
        Self { bar, _lines: lines }
    }

    /// Names the part of the work that is being done.
    pub fn set_part(&self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    /// Counts one more unit as done.
    pub fn inc(&self) {
        self.bar.inc(1);
    }

    /// Sets the number of units that are done.
    pub fn set_done(&self, count: usize) {
        self.bar.set_position(count as u64);
    }

    /// Calls a function that writes to the terminal, with the bar out of its way.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for ProgressReporter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Returns a line such as `marlin-bench: solving L2_R1: 12 of 300 positions after 35 s`.
fn line(program: &str, work: &str, unit: &str, bar: &ProgressBar, elapsed: Duration) -> String {
    let part = bar.message();
    let part = if part.is_empty() { part } else { format!(" {part}") };
    let (done, len) = (bar.position(), bar.length().unwrap_or_default());
    format!("{program}: {work}{part}: {done} of {len} {unit} after {} s", elapsed.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends the written text to a channel.
    struct Passed(Sender<String>);

    impl Write for Passed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.0.send(text).map(|()| bytes.len()).map_err(io::Error::other)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_names_the_work_and_its_progress() {
        let bar = ProgressBar::hidden();
        bar.set_length(300);
        bar.inc(12);
        let line = |bar: &ProgressBar| {
            line("marlin-bench", "solving", "positions", bar, Duration::from_millis(35_900))
        };
        assert_eq!(line(&bar), "marlin-bench: solving: 12 of 300 positions after 35 s");
        bar.set_message("L2_R1");
        assert_eq!(line(&bar), "marlin-bench: solving L2_R1: 12 of 300 positions after 35 s");
    }

    #[test]
    fn lines_are_repeated_until_the_work_is_done() {
        let (sender, receiver) = mpsc::channel();
        let work = lines(Duration::ZERO, Duration::from_millis(1), Passed(sender), |_| "going on".to_owned());
        let text: String = receiver.iter().take(6).collect();
        assert_eq!(text, "going on\ngoing on\ngoing on\n");
        drop(work);
        // The thread ends, and the channel with it; otherwise this would never end.
        assert!(receiver.iter().count() < 1000);
    }

    #[test]
    fn short_work_writes_no_line() {
        let (sender, receiver) = mpsc::channel();
        drop(lines(FIRST_LINE, BETWEEN_LINES, Passed(sender), |_| "going on".to_owned()));
        assert_eq!(receiver.iter().count(), 0);
    }
}

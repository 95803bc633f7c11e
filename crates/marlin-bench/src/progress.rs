//! Progress of long work, on standard error: a bar for people, and now and then a line where nobody looks on.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long work takes before the first line, so that nothing is said of what is done soon.
const FIRST: Duration = Duration::from_secs(5);

/// The time between two lines.
const EVERY: Duration = Duration::from_secs(30);

/// How far some work is. Dropped, it is gone from the terminal, and no line follows.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// The lines end when this is dropped.
    _lines: Option<Sender<()>>,
}

impl Progress {
    /// Begins some work, as in "solving", on a number of `unit`, as in "positions".
    pub(crate) fn new(work: &'static str, len: usize, unit: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(len as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{msg:<8} {wide_bar} {pos}/{len}  {elapsed} < {eta}")
        {
            bar.set_style(style);
        }
        let lines = (!io::stderr().is_terminal()).then(|| {
            let bar = bar.clone();
            lines(FIRST, EVERY, io::stderr(), move |elapsed| line(work, unit, &bar, elapsed))
        });
        Self { bar, _lines: lines }
    }

    /// Names the part that is worked on.
    pub(crate) fn set_part(&self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    /// Counts one more as done.
    pub(crate) fn inc(&self) {
        self.bar.inc(1);
    }

    /// Does what writes to the terminal, without the bar in its way.
    pub(crate) fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Says how many are done.
    pub(crate) fn set_done(&self, count: usize) {
        self.bar.set_position(count as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Says how far work is, as in `marlin-bench: solving L2_R1: 12 of 300 positions after 35 s`.
fn line(work: &str, unit: &str, bar: &ProgressBar, elapsed: Duration) -> String {
    let (program, part) = (env!("CARGO_PKG_NAME"), bar.message());
    let part = if part.is_empty() { part } else { format!(" {part}") };
    let (done, len) = (bar.position(), bar.length().unwrap_or_default());
    format!("{program}: {work}{part}: {done} of {len} {unit} after {} s", elapsed.as_secs())
}

/// Writes a line after a while, and then again and again, until what is returned is dropped.
fn lines(
    first: Duration,
    every: Duration,
    mut to: impl Write + Send + 'static,
    describe: impl Fn(Duration) -> String + Send + 'static,
) -> Sender<()> {
    let (sender, receiver) = mpsc::channel();
    let started = Instant::now();
    thread::spawn(move || {
        let mut pause = first;
        while receiver.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            pause = every;
            // A reader that has gone misses nothing but the lines.
            let _ = writeln!(to, "{}", describe(started.elapsed()));
        }
    });
    sender
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Passes on what is written to it.
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
    fn a_line_says_what_is_worked_on_and_how_much_of_it_is_done() {
        let bar = ProgressBar::hidden();
        bar.set_length(300);
        bar.inc(12);
        let line = |bar: &ProgressBar| line("solving", "positions", bar, Duration::from_millis(35_900));
        assert_eq!(line(&bar), "marlin-bench: solving: 12 of 300 positions after 35 s");
        bar.set_message("L2_R1");
        assert_eq!(line(&bar), "marlin-bench: solving L2_R1: 12 of 300 positions after 35 s");
    }

    #[test]
    fn lines_come_again_and_again_until_the_work_is_done() {
        let (sender, receiver) = mpsc::channel();
        let work = lines(Duration::ZERO, Duration::from_millis(1), Passed(sender), |_| "going on".to_owned());
        let text: String = receiver.iter().take(6).collect();
        assert_eq!(text, "going on\ngoing on\ngoing on\n");
        drop(work);
        // The thread ends, and with it the channel: else this would never end.
        assert!(receiver.iter().count() < 1000);
    }

    #[test]
    fn what_is_done_soon_says_nothing() {
        let (sender, receiver) = mpsc::channel();
        drop(lines(FIRST, EVERY, Passed(sender), |_| "going on".to_owned()));
        assert_eq!(receiver.iter().count(), 0);
    }
}

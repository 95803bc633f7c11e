//! Runs the program to its end, for all tests of it.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_marlin-cli");

/// The time after which a test stops waiting. A machine may be busy, or pause for seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Returns whether tests check all that they can, as by night, in place of a sample.
pub(crate) fn is_exhaustive() -> bool {
    std::env::var_os("MARLIN_EXHAUSTIVE").is_some()
}

/// The output and exit code of a run of the program. A run that a signal ends, as after a timeout, has no
/// code.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

impl Run {
    /// Checks that the run succeeded without a message, and returns the output.
    pub(crate) fn succeeds(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }

    /// Checks that the run succeeded, and returns the output. Progress reports are allowed, because a slow
    /// machine prints them.
    pub(crate) fn succeeds_with_progress(self) -> String {
        let is_progress = |line: &str| line.starts_with("marlin-cli: searching: ");
        assert!(self.code == Some(0) && self.stderr.lines().all(is_progress), "{self:?}");
        self.stdout
    }

    /// Checks that the run was refused with one line of error, and returns that line.
    pub(crate) fn error_line(&self) -> &str {
        assert_eq!(self.code, Some(2), "{self:?}");
        let line = self.stderr.strip_suffix('\n').unwrap();
        assert!(line.starts_with("error: ") && !line.contains('\n'), "{line}");
        line
    }

    /// Checks that the command line was refused, and returns the first line of the error.
    pub(crate) fn usage_error(&self) -> &str {
        assert_eq!((self.code, self.stdout.as_str()), (Some(2), ""), "{self:?}");
        let line = self.stderr.lines().next().unwrap();
        assert!(line.starts_with("error: "), "{line}");
        line
    }
}

/// Runs a command on an input to its end, or kills it after some time.
pub(crate) fn finish(command: &mut Command, input: &[u8], patience: Duration) -> Run {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = thread::spawn(move || {
        // The program may close its end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let (stdout, stderr) = (read(child.stdout.take().unwrap()), read(child.stderr.take().unwrap()));
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if started.elapsed() > patience => child.kill().unwrap(),
            None => thread::sleep(pause),
        }
        pause = (2 * pause).min(Duration::from_millis(5));
    };
    writer.join().unwrap();
    Run { code: status.code(), stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

/// Reads all output, so that the program needs not wait for its reader.
fn read(mut from: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut text = String::new();
        from.read_to_string(&mut text).unwrap();
        text
    })
}

//! Runs the program.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::support::{PROGRAM, finish};
pub(crate) use crate::support::{Run, is_exhaustive};

/// A position that is solved in no time: O is to move and loses in four.
pub(crate) const LATE: &str = "2252576253462244111563365343671351441";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on an input to its end.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Run {
    run_with(&[], arguments, input)
}

/// Runs the program with variables of the environment on an input to its end.
pub(crate) fn run_with(variables: &[(&str, &str)], arguments: &[&str], input: &[u8]) -> Run {
    finish(command(arguments).envs(variables.iter().copied()), input, Duration::MAX)
}

/// Runs a test whose times are multiplied by a factor, and repeats it with larger factors if it fails: a
/// machine may be busy, or pause for seconds.
pub(crate) fn with_longer_times(test: impl Fn(u32)) {
    for factor in [1, 10] {
        if panic::catch_unwind(AssertUnwindSafe(|| test(factor))).is_ok() {
            return;
        }
    }
    test(60);
}

/// Runs a session without options on these lines, and returns its output.
pub(crate) fn session(input: &str) -> String {
    run(&["--hash", "8"], input.as_bytes()).succeeds()
}

/// Runs a session in UGI on these lines, and returns its output after the greeting.
pub(crate) fn ugi(arguments: &[&str], lines: &str) -> String {
    let output = run(&[&["uci"], arguments].concat(), format!("ugi\n{lines}").as_bytes()).succeeds();
    output.split_once("ugiok\n").unwrap().1.to_owned()
}

/// A run of the program that is sent lines one by one.
#[derive(Debug)]
pub(crate) struct InteractiveRun {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl InteractiveRun {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    pub(crate) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    /// Returns the next line of the output without its end; empty at the end of the output.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Returns the next line of the output, which may be empty; the output must go on.
    pub(crate) fn line_or_empty(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the output ended");
        line.trim_end().to_owned()
    }

    /// Returns the next line that begins with a word.
    pub(crate) fn line_with(&mut self, word: &str) -> String {
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "the output ended before any '{word}'");
            if line.starts_with(word) {
                return line;
            }
        }
    }

    /// Closes the output and keeps the input open; returns the exit code.
    pub(crate) fn stop_reading(mut self) -> Option<i32> {
        drop(self.output);
        self.child.wait().unwrap().code()
    }

    /// Closes the output and keeps sending a line until the program ends; returns the exit code.
    pub(crate) fn stop_reading_while_sending(mut self, line: &str) -> Option<i32> {
        drop(self.output);
        let mut input = self.input.take().unwrap();
        while writeln!(input, "{line}").is_ok() {}
        self.child.wait().unwrap().code()
    }

    /// Closes the input; returns the rest of the output and the exit code.
    pub(crate) fn finish(mut self) -> (String, Option<i32>) {
        drop(self.input.take());
        let rest = std::io::read_to_string(&mut self.output).unwrap();
        (rest, self.child.wait().unwrap().code())
    }
}

/// A file that is deleted at the end of the test.
pub(crate) struct TestFile(NamedTempFile);

impl TestFile {
    pub(crate) fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let file = tempfile::Builder::new().suffix(name).tempfile().unwrap();
        fs::write(file.path(), content).unwrap();
        Self(file)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }
}

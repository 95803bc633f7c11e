//! Players for tests, and the commands that let them play.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use crate::process::{Run, run};

/// Returns this program as a player, in a dialect and with some arguments.
pub(crate) fn marlin(dialect: &str, arguments: &str) -> String {
    format!("{dialect}:'{}' {arguments}", env!("CARGO_BIN_EXE_marlin-cli"))
}

/// Options for a small table and late openings, so that everything is solved in no time.
pub(crate) const SMALL: [&str; 4] = ["--hash", "8", "--threads", "1"];

pub(crate) fn play(a: &str, b: &str, arguments: &[&str]) -> Run {
    run(&[&["match", a, b, "--opening-plies", "22"], &SMALL[..], arguments].concat(), b"")
}

pub(crate) fn score(arguments: &[&str]) -> Run {
    run(&[&["score-agent"], &SMALL[..], arguments].concat(), b"")
}

pub(crate) fn object(output: &str) -> Value {
    serde_json::from_str(output).unwrap()
}

/// A file that doesn't exist before the test, nor after it.
pub(crate) struct Absent(pub(crate) PathBuf);

impl Absent {
    pub(crate) fn new(name: &str) -> Self {
        // Tests run side by side, and some of them call the same helpers.
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("marlin-cli-players-{process}-{count}-{name}"));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Absent {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Returns a player of `lines:` that runs a script of the shell; the script has no single quotes.
#[cfg(unix)]
pub(crate) fn script(text: &str) -> String {
    format!("lines:sh -c '{text}'")
}

/// Checks that a run ends because of a program, and returns the one line that says why.
pub(crate) fn failure_line(run: &Run) -> &str {
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
    assert_eq!(run.stderr.matches('\n').count(), 1, "{run:?}");
    &run.stderr
}

/// The command of a script that plays the column nearest to the centre that isn't full.
#[cfg(unix)]
pub(crate) const MOVE: &str = "echo 0 0 0 0 0 0 0";

/// Returns a player that runs a command in place of its first answer, and answers all other questions.
#[cfg(unix)]
pub(crate) fn fails_once(command: &str, mark: &Absent) -> String {
    let mark = mark.path();
    script(&format!("while read -r moves; do [ -e {mark} ] || {{ >{mark}; {command}; }}; {MOVE}; done"))
}

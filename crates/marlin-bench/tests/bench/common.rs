//! Runs the real program on small sets in a temporary folder.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// The time after which a test stops waiting. A machine may be busy, or pause for seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A folder that is deleted with the value.
pub(crate) struct TempDir(tempfile::TempDir);

impl TempDir {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// The outcome of a run of the program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// Asserts that the program ended with a code and one line on standard error, and returns that line.
    #[track_caller]
    pub(crate) fn fails_with(&self, code: i32) -> &str {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert_eq!(self.err.lines().count(), 1, "{self:?}");
        self.err.trim_end()
    }

    /// Asserts that the program ended well, and returns what it wrote.
    #[track_caller]
    pub(crate) fn succeeds(&self) -> &str {
        assert_eq!(self.code, Some(0), "{self:?}");
        &self.out
    }

    /// Returns the number that follows `name` on a line of standard output.
    #[track_caller]
    pub(crate) fn value(&self, name: &str) -> String {
        let line = self.out.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {self:?}")).split(' ').next().unwrap().to_owned()
    }
}

/// Returns the program with arguments, run in a folder.
pub(crate) fn command(dir: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marlin-bench"));
    command.current_dir(dir.path()).args(args).stdin(Stdio::null());
    // These tests may be part of a workflow themselves.
    command.env_remove("GITHUB_ACTIONS");
    command
}

/// Runs the program in a folder.
pub(crate) fn run(dir: &TempDir, args: &[&str]) -> Run {
    outcome(&mut command(dir, args))
}

/// Runs a command to its end.
pub(crate) fn outcome(command: &mut Command) -> Run {
    let Output { status, stdout, stderr } = command.output().unwrap();
    // On Windows the names of files have other separators.
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(".\\", "./");
    // On a busy machine the program may take so long that it reports its progress.
    let is_progress = |line: &&str| line.starts_with("marlin-bench: ") && line.ends_with(" s\n");
    let err = text(stderr).split_inclusive('\n').filter(|line| !is_progress(line)).collect();
    Run { code: status.code(), out: text(stdout), err }
}

/// Returns whether tests check all that they can, as by night, in place of a sample.
pub(crate) fn is_exhaustive() -> bool {
    std::env::var_os("MARLIN_EXHAUSTIVE").is_some()
}

/// A few positions with their scores; the last game is over.
pub(crate) const SMALL_SET: &str = "\
# a comment
4433 18
372442411476275 5
1771313717167542314 -10
6475477632144231235451554 0
72361252176433572 -2
1212121 -18
";

/// A folder with all sets by name, small ones.
pub(crate) fn suite() -> TempDir {
    let dir = TempDir::new();
    for name in ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3"] {
        dir.write(&format!("{name}.txt"), SMALL_SET);
    }
    dir
}

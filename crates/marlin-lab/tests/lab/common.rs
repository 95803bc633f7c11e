//! Runs the real program in a temporary folder.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A folder that is deleted with the value.
pub(crate) struct TempDir(tempfile::TempDir);

impl TempDir {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Returns the names of the files in a folder of it, `.` for itself.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path().join(folder)).into_iter().flatten();
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
}

/// Returns the program with arguments, run in a folder.
pub(crate) fn command(dir: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marlin-lab"));
    command.current_dir(dir.path()).args(args).stdin(Stdio::null());
    command
}

/// Runs the program in a folder.
pub(crate) fn run(dir: &TempDir, args: &[&str]) -> Run {
    let Output { status, stdout, stderr } = command(dir, args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(".\\", "./");
    // On a busy machine the program may take so long that it reports its progress.
    let is_progress = |line: &&str| line.starts_with("marlin-lab: ") && line.ends_with(" s\n");
    let err = text(stderr).split_inclusive('\n').filter(|line| !is_progress(line)).collect();
    Run { code: status.code(), out: text(stdout), err }
}

/// Returns whether tests check all that they can, as by night, in place of a sample.
pub(crate) fn is_exhaustive() -> bool {
    std::env::var_os("MARLIN_EXHAUSTIVE").is_some()
}

//! The program where the system refuses something.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::support::{PATIENCE, PROGRAM, Run, finish};

/// A user without rights, for a limit that does not hold for root.
const NOBODY: &str = "65534";

/// A folder in which the program runs.
pub(crate) struct Sandbox {
    folder: TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the program in the folder.
    pub(crate) fn run(&self, arguments: &[&str], input: &str) -> Run {
        self.finish(Command::new(PROGRAM).args(arguments), input)
    }

    /// Makes a book of 5x4 in a file of the folder.
    pub(crate) fn make_book(&self, name: &str) {
        let run = self.run(&["book", "generate", "--board", "5x4", "--plies", "4", "--out", name], "");
        assert_eq!(run.code, Some(0), "{run:?}");
    }

    /// Runs the program with a limit of `prlimit`.
    pub(crate) fn run_limited(&self, limit: &str, arguments: &[&str], input: &str) -> Run {
        let mut command = Command::new("prlimit");
        self.finish(command.env_remove("RUST_BACKTRACE").arg(limit).arg(PROGRAM).args(arguments), input)
    }

    /// Starts the program and ignores its output.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let mut command = Command::new(PROGRAM);
        let quiet = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.current_dir(self.folder.path()).spawn().unwrap()
    }

    /// Runs the program with its output to a file.
    pub(crate) fn run_into(&self, file: &str, arguments: &[&str]) -> Run {
        let out = File::options().write(true).open(file).unwrap();
        let mut command = Command::new(PROGRAM);
        let command = command.current_dir(self.folder.path()).args(arguments).stdin(Stdio::null());
        let output = command.stdout(out).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        Run { code: output.status.code(), stdout: String::new(), stderr }
    }

    /// Runs the program where the system refuses every thread but the first; `None` where it cannot refuse
    /// them.
    pub(crate) fn run_without_threads(&self, arguments: &[&str], input: &str) -> Option<Run> {
        let run = |arguments: &[&str], input| self.finish(alone(self.folder.path()).args(arguments), input);
        let has_limit = |name| Command::new(name).arg("--version").stdout(Stdio::null()).status().is_ok();
        let is_possible =
            ["setpriv", "prlimit"].into_iter().all(has_limit) && run(&["--version"], "").code == Some(0);
        if !is_possible {
            let _ =
                io::stderr().write_all(b"skipped: attacks without threads, which need setpriv and root\n");
        }
        is_possible.then(|| run(arguments, input))
    }

    fn finish(&self, command: &mut Command, input: &str) -> Run {
        finish(command.current_dir(self.folder.path()), input.as_bytes(), PATIENCE)
    }
}

/// Returns the program with a limit of one process or thread for its user.
fn alone(folder: &Path) -> Command {
    let is_root = fs::metadata(folder).unwrap().uid() == 0;
    let user: &[&str] = if is_root { &["setpriv", "--reuid", NOBODY, "--clear-groups", "--"] } else { &[] };
    let words = [user, &["prlimit", "--nproc=1", PROGRAM]].concat();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]);
    command
}

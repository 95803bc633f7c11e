//! [`World`]: a repository with its issues, and runs of the script.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;

use marlin_readme::Series;
use serde_json::json;
use tempfile::TempDir;

/// The folder of the action.
pub(crate) const ACTION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/action");
/// The folder of the stand-ins for other programs.
const STAND_INS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/action/stand-ins");

/// The name of the repository.
const REPOSITORY: &str = "octocat/octo.cat";

/// The second writer, and settings that make git faster for repositories of a test.
const GIT_CONFIG: &str =
    "[user]\nname = Writer\nemail = writer@example.com\n[core]\nfsync = none\n[maintenance]\nauto = false\n";

/// The README before the game.
const README: &str =
    "Hello {braces}\n<!-- connect4 begin -->\n<!-- connect4 end -->\nThe end, without a line end";

/// A repository with a game in its README, its issues, and a second writer.
#[derive(Debug)]
pub(crate) struct World {
    dir: TempDir,
}

/// An issue on GitHub after some runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hub {
    pub(crate) state: String,
    pub(crate) labels: String,
    pub(crate) reactions: String,
    pub(crate) comments: Vec<String>,
}

/// The end of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: ExitStatus,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn code(&self) -> Option<i32> {
        self.status.code()
    }

    pub(crate) fn succeeds(&self) {
        assert_eq!(self.code(), Some(0), "{}", self.stderr);
    }
}

/// Returns whether git and bash are installed; prints a line for a skipped test.
pub(crate) fn has_tools() -> bool {
    let is_there = |program: &str| {
        Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok_and(|it| it.success())
    };
    let found = is_there("git") && is_there("bash");
    if !found {
        let _ = io::stderr().write_all(b"skipped: tests of a game in a README, without git or bash\n");
    }
    found
}

/// Returns the path of the real git.
fn real_git() -> PathBuf {
    let path = env::var_os("PATH").unwrap();
    env::split_paths(&path).map(|dir| dir.join("git")).find(|git| git.is_file()).unwrap()
}

impl World {
    /// Makes a repository without issues; `None` without git or bash.
    pub(crate) fn new() -> Option<Self> {
        static FIRST: OnceLock<Option<World>> = OnceLock::new();
        let first = FIRST.get_or_init(|| has_tools().then(Self::first)).as_ref()?;
        let world = Self { dir: tempfile::tempdir().unwrap() };
        copy(first.dir.path(), world.dir.path());
        Some(world)
    }

    /// Makes the repository that the others are copies of: git takes longer than copying.
    fn first() -> Self {
        let world = Self { dir: tempfile::tempdir().unwrap() };
        fs::create_dir_all(world.path("hub")).unwrap();
        fs::create_dir_all(world.path("work")).unwrap();
        fs::write(world.path(".gitconfig"), GIT_CONFIG).unwrap();
        fs::write(world.path("hub/REPOSITORY"), REPOSITORY).unwrap();
        fs::write(world.path("rivals"), "0").unwrap();
        world.git(&["init", "-q", "--bare", "-b", "main", "remote.git"]);
        world.git(&["clone", "-q", "remote.git", "second"]);
        world.git(&["-C", "second", "remote", "set-url", "origin", "../remote.git"]);
        world.git(&["-C", "second", "checkout", "-q", "-b", "main"]);
        fs::write(world.path("second/README.md"), README).unwrap();
        fs::write(world.path("second/notes.md"), "notes\n").unwrap();
        world.git(&["-C", "second", "add", "-A"]);
        world.git(&["-C", "second", "commit", "-q", "-m", "Begin"]);
        world.git(&["-C", "second", "push", "-q", "-u", "origin", "main"]);
        world
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Returns a command in the folder of the world, independent of the settings of the machine.
    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.dir.path())
            .env("HOME", self.dir.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env_remove("XDG_CONFIG_HOME");
        command
    }

    /// Runs git to the end, and returns its output.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let output = self.command(real_git()).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Opens an issue, `number` minutes after the first one.
    pub(crate) fn open(&self, number: u32, title: &str, login: &str) {
        let mut issue = json!({
            "number": number, "title": title, "user": {"login": login},
            "created_at": format!("2026-11-23T{:02}:{:02}:00Z", number / 60, number % 60),
        });
        if login == PULL_REQUEST {
            issue["pull_request"] = json!({});
        }
        let dir = self.path(&format!("hub/{number}"));
        fs::create_dir_all(dir.join("comments")).unwrap();
        fs::write(dir.join("issue.json"), issue.to_string()).unwrap();
        fs::write(dir.join("state"), "open\n").unwrap();
        fs::write(dir.join("labels"), "").unwrap();
        fs::write(dir.join("reactions"), "").unwrap();
    }

    /// Comments on an issue under another account than the action's.
    pub(crate) fn comment(&self, number: u32, login: &str, text: &str) {
        fs::write(self.path(&format!("hub/{number}/comments/0-{login}")), text).unwrap();
    }

    /// Opens an issue again.
    pub(crate) fn reopen(&self, number: u32) {
        fs::write(self.path(&format!("hub/{number}/state")), "open\n").unwrap();
    }

    /// Returns an issue on GitHub.
    pub(crate) fn hub(&self, number: u32) -> Hub {
        let dir = self.path(&format!("hub/{number}"));
        let read = |name: &str| fs::read_to_string(dir.join(name)).unwrap().trim_end().to_owned();
        let mut comments: Vec<_> =
            fs::read_dir(dir.join("comments")).unwrap().map(|entry| entry.unwrap().path()).collect();
        comments.sort();
        let comments = comments.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        Hub { state: read("state"), labels: read("labels"), reactions: read("reactions"), comments }
    }

    /// Returns the script with its environment and these settings.
    pub(crate) fn script(&self, settings: &[(&str, &str)]) -> Command {
        let _ = fs::remove_file(self.path("calls"));
        let path = format!("{STAND_INS}:{}", env::var("PATH").unwrap());
        let mut command = self.command("bash");
        command
            .arg(format!("{ACTION}/play.sh"))
            .env("PATH", path)
            .env("REAL_GIT", real_git())
            .env("REAL_MARLIN_README", env!("CARGO_BIN_EXE_marlin-readme"))
            .env("CALLS", self.path("calls"))
            .env("HUB", self.path("hub"))
            .env("RIVALS", self.path("rivals"))
            .env("SECOND_CLONE", self.path("second"))
            .env("RUNNER_TEMP", self.path("work"))
            .env("REPOSITORY", REPOSITORY)
            .env("REMOTE", self.path("remote.git"))
            .env("GH_TOKEN", "token")
            .env("PAUSE", "0")
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // A kill ends the whole group of the run, and not the test.
            .process_group(0);
        command
    }

    /// Starts the script.
    pub(crate) fn start(&self, settings: &[(&str, &str)]) -> Child {
        self.script(settings).spawn().unwrap()
    }

    /// Runs the script.
    pub(crate) fn play_with(&self, settings: &[(&str, &str)]) -> Run {
        finish(self.start(settings))
    }

    /// Runs the script without trouble.
    pub(crate) fn play(&self) {
        self.play_with(&[]).succeeds();
    }

    /// Lets the second writer push before the next pushes of the script.
    pub(crate) fn let_rivals_push(&self, times: usize) {
        fs::write(self.path("rivals"), times.to_string()).unwrap();
    }

    /// Returns the calls of programs in the last run.
    pub(crate) fn calls(&self) -> Vec<String> {
        fs::read_to_string(self.path("calls")).unwrap().lines().map(str::to_owned).collect()
    }

    /// Returns a file of the branch.
    pub(crate) fn file(&self, name: &str) -> String {
        self.git(&["-C", "remote.git", "show", &format!("main:{name}")])
    }

    /// Returns the subjects of the commits, the first one first.
    pub(crate) fn subjects(&self) -> Vec<String> {
        let log = self.git(&["-C", "remote.git", "log", "--reverse", "--format=%s", "main"]);
        log.lines().map(str::to_owned).collect()
    }

    /// Returns the games, after the check that all files of the branch agree.
    pub(crate) fn series(&self) -> Series {
        let files = tempfile::tempdir_in(self.dir.path()).unwrap();
        let work_tree = format!("--work-tree={}", files.path().display());
        self.git(&["--git-dir=remote.git", &work_tree, "checkout", "-q", "-f", "main", "--", "."]);
        let mut verify = Command::new(env!("CARGO_BIN_EXE_marlin-readme"));
        let output = verify.current_dir(files.path()).arg("verify").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        let read = |name: &str| fs::read_to_string(files.path().join("connect4").join(name));
        let settings = read("settings.toml").unwrap_or_default();
        Series::parse(&settings, &read("state.toml").unwrap(), &read("finished.jsonl").unwrap()).unwrap()
    }
}

/// Copies the contents of a folder to another one.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let copied = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&copied).unwrap();
            copy(&entry.path(), &copied);
        } else {
            fs::copy(entry.path(), &copied).unwrap();
        }
    }
}

/// The author of a pull request.
pub(crate) const PULL_REQUEST: &str = "pull-request";

/// Waits for the end of a run.
pub(crate) fn finish(run: Child) -> Run {
    let output = run.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    Run { status: output.status, stderr: String::from_utf8_lossy(&output.stderr).into_owned() }
}

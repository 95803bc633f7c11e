//! The commands of docs/operations.md for books, with a smaller book, fewer parts, and one part that is
//! killed.

use std::env;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use tempfile::TempDir;

use crate::process::run;

/// The document.
const DOCUMENT: &str = include_str!("../../../../docs/operations.md");

/// A script that the path finds before the program. It kills the first run of the second part as soon as that
/// has some scores.
const KILLER: &str = r#"#!/bin/bash
case "$*" in
*"--shard 2/3"*)
    if mkdir killed 2>/dev/null; then
        "$PROGRAM" "$@" &
        record=8.book.2-of-3.record
        while kill -0 $! && [ "$(cat $record | wc -c)" -lt 200 ]; do sleep 0.01; done 2>/dev/null
        kill -9 $!
        wait $!
        cp $record killed
        exit 137
    fi
    ;;
esac
exec "$PROGRAM" "$@"
"#;

/// A folder for one test, deleted at its end.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("marlin-cli");
        fs::write(&program, KILLER).unwrap();
        fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
        Self(folder)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).unwrap()
    }

    /// Runs commands in the folder, as a task of a job array, and returns the exit code and what is printed.
    fn bash(&self, commands: &str, task: usize) -> (Option<i32>, String) {
        let path = format!("{}:{}", self.0.path().display(), env::var("PATH").unwrap());
        let output = Command::new("bash")
            .args(["-euo", "pipefail", "-c", commands])
            .current_dir(self.0.path())
            .env("PATH", path)
            .env("PROGRAM", env!("CARGO_BIN_EXE_marlin-cli"))
            .env("HOME", self.0.path())
            .env("SLURM_ARRAY_TASK_ID", task.to_string())
            .env("SLURM_CPUS_PER_TASK", "1")
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    }

    /// Checks that one part was killed, that its scores were kept, and that the book has the same bytes as a
    /// book that was made in one run.
    fn check(&self) {
        let (killed, finished) =
            (self.read("killed/8.book.2-of-3.record"), self.read("8.book.2-of-3.record"));
        assert!(killed.len() >= 200, "{} bytes", killed.len());
        // The record may have ended with a part of a chunk.
        let kept = killed.iter().zip(&finished).take_while(|(a, b)| a == b).count();
        assert!(kept + MAX_CHUNK >= killed.len(), "{kept} bytes of {} are kept", killed.len());
        let whole = self.0.path().join("whole.book");
        let arguments = ["book", "generate", "--board", "5x5", "--plies", "7", "--hash", "8", "--out"];
        run(&[&arguments[..], &[whole.to_str().unwrap()]].concat(), b"").succeeds_with_progress();
        assert!(self.read("8.book") == self.read("whole.book"), "another book");
    }
}

/// The maximum number of bytes of a chunk in a record.
const MAX_CHUNK: usize = 4 + 8 + 256;

/// Returns the first block of the document that has some text, made smaller.
fn block(text: &str) -> String {
    let mut blocks = DOCUMENT.split("```bash\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    let mut block = blocks.find(|block| block.contains(text)).unwrap().to_owned();
    for (large, small) in [
        ("--plies 8", "--board 5x5 --plies 7"),
        ("{}/10", "{}/3"),
        ("-of-10", "-of-3"),
        ("seq 10", "seq 3"),
        ("parts=10", "parts=3"),
        ("--sample 1000", "--sample 100"),
        ("--hash 4096", "--hash 8"),
    ] {
        block = block.replace(large, small);
    }
    block
}

#[test]
fn a_book_is_made_in_parts_by_gnu_parallel_though_one_is_killed() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel")) {
        writeln!(io::stderr(), "skipped: books in parts, without GNU parallel").unwrap();
        return;
    }
    let folder = Folder::new();
    let commands = block("parallel --retries 3 marlin-cli");
    assert!(commands.contains("--board 5x5") && commands.contains("{}/3 ::: $(seq 3)"), "{commands}");
    let (code, output) = folder.bash(&commands, 0);
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("100 of 4984 positions searched, 0 wrong\n"), "{output}");
    folder.check();
}

#[test]
fn a_book_is_made_by_the_tasks_of_a_job_array_though_one_is_killed() {
    let folder = Folder::new();
    let script = block("--job-name=marlin-book");
    for (task, expected) in [(3, 0), (2, 137), (1, 0), (2, 0)] {
        let (code, output) = folder.bash(&script, task);
        assert_eq!(code, Some(expected), "task {task}: {output}");
    }
    let (code, output) = folder.bash("marlin-cli book merge --out 8.book 8.book.*-of-3.record", 0);
    assert_eq!(code, Some(0), "{output}");
    folder.check();
}

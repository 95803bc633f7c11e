//! The commands of docs/operations.md for tables of boards, with small boards, fewer parts, and one part that
//! is killed.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::common::{TempDir, run};

/// The document.
const DOCUMENT: &str = include_str!("../../../../docs/operations.md");

/// The boards of the test: the second part has 5x4, and 7x4, which takes longer.
const BOARDS: &str = "4x4 5x4 6x4 4x6 7x4 5x5";

/// A script that the path finds before the program. It kills the first run of the second part as soon as that
/// has a result.
const KILLER: &str = r#"#!/bin/bash
case "$*" in
*"--shard 2/3"*)
    if mkdir killed 2>/dev/null; then
        "$PROGRAM" "$@" &
        while kill -0 $! && ! grep -q '^marlin' part-2.toml; do sleep 0.01; done 2>/dev/null
        kill -9 $!
        wait $!
        cp part-2.toml killed
        exit 137
    fi
    ;;
esac
exec "$PROGRAM" "$@"
"#;

/// Returns the first block of the document that has some text, made smaller.
fn block(text: &str) -> String {
    let mut blocks = DOCUMENT.split("```bash\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    let mut block = blocks.find(|block| block.contains(text)).expect("such a block").to_owned();
    for (large, small) in [
        ("--all", BOARDS),
        ("--hash 1024", "--hash 1"),
        ("{}/4", "{}/3"),
        ("seq 4", "seq 3"),
        ("parts=4", "parts=3"),
        ("12x4 --hash 8192 --time 3600000", "6x5 --hash 1 --time 20"),
    ] {
        block = block.replace(large, small);
    }
    block
}

/// Runs commands in a folder where the second part is killed once.
fn bash(dir: &TempDir, commands: &str, task: usize) -> (Option<i32>, String) {
    fs::create_dir_all(dir.path().join("bin")).expect("a folder");
    dir.write("bin/marlin-bench", KILLER);
    fs::set_permissions(dir.path().join("bin/marlin-bench"), Permissions::from_mode(0o755))
        .expect("a program");
    let path = std::env::var("PATH").expect("a path");
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", commands])
        .current_dir(dir.path())
        .env("PATH", format!("{}:{path}", dir.path().join("bin").display()))
        .env("PROGRAM", env!("CARGO_BIN_EXE_marlin-bench"))
        .env("HOME", dir.path())
        .env("SLURM_ARRAY_TASK_ID", task.to_string())
        .env_remove("GITHUB_ACTIONS")
        .output()
        .expect("bash runs");
    (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// Returns the lines of a table without the times.
fn untimed(table: &str) -> Vec<String> {
    table.lines().map(|line| line.split(", seconds").next().unwrap_or_default().to_owned()).collect()
}

/// Returns the result for a board with its time, as a table has it.
fn result<'a>(table: &'a str, board: &str) -> Option<&'a str> {
    let section = table.split("\n\n").find(|section| section.starts_with(&format!("[boards.{board}]")))?;
    section.lines().find(|line| line.starts_with("marlin = "))
}

/// Checks the parts after one has been killed and started again, and the whole table.
fn check(dir: &TempDir, whole: &str) {
    let (killed, part) = (dir.read("killed/part-2.toml"), dir.read("part-2.toml"));
    let kept = result(&killed, "5x4");
    assert!(kept.is_some() && kept == result(&part, "5x4"), "solved again: {killed}\n{part}");
    assert!(result(&part, "7x4").is_some() && result(&part, "4x4").is_none(), "{part}");
    let boards: Vec<_> = BOARDS.split(' ').collect();
    let table = ["--hash", "1", "--table", "one.toml"];
    run(dir, &[&["boards"], &boards[..], &table].concat()).succeeds();
    assert_eq!(untimed(whole), untimed(&dir.read("one.toml")));
}

#[test]
fn a_table_is_made_in_parts_by_gnu_parallel_though_one_is_killed() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel")) {
        writeln!(io::stderr(), "skipped: tables of boards in parts, without GNU parallel")
            .expect("standard error");
        return;
    }
    let dir = TempDir::new();
    let commands = block("--table part-{}.toml");
    assert!(commands.contains(BOARDS) && commands.contains("seq 3"), "{commands}");
    let (code, output) = bash(&dir, &commands, 0);
    assert_eq!(code, Some(0), "{output}");
    assert!(output.contains("52 boards: 6 proven, 0 not proven in the time, 46 not tried\n"), "{output}");
    let whole = dir.read("boards.toml");
    check(&dir, &whole);
    // The same commands again find the work done.
    let (code, output) = bash(&dir, &commands, 0);
    assert_eq!((code, dir.read("boards.toml")), (Some(0), whole.clone()), "{output}");

    // A second table with the same result for a board changes nothing.
    let (code, output) = bash(&dir, &block("check.toml"), 0);
    assert_eq!((code, dir.read("boards.toml")), (Some(0), whole), "{output}");
}

#[test]
fn a_table_is_made_by_the_tasks_of_a_job_array_though_one_is_killed() {
    let dir = TempDir::new();
    let script = block("--job-name=marlin-boards");
    for (task, expected) in [(1, 0), (2, 137), (3, 0), (2, 0)] {
        let (code, output) = bash(&dir, &script, task);
        assert_eq!(code, Some(expected), "task {task}: {output}");
    }
    let (code, output) = bash(&dir, "marlin-bench boards --merge part-*.toml --table boards.toml", 0);
    assert_eq!(code, Some(0), "{output}");
    check(&dir, &dir.read("boards.toml"));
}

#[test]
fn a_board_is_proven_in_several_runs_by_its_checkpoint() {
    let dir = TempDir::new();
    let command = block("--checkpoints states");
    assert!(command.contains("6x5 --hash 1 --time 20 "), "{command}");
    let (code, output) = bash(&dir, &command, 0);
    assert_eq!(code, Some(4), "{output}");
    // No single run has the time for the whole search.
    assert!((0..200).any(|_| bash(&dir, &command, 0).0 == Some(0)));
    assert!(result(&dir.read("boards.toml"), "6x5").is_some_and(|line| line.contains("winner = \"none\"")));
    assert!(!dir.path().join("states/6x5.checkpoint").exists());
}

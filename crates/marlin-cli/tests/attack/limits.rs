//! A system that refuses files and memory, and one that kills the program.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::sandbox::Sandbox;
use crate::support::is_exhaustive;

/// Checks that a run succeeded, or gave the reason for its failure in one line.
fn ends_in_order(sandbox: &Sandbox, limit: &str, arguments: &[&str]) -> bool {
    let run = sandbox.run_limited(limit, arguments, "4433\n");
    if run.code == Some(0) {
        return true;
    }
    let lines: Vec<_> = run.stderr.lines().filter(|line| !line.starts_with("note: ")).collect();
    // Below some limit the loader of the system cannot even start it.
    let reasons = ["error: ", "memory allocation of "];
    let is_told = lines.len() == 1
        && (reasons.iter().any(|reason| lines[0].starts_with(reason))
            || lines[0].contains("shared libraries"));
    assert!(is_told && run.code.is_some(), "{limit} {arguments:?}: {run:?}");
    false
}

const COMMANDS: [&[&str]; 5] = [
    &["analyze", "--hash", "64", "--threads", "2"],
    &["--hash", "64"],
    &["book", "verify", "a.book", "--hash", "64"],
    &["book", "generate", "--board", "5x4", "--plies", "4", "--force", "--out", "b.book", "--hash", "64"],
    &["review", "4433"],
];

/// Returns how many commands are refused below limits.
fn refused(sandbox: &Sandbox, limits: impl Iterator<Item = String>) -> usize {
    let runs = |limit: String| COMMANDS.map(|command| ends_in_order(sandbox, &limit, command));
    limits.flat_map(runs).filter(|worked| !worked).count()
}

#[test]
fn under_every_limit_of_open_files_or_of_memory_the_program_works_or_names_the_reason() {
    let sandbox = Sandbox::new();
    sandbox.make_book("a.book");
    refused(&sandbox, (3..12).map(|files| format!("--nofile={files}")));
    let memory = [40_u32, 60, 80, 120, 200, 400].map(|mebibytes| format!("--as={}", mebibytes << 20));
    assert!(refused(&sandbox, memory.into_iter()) > 0, "some of it is too little for a table of 64 MiB");
}

#[test]
fn every_command_whose_memory_is_refused_says_so() {
    let sandbox = Sandbox::new();
    let uses = "solve|analyze --line --json|uci|play --plain --x 9 --o 10|puzzle --plain --number 12|learn --plain|\
        explain 444|explore 44|review 44443|show 4433 --scores|weak verify|book verify --sample 20 --threads 4";
    let mut refused = 0;
    for mebibytes in [30, 42, 60] {
        for arguments in uses.split('|').map(|line| line.split(' ').collect::<Vec<_>>()) {
            refused +=
                usize::from(!ends_in_order(&sandbox, &format!("--as={}", mebibytes << 20), &arguments));
        }
    }
    assert!(refused > 13, "a table of 64 MiB does not fit");
}

#[test]
fn under_every_limit_of_the_size_of_files_the_program_works_or_names_the_reason() {
    let sandbox = Sandbox::new();
    sandbox.make_book("a.book");
    let sizes = [0, 40, 100, 500, 2000].map(|bytes| format!("--fsize={bytes}"));
    assert!(refused(&sandbox, sizes.into_iter()) > 0, "some of it is too little for a book");
    let made = ["book", "generate", "--board", "5x4", "--plies", "4", "--out", "c.book"];
    // The next run continues the work of a refused one.
    assert_eq!(sandbox.run_limited("--fsize=500", &made, "").code, Some(2));
    sandbox.make_book("c.book");
    assert_eq!(fs::read(sandbox.path("c.book")).unwrap(), fs::read(sandbox.path("a.book")).unwrap());
}

#[test]
fn a_book_that_was_killed_again_and_again_is_the_same_book() {
    let made = ["book", "generate", "--board", "5x5", "--plies", "7", "--threads", "2", "--out", "a.book"];
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.run(&made, "").code, Some(0));
    let whole = fs::read(sandbox.path("a.book")).unwrap();
    let sandbox = Sandbox::new();
    let mut killed = 0;
    let step = if is_exhaustive() { 1 } else { 3 };
    for time in (1..40).step_by(step).map(|step| Duration::from_millis(3 * step)) {
        let mut run = sandbox.start(&made);
        thread::sleep(time);
        run.kill().unwrap();
        killed += u32::from(run.wait().unwrap().code().is_none());
    }
    assert!(killed > 0, "the program is done before it is killed");
    assert_eq!(sandbox.run(&made, "").code, Some(0));
    assert_eq!(fs::read(sandbox.path("a.book")).unwrap(), whole);
    assert!(!sandbox.path("a.book.record").exists());
}

#[test]
fn the_record_of_a_finished_book_is_removed_by_the_next_run_and_no_other() {
    let sandbox = Sandbox::new();
    let make = |more: &[&str]| {
        let made = ["book", "generate", "--board", "5x4", "--plies", "4", "--out", "a.book"];
        sandbox.run(&[&made[..], more].concat(), "")
    };
    for shard in ["1/1", "1/2"] {
        assert_eq!(make(&["--shard", shard]).code, Some(0));
    }
    let book = make(&[]);
    assert_eq!(book.code, Some(0), "{book:?}");
    let record = sandbox.path("a.book.record");
    // As a kill leaves it after the book has got its name and before the record is removed.
    fs::copy(sandbox.path("a.book.1-of-1.record"), &record).unwrap();
    assert_eq!(make(&[]).stdout, book.stdout);
    assert!(!record.exists(), "the book is finished");
    for kept in ["a.book.1-of-2.record", "a.book"] {
        fs::copy(sandbox.path(kept), &record).unwrap();
        assert_eq!(make(&[]).stdout, book.stdout);
        assert!(record.exists(), "{kept} is not the record of a finished book");
    }
    fs::copy(sandbox.path("a.book.1-of-1.record"), &record).unwrap();
    let used = fs::File::options().write(true).open(&record).unwrap();
    used.lock().unwrap();
    assert_eq!(make(&[]).code, Some(0));
    assert!(record.exists(), "another run has it");
}

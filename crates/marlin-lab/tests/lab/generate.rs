//! Making sets, by the real program.

#![allow(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use std::fs::{self, File};
use std::io::BufReader;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use marlin_core::{Cpu, Solver, suite};

use crate::common::{TempDir, command, is_exhaustive, run};

/// Makes a set of the seed 7, and returns its text.
fn generate(dir: &TempDir, set: &str, count: &str, jobs: &str) -> String {
    let (board, category) = set.split_at(set.len() - "L1_R1".len());
    let board = board.strip_suffix('_').unwrap_or("7x6");
    let args = ["generate", "--board", board, "--seed", "7", "--category", category, "--count", count];
    run(dir, &[&args[..], &["--jobs", jobs, "--out", "."]].concat()).succeeds();
    dir.read(&format!("{set}.txt"))
}

fn positions(set: &str) -> Vec<&str> {
    set.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn the_bytes_of_a_set_depend_neither_on_jobs_nor_on_an_earlier_smaller_set() {
    let dir = TempDir::new();
    for set in ["L3_R1", "L2_R1", "5x6_L2_R2"] {
        let (small, large) = (generate(&dir, set, "10", "3"), generate(&dir, set, "30", "1"));
        assert_eq!((positions(&large).len(), &positions(&large)[..10]), (30, &positions(&small)[..]));
        assert_eq!(generate(&dir, set, "30", "3"), large);
    }
    assert_eq!(
        dir.names("."),
        ["5x6_L2_R2.txt", "L2_R1.txt", "L3_R1.txt"],
        "nothing else is left in the folder"
    );
}

/// Asserts that a search finds the scores of a set.
fn check_scores(dir: &TempDir, name: &str) {
    let set = suite::read(BufReader::new(File::open(dir.path().join(name)).unwrap())).unwrap();
    let solver = Solver::on(set.size);
    assert!(!set.lines.is_empty());
    for (game, score) in set.lines {
        assert_eq!(solver.solve(game.position()), score, "{game}");
    }
}

#[test]
fn a_set_states_how_it_was_made_and_has_exact_scores() {
    let dir = TempDir::new();
    let set = generate(&dir, "L2_R2", "5", "2");
    assert!(set.contains("# marlin-bench generate --seed 7 --category L2_R2 --count 5\n"), "{set}");
    check_scores(&dir, "L2_R2.txt");
}

#[test]
fn every_level_makes_the_same_sets() {
    let dir = TempDir::new();
    let set = |cpu: Cpu| {
        let args = ["generate", "--seed", "7", "--category", "L3_R1", "--count", "5", "--out", "."];
        run(&dir, &[&args[..], &["--cpu", cpu.name()]].concat()).succeeds();
        dir.read("L3_R1.txt")
    };
    let baseline = set(Cpu::BASELINE);
    for cpu in Cpu::available() {
        assert_eq!(set(cpu), baseline, "{cpu}");
    }
}

#[test]
fn another_set_is_replaced_only_by_force() {
    let dir = TempDir::new();
    let large = generate(&dir, "L3_R1", "10", "2");
    let smaller = ["generate", "--seed", "7", "--category", "L3_R1", "--count", "5", "--out", "."];
    let other_seed = ["generate", "--seed", "8", "--category", "L3_R1", "--count", "20", "--out", "."];
    for args in [smaller, other_seed] {
        let failure_line = run(&dir, &args).fails_with(2).to_owned();
        assert_eq!(
            failure_line,
            "error: ./L3_R1.txt exists already: name another folder with --out, or pass --force to replace it \
             (it is another set, of 10 positions)"
        );
        assert_eq!(dir.read("L3_R1.txt"), large);
        run(&dir, &[&args[..], &["--force"]].concat()).succeeds();
        assert_ne!(dir.read("L3_R1.txt"), large);
        dir.write("L3_R1.txt", &large);
    }
}

#[test]
fn nothing_is_made_before_every_file_is_known_to_be_free() {
    let dir = TempDir::new();
    std::fs::write(dir.path().join("L2_R1.txt"), b"\xff no text").unwrap();
    let both = ["generate", "--seed", "7", "--category", "L3_R1", "L2_R1", "--count", "2", "--out", "."];
    let refused = run(&dir, &both);
    assert!(refused.fails_with(2).contains("./L2_R1.txt exists already"), "{refused:?}");
    assert_eq!((refused.out.as_str(), dir.names(".")), ("", vec!["L2_R1.txt".to_owned()]));
    run(&dir, &[&both[..], &["--force"]].concat()).succeeds();
    assert_eq!(dir.names("."), ["L2_R1.txt", "L3_R1.txt"]);
}

const RECORD: &str = "L2_R1-seed-7.partial";

#[test]
fn a_killed_run_is_finished_by_the_next_one_and_one_of_another_seed_is_left_alone() {
    let whole = generate(&TempDir::new(), "L2_R1", "60", "2");
    let dir = TempDir::new();
    let long = ["generate", "--seed", "7", "--category", "L2_R1", "--count", "5000", "--out", "."];
    let mut killed =
        command(&dir, &long).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it can be started");
    while dir.names(RECORD).len() < 2 {
        thread::sleep(Duration::from_millis(2));
    }
    killed.kill().and_then(|()| killed.wait()).expect("the run goes on until it is killed");
    let first = dir.read(&format!("{RECORD}/from-0-to-32.jsonl"));
    fs::create_dir(dir.path().join("L2_R1-seed-8.partial")).unwrap();
    // A changed decision is not believed.
    dir.write(&format!("{RECORD}/from-0-to-32.jsonl"), &first.replacen("null", "1", 1));
    let args = ["generate", "--seed", "7", "--category", "L2_R1", "--count", "60", "--out", "."];
    assert!(run(&dir, &args).fails_with(2).contains("from-0-to-32.jsonl is damaged"));
    dir.write(&format!("{RECORD}/from-0-to-32.jsonl"), &first);
    assert_eq!(generate(&dir, "L2_R1", "60", "2"), whole);
    assert_eq!(dir.names("."), ["L2_R1-seed-8.partial", "L2_R1.txt"]);
}

#[test]
fn an_unknown_category_or_a_missing_seed_is_bad_usage() {
    let dir = TempDir::new();
    let unknown = run(&dir, &["generate", "--seed", "1", "--category", "L9_R9"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("L2_R1"), "the known ones are listed: {}", unknown.err);
    assert_eq!(run(&dir, &["generate", "--category", "L2_R1"]).code, Some(2));
}

#[test]
fn a_set_of_another_board_states_it_and_has_exact_scores() {
    let dir = TempDir::new();
    for board in ["8x5", "5x6", "12x4", "3x8", "6x1"] {
        let set = generate(&dir, &format!("{board}_L2_R2"), "3", "2");
        let head: Vec<_> = set.lines().take(3).collect();
        assert!(head[0].starts_with(&format!("# {board}_L2_R2: ")), "{set}");
        assert_eq!(
            head[1..],
            [
                format!("# marlin-bench generate --board {board} --seed 7 --category L2_R2 --count 3"),
                format!("# board {board}")
            ]
        );
        check_scores(&dir, &format!("{board}_L2_R2.txt"));
    }
}

#[test]
fn a_board_without_enough_positions_ends_with_their_number() {
    let dir = TempDir::new();
    let args = ["generate", "--board", "3x2", "--seed", "1", "--category", "L1_R3", "--out", "."];
    // No player wins there: all positions of one stone and of two have four or five plies to go, up to mirror
    // images.
    let line = "error: 3x2_L1_R3: only 7 of 1000 positions found (ask for them with --count 7)";
    // Each run plays a million further games in vain, so this is left to the night.
    for jobs in if is_exhaustive() { &["1", "3"][..] } else { &[] } {
        assert_eq!(run(&dir, &[&args[..], &["--jobs", jobs]].concat()).fails_with(2), line);
    }
    run(&dir, &[&args[..], &["--count", "7"]].concat()).succeeds();
    assert_eq!(positions(&dir.read("3x2_L1_R3.txt")).len(), 7);
    assert_eq!(dir.names("."), ["3x2_L1_R3.txt"]);

    if is_exhaustive() {
        let none = ["generate", "--board", "3x2", "--seed", "1", "--category", "L1_R1", "--out", "."];
        assert_eq!(run(&dir, &none).fails_with(2), "error: 3x2_L1_R1: no such position found");
    }
}

#[test]
fn a_board_that_is_too_small_for_a_category_is_refused_before_anything_is_made() {
    let dir = TempDir::new();
    let refused = run(&dir, &["generate", "--board", "1x5", "--seed", "1", "--out", "sets"]);
    let line = refused.fails_with(2);
    assert!(line.starts_with("error: a board of 1x5 is too small for positions of L3_R1"), "{line}");
    assert!(dir.names(".").is_empty());
}

#[test]
fn the_six_sets_of_a_board_are_made_unless_categories_are_named() {
    let dir = TempDir::new();
    let made = run(&dir, &["generate", "--board", "5x5", "--seed", "1", "--count", "4", "--out", "."]);
    assert_eq!(made.succeeds().lines().count(), 6);
    let categories = ["L1_R1", "L1_R2", "L1_R3", "L2_R1", "L2_R2", "L3_R1"];
    assert_eq!(dir.names("."), categories.map(|category| format!("5x5_{category}.txt")));
    let unfit = run(&dir, &["generate", "--seed", "1", "--board", "13x9"]);
    assert!(
        unfit.err.starts_with("error: invalid value '13x9' for '--board <WxH>': a board of 13x9"),
        "{unfit:?}"
    );
}

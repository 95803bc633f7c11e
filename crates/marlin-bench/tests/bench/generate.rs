//! Making sets, by the real program.

use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{TempDir, command, run};

fn generate(dir: &TempDir, count: &str, jobs: &str, category: &str) -> String {
    let args =
        ["generate", "--seed", "7", "--category", category, "--count", count, "--jobs", jobs, "--out", "."];
    run(dir, &args).succeeds();
    dir.read(&format!("{category}.txt"))
}

fn positions(set: &str) -> Vec<&str> {
    set.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn the_bytes_do_not_depend_on_jobs() {
    let dir = TempDir::new();
    for category in ["L3_R1", "L2_R1"] {
        let one = generate(&dir, "30", "1", category);
        assert_eq!(generate(&dir, "30", "3", category), one);
        assert_eq!(positions(&one).len(), 30);
    }
    assert_eq!(dir.names(), ["L2_R1.txt", "L3_R1.txt"], "nothing else is left in the folder");
}

#[test]
fn a_smaller_set_is_the_beginning_of_a_larger_one() {
    let dir = TempDir::new();
    let (small, large) = (generate(&dir, "10", "2", "L2_R1"), generate(&dir, "40", "2", "L2_R1"));
    assert_eq!(positions(&small), positions(&large)[..10]);
}

#[test]
fn a_set_states_how_it_was_made_and_replays_without_errors() {
    let dir = TempDir::new();
    let set = generate(&dir, "5", "2", "L2_R2");
    assert!(set.contains("# marlin-bench generate --seed 7 --category L2_R2 --count 5\n"), "{set}");
    run(&dir, &["L2_R2", "--sets-dir", "."]).succeeds();
}

#[test]
fn another_set_is_replaced_only_by_force() {
    let dir = TempDir::new();
    let large = generate(&dir, "10", "2", "L3_R1");
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
    assert_eq!((refused.out.as_str(), dir.names()), ("", vec!["L2_R1.txt".to_owned()]));
    run(&dir, &[&both[..], &["--force"]].concat()).succeeds();
    assert_eq!(dir.names(), ["L2_R1.txt", "L3_R1.txt"]);
}

#[test]
fn decisions_about_another_seed_are_not_discarded() {
    let dir = TempDir::new();
    let decided = "# L3_R1 with seed 8, candidates decided so far, with checks\n0 4433 - 00000000\n";
    dir.write("L3_R1.partial", decided);
    let args = ["generate", "--seed", "7", "--category", "L3_R1", "--count", "2", "--out", "."];
    let refused = run(&dir, &args);
    assert!(refused.fails_with(2).starts_with("error: ./L3_R1.partial exists already: "), "{refused:?}");
    assert_eq!(dir.read("L3_R1.partial"), decided);
    run(&dir, &[&args[..], &["--force"]].concat()).succeeds();
}

/// Starts a run that takes long, and kills it when it has decided about some candidates.
fn killed_run(dir: &TempDir, args: &[&str]) {
    let mut run = running(dir, args);
    end(&mut run);
}

fn end(run: &mut Child) {
    run.kill().and_then(|()| run.wait()).expect("the run goes on until it is killed");
}

/// Starts a run that takes long, and waits until it has decided about some candidates.
fn running(dir: &TempDir, args: &[&str]) -> Child {
    let run =
        command(dir, args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it can be started");
    let decided =
        || std::fs::read_to_string(dir.path().join("L2_R1.partial")).unwrap_or_default().lines().count();
    while decided() < 5 {
        thread::sleep(Duration::from_millis(2));
    }
    run
}

const LONG: [&str; 9] = ["generate", "--seed", "7", "--category", "L2_R1", "--count", "5000", "--out", "."];

#[test]
fn a_killed_run_is_finished_by_the_next_one_whatever_was_done_to_its_decisions() {
    let whole = generate(&TempDir::new(), "60", "2", "L2_R1");
    let dir = TempDir::new();
    killed_run(&dir, &LONG);
    let decisions = dir.read("L2_R1.partial");
    for changed in [decisions.clone(), decisions.replace(" -", " 1"), decisions.replace('1', "2")] {
        // The first line says which seed it is.
        let head = decisions.lines().next().unwrap();
        let lines = changed.split_once('\n').unwrap().1;
        dir.write("L2_R1.partial", &format!("{head}\n{lines}"));
        assert_eq!(generate(&dir, "60", "2", "L2_R1"), whole);
        assert_eq!(dir.names(), ["L2_R1.txt"]);
    }
}

#[test]
fn of_two_runs_for_one_set_the_second_is_refused() {
    let dir = TempDir::new();
    let mut first = running(&dir, &LONG);
    let second = run(&dir, &LONG);
    let error = second.fails_with(2).to_owned();
    end(&mut first);
    assert_eq!(error, "error: ./L2_R1.partial: another run is making this set");
}

#[test]
fn an_unknown_category_or_a_missing_seed_is_bad_usage() {
    let dir = TempDir::new();
    let unknown = run(&dir, &["generate", "--seed", "1", "--category", "L9_R9"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("L2_R1"), "the known ones are listed: {}", unknown.err);
    assert_eq!(run(&dir, &["generate", "--category", "L2_R1"]).code, Some(2));
}

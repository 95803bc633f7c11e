//! Two builds, run alternately, by the real program.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use std::fs;

use serde_json::Value;

use crate::common::{PATIENCE, Run, TempDir, is_exhaustive, run};
use crate::gate::sets;

/// Writes a program that runs this one with more arguments.
fn build(dir: &TempDir, name: &str, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;

    let path = dir.write(
        name,
        &format!("#!/bin/sh\n{}\n", script.replace("BENCH", env!("CARGO_BIN_EXE_marlin-bench"))),
    );
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn ab(dir: &TempDir, old: &str, new: &str, args: &[&str]) -> Run {
    run(dir, &[&["ab", old, new, "slow.txt", "small.txt", "--hash", "1"], args].concat())
}

const THIS: &str = env!("CARGO_BIN_EXE_marlin-bench");

#[test]
fn alternating_runs_catch_a_slowed_build_and_pass_the_same_build() {
    let dir = sets();
    let slow = build(&dir, "slow", "exec BENCH \"$@\" --slowdown 900");
    let run = ab(&dir, THIS, &slow, &["--rounds", "3", "--fail-time", "50"]);
    assert!(run.fails_with(3).starts_with("error: regression: slow: +"), "{}", run.err);
    assert!(run.out.contains("95 % confidence"), "{}", run.out);
    let run = ab(&dir, THIS, THIS, &["--rounds", "2", "--json", "--fail-nodes", "0"]);
    let json: Value = serde_json::from_str(run.succeeds()).unwrap();
    assert_eq!((&json["schema_version"], &json["tool"]), (&1.into(), &"marlin-bench".into()));
    assert_eq!(json["total"]["old_nodes"], json["total"]["new_nodes"]);
    assert!(json["total"]["time"]["interval"].is_array());
    let once = ab(&dir, THIS, THIS, &["--rounds", "1", "--fail-time", "5"]);
    assert!(once.fails_with(2).contains("needs --rounds 2"), "{}", once.err);
}

/// Keeps all cores busy while it exists.
#[cfg(target_os = "linux")]
struct Load(std::sync::Arc<std::sync::atomic::AtomicBool>);

#[cfg(target_os = "linux")]
impl Load {
    fn start() -> Self {
        use std::sync::atomic::Ordering::Relaxed;

        let is_over = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let is_over = is_over.clone();
            std::thread::spawn(move || while !is_over.load(Relaxed) {});
        }
        Self(is_over)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// By night the slowdown is 5 %, which takes many rounds on a busy machine; else 15 %. The time on the clock
/// could show neither here.
#[cfg(target_os = "linux")]
#[test]
fn a_slowed_build_shows_by_its_cpu_time_on_a_busy_machine() {
    let (slowdown, rounds, allowed, found) =
        if is_exhaustive() { (5, "80", "2", 1.02..1.09) } else { (15, "16", "5", 1.06..1.26) };
    let dir = sets();
    if is_exhaustive() {
        // Tens of milliseconds each, where 2 % shows soonest.
        dir.write("slow.txt", "7517113246261 2\n47312164713425 -7\n763245433117 5\n");
    }
    let slow = build(&dir, "slow", &format!("exec BENCH \"$@\" --slowdown {slowdown}"));
    let _load = Load::start();
    let args = ["--hash", "1", "--rounds", rounds, "--fail-time", allowed, "--json", "--out", "ab.json"];
    let run = run(&dir, &[&["ab", THIS, &slow, "slow.txt"], &args[..]].concat());
    let error = run.fails_with(3);
    assert!(error.starts_with("error: regression: slow: +"), "{error}");
    assert!(error.contains(&format!(" % CPU time, {allowed} % allowed")), "{error}");
    let json: Value = serde_json::from_str(&dir.read("ab.json")).unwrap();
    let time = &json["total"]["cpu_time"];
    assert!(found.contains(&time["estimate"].as_f64().unwrap()), "{json}");
    assert!(time["interval"][0].as_f64().unwrap() > 1.0, "{json}");
}

#[test]
fn builds_that_do_not_report_their_cpu_time_are_judged_by_the_clock() {
    let dir = sets();
    // This is like a build without CPU times: `cpu_rounds_us` has another name.
    let old = build(&dir, "old", "BENCH \"$@\" | sed s/cpu_rounds_us/unknown/");
    let run = ab(&dir, &old, THIS, &["--rounds", "2", "--fail-time", "900", "--json"]);
    let json: Value = serde_json::from_str(run.succeeds()).unwrap();
    assert!(
        json["total"].get("cpu_time").is_none() && json["total"]["time"]["interval"].is_array(),
        "{json}"
    );
}

#[test]
fn a_comparison_is_reported_in_a_file_though_it_fails() {
    let dir = sets();
    let more = build(&dir, "more", "BENCH \"$@\" | sed 's/\"total_nodes\": /&9/'");
    let args = ["--rounds", "1", "--fail-nodes", "0", "--json", "--out", "ab.json"];
    let run_ab = |force: &[&str]| ab(&dir, THIS, &more, &[&args[..], force].concat());
    assert!(run_ab(&[]).fails_with(3).contains("regression: slow: +"));
    let json: Value = serde_json::from_str(&dir.read("ab.json")).unwrap();
    assert_eq!(json["total"]["verdict"], serde_json::json!({ "time": null, "nodes": "fail" }));
    assert!(run_ab(&[]).fails_with(2).contains(" exists already"), "before the builds run");
    assert_eq!(run_ab(&["--force"]).code, Some(3));
}

#[test]
fn a_set_is_judged_as_a_whole_or_the_report_names_the_part() {
    let dir = sets();
    fs::create_dir(dir.path().join("test-positions")).unwrap();
    let many = "4433 18\n".repeat(119) + "14514175671663353 2\n";
    dir.write("test-positions/many.txt", &many);
    dir.write("many.txt", &many);
    let ab = |args: &[&str]| {
        run(
            &dir,
            &[&["ab", THIS, THIS], args, &["--rounds", "1", "--hash", "1", "--fail-nodes", "0"]].concat(),
        )
    };
    for (args, name) in [
        (&["many.txt"][..], "many"),
        (&["many"], "many (100 of 120)"),
        (&["many.txt", "--count", "119"], "many (119 of 120)"),
        (&["many", "--count", "1k"], "many"),
    ] {
        let report = ab(args);
        let verdict = format!("nodes: at most 0 % more; sets: {name})");
        assert!(
            report.succeeds().contains(&verdict) && report.out.contains(&format!("\n{name} ")),
            "{report:?}"
        );
        let json: Value = serde_json::from_str(ab(&[args, &["--json"]].concat()).succeeds()).unwrap();
        assert_eq!(json["sets"][0]["name"], name);
        let sees_the_last = json["total"]["old_nodes"].as_u64() > Some(1000);
        assert_eq!(sees_the_last, name == "many", "{json}");
    }
    let replayed = run(&dir, &["many.txt", "--count", "7", "--json"]);
    assert!(replayed.succeeds().contains("\"many (7 of 120)\""), "{replayed:?}");
}

#[test]
fn builds_alternate_so_that_neither_is_always_first() {
    let dir = sets();
    let build = |name: &str| build(&dir, name, &format!("echo {name} >> log; exec BENCH \"$@\""));
    run(&dir, &["ab", &build("a"), &build("b"), "small.txt", "--rounds", "2"]).succeeds();
    assert_eq!(dir.read("log").split_whitespace().collect::<String>(), "ab".to_owned() + "abba" + "abba");
}

#[test]
fn an_interrupted_comparison_leaves_neither_processes_nor_files() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    for signal in marlin_support::process::signals() {
        let dir = sets();
        // A process of the build holds the output that this test reads to its end.
        let silent = build(&dir, "silent", "sleep 300 & echo > started; wait");
        fs::create_dir(dir.path().join("tmp")).unwrap();
        let mut program = Command::new(THIS);
        program.args(["ab", &silent, &silent, "small.txt"]).current_dir(dir.path());
        program.env("TMPDIR", dir.path().join("tmp")).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = program.spawn().unwrap();
        let asked = Instant::now();
        while !dir.path().join("started").exists() {
            assert!(asked.elapsed() < PATIENCE);
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(fs::read_dir(dir.path().join("tmp")).unwrap().count(), 1);
        let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.signal(), output.stdout.as_slice()), (Some(signal), &b""[..]));
        assert!(asked.elapsed() < 2 * PATIENCE);
        assert_eq!(fs::read_dir(dir.path().join("tmp")).unwrap().count(), 0);
    }
}

#[test]
fn builds_that_differ_from_run_to_run_more_than_from_one_another_are_unclear() {
    let dir = sets();
    // Slow in the second half of its rounds only.
    let erratic = "echo run >> log; n=$(( $(wc -l < log) / 4 * 900 )); exec BENCH \"$@\" --slowdown $n";
    let erratic = build(&dir, "erratic", erratic);
    let turns = |args: &[&str]| {
        let _ = fs::remove_file(dir.path().join("log"));
        ab(&dir, THIS, &erratic, &[&["--rounds", "2", "--fail-time", "5"], args].concat())
    };
    let run = turns(&[]);
    assert!(run.succeeds().contains("verdict: unclear, which counts as a pass"), "{run:?}");
    assert!(run.err.starts_with("warning: unclear: ") && run.err.contains("--rounds"), "{run:?}");
    assert!(turns(&["--on-unclear", "fail"]).fails_with(3).starts_with("error: unclear: "));
}

#[test]
fn a_build_that_fails_is_named_with_its_error() {
    let dir = sets();
    let silent = build(&dir, "silent", "exit 1");
    assert!(ab(&dir, THIS, &silent, &[]).fails_with(2).contains("silent: it said nothing (exit status: 1)"));
    let broken = build(&dir, "broken", "echo oh >&2; exit 7");
    assert!(ab(&dir, THIS, &broken, &[]).fails_with(2).contains("broken: oh (exit status: 7)"));
    assert!(ab(&dir, THIS, "nowhere", &[]).fails_with(2).contains("nowhere: "));
    let other = build(&dir, "other", "exec BENCH \"$1\" --jobs 1 --json");
    assert!(ab(&dir, THIS, &other, &[]).fails_with(2).contains("report on different sets"));
    // It counts one node more in every other run.
    let erratic = "echo run >> log; n=$(( $(wc -l < log) % 2 )); \
                 BENCH \"$@\" | sed \"s/\\(\\\"total_nodes\\\": \\)/\\1$n/\"";
    let erratic = build(&dir, "erratic", &erratic.replace("\\1$n", "\\19$n"));
    let run = ab(&dir, THIS, &erratic, &["--rounds", "1"]);
    assert!(run.fails_with(1).contains("node counts differ from run to run"), "{}", run.err);
    dir.write("slow.txt", "4433 17\n");
    let run = ab(&dir, THIS, THIS, &[]);
    assert!(run.fails_with(1).contains("wrong score in slow: position 4433"), "{}", run.err);
}

//! Baselines and comparisons, by the real program.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use std::fs;

use marlin_support::random::Random;
use serde_json::Value;

use crate::common::{Run, SMALL_SET, TempDir, command, outcome, run};

/// Positions that take long enough for a clock, a few milliseconds each.
const SEARCHED: &str = "14514175671663353 2\n1662216643443333 0\n112222762735713 -2\n";

pub(crate) fn sets() -> TempDir {
    let dir = TempDir::new();
    dir.write("small.txt", SMALL_SET);
    dir.write("slow.txt", SEARCHED);
    dir
}

fn replay(dir: &TempDir, args: &[&str]) -> Run {
    run(dir, &[&["slow.txt", "small.txt", "--jobs", "1", "--repeat", "4", "--hash", "1"], args].concat())
}

/// Writes a baseline, and returns its file as a value to change.
pub(crate) fn baseline(dir: &TempDir) -> Value {
    replay(dir, &["--save-baseline", "base.json"]).succeeds();
    serde_json::from_str(&dir.read("base.json")).unwrap()
}

#[test]
fn damaged_results_are_compared_or_refused_in_one_line() {
    let dir = sets();
    baseline(&dir);
    let whole = fs::read(dir.path().join("base.json")).unwrap();
    let mut random = Random::new(21, 0);
    let tries = std::env::var("MARLIN_ATTACK_RESULTS").map_or(150, |text| text.parse().unwrap());
    let mut refused = 0;
    for number in 0..tries {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(3) {
            let place = random.below(bytes.len() as u32) as usize;
            match random.below(4) {
                0 => bytes.truncate(place.max(1)),
                1 => bytes[place] ^= 1 << random.below(8),
                2 => bytes[place] = random.one_of(b"0123456789-e.,:{}[]\"n").unwrap(),
                _ => drop(bytes.drain(place..(place + 40).min(bytes.len() - 1).max(place))),
            }
        }
        fs::write(dir.path().join("damaged.json"), &bytes).unwrap();
        let args = [["damaged.json", "base.json"], ["base.json", "damaged.json"]][number % 2];
        let compared = run(&dir, &[&["compare"], &args[..], &["--fail-nodes", "0"]].concat());
        // Damage may leave a run of which a position is not proven.
        let is_told = !matches!(compared.code, Some(2 | 4)) || compared.err.lines().count() == 1;
        assert!(matches!(compared.code, Some(0..=4)) && is_told, "{number}: {compared:?}");
        refused += usize::from(compared.code == Some(2));
    }
    assert!(refused > tries / 2, "{refused} of {tries} refused");
}

#[test]
fn the_same_build_passes_its_own_baseline() {
    let dir = sets();
    baseline(&dir);
    // Other tests run beside this one: the time gets much room, the nodes none.
    let run = replay(&dir, &["--baseline", "base.json", "--fail-nodes", "0", "--fail-time", "900"]);
    let text = run.succeeds();
    assert!(text.contains("95 % confidence") && text.contains("+0.00 %"), "{text}");
}

#[test]
fn one_run_prints_one_mean() {
    let dir = sets();
    baseline(&dir);
    let run = replay(&dir, &["--baseline", "base.json", "--json"]);
    let json: Value = serde_json::from_str(run.succeeds()).unwrap();
    let compared =
        json["comparison"]["sets"].as_array().unwrap().iter().chain([&json["comparison"]["total"]]);
    let replayed = json["sets"].as_array().unwrap().iter().chain([&json["totals"]]);
    let before: Value = serde_json::from_str(&dir.read("base.json")).unwrap();
    let earlier = before["sets"].as_array().unwrap().iter().chain([&before["totals"]]);
    for ((compared, replayed), earlier) in compared.zip(replayed).zip(earlier) {
        let near = |one: &Value, other: &Value| {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            assert!((one - other).abs() < 2e-6, "{one}, not {other}: {json}");
        };
        near(&compared["new_us"], &replayed["mean_us"]);
        near(&compared["old_us"], &earlier["mean_us"]);
        let ratio = compared["new_us"].as_f64().unwrap() / compared["old_us"].as_f64().unwrap();
        assert!((compared["time"]["estimate"].as_f64().unwrap() - ratio).abs() < 1e-5, "{compared}");
    }
}

#[test]
fn a_slowed_build_is_caught() {
    let dir = sets();
    baseline(&dir);
    let args = ["--baseline", "base.json", "--fail-time", "50", "--slowdown", "900"];
    let run = replay(&dir, &args);
    assert!(run.fails_with(3).starts_with("error: regression: slow: +"), "{}", run.err);
    assert!(run.out.contains("95 % confidence"), "the report is there all the same: {}", run.out);
    let again = replay(&dir, &[&args[..], &["--save-baseline", "base.json", "--force"]].concat());
    again.fails_with(3);
    let kept: Value = serde_json::from_str(&dir.read("base.json")).unwrap();
    assert_eq!(kept["config"]["slowdown"], 0.0, "a run that fails is no baseline");
}

#[test]
fn a_wrong_score_is_caught_whatever_the_baseline() {
    let dir = sets();
    baseline(&dir);
    dir.write("small.txt", &SMALL_SET.replace("4433 18", "4433 17"));
    let run = replay(&dir, &["--baseline", "base.json", "--fail-nodes", "0"]);
    assert!(run.fails_with(1).contains("position 4433, expected 17, got 18"), "{}", run.err);
}

#[test]
fn a_gate_refuses_a_set_that_one_side_lacks() {
    let dir = sets();
    baseline(&dir);
    let options = ["--jobs", "1", "--repeat", "4", "--hash", "1"];
    let replay_small = |args: &[&str]| run(&dir, &[&["small.txt"], &options[..], args].concat());
    replay_small(&["--save-baseline", "small.json"]).succeeds();
    let refusal = |place: &str| format!("slow: {place}: a threshold needs the same sets on both sides");
    for threshold in [["--fail-nodes", "0"], ["--fail-time", "900"]] {
        let fewer = replay_small(&[&["--baseline", "base.json"], &threshold[..]].concat());
        assert!(fewer.fails_with(2).contains(&refusal("in the baseline only")), "{}", fewer.err);
        assert!(fewer.out.is_empty(), "before the run");
        let more = replay(&dir, &[&["--baseline", "small.json"], &threshold[..]].concat());
        assert!(more.fails_with(2).contains(&refusal("not in the baseline")), "{}", more.err);
        for (files, place) in [
            (["base.json", "small.json"], "in the baseline only"),
            (["small.json", "base.json"], "not in the baseline"),
        ] {
            let compared = run(&dir, &[&["compare"], &files[..], &threshold[..]].concat());
            assert!(compared.fails_with(2).contains(&refusal(place)), "{}", compared.err);
        }
    }
    let reported = run(&dir, &["compare", "base.json", "small.json"]);
    assert!(reported.succeeds().contains("slow: in the baseline only"), "{}", reported.out);
}

#[test]
fn a_threshold_without_a_baseline_is_refused() {
    let dir = sets();
    assert!(replay(&dir, &["--fail-time", "5"]).fails_with(2).contains("need a --baseline"));
    baseline(&dir);
    let once =
        run(&dir, &["slow.txt", "--hash", "1", "--jobs", "1", "--baseline", "base.json", "--fail-time", "5"]);
    assert!(once.fails_with(2).contains("--repeat 2 or more") && once.out.is_empty(), "{once:?}");
    let limited = replay(&dir, &["--baseline", "base.json", "--fail-nodes", "0", "--time", "9999"]);
    assert!(limited.fails_with(2).contains("no --time") && limited.out.is_empty(), "{limited:?}");
    dir.write("base.json", "{}");
    let run = replay(&dir, &["--baseline", "base.json"]);
    assert!(run.fails_with(2).contains("base.json: not a result file: "), "{}", run.err);
}

#[test]
fn result_files_are_compared_without_a_run() {
    let dir = sets();
    let mut results = baseline(&dir);
    for set in results["sets"].as_array_mut().unwrap() {
        for rounds in ["rounds_us", "cpu_rounds_us"] {
            for round in set[rounds].as_array_mut().into_iter().flatten() {
                *round = (round.as_f64().unwrap() * 100.0).into();
            }
        }
    }
    dir.write("slow.json", &results.to_string());
    let compare = |args: &[&str]| run(&dir, &[&["compare", "base.json", "slow.json"], args].concat());
    assert!(compare(&[]).succeeds().contains("+9900.0 %"), "{:?}", compare(&[]));
    assert!(compare(&["--fail-time", "900"]).fails_with(3).contains("slow: +9900.0 % "));
    assert!(run(&dir, &["compare", "slow.json", "base.json", "--fail-time", "0"]).code == Some(0));
    let json: Value = serde_json::from_str(compare(&["--json"]).succeeds()).unwrap();
    assert!((json["sets"][0]["time"]["estimate"].as_f64().unwrap() - 100.0).abs() < 1e-6);
    assert!(json["sets"][0]["time"]["interval"][0].as_f64().unwrap() > 1.0);
    assert!(compare(&["--format", "markdown"]).succeeds().starts_with("| set |"));
}

/// Writes two result files whose rounds differ from one another by far more than the runs do.
fn noisy_results(dir: &TempDir) {
    let mut results = baseline(dir);
    for (name, rounds) in [("before.json", [10.0, 1000.0]), ("after.json", [20.0, 900.0])] {
        for set in results["sets"].as_array_mut().unwrap() {
            set["rounds_us"] = rounds.to_vec().into();
            // This is like a system that does not report the CPU time.
            set.as_object_mut().unwrap().remove("cpu_rounds_us");
        }
        dir.write(name, &results.to_string());
    }
}

#[test]
fn an_unclear_gate_says_so_and_an_option_chooses_the_exit_code() {
    let dir = sets();
    noisy_results(&dir);
    let compare = |args: &[&str]| run(&dir, &[&["compare", "before.json", "after.json"], args].concat());
    let unclear = compare(&["--fail-time", "5"]);
    let text = unclear.succeeds();
    assert!(text.contains("\nverdict: unclear, which counts as a pass (--on-unclear fail "), "{text}");
    assert!(
        unclear.err.starts_with("warning: unclear: the interval is too wide for the threshold of 5 %"),
        "{unclear:?}"
    );
    for part in ["slow (+", "small (+", "total (+", "--repeat", "`marlin-bench ab`"] {
        assert!(text.contains(part) && unclear.err.contains(part), "{part}: {unclear:?}");
    }
    assert_eq!(compare(&["--fail-time", "5", "--on-unclear", "pass"]).code, Some(0));
    let refused = compare(&["--fail-time", "5", "--on-unclear", "fail"]);
    assert!(refused.fails_with(3).starts_with("error: unclear: the interval is too wide"), "{refused:?}");
    assert!(refused.out.contains("verdict: unclear, which counts as a failure"), "{refused:?}");
    let json = |args: &[&str]| -> Value {
        serde_json::from_str(compare(&[&["--json"], args].concat()).succeeds()).unwrap()
    };
    let printed = json(&["--fail-time", "5"]);
    assert_eq!(
        (&printed["verdict"], &printed["thresholds"]["on_unclear"]),
        (&"unclear".into(), &"pass".into())
    );
    for row in [&printed["sets"][0], &printed["total"]] {
        assert_eq!(row["verdict"], serde_json::json!({ "time": "unclear", "nodes": null }));
    }
    assert_eq!(json(&["--fail-nodes", "0"])["verdict"], "pass");
    let passed = compare(&["--fail-nodes", "0"]);
    let verdict =
        "verdict: pass (time: not judged without --fail-time; nodes: at most 0 % more; sets: slow, small)\n";
    assert!(passed.succeeds().ends_with(verdict), "{passed:?}");
    assert_eq!(json(&[])["verdict"], Value::Null);
    let silent = compare(&[]);
    assert!(silent.succeeds().ends_with("verdict: none without --fail-time or --fail-nodes\n"), "{silent:?}");
    assert_eq!(silent.err, "");
    assert_eq!(compare(&["--on-unclear", "fail"]).code, Some(2), "there is nothing to be unclear about");
}

#[test]
fn a_regression_is_reported_beside_unclear_times_and_decides() {
    let dir = sets();
    noisy_results(&dir);
    let mut after: Value = serde_json::from_str(&dir.read("after.json")).unwrap();
    after["sets"][0]["total_nodes"] = (after["sets"][0]["total_nodes"].as_u64().unwrap() + 1).into();
    dir.write("after.json", &after.to_string());
    let args = ["compare", "before.json", "after.json", "--fail-time", "5", "--fail-nodes", "0"];
    let run = run(&dir, &args);
    assert!(run.fails_with(3).starts_with("error: regression: slow: +"), "{run:?}");
    for line in ["verdict: fail", "regression: slow: +", "unclear: the interval is too wide"] {
        assert!(run.out.lines().any(|found| found.starts_with(line)), "{line}: {run:?}");
    }
}

#[test]
fn a_replay_against_an_inconclusive_baseline_is_unclear() {
    let dir = sets();
    noisy_results(&dir);
    let args = ["--baseline", "before.json", "--fail-time", "5"];
    let mut gate = command(&dir, &["slow.txt", "small.txt", "--jobs", "1", "--repeat", "2", "--hash", "1"]);
    gate.args(args).env("GITHUB_ACTIONS", "true");
    let run = outcome(&mut gate);
    assert!(run.succeeds().contains("verdict: unclear, which counts as a pass"), "{run:?}");
    assert!(run.err.contains("::warning title=marlin-bench::unclear: the interval"), "{run:?}");
    let json = replay(&dir, &[&args[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(json.succeeds()).unwrap();
    assert_eq!(json["comparison"]["verdict"], "unclear");
    let refused =
        replay(&dir, &[&args[..], &["--on-unclear", "fail", "--save-baseline", "new.json"]].concat());
    assert!(refused.err.lines().last().unwrap().starts_with("error: unclear: "), "{refused:?}");
    assert_eq!((refused.code, dir.path().join("new.json").exists()), (Some(3), false));
}

#[test]
fn a_workflow_gets_errors_as_commands() {
    let dir = sets();
    dir.write("bad.txt", "4433 17\n");
    for (argument, code, expected) in [
        ("bad.txt", 1, "::error title=marlin-bench::wrong score in bad: position 4433, expected 17, got 18"),
        // A percent sign is escaped.
        ("bad.txt", 1, "printf '%25s\\n'"),
        ("--bogus", 2, "::error title=marlin-bench::unexpected argument '--bogus'"),
    ] {
        let run = outcome(command(&dir, &[argument]).env("GITHUB_ACTIONS", "true"));
        assert!(run.code == Some(code) && run.err.contains(expected), "{run:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn results_without_an_end_are_refused() {
    let dir = sets();
    std::fs::File::create(dir.path().join("sparse")).unwrap().set_len(2 << 30).unwrap();
    let reason = "it is a device, where a file is expected";
    for (file, reason) in [("/dev/zero", reason), ("sparse", "it has more than 67108864 bytes")] {
        let compared = run(&dir, &["compare", file, file]);
        assert!(compared.fails_with(2).contains(reason), "{compared:?}");
        let replayed = replay(&dir, &["--baseline", file]);
        assert!(replayed.fails_with(2).contains(reason), "{replayed:?}");
    }
}

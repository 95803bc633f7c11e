//! `score-agent`: the moves of a player, counted and listed.

use std::fs;

use serde_json::Value;

use crate::players::{Absent, object, score};
#[cfg(unix)]
use crate::players::{fails_once, script};
#[cfg(unix)]
use crate::process::Run;

#[cfg(unix)]
#[test]
fn a_crash_is_a_bad_answer_for_that_position() {
    let mark = Absent::new("scored");
    let player = fails_once("exit 3", &mark);
    let arguments = ["--count", "5", "--min-plies", "20", "--blunders", "1", "--json", "--", &player];
    let Run { stdout, stderr, code } = score(&arguments);
    let report = object(&stdout);
    assert_eq!(code, Some(1), "{stderr}");
    let all = &report["all"];
    assert_eq!((&all["positions"], &all["crashes"], &all["timeouts"]), (&5.into(), &1.into(), &0.into()));
    assert_eq!((&all["illegal"], all["good"].as_u64() < Some(5)), (&0.into(), true), "{report}");
    assert!(report["blunders"][0]["failure"].as_str().unwrap().contains("(exit status: 3; "), "{report}");
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(lines[0].starts_with("position 1: lines:sh") && lines[0].contains("exit status: 3"), "{stderr}");
    assert!(lines[1].ends_with(" failed at 1 of 5 positions: crashes 1, timeouts 0"), "{stderr}");
    // A player that always fails is given up.
    let Run { stdout, stderr, code } = score(&["--json", "--", &script("exit 3")]);
    assert_eq!((code, &object(&stdout)["all"]["positions"]), (Some(1), &3.into()), "{stderr}");
}

#[test]
fn perfect_answers_are_counted_as_perfect_for_every_player() {
    let marlin = env!("CARGO_BIN_EXE_marlin-cli");
    for agent in [
        &["perfect"][..],
        &[&format!("native:{marlin}"), "--hash", "8"],
        &[&format!("lines:{marlin}"), "analyze", "--hash", "8"],
    ] {
        let arguments = ["--count", "20", "--min-plies", "20", "--json", "--blunders", "3", "--"];
        let report = object(&score(&[&arguments, agent].concat()).succeeds());
        let all = &report["all"];
        assert_eq!((&all["positions"], &all["good"], &all["perfect"]), (&20.into(), &20.into(), &20.into()));
        assert!(all["mean_ms"].as_f64().unwrap() > 0.0);
        assert_eq!(report["blunders"], Value::Array(vec![]));
    }
}

#[test]
fn the_blunders_of_a_weak_player_are_listed() {
    let arguments = ["random", "--count", "50", "--min-plies", "20", "--blunders", "2"];
    let table = score(&arguments).succeeds();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[..3],
        ["random", "", "stones  positions    good  perfect  illegal  crashes  timeouts  mean ms"]
    );
    assert!(lines.iter().any(|line| line.starts_with("all") && line.contains(" 50 ")), "{table}");
    for blunder in &lines[lines.len() - 2..] {
        assert!(blunder.contains(" (score ") && blunder.contains(", best "), "{table}");
    }
    let report = object(&score(&[&arguments[..], &["--json"]].concat()).succeeds());
    let page = include_str!("../../../../docs/json.md");
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    for name in [names(&report), names(&report["all"]), names(&report["blunders"][0])].concat() {
        assert!(page.contains(&format!("| `{name}` |")), "{name}");
    }
}

#[test]
fn positions_are_read_from_a_file_with_or_without_scores() {
    let file = Absent::new("positions");
    fs::write(file.path(), "# two\n2252576253462244111563365343671351441\n121212 18\n").unwrap();
    let report = object(&score(&["perfect", "--positions", file.path(), "--json"]).succeeds());
    let counts: Vec<_> =
        report["phases"].as_array().unwrap().iter().map(|p| p["positions"].clone()).collect();
    assert_eq!(counts, [1, 0, 1]);
    assert_eq!(report["all"]["perfect"], 2);

    fs::write(file.path(), "121212\n1212121\n").unwrap();
    let over = score(&["perfect", "--positions", file.path()]);
    assert!(over.error_line().ends_with(", line 2: there is no move to ask for: X has won"), "{over:?}");
    fs::write(file.path(), "").unwrap();
    assert!(score(&["perfect", "--positions", file.path()]).error_line().contains("no positions in "));
    let missing = score(&["perfect", "--positions", "no/such/file"]);
    assert!(missing.error_line().starts_with("error: cannot read no/such/file: "));
    let turned = score(&["perfect", "--min-plies", "9", "--max-plies", "8"]);
    assert!(turned.error_line().contains("--min-plies 9 is greater than --max-plies 8"));
}

//! `match`: results, the files of games, and the time for a move.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use marlin_core::{Game, GameOutcome, Player};
use serde_json::Value;

use crate::players::{Absent, marlin, object, play};
#[cfg(unix)]
use crate::players::{MOVE, SMALL, script};
use crate::process::run;
#[cfg(unix)]
use crate::process::{Run, with_longer_times};

/// Checks that a program never scores below theory, against any opponent and on either side.
fn assert_never_below_theory(program: &str) {
    for opponent in ["random", "depth:3"] {
        let report = object(&play(program, opponent, &["--games", "40", "--seed", "3", "--json"]).succeeds());
        let (a, b) = (&report["a"], &report["b"]);
        for side in ["first", "second"] {
            assert_eq!((&a[side]["games"], &b[side]["games"]), (&20.into(), &20.into()));
            assert_eq!((&a[side]["below_theory"], &a[side]["illegal"]), (&0.into(), &0.into()), "{report}");
        }
        // There are openings of every outcome, and the opponent makes mistakes.
        for outcome in ["wins", "losses"] {
            assert_ne!(a["all"]["theory"][outcome], 0, "{report}");
        }
        assert_ne!(b["all"]["below_theory"], 0, "{report}");
    }
}

#[test]
fn a_session_never_scores_below_theory() {
    assert_never_below_theory(&marlin("native", "--hash 8 --threads 1"));
}

#[test]
fn analyze_never_scores_below_theory() {
    assert_never_below_theory(&marlin("lines", "analyze --hash 8 --threads 1"));
}

#[test]
fn uci_never_scores_below_theory() {
    assert_never_below_theory(&marlin("uci", "uci --hash 8 --threads 1"));
}

#[test]
fn ugi_never_scores_below_theory() {
    assert_never_below_theory(&marlin("ugi", "uci --hash 8 --threads 1"));
}

#[test]
fn perfect_players_score_exactly_as_theory_predicts() {
    let report = object(&play("perfect", "perfect", &["--games", "30", "--json"]).succeeds());
    for player in ["a", "b"] {
        let all = &report[player]["all"];
        let results = ["wins", "draws", "losses"].map(|name| all[name].clone());
        assert_eq!(results, ["wins", "draws", "losses"].map(|name| all["theory"][name].clone()));
    }
}

#[test]
fn a_match_is_the_same_for_a_seed() {
    let seeded = |seed| play("random", "depth:2", &["--games", "20", "--seed", seed]).succeeds();
    assert_eq!(seeded("1"), seeded("1"));
    assert_ne!(seeded("1"), seeded("2"));
}

#[test]
fn every_game_is_recorded_and_can_be_replayed() {
    let file = Absent::new("games");
    let arguments = ["--games", "9", "--out", file.path()];
    let odd = play("depth:2", "random", &arguments);
    let note =
        "note: the number of games is odd: the last opening is played once, with A as the first player\n";
    assert_eq!((odd.code, odd.stderr.as_str()), (Some(0), note));
    let table = odd.stdout;
    assert!(
        table.starts_with("A is depth:2, B is random\n9 games, openings of 22 plies, seed 1\n"),
        "{table}"
    );
    let text = fs::read_to_string(file.path()).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(
        lines[0],
        ["game", "opening", "moves", "first", "second", "result", "theory", "illegal", "end", "failure"]
    );
    for (number, fields) in lines.iter().enumerate().skip(1) {
        let [game, opening, moves, first, second, result, _, illegal, end, failure] = fields[..] else {
            panic!("{fields:?}")
        };
        assert_eq!((game, illegal), (number.to_string().as_str(), ""));
        assert_eq!((end, failure), ("rules", ""));
        assert!(moves.starts_with(opening) && opening.len() == 22 && moves.len() > 22, "{fields:?}");
        let expected = if number % 2 == 1 { ("depth:2", "random") } else { ("random", "depth:2") };
        assert_eq!((first, second), expected);
        // Two games in a row share the opening, other games don't.
        let has_opening_of_last = opening == lines[number - 1][1];
        assert_eq!(has_opening_of_last, number % 2 == 0);
        let expected = match moves.parse::<Game>().unwrap().outcome().unwrap() {
            GameOutcome::Won(Player::X) => "1-0",
            GameOutcome::Won(Player::O) => "0-1",
            GameOutcome::Drawn => "1/2-1/2",
        };
        assert_eq!(result, expected);
    }
    assert_eq!(lines.len(), 10);
}

#[test]
fn a_file_of_games_is_replaced_only_by_force() {
    let file = Absent::new("kept");
    let out = ["--out", file.path()];
    play("depth:2", "random", &[&["--games", "8"], &out[..]].concat()).succeeds();
    let eight_games = fs::read_to_string(file.path()).unwrap();
    let forced = [&["--games", "2", "--force"], &out[..]].concat();
    let no_player = play("depth:2", "uci:no/such/program", &forced);
    no_player.error_line();
    let refused = play("depth:2", "random", &[&["--games", "2"], &out[..]].concat());
    let expected = " exists already: name another file, or pass --force to replace it";
    assert!(refused.error_line().ends_with(expected), "{refused:?}");
    assert_eq!(fs::read_to_string(file.path()).unwrap(), eight_games);
    play("depth:2", "random", &forced).succeeds();
    let two_games: String = eight_games.split_inclusive('\n').take(3).collect();
    assert_eq!(fs::read_to_string(file.path()).unwrap(), two_games);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_output_error_and_the_earlier_games_count() {
    let Run { stdout, stderr, code } = play("random", "random", &["--out", "/dev/full", "--force"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""), "{stderr}");
    assert!(stderr.starts_with("error: cannot write /dev/full: "), "{stderr}");
    let Run { stdout, code, .. } = play("random", "random", &["--out", "/dev/full", "--force", "--json"]);
    assert_eq!((code, &object(&stdout)["games"]), (Some(2), &1.into()));
    for command in [&["match", "random", "random", "--opening-plies", "22"][..], &["score-agent", "random"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_marlin-cli"));
        let output = program.args(command).args(SMALL).stdout(full).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.starts_with("error: cannot write the output: "), "{stderr}");
    }
}

#[test]
fn games_are_json_objects_if_the_report_is_one() {
    let file = Absent::new("objects");
    play("random", "random", &["--games", "2", "--json", "--out", file.path()]).succeeds();
    let text = fs::read_to_string(file.path()).unwrap();
    let games: Vec<Value> = text.lines().map(object).collect();
    assert_eq!((games.len(), &games[1]["game"], &games[1]["illegal"]), (2, &2.into(), &Value::Null));
    let help = run(&["match", "--help"], b"").succeeds();
    for name in games[0].as_object().unwrap().keys() {
        assert!(help.contains(&format!("\n  {name} ")), "{name}");
    }
}

#[test]
fn the_page_of_json_has_every_field_of_a_match_and_the_help_its_players() {
    let page = include_str!("../../../../docs/json.md");
    let report = object(&play("random", "random", &["--games", "2", "--json"]).succeeds());
    for value in [&report, &report["a"], &report["a"]["all"]] {
        for name in value.as_object().unwrap().keys() {
            assert!(page.contains(&format!("| `{name}` |")), "{name}");
        }
    }
    let help = run(&["match", "--help"], b"").succeeds();
    for part in ["First player: ", "Second player, ", "The book has the scores of openings of up to 13 plies"]
    {
        assert!(help.contains(part), "{part}");
    }
}

#[cfg(unix)]
#[test]
fn moves_that_overstep_the_time_are_counted_and_lose_with_strict_time() {
    with_longer_times(|factor| oversteps_are_counted(50 * factor));
}

/// Checks how oversteps of a time in milliseconds are counted.
#[cfg(unix)]
fn oversteps_are_counted(time: u32) {
    let pause = f64::from(time) / 500.0;
    let slow = script(&format!("while read -r moves; do sleep {pause}; {MOVE}; done"));
    let (text, budget) = (time.to_string(), f64::from(time));
    let arguments = ["--games", "2", "--time", &text];
    let report = object(&play(&slow, "perfect", &[&arguments[..], &["--json"]].concat()).succeeds());
    let [a, b] = ["a", "b"].map(|player| &report[player]["all"]);
    assert_eq!((&b["oversteps"], &b["worst_overstep_ms"]), (&0.into(), &Value::Null), "{report}");
    assert!(a["oversteps"].as_u64().unwrap() >= 2, "{report}");
    assert!((budget..60_000.0).contains(&a["worst_overstep_ms"].as_f64().unwrap()), "{report}");
    assert_eq!((&report["time_ms"], &report["strict_time"]), (&time.into(), &false.into()));

    let file = Absent::new("strict");
    let strict = [&arguments[..], &["--strict-time", "--out", file.path()]].concat();
    let table = play(&slow, "perfect", &strict).succeeds();
    let head = format!("2 games, openings of 22 plies, seed 1, {text} ms a move, strictly\n");
    assert!(table.contains(&head), "{table}");
    assert!(table.contains("  timeouts  oversteps  worst overstep\n"), "{table}");
    let games = fs::read_to_string(file.path()).unwrap();
    for (line, result) in games.lines().skip(1).zip(["0-1", "1-0"]) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!((fields[5], fields[8]), (result, "overstep"), "{line}");
        assert!(
            fields[9].starts_with("the move took ") && fields[9].ends_with(&format!(" ms, of {text} ms")),
            "{line}"
        );
    }
}

#[test]
fn strict_time_needs_a_time() {
    let no_time = play("random", "random", &["--strict-time"]);
    assert!(no_time.error_line().starts_with("error: --strict-time needs --time MS, "), "{no_time:?}");
}

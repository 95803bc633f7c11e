//! Players that make illegal moves, crash, are silent, or can't be started.

use std::thread;
#[cfg(unix)]
use std::{
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

#[cfg(unix)]
use serde_json::Value;

use crate::players::{Absent, failure_line, marlin, object, play, score};
#[cfg(unix)]
use crate::players::{MOVE, SMALL, fails_once, script};
use crate::process::{Run, with_longer_times};
#[cfg(unix)]
use crate::support::PATIENCE;

#[test]
fn an_answer_that_is_not_a_move_loses_the_game() {
    let winners = marlin("lines", "solve --outcome");
    let run = play("random", &winners, &["--games", "6", "--json"]);
    assert_eq!((run.code, run.stderr.matches('\n').count()), (Some(0), 1), "line once: {run:?}");
    assert!(run.stderr.starts_with("game 1, B: illegal move: '"), "{run:?}");
    let report = object(&run.stdout);
    let b = &report["b"]["all"];
    assert_eq!(report["a"]["all"]["illegal"], 0);
    assert_eq!((&b["illegal"], &b["losses"]), (&6.into(), &6.into()));
    let scored = object(&score(&["--count", "5", "--blunders", "1", "--json", "--", &winners]).succeeds());
    assert_eq!((&scored["all"]["illegal"], &scored["all"]["good"]), (&5.into(), &0.into()));
    assert!(scored["blunders"][0]["illegal"].as_str().unwrap().ends_with("is no move"), "{scored}");
}

#[cfg(unix)]
#[test]
fn a_digit_that_is_not_a_column_loses_the_game_at_once() {
    for digit in ["9", "0"] {
        let player = script(&format!("echo banner text; while read -r moves; do echo {digit}; done"));
        let run = play(&player, "random", &["--games", "4", "--json"]);
        assert!(run.stderr.starts_with("game 1, A: illegal move: ") && run.code == Some(0), "{run:?}");
        let report = object(&run.stdout);
        let a = &report["a"]["all"];
        assert_eq!((&a["illegal"], &a["losses"]), (&4.into(), &4.into()), "{report}");
    }
}

/// Checks that a match of six games went on after `player`, as A, failed in the first one, and returns the one line that
/// says so.
#[cfg(unix)]
fn first_of_six_failed(player: &str, arguments: &[&str]) -> (Value, String) {
    let file = Absent::new("failed");
    let arguments = [&["--games", "6", "--json", "--out", file.path()], arguments].concat();
    let Run { stdout, stderr, code } = play(player, "random", &arguments);
    assert_eq!(code, Some(1), "{stderr}");
    let lines: Vec<&str> = stderr.lines().collect();
    let [line, error] = lines[..] else { panic!("{lines:?}") };
    assert!(line.starts_with(&format!("game 1, A: {}", &player[..20])), "{line}");
    assert!(error.starts_with(&format!("error: A, {}", &player[..20])), "{error}");
    let report = object(&stdout);
    let [a, b] = ["a", "b"].map(|player| &report[player]["all"]);
    assert_eq!((&a["games"], &a["illegal"]), (&6.into(), &0.into()), "{report}");
    assert_eq!((&b["crashes"], &b["timeouts"], &b["illegal"]), (&0.into(), &0.into(), &0.into()), "{report}");
    let games: Vec<Value> = fs::read_to_string(file.path()).unwrap().lines().map(object).collect();
    assert_eq!((games.len(), &games[0]["result"]), (6, &"0-1".into()));
    assert!(line.ends_with(games[0]["failure"].as_str().unwrap()), "{:?}", games[0]);
    assert_eq!((&games[5]["end"], &games[5]["failure"]), (&"rules".into(), &Value::Null));
    (a.clone(), format!("{} {line} {error}", games[0]["end"].as_str().unwrap()))
}

#[cfg(unix)]
#[test]
fn a_crash_loses_that_game_and_the_program_plays_the_next_one() {
    let mark = Absent::new("signal");
    let (a, line) = first_of_six_failed(&fails_once("kill -SEGV $$", &mark), &[]);
    assert_eq!((&a["crashes"], &a["timeouts"]), (&1.into(), &0.into()), "{a}");
    assert!(line.starts_with("crash game 1") && line.contains("(signal: 11 (SIGSEGV)"), "{line}");
    assert!(line.ends_with(" failed in 1 of 6 games: crashes 1, timeouts 0"), "{line}");

    let mark = Absent::new("status");
    let (a, line) = first_of_six_failed(&fails_once("exit 3", &mark), &[]);
    assert_eq!((&a["crashes"], &a["timeouts"]), (&1.into(), &0.into()), "{a}");
    assert!(line.contains("ended without an answer to '") && line.contains("(exit status: 3; "), "{line}");
}

#[cfg(unix)]
#[test]
fn silence_loses_that_game_and_the_program_plays_the_next_one() {
    with_longer_times(|seconds| {
        let (mark, timeout) = (Absent::new("asleep"), seconds.to_string());
        let silent = fails_once("exec sleep 1000", &mark);
        let (a, line) = first_of_six_failed(&silent, &["--timeout", &timeout]);
        assert_eq!((&a["crashes"], &a["timeouts"]), (&0.into(), &1.into()), "{a}");
        let expected = format!(" within {timeout} s (it wrote nothing)");
        assert!(line.starts_with("timeout game 1") && line.contains(&expected), "{line}");
        assert!(line.ends_with(" failed in 1 of 6 games: crashes 0, timeouts 1"), "{line}");
    });
}

// A process started by a script holds the standard error that these tests read to its end. If it outlived the script, they
// would take minutes.
#[cfg(unix)]
#[test]
fn child_processes_of_a_script_end_with_it() {
    let ends = |command: &str, count: &str| {
        with_longer_times(|seconds| {
            let (mark, asked) = (Absent::new(count), Instant::now());
            let timeout = seconds.to_string();
            let (a, line) = first_of_six_failed(&fails_once(command, &mark), &["--timeout", &timeout]);
            assert_eq!(a[count], 1, "{line}");
            assert!(asked.elapsed() < 3 * PATIENCE);
        });
    };
    thread::scope(|scope| {
        scope.spawn(|| ends("sleep 300", "timeouts"));
        scope.spawn(|| ends("sleep 300 & exit 3", "crashes"));
    });
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_ends_its_programs() {
    use std::os::unix::process::ExitStatusExt;

    for signal in marlin_support::process::signals() {
        let mark = Absent::new(&format!("signal-{signal}"));
        let asked = Instant::now();
        let player = script(&format!("read -r moves; sleep 300 & >{}; sleep 300", mark.path()));
        let mut program = Command::new(env!("CARGO_BIN_EXE_marlin-cli"));
        program.args(["match", &player, "random"]).args(SMALL).stderr(Stdio::piped());
        let child = program.spawn().unwrap();
        while !mark.0.exists() {
            assert!(asked.elapsed() < PATIENCE);
            thread::sleep(Duration::from_millis(5));
        }
        let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.signal(), output.stderr.as_slice()), (Some(signal), &b""[..]));
        assert!(asked.elapsed() < 3 * PATIENCE);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_under_nohup_survives_the_end_of_its_terminal() {
    let mark = Absent::new("nohup");
    let player = fails_once("sleep 0.3", &mark);
    let games = ["--games", "2", "--json"];
    let program = env!("CARGO_BIN_EXE_marlin-cli");
    let mut nohup = Command::new("sh");
    nohup.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", program, "match", &player, "random"]);
    nohup.args(SMALL).args(games).stdout(Stdio::piped());
    let child = nohup.spawn().unwrap();
    let asked = Instant::now();
    while !mark.0.exists() {
        assert!(asked.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let report = object(&String::from_utf8(output.stdout).unwrap());
    let of_player = &report["a"]["all"];
    assert_eq!((&of_player["games"], &of_player["crashes"]), (&2.into(), &0.into()), "{report}");
}

#[cfg(unix)]
#[test]
fn a_program_that_crashes_again_and_again_plays_on_while_it_makes_moves() {
    let player = script(&format!("read -r moves; {MOVE}; read -r moves; exit 3"));
    let Run { stdout, code, .. } = play("random", &player, &["--games", "8", "--json"]);
    let b = &object(&stdout)["b"]["all"];
    assert_eq!((code, &b["games"]), (Some(1), &8.into()), "{b}");
    assert!(b["crashes"].as_u64().unwrap() > 3, "{b}");
}

#[test]
fn a_match_ends_with_its_table_when_a_program_fails_again_and_again_without_a_move() {
    let Run { stdout, stderr, code } = play("random", &marlin("lines", "perft 1"), &[]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stdout.contains("\n3 of 100 games, openings of 22 plies, seed 1\n"), "{stdout}");
    let lines: Vec<&str> = stderr.lines().collect();
    for (number, line) in lines[..3].iter().enumerate() {
        let named = line.starts_with(&format!("game {}, B: lines:", number + 1));
        assert!(named && line.contains(" ended without an answer to '"), "{line}");
    }
    assert!(
        lines.len() == 4 && lines[3].contains(" failed in 3 of 3 games: crashes 3, timeouts 0; "),
        "{stderr}"
    );
}

#[test]
fn a_program_that_does_not_greet_is_named_before_any_game() {
    let no_book = play(&marlin("uci", "book info"), "random", &[]);
    assert!(failure_line(&no_book).contains("ended without an answer to 'uci' (exit "), "{no_book:?}");
}

#[test]
fn a_program_that_does_not_answer_is_abandoned_and_does_not_outlive_the_match() {
    with_longer_times(is_abandoned_after);
}

/// Checks that a program which does not answer within so many seconds is named, and does not outlive the match.
fn is_abandoned_after(seconds: u32) {
    // It makes a book for hours and reads nothing. This test reads its standard error to the end, so the test would take
    // hours if the process outlived the match.
    let record = Absent::new("silent.record");
    let book = record.path().strip_suffix(".record").unwrap();
    let maker = marlin("native", &format!("book generate --plies 8 --threads 1 --out '{book}'"));
    let timeout = seconds.to_string();
    // Both wait for the end of their time.
    let [silent, stranger] = thread::scope(|scope| {
        let silent = scope.spawn(|| play(&maker, "random", &["--timeout", &timeout, "--games", "1"]));
        let stranger = score(&["--timeout", &timeout, "--", &marlin("uci", "perft 42")]);
        [silent.join().unwrap(), stranger]
    });
    let line = silent.stderr.lines().next().unwrap();
    let expected = format!(" gave no answer to 'go' within {timeout} s (it wrote nothing); --timeout");
    assert!(line.contains(&expected), "{line}");
    let line = failure_line(&stranger);
    assert!(line.contains(&format!("'uci' within {timeout} s")) && line.contains("was 'perft "), "{line}");
}

#[test]
fn an_unknown_player_is_bad_usage() {
    for (player, part) in [
        ("fairy-stockfish", "no player 'fairy-stockfish': a player is random, perfect, level:N, "),
        ("depth:x", "invalid depth 'x': a whole number from 1 to 20 is expected"),
        ("level:11", "invalid level '11': a whole number from 1 to 10 is expected"),
        ("uci:", "no program in 'uci:'"),
        ("uci:no/such/program", "cannot start 'no/such/program': "),
    ] {
        for refused in [play(player, "random", &[]), play("random", player, &[]), score(&["--", player])] {
            assert!(refused.usage_error().contains(part), "{player}: {refused:?}");
        }
    }
    let nowhere = play("random", "random", &["--out", "no/such/folder/games"]);
    assert!(nowhere.error_line().starts_with("error: cannot write no/such/folder/games: "));
}

//! Players: programs at work against each other, and judged.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
#[cfg(unix)]
use std::{
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use marlin_core::{Game, GameOutcome, Player};
use serde_json::Value;

use crate::process::{Run, run};

/// Returns the player that this very program is, in a dialect and with some arguments.
fn marlin(dialect: &str, arguments: &str) -> String {
    format!("{dialect}:'{}' {arguments}", env!("CARGO_BIN_EXE_marlin-cli"))
}

/// What makes the program small and its openings late, so that everything is solved in no time.
const SMALL: [&str; 4] = ["--hash", "8", "--threads", "1"];

fn play(a: &str, b: &str, arguments: &[&str]) -> Run {
    run(&[&["match", a, b, "--opening-plies", "22"], &SMALL[..], arguments].concat(), b"")
}

fn score(arguments: &[&str]) -> Run {
    run(&[&["score-agent"], &SMALL[..], arguments].concat(), b"")
}

fn object(output: &str) -> Value {
    serde_json::from_str(output).unwrap()
}

/// A file that isn't there before the test, nor after it.
struct Absent(PathBuf);

impl Absent {
    fn new(name: &str) -> Self {
        // Tests run side by side, and some of them call the same helpers.
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("marlin-cli-players-{process}-{count}-{name}"));
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Absent {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Checks that a program never gets less than theory promises, whoever plays against it and whoever begins.
fn assert_never_below_theory(program: &str) {
    for opponent in ["random", "depth:3"] {
        let report = object(&play(program, opponent, &["--games", "40", "--seed", "3", "--json"]).good());
        let (a, b) = (&report["a"], &report["b"]);
        for side in ["first", "second"] {
            assert_eq!((&a[side]["games"], &b[side]["games"]), (&20.into(), &20.into()));
            assert_eq!((&a[side]["below_theory"], &a[side]["illegal"]), (&0.into(), &0.into()), "{report}");
        }
        // Openings of all kinds are among them, and the opponent does make mistakes.
        for outcome in ["wins", "losses"] {
            assert_ne!(a["all"]["theory"][outcome], 0, "{report}");
        }
        assert_ne!(b["all"]["below_theory"], 0, "{report}");
    }
}

#[test]
fn a_session_never_gets_less_than_theory_promises() {
    assert_never_below_theory(&marlin("native", "--hash 8 --threads 1"));
}

#[test]
fn what_analyze_says_is_never_less_than_theory_promises() {
    assert_never_below_theory(&marlin("lines", "analyze --hash 8 --threads 1"));
}

#[test]
fn uci_never_gets_less_than_theory_promises() {
    assert_never_below_theory(&marlin("uci", "uci --hash 8 --threads 1"));
}

#[test]
fn ugi_never_gets_less_than_theory_promises() {
    assert_never_below_theory(&marlin("ugi", "ugi --hash 8 --threads 1"));
}

#[test]
fn perfect_players_get_what_theory_promises() {
    let report = object(&play("perfect", "perfect", &["--games", "30", "--json"]).good());
    for player in ["a", "b"] {
        let all = &report[player]["all"];
        let results = ["wins", "draws", "losses"].map(|name| all[name].clone());
        assert_eq!(results, ["wins", "draws", "losses"].map(|name| all["theory"][name].clone()));
    }
}

#[test]
fn a_match_is_the_same_for_a_seed() {
    let seeded = |seed| play("random", "depth:2", &["--games", "20", "--seed", seed]).good();
    assert_eq!(seeded("1"), seeded("1"));
    assert_ne!(seeded("1"), seeded("2"));
}

#[test]
fn every_game_is_written_down_and_can_be_played_again() {
    let file = Absent::new("games");
    let arguments = ["--games", "9", "--out", file.path()];
    let table = play("depth:2", "random", &arguments).good();
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
        // Two games in a row have the opening in common, other ones don't.
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
fn a_file_of_games_is_replaced_whole_if_that_is_asked_for_and_never_otherwise() {
    let file = Absent::new("kept");
    let out = ["--out", file.path()];
    play("depth:2", "random", &[&["--games", "9"], &out[..]].concat()).good();
    let nine_games = fs::read_to_string(file.path()).unwrap();
    let forced = [&["--games", "2", "--force"], &out[..]].concat();
    let no_player = play("depth:2", "uci:no/such/program", &forced);
    no_player.one_line_of_blame();
    let refused = play("depth:2", "random", &[&["--games", "2"], &out[..]].concat());
    let expected = " exists already: name another file, or pass --force to replace it";
    assert!(refused.one_line_of_blame().ends_with(expected), "{refused:?}");
    assert_eq!(fs::read_to_string(file.path()).unwrap(), nine_games);
    play("depth:2", "random", &forced).good();
    let two_games: String = nine_games.split_inclusive('\n').take(3).collect();
    assert_eq!(fs::read_to_string(file.path()).unwrap(), two_games);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_the_output_and_the_games_before_it_count() {
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
fn games_are_objects_if_the_report_is_one() {
    let file = Absent::new("objects");
    play("random", "random", &["--games", "2", "--json", "--out", file.path()]).good();
    let text = fs::read_to_string(file.path()).unwrap();
    let games: Vec<Value> = text.lines().map(object).collect();
    assert_eq!((games.len(), &games[1]["game"], &games[1]["illegal"]), (2, &2.into(), &Value::Null));
    let help = run(&["match", "--help"], b"").good();
    for name in games[0].as_object().unwrap().keys() {
        assert!(help.contains(&format!("\n  {name} ")), "{name}");
    }
}

#[test]
fn the_help_of_a_match_names_all_that_is_in_the_report_and_says_what_is_so() {
    let help = run(&["match", "--help"], b"").good();
    let report = object(&play("random", "random", &["--games", "2", "--json"]).good());
    for value in [&report, &report["a"], &report["a"]["all"]] {
        for name in value.as_object().unwrap().keys() {
            assert!(help.contains(&format!(" {name}")), "{name}");
        }
    }
    for part in ["First player: ", "Second player, ", "The book answers openings of up to 13 plies at once"] {
        assert!(help.contains(part), "{part}");
    }
}

#[test]
fn an_answer_that_is_no_move_loses_the_game() {
    let winners = marlin("lines", "solve --outcome");
    let run = play("random", &winners, &["--games", "6", "--json"]);
    assert_eq!((run.code, run.stderr.matches('\n').count()), (Some(0), 1), "told once: {run:?}");
    assert!(run.stderr.starts_with("game 1, B: illegal move: '"), "{run:?}");
    let report = object(&run.stdout);
    let b = &report["b"]["all"];
    assert_eq!(report["a"]["all"]["illegal"], 0);
    assert_eq!((&b["illegal"], &b["losses"]), (&6.into(), &6.into()));
    let judged = object(&score(&["--count", "5", "--blunders", "1", "--json", "--", &winners]).good());
    assert_eq!((&judged["all"]["illegal"], &judged["all"]["good"]), (&5.into(), &0.into()));
    assert!(judged["blunders"][0]["illegal"].as_str().unwrap().ends_with("is no move"), "{judged}");
}

/// Returns a player of `lines:` that runs a script of the shell; the script has no single quotes.
#[cfg(unix)]
fn script(text: &str) -> String {
    format!("lines:sh -c '{text}'")
}

#[cfg(unix)]
#[test]
fn a_digit_that_is_no_column_loses_the_game_at_once() {
    for digit in ["9", "0"] {
        let player = script(&format!("echo banner text; while read -r moves; do echo {digit}; done"));
        let run = play(&player, "random", &["--games", "4", "--json"]);
        assert!(run.stderr.starts_with("game 1, A: illegal move: ") && run.code == Some(0), "{run:?}");
        let report = object(&run.stdout);
        let a = &report["a"]["all"];
        assert_eq!((&a["illegal"], &a["losses"]), (&4.into(), &4.into()), "{report}");
    }
}

/// Checks that a run ends because of a program, and returns the one line that says why.
fn blame(run: &Run) -> &str {
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
    assert_eq!(run.stderr.matches('\n').count(), 1, "{run:?}");
    &run.stderr
}

/// What a script answers to play on: the column nearest to the centre that isn't full.
#[cfg(unix)]
const MOVE: &str = "echo 0 0 0 0 0 0 0";

/// Returns a player that does something in place of its first answer, and answers all other questions.
#[cfg(unix)]
fn fails_once(what: &str, mark: &Absent) -> String {
    let mark = mark.path();
    script(&format!("while read -r moves; do [ -e {mark} ] || {{ >{mark}; {what}; }}; {MOVE}; done"))
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
    let (a, told) = first_of_six_failed(&fails_once("kill -SEGV $$", &mark), &[]);
    assert_eq!((&a["crashes"], &a["timeouts"]), (&1.into(), &0.into()), "{a}");
    assert!(told.starts_with("crash game 1") && told.contains("(signal: 11 (SIGSEGV)"), "{told}");
    assert!(told.ends_with(" failed in 1 of 6 games: crashes 1, timeouts 0"), "{told}");

    let mark = Absent::new("status");
    let (a, told) = first_of_six_failed(&fails_once("exit 3", &mark), &[]);
    assert_eq!((&a["crashes"], &a["timeouts"]), (&1.into(), &0.into()), "{a}");
    assert!(told.contains("ended without an answer to '") && told.contains("(exit status: 3; "), "{told}");
}

#[cfg(unix)]
#[test]
fn silence_loses_that_game_and_the_program_plays_the_next_one() {
    let mark = Absent::new("asleep");
    let (a, told) = first_of_six_failed(&fails_once("exec sleep 100", &mark), &["--timeout", "1"]);
    assert_eq!((&a["crashes"], &a["timeouts"]), (&0.into(), &1.into()), "{a}");
    assert!(told.starts_with("timeout game 1") && told.contains(" within 1 s (nothing came back)"), "{told}");
    assert!(told.ends_with(" failed in 1 of 6 games: crashes 0, timeouts 1"), "{told}");
}

// What a script has started holds the standard error that these tests read to its end: they would take minutes if it
// lived on.
#[cfg(unix)]
#[test]
fn what_a_script_has_started_ends_with_it() {
    let asked = Instant::now();
    for (what, count) in [("sleep 300", "timeouts"), ("sleep 300 & exit 3", "crashes")] {
        let mark = Absent::new(count);
        let (a, told) = first_of_six_failed(&fails_once(what, &mark), &["--timeout", "1"]);
        assert_eq!(a[count], 1, "{told}");
    }
    assert!(asked.elapsed() < Duration::from_secs(150));
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_takes_its_programs_along() {
    use std::os::unix::process::ExitStatusExt;

    for (name, signal) in [("INT", 2), ("TERM", 15)] {
        let mark = Absent::new(name);
        let asked = Instant::now();
        let player = script(&format!("read -r moves; >{}; sleep 300", mark.path()));
        let mut program = Command::new(env!("CARGO_BIN_EXE_marlin-cli"));
        program.args(["match", &player, "random"]).args(SMALL).stderr(Stdio::piped());
        let child = program.spawn().unwrap();
        while !mark.0.exists() {
            assert!(asked.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(5));
        }
        let kill = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.signal(), output.stderr.as_slice()), (Some(signal), &b""[..]));
        assert!(asked.elapsed() < Duration::from_secs(150));
    }
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
        assert!(named && line.contains("perft 1 ended without an answer to '"), "{line}");
    }
    assert!(
        lines.len() == 4 && lines[3].contains(" failed in 3 of 3 games: crashes 3, timeouts 0; "),
        "{stderr}"
    );
}

#[cfg(unix)]
#[test]
fn moves_that_overstep_the_time_are_counted_and_lose_if_it_is_strict() {
    let slow = script(&format!("while read -r moves; do sleep 0.2; {MOVE}; done"));
    let arguments = ["--games", "2", "--time", "50"];
    let report = object(&play(&slow, "perfect", &[&arguments[..], &["--json"]].concat()).good());
    let [a, b] = ["a", "b"].map(|player| &report[player]["all"]);
    assert_eq!((&b["oversteps"], &b["worst_overstep_ms"]), (&0.into(), &Value::Null), "{report}");
    assert!(a["oversteps"].as_u64().unwrap() >= 2, "{report}");
    assert!((150.0..60_000.0).contains(&a["worst_overstep_ms"].as_f64().unwrap()), "{report}");
    assert_eq!((&report["time_ms"], &report["strict_time"]), (&50.into(), &false.into()));

    let file = Absent::new("strict");
    let strict = [&arguments[..], &["--strict-time", "--out", file.path()]].concat();
    let table = play(&slow, "perfect", &strict).good();
    assert!(table.contains("2 games, openings of 22 plies, seed 1, 50 ms a move, strictly\n"), "{table}");
    assert!(table.contains("  timeouts  oversteps  worst overstep\n"), "{table}");
    let games = fs::read_to_string(file.path()).unwrap();
    for (line, result) in games.lines().skip(1).zip(["0-1", "1-0"]) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!((fields[5], fields[8]), (result, "overstep"), "{line}");
        assert!(fields[9].starts_with("the move took ") && fields[9].ends_with(" ms, of 50 ms"), "{line}");
    }
}

#[test]
fn a_strict_time_needs_a_time() {
    let no_time = play("random", "random", &["--strict-time"]);
    assert!(no_time.one_line_of_blame().starts_with("error: --strict-time needs --time MS, "), "{no_time:?}");
}

#[cfg(unix)]
#[test]
fn a_crash_is_a_bad_answer_for_that_position() {
    let mark = Absent::new("judged");
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
    // One that is of no use at all isn't asked for ever.
    let Run { stdout, stderr, code } = score(&["--json", "--", &script("exit 3")]);
    assert_eq!((code, &object(&stdout)["all"]["positions"]), (Some(1), &3.into()), "{stderr}");
}

#[test]
fn a_program_that_does_not_greet_is_named_before_any_game() {
    let no_book = play(&marlin("uci", "book info"), "random", &[]);
    assert!(blame(&no_book).contains("ended without an answer to 'uci' (exit status: 0; "), "{no_book:?}");
}

#[test]
fn a_program_that_does_not_answer_is_given_up_and_does_not_outlive_the_match() {
    // It makes a book for hours and reads nothing. It holds the standard error that this test reads to its end, so the
    // test would take hours too if it lived on.
    let record = Absent::new("deaf.record");
    let book = record.path().strip_suffix(".record").unwrap();
    let maker = marlin("native", &format!("book generate --plies 8 --threads 1 --out '{book}'"));
    let deaf = play(&maker, "random", &["--timeout", "1", "--games", "1"]);
    let line = deaf.stderr.lines().next().unwrap();
    assert!(line.contains(" gave no answer to 'go' within 1 s (nothing came back); --timeout"), "{line}");
    let stranger = score(&["--timeout", "1", "--", &marlin("uci", "perft 42")]);
    let line = blame(&stranger);
    assert!(line.contains("'uci' within 1 s") && line.contains("is 'perft "), "{line}");
}

#[test]
fn what_names_no_player_is_bad_usage() {
    for (player, part) in [
        ("fairy-stockfish", "error: no player 'fairy-stockfish': it is random, perfect, depth:N, or"),
        ("depth:x", "error: no depth 'x': a whole number from 1 to 20 is expected"),
        ("uci:", "error: no program in 'uci:'"),
        ("uci:no/such/program", "error: cannot start 'no/such/program': "),
    ] {
        assert!(play(player, "random", &[]).one_line_of_blame().starts_with(part), "{player}");
        assert!(play("random", player, &[]).one_line_of_blame().starts_with(part), "{player}");
        assert!(score(&["--", player]).one_line_of_blame().starts_with(part), "{player}");
    }
    let nowhere = play("random", "random", &["--out", "no/such/folder/games"]);
    assert!(nowhere.one_line_of_blame().starts_with("error: cannot write no/such/folder/games: "));
}

#[test]
fn perfect_answers_are_counted_as_perfect_whoever_gives_them() {
    let marlin = env!("CARGO_BIN_EXE_marlin-cli");
    for agent in [
        &["perfect"][..],
        &[&format!("native:{marlin}"), "--hash", "8"],
        &[&format!("lines:{marlin}"), "analyze", "--hash", "8"],
    ] {
        let arguments = ["--count", "20", "--min-plies", "20", "--json", "--blunders", "3", "--"];
        let report = object(&score(&[&arguments, agent].concat()).good());
        let all = &report["all"];
        assert_eq!((&all["positions"], &all["good"], &all["perfect"]), (&20.into(), &20.into(), &20.into()));
        assert!(all["mean_ms"].as_f64().unwrap() > 0.0);
        assert_eq!(report["blunders"], Value::Array(vec![]));
    }
}

#[test]
fn the_blunders_of_a_weak_player_are_listed() {
    let arguments = ["random", "--count", "50", "--min-plies", "20", "--blunders", "2"];
    let table = score(&arguments).good();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[..3],
        ["random", "", "stones  positions     good  perfect  illegal  crashes  timeouts    mean ms"]
    );
    assert!(lines.iter().any(|line| line.starts_with("all") && line.contains(" 50 ")), "{table}");
    for blunder in &lines[lines.len() - 2..] {
        assert!(blunder.contains(" (score ") && blunder.contains(", best "), "{table}");
    }
    let report = object(&score(&[&arguments[..], &["--json"]].concat()).good());
    let help = run(&["score-agent", "--help"], b"").good();
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    for name in [names(&report), names(&report["all"]), names(&report["blunders"][0])].concat() {
        assert!(help.contains(&format!("\n  {name} ")) || help.contains(&format!("\n    {name} ")), "{name}");
    }
}

#[test]
fn positions_are_read_from_a_file_with_or_without_scores() {
    let file = Absent::new("positions");
    fs::write(file.path(), "# two\n2252576253462244111563365343671351441\n121212 18\n").unwrap();
    let report = object(&score(&["perfect", "--positions", file.path(), "--json"]).good());
    let counts: Vec<_> =
        report["phases"].as_array().unwrap().iter().map(|p| p["positions"].clone()).collect();
    assert_eq!(counts, [1, 0, 1]);
    assert_eq!(report["all"]["perfect"], 2);

    fs::write(file.path(), "121212\n1212121\n").unwrap();
    let over = score(&["perfect", "--positions", file.path()]);
    assert!(
        over.one_line_of_blame().ends_with(", line 2: there is no move to ask for: X has won"),
        "{over:?}"
    );
    fs::write(file.path(), "").unwrap();
    assert!(score(&["perfect", "--positions", file.path()]).one_line_of_blame().contains("no positions in "));
    let missing = score(&["perfect", "--positions", "no/such/file"]);
    assert!(missing.one_line_of_blame().starts_with("error: cannot read no/such/file: "));
    let turned = score(&["perfect", "--min-plies", "9", "--max-plies", "8"]);
    assert!(turned.one_line_of_blame().contains("no plies between --min-plies 9 and --max-plies 8"));
}

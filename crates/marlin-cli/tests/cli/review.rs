//! `marlin-cli review`: one game move by move, many games as a table, and their graph.

use std::env;
use std::fs;
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::process::{TestFile, run, with_longer_times};

/// X wins with its fourth stone; both sides blunder.
const GAME: &str = "3141516";

fn object(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_game_is_reviewed_move_by_move() {
    let text = run(&["review", GAME], b"").succeeds();
    assert!(text.starts_with("3141516: X has won\n\nmove  column  score "), "{text}");
    for line in [
        " 1 X  3       1 to 0     4        X wins on move 41  blunder: win to draw\n",
        " 3 X  4       2          4        X wins on move 39  only move\n",
        "\n2 blunders in 7 moves.\n",
        " 4 O  1       -2 to -18  2 5 6    X wins on move 39  quick loss: X wins on move 7\n",
        "\nMove 1: X played column 3 and threw away the win. Column 4 wins. Better play: 4 ",
        "\nTurning point: move 2, when O played column 1.\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    let markdown = run(&["review", GAME, "--markdown"], b"").succeeds();
    assert!(
        markdown.contains("\n| 2 O | 1 | 0 to -2 | 3 4 5 6 | draw | blunder: draw to loss |\n"),
        "{markdown}"
    );
    let review = object(&run(&["review", GAME, "--json"], b"").succeeds());
    assert_eq!((&review["result"], &review["turning_point"]), (&"X".into(), &2.into()));
    assert_eq!(review["moves"][0]["outcomes"], serde_json::json!(["win", "draw"]));
    assert_eq!(review["moves"].as_array().unwrap().len(), 7);
    let blunder = &review["moves"][0];
    assert_eq!(blunder["story"], "Move 1: X played column 3 and threw away the win. Column 4 wins.");
    assert_eq!(blunder["refutation"].as_array().unwrap().len(), 12);
    assert!(review["moves"][2]["story"].is_null(), "{review}");
    assert_eq!(review["turning_point_words"], "Turning point: move 2, when O played column 1.");
}

#[test]
fn moves_are_named_as_by_other_commands() {
    let expected = run(&["review", GAME], b"").succeeds();
    for (arguments, input) in [
        (&["review", "3", "1", "4", "1", "5", "1", "6"][..], ""),
        (&["review", "3 1 4 1 5 1 6"], ""),
        (&["review", "-"], "# a comment\n\n3141516\n"),
        (&["review"], "3141516 1\r\n"),
    ] {
        assert_eq!(run(arguments, input.as_bytes()).succeeds(), expected, "{arguments:?}");
    }
    assert!(run(&["review", ""], b"").succeeds().starts_with("no moves: not over\n"));
}

#[test]
fn many_games_are_a_table_with_the_worst_moves() {
    let file = TestFile::new("games.txt", "# board 6x5\n3141516\n33\n");
    let text = run(&["review", file.path(), "--worst", "1", "--hash", "1"], b"").succeeds();
    let rows: Vec<_> = text.lines().collect();
    assert_eq!(rows.len(), 5, "{text}");
    assert!(rows[1].starts_with("   1      7  X has won ") && rows[2].starts_with("   2      2  not over "));
    assert!(
        rows[4].starts_with("Game 1, move 2, O 1: draw to loss, score 0 to -2; better 3 4: draw."),
        "{text}"
    );
    let lines = run(&["review", file.path(), "--json", "--hash", "1"], b"").succeeds();
    assert!(lines.lines().map(object).all(|review| review["board"] == "6x5"), "{lines}");
    assert_eq!(lines.lines().count(), 2);
}

#[test]
fn a_graph_is_written_to_a_file_that_does_not_exist() {
    let path = env::temp_dir().join(format!("marlin-graph-{}.svg", process::id()));
    let name = path.to_str().unwrap();
    run(&["review", GAME, "--svg", name], b"").succeeds();
    let svg = fs::read_to_string(&path).unwrap();
    assert!(
        svg.contains("<desc>From move 1 a draw, from move 2 X wins. Marked: moves 1, 2.</desc>"),
        "{svg}"
    );
    let refused = run(&["review", GAME, "--svg", name], b"");
    assert!(refused.stderr.contains(" exists already: "), "{refused:?}");
    assert_eq!(refused.code, Some(2));
    run(&["review", GAME, "--svg", name, "--force"], b"").succeeds();
    fs::remove_file(&path).unwrap();
    let many = run(&["review", "-", "--svg", name], b"1\n2\n");
    assert_eq!(
        many.error_line(),
        "error: --svg draws one game, and there are 2: leave it out, or review a single one"
    );
}

#[test]
fn bad_input_of_every_kind_is_one_clear_line() {
    let bad = TestFile::new("bad-games.txt", "4433\n44x\n");
    let long = "4".repeat(100_000);
    for (arguments, input, expected) in [
        (&["review", "44x"][..], &b""[..], "invalid MOVES: invalid character 'x' at character 3"),
        (&["review", "4444444"], b"", "invalid MOVES: move 7: column 4 is full"),
        (&["review", "12121211"], b"", "invalid MOVES: move 8: the game is over: X has won"),
        (&["review", &long], b"", "invalid MOVES: "),
        (&["review", "no/such.file"], b"", "cannot read no/such.file: "),
        (&["review", "."], b"", "cannot read .: "),
        (&["review", bad.path()], b"", ""),
        (&["review"], b"\xff\n", "standard input, line 1: the line is not valid UTF-8"),
        (&["review", "8", "--board", "7x6"], b"", "invalid MOVES: "),
        (
            &["review", "4", "--svg", "no/such/folder/graph.svg"],
            b"",
            "cannot write no/such/folder/graph.svg: ",
        ),
    ] {
        let refused = run(arguments, input);
        let line = refused.stderr.strip_suffix('\n').unwrap();
        assert!(refused.code == Some(2) && !line.contains('\n') && line.len() < 300, "{line}");
        assert!(line.starts_with(&format!("error: {expected}")), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_prints_the_proven_moves() {
    with_longer_times(|factor| is_interrupted_after(factor * Duration::from_millis(200)));
}

/// Checks what two commands print that are interrupted after some time.
#[cfg(target_os = "linux")]
fn is_interrupted_after(time: Duration) {
    // In the background of a script SIGINT is ignored.
    let signal = marlin_support::process::signals().last().unwrap();
    for arguments in [
        &["review", "--board", "8x7", "4455663", "--time", "0"][..],
        &["explain", "--board", "12x4", "--time", "0"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_marlin-cli"));
        let piped =
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = piped.spawn().unwrap();
        let status = format!("/proc/{}/status", child.id());
        // Until the program hears the signal.
        let hears = || {
            let status = fs::read_to_string(&status).unwrap();
            let caught =
                status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
            u64::from_str_radix(&caught, 16).unwrap() >> (signal - 1) & 1 == 1
        };
        while !hears() {
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(time);
        assert!(
            Command::new("kill")
                .args([format!("-{signal}"), child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(4), "{stdout}{stderr}");
        assert!(stderr.starts_with("error: interrupted: "), "{stderr}");
        if arguments[0] == "review" {
            let is_proven = |line: &str| line.starts_with(" 7 X") && !line.contains("not proven");
            assert!(stdout.lines().any(is_proven) && stdout.contains("not proven"), "{stdout}");
        } else {
            assert!(stdout.contains("The winner is not proven."), "{stdout}");
        }
    }
}

#[test]
fn moves_that_a_limit_leaves_unproven_have_no_assessment() {
    let output = run(&["review", "5555", "--board", "9x6", "--nodes", "1000"], b"");
    assert_eq!(output.code, Some(4));
    assert!(
        output.stdout.contains(" not proven\n") && output.stdout.contains("accuracy unknown"),
        "{output:?}"
    );
    assert!(output.stderr.starts_with("error: 4 of 4 not proven within --time or --nodes: "), "{output:?}");
    assert!(output.stdout.contains("\nNo move is proven; 4 are open.\n"), "{output:?}");
    let review = run(&["review", "5555", "--board", "9x6", "--nodes", "1000", "--json"], b"").stdout;
    assert_eq!(object(&review)["moves"][0]["verdict"], Value::Null);
}

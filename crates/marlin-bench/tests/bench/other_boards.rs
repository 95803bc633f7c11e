//! Sets of other boards than 7x6, by the real program.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use serde_json::{Value, json};

use crate::common::{Run, SMALL_SET, TempDir, run};

/// Positions of 8x5 that take a search.
const OF_8X5: &str = "# board 8x5\n63331146141385347227575 3\n22872881716472125 -4\n56327428758238 3\n";

/// Positions of 12x4, with columns beyond the ninth.
const OF_12X4: &str =
    "# board 12x4\n12,12,11,11,10,10 21\n3,6,11,3,10,2,7,12,1,4,2,1,8,9,11,2,5,6,6,11,5,4,8,9 2\n";

fn sets() -> TempDir {
    let dir = TempDir::new();
    dir.write("small.txt", SMALL_SET);
    dir.write("8x5.txt", OF_8X5);
    dir.write("12x4.txt", OF_12X4);
    dir
}

fn results(run: &Run) -> Value {
    serde_json::from_str(run.succeeds()).unwrap()
}

#[test]
fn sets_of_several_boards_are_replayed_as_each_by_itself() {
    let dir = sets();
    let names = ["8x5.txt", "small.txt", "12x4.txt"];
    let options = ["--json", "--hash", "1"];
    let together = results(&run(&dir, &[&names[..], &options, &["--repeat", "2", "--jobs", "2"]].concat()));
    for (set, (name, board)) in
        together["sets"].as_array().unwrap().iter().zip(names.iter().zip(["8x5", "7x6", "12x4"]))
    {
        let alone = results(&run(&dir, &[&[*name], &options[..]].concat()));
        assert_eq!((&set["board"], &alone["totals"]["board"]), (&json!(board), &json!(board)));
        assert_eq!(set["total_nodes"], alone["totals"]["total_nodes"], "{name}");
        assert_eq!(set["scores"], alone["signatures"]["scores"], "{name}");
        assert!(set["total_nodes"].as_u64().unwrap() > 0, "{name}");
    }
    assert_eq!(together["totals"]["board"], Value::Null, "the sets together are of no one board");
}

#[test]
fn the_board_belongs_to_the_score_signature() {
    let dir = TempDir::new();
    // The same lines: on either board the win is as far from the end of the game.
    dir.write("6x7.txt", "# board 6x7\n112233 18\n");
    dir.write("7x6.txt", "112233 18\n");
    dir.write("stated.txt", "# board 7x6\n112233 18\n");
    let scores = |name| results(&run(&dir, &[name, "--json"]))["signatures"]["scores"].clone();
    assert_ne!(scores("6x7.txt"), scores("7x6.txt"));
    assert_eq!(scores("stated.txt"), scores("7x6.txt"));
}

#[test]
fn a_wrong_score_of_another_board_ends_with_the_command_that_shows_it() {
    let dir = TempDir::new();
    dir.write("bad.txt", "# board 12x4\n12,12,11,11,10,10 20\n");
    let run = run(&dir, &["bad.txt"]);
    let line = run.fails_with(1);
    assert!(line.contains("position 12,12,11,11,10,10, expected 20, got 21"), "{line}");
    assert!(line.contains("-p marlin-cli -- solve --board 12x4 --no-book -"), "{line}");
}

#[test]
fn a_set_of_another_board_than_the_one_asked_for_is_refused() {
    let dir = sets();
    let refused = |args: &[&str]| run(&dir, &[args, &["--sets-dir", "."]].concat()).fails_with(2).to_owned();
    assert_eq!(
        refused(&["12x4.txt", "8x5.txt", "--board", "12x4"]),
        "error: 8x5.txt: a set of board 8x5, where 12x4 is expected"
    );
    assert_eq!(
        refused(&["small", "--board", "8x5"]),
        "error: ./small.txt: a set of board 7x6, where 8x5 is expected"
    );
    dir.write("L3_R1.txt", OF_8X5);
    assert_eq!(refused(&[]), "error: ./L3_R1.txt: a set of board 8x5, where 7x6 is expected");
    assert_eq!(refused(&["signature"]), "error: ./L3_R1.txt: a set of board 8x5, where 7x6 is expected");
    run(&dir, &["small.txt", "--board", "7x6"]).succeeds();
}

#[test]
fn a_board_that_does_not_fit_or_is_stated_too_late_is_named_with_its_line() {
    let dir = TempDir::new();
    let cases = [
        ("# board 13x9\n44 3\n", "line 1: a board of 13x9 does not fit: with 9 rows it has 1 to 12 columns"),
        ("4433 18\n# board 8x5\n", "line 2: a set of board 8x5, where 7x6 is expected"),
        ("# board 8x5\n# board 5x8\n", "line 2: a set of board 5x8, where 8x5 is expected"),
        ("# board 8x5\n49 3\n", "line 2: invalid character '9' at character 2 (moves are columns, 1 to 8)"),
    ];
    for (text, reason) in cases {
        dir.write("bad.txt", text);
        assert_eq!(run(&dir, &["bad.txt"]).fails_with(2), format!("error: bad.txt: {reason}"));
    }
    let run = run(&dir, &["--board", "13x9"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.starts_with("error: invalid value '13x9' for '--board <WxH>': a board of 13x9"),
        "{run:?}"
    );
}

#[test]
fn a_baseline_of_another_board_is_refused_before_the_run() {
    let dir = sets();
    dir.write("mine.txt", "# board 6x7\n112233 18\n");
    run(&dir, &["mine.txt", "--save-baseline", "base.json"]).succeeds();
    dir.write("mine.txt", "112233 18\n");
    let other = run(&dir, &["mine.txt", "--baseline", "base.json"]);
    assert_eq!(other.fails_with(2), "error: mine: board 6x7 in the baseline, 7x6 now");
    assert_eq!(other.out, "");

    // Results of 7x6 may name no board.
    let mut old: Value = serde_json::from_str(&dir.read("base.json")).unwrap();
    old["sets"][0].as_object_mut().unwrap().remove("board").unwrap();
    old["sets"][0]["scores"] = Value::Null;
    dir.write("old.json", &old.to_string());
    run(&dir, &["mine.txt", "--baseline", "old.json"]).succeeds();
    run(&dir, &["compare", "old.json", "base.json"]).fails_with(2);
}

#[test]
fn two_builds_are_compared_on_the_boards_of_the_sets() {
    let dir = sets();
    let this = env!("CARGO_BIN_EXE_marlin-bench");
    let args = ["ab", this, this, "8x5.txt", "12x4.txt", "--rounds", "1", "--hash", "1", "--json"];
    let compared = results(&run(&dir, &args));
    let nodes = |index: usize| compared["sets"][index]["old_nodes"].clone();
    let alone = |name| results(&run(&dir, &[name, "--hash", "1", "--json"]))["totals"]["total_nodes"].clone();
    assert_eq!([nodes(0), nodes(1)], [alone("8x5.txt"), alone("12x4.txt")]);
}

#[test]
fn the_six_sets_of_a_board_are_replayed_by_its_name() {
    let dir = TempDir::new();
    let names = ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3"].map(|name| format!("8x5_{name}"));
    for name in &names {
        dir.write(&format!("{name}.txt"), OF_8X5);
    }
    let replayed = results(&run(&dir, &["--board", "8x5", "--sets-dir", ".", "--json"]));
    let found: Vec<_> = replayed["sets"].as_array().unwrap().iter().map(|set| set["name"].clone()).collect();
    assert_eq!(found, names.map(Value::from));
    assert_eq!(replayed["totals"]["board"], "8x5");
}

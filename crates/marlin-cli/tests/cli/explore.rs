//! `marlin-cli explore`: a position in a tree of openings.

use serde_json::{Value, json};

use super::process::run;

fn explored(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(&[&["explore", "--json"], arguments].concat(), b"").succeeds()).unwrap()
}

#[test]
fn an_exploration_has_a_line_for_each_column_and_each_level() {
    let text = run(&["explore", "4"], b"").succeeds();
    let board = run(&["show", "4"], b"").succeeds();
    let rest = text.strip_prefix(&board).unwrap();
    assert!(rest.starts_with("Move orders: 1\n\ncolumn  cell  score"), "{rest}");
    let trap = "     4  d2       -1  X wins on move 41             1 of 7            1\n";
    assert!(rest.contains(trap), "{rest}");
    let perfect = "   10  perfect            -     -     - 100.0     -     -     -\n";
    assert!(rest.ends_with(perfect), "{rest}");
}

#[test]
fn json_has_the_replies_that_hold_and_the_shares() {
    let found = explored(&["4"]);
    assert_eq!(
        (&found["position"], &found["board"], &found["to_move"]),
        (&"4".into(), &"7x6".into(), &"O".into())
    );
    assert_eq!((&found["columns"][3]["holding"], &found["columns"][3]["replies"]), (&json!(1), &json!(7)));
    assert_eq!(found["levels"][9], json!({"level": 10, "columns": [{"column": 4, "share": 1.0}]}));
    let over = explored(&["1212121"]);
    assert_eq!((&over["to_move"], &over["columns"], &over["levels"]), (&json!(null), &json!([]), &json!([])));
}

#[test]
fn the_positions_by_ply_are_a_table_and_an_array() {
    let table = run(&["explore", "--census"], b"").succeeds();
    assert_eq!(table.lines().count(), 14);
    assert!(table.ends_with("    12   12236101   8191645  541825   3502631\n"), "{table}");
    let rows: Value = serde_json::from_str(&run(&["explore", "--census", "--json"], b"").succeeds()).unwrap();
    assert_eq!(rows[1], json!({"stones": 1, "positions": 7, "won": 4, "drawn": 2, "lost": 1}));
    assert_eq!(rows, explored(&[])["census"]);
}

#[test]
fn what_the_limits_leave_open_is_a_question_mark_and_gives_exit_code_4() {
    let open = run(&["explore", "5", "--board", "9x6", "--nodes", "10", "--threads", "1"], b"");
    assert_eq!(open.code, Some(4), "{open:?}");
    let column = "     1  a1        ?  ?                             ? of 9            1\n";
    assert!(open.stdout.contains(column), "{open:?}");
    assert!(open.stderr.starts_with("error: 1 of 1 not proven within --time or --nodes"), "{open:?}");
}

#[test]
fn bad_arguments_give_one_clear_line() {
    let full = run(&["explore", "44444444"], b"");
    assert_eq!(full.error_line(), "error: invalid MOVES: move 7: column 4 is full");
    for arguments in [&["explore", "--census", "44"][..], &["explore", "--census", "--threads", "2"]] {
        assert_eq!(run(arguments, b"").code, Some(2), "{arguments:?}");
    }
}

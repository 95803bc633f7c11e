//! Solving empty boards, by the real program.

use crate::common::{TempDir, run};

#[test]
fn small_boards_are_solved_and_agree() {
    let dir = TempDir::new();
    let run = run(&dir, &["boards", "4x4", "5x4", "6x4", "--hash", "2"]);
    let rows: Vec<_> = run.succeeds().lines().collect();
    assert_eq!(rows.len(), 4, "{run:?}");
    assert!(rows[0].starts_with("board  result"), "{run:?}");
    let results = ["4x4    draw ", "5x4    draw ", "6x4    second player wins at move 24 "];
    for (row, result) in rows[1..].iter().zip(results) {
        assert!(row.starts_with(result) && row.ends_with("  yes"), "{row}");
        assert_eq!(row.len(), rows[1].len(), "{row}");
    }
}

#[test]
fn a_board_without_enough_time_shows_its_bounds() {
    let dir = TempDir::new();
    let run = run(&dir, &["boards", "7x7", "7x6", "--time", "1", "--hash", "1"]);
    assert!(run.fails_with(4).ends_with("not proven within 1ms: 7x7, 7x6"), "{run:?}");
    let rows: Vec<_> = run.out.lines().collect();
    assert!(rows[1].starts_with("7x7    score in -") && rows[1].ends_with("  -"), "{run:?}");
    assert!(rows[2].starts_with("7x6    score in -") && rows[2].ends_with("  open"), "{run:?}");
}

#[test]
fn an_unknown_board_is_refused_with_the_known_ones() {
    let dir = TempDir::new();
    let run = run(&dir, &["boards", "4x4", "9x9"]);
    let line = run.fails_with(2);
    assert!(line.starts_with("error: no board \"9x9\" (known: 4x4, 5x4, "), "{line}");
    assert!(line.contains("8x6") && line.contains("7x7"), "{line}");
    assert_eq!(run.out, "", "nothing is solved before");
}

#[test]
fn an_impossible_table_size_is_refused_in_one_line() {
    let dir = TempDir::new();
    assert!(run(&dir, &["boards", "4x4", "--hash", "0"]).fails_with(2).contains("a table of 0 MiB"));
}

#[test]
fn json_can_be_read_back_with_every_number() {
    let dir = TempDir::new();
    let args = ["boards", "6x4", "4x4", "--format", "json", "--hash", "2", "--cpu", "baseline"];
    let run = run(&dir, &args);
    let json: serde_json::Value = serde_json::from_str(run.succeeds()).unwrap();
    assert_eq!((&json["schema_version"], &json["tool"]), (&2.into(), &"marlin-bench".into()));
    assert_eq!(
        json["config"],
        serde_json::json!({ "threads": 1, "hash_mib": 2, "time_ms": null, "cpu": "baseline" })
    );
    let board = &json["boards"][0];
    assert_eq!((&board["board"], &board["winning_move"]), (&"6x4".into(), &24.into()));
    assert_eq!(
        (&board["lower"], &board["upper"], &board["proven"]),
        (&(-1).into(), &(-1).into(), &true.into())
    );
    assert_eq!((&board["result"], &board["published"]), (&board["published"], &board["result"]));
    assert_eq!(board["agreement"], "agrees");
    for field in ["nodes", "time_us", "nps"] {
        assert!(board[field].as_f64().unwrap() > 0.0, "{field}");
    }
    assert!(json["boards"][1]["winning_move"].is_null());
}

#[test]
fn help_includes_examples() {
    let dir = TempDir::new();
    let run = run(&dir, &["boards", "--help"]);
    let help = run.succeeds();
    for part in ["Examples:\n  marlin-bench boards", "Exit codes:", "Tromp", "[default: 4x4 5x4 6x4"] {
        assert!(help.contains(part), "{part}: {help}");
    }
}

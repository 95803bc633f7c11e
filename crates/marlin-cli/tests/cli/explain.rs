//! `marlin-cli explain`: why a position has its score.

use std::time::Instant;

use serde_json::Value;

use super::process::{TestFile, run};
use crate::support::PATIENCE;

/// X has to play below d4 in the end: docs/proofs.md (R4) has the same position.
const ZUGZWANG: &str = "6753313356447316657265273262";

/// A position of which only a search knows the score.
const EARLY: &str = "6113265755";

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(&[&["explain", "--json"], arguments].concat(), b"").succeeds()).unwrap()
}

#[test]
fn an_explanation_has_the_board_the_result_the_layer_and_the_reason() {
    let text = run(&["explain", "4433"], b"").succeeds();
    let board = run(&["show", "4433"], b"").succeeds();
    let rest = text.strip_prefix(&board).unwrap();
    assert!(
        rest.starts_with(
            "\nX wins on move 7 if both play perfectly.\nProven by: double threat\n\nX plays e1 and "
        ),
        "{rest}"
    );
}

#[test]
fn the_source_of_a_score_from_the_book_is_the_book() {
    for (arguments, source) in [
        (&["explain", "4444415266671"][..], "opening book"),
        (&["explain", "--board", "8x7", "--nodes", "1000"], "opening book"),
    ] {
        let text = run(arguments, b"").stdout;
        assert!(
            text.contains(&format!("roven by: {source}\n")) && text.contains("From the opening book: "),
            "{text}"
        );
    }
    let text = run(&["explain", "4444415266671", "--no-book"], b"").succeeds();
    assert!(text.contains("roven by: search\n") && text.contains("Solved by calculation: "), "{text}");
}

#[test]
fn the_cells_of_claimeven_are_those_of_the_proofs() {
    let text = run(&["explain", ZUGZWANG], b"").succeeds();
    let drawing = "\
6  = = X = = X =
5  * * O . * X *
4  = O O T O X O
3  * O X * O O X
2  X X X O X O X
1  O O O X X X O
   a b c d e f g
";
    assert!(text.contains(drawing), "{text}");
    assert!(text.contains("Winner proven by: zugzwang\nScore proven by: search\n"), "{text}");
}

#[test]
fn json_has_the_cells_to_highlight_with_each_statement() {
    let found = json(&[ZUGZWANG, "--no-book"]);
    assert_eq!(
        (&found["position"], &found["board"], &found["winner"]),
        (&ZUGZWANG.into(), &"7x6".into(), &"O".into())
    );
    assert_eq!((found["score"].as_i64(), &found["winner_layer"]), (Some(-2), &"zugzwang".into()));
    let steps = found["steps"].as_array().unwrap();
    let claimeven = steps.iter().find(|step| step["kind"] == "claimeven").unwrap();
    let trap = claimeven["cells"].as_array().unwrap().iter().find(|cell| cell["mark"] == "trap").unwrap();
    assert_eq!((&trap["cell"], claimeven["upper"].as_i64()), (&"d4".into(), Some(-2)));
    assert_eq!((&trap["player"], &claimeven["path"]), (&"O".into(), &serde_json::json!([])));
    let search = steps.last().unwrap();
    assert_eq!(search["kind"], "search");
    let reason = &search["end"][0];
    assert_eq!(reason["path"].as_array().unwrap().len(), search["moves"].as_array().unwrap().len());
    assert_eq!(reason["text"], "Whatever X plays, O can win.");
    let branch = &reason["branches"][1];
    assert_eq!((&branch["intro"], &branch["cells"]), (&"After a5:".into(), &serde_json::json!(["a5"])));
    let after: Vec<_> = [reason["path"].as_array().unwrap().clone(), vec![1.into()]].concat();
    assert_eq!(branch["steps"][0]["path"], Value::from(after));
    let numbers: Vec<_> =
        search["cells"].as_array().unwrap().iter().map(|cell| cell["number"].as_u64()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).map(Some).collect::<Vec<_>>());
}

#[test]
fn a_game_that_is_over_and_other_boards_are_explained() {
    let won = run(&["explain", "1212121"], b"").succeeds();
    assert!(won.ends_with("X has won.\n"), "{won}");
    let tall = json(&["", "--board", "4x5"]);
    assert_eq!((tall["score"].as_i64(), &tall["winner"]), (Some(0), &"draw".into()));
    let wide = run(&["explain", "9988776", "--board", "9x5"], b"").succeeds();
    assert!(wide.ends_with("X has won.\n"), "{wide}");
}

#[test]
fn what_the_limits_leave_open_gives_exit_code_4() {
    let open = run(&["explain", EARLY, "--no-book", "--nodes", "10", "--threads", "1"], b"");
    assert_eq!(open.code, Some(4), "{open:?}");
    assert!(open.stdout.contains("The winner is not proven.\n"), "{open:?}");
    assert!(open.stdout.ends_with("\nThis position is too hard to solve within the limits.\n"), "{open:?}");
}

#[test]
fn without_a_book_and_a_limit_a_search_ends_after_five_seconds() {
    let begun = Instant::now();
    let open = run(&["explain", "5", "--board", "9x6", "--threads", "1", "--hash", "1"], b"");
    assert_eq!(open.code, Some(4), "{open:?}");
    assert!(
        open.stderr.starts_with("error: 1 of 1 not proven within the default of 5 s a position: ")
            && open.stderr.contains("any time with --time 0"),
        "{open:?}"
    );
    assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    let proven = run(&["explain", "3141", "--board", "6x5", "--time", "0"], b"").succeeds();
    assert!(proven.contains("Score proven by: ") || proven.contains("Proven by: "), "{proven}");
}

#[test]
fn bad_arguments_give_one_clear_line() {
    let full = run(&["explain", "44444444"], b"");
    assert_eq!(full.error_line(), "error: invalid MOVES: move 7: column 4 is full");
    for arguments in [&["explain", "4433", "--board", "99x9"][..], &["explain", "4433", "--nodes", "0"]] {
        assert_eq!(run(arguments, b"").code, Some(2));
    }
}

#[test]
fn an_answer_is_read_back_as_its_position_whatever_form_the_position_had() {
    let rows = "......./......./......./......./..OO.../..XX...";
    for command in ["explain", "explore"] {
        for (input, moves) in
            [(&[][..], ""), (&["4433"], ""), (&["d1", "d2"], ""), (&[][..], rows), (&[rows], "")]
        {
            let answer =
                run(&[&[command, "--json", "--nodes", "1"], input].concat(), moves.as_bytes()).stdout;
            let shown = |text: &str| run(&["show"], text.as_bytes()).succeeds();
            let given = if moves.is_empty() { input.join(" ") } else { moves.to_owned() };
            assert_eq!(shown(&answer), shown(&given), "{command} {input:?} {moves}");
        }
    }
}

#[test]
fn a_position_of_a_file_is_the_rows_of_its_board_in_the_record() {
    let file = TestFile::new("explain-fen.txt", "7/7/7/7/2pp3/2PP3 w\n");
    let position = &json(&[file.path()])["position"];
    assert_eq!(position, "......./......./......./......./..OO.../..XX...");
    let long = TestFile::new("explain-long.txt", &(" ".repeat(70_000) + "4433"));
    let refused = run(&["explain", long.path()], b"");
    assert!(
        refused.error_line().ends_with(" has more than 65536 bytes: a position has fewer"),
        "{refused:?}"
    );
}

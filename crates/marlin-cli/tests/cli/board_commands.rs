//! The commands on boards of other sizes: batches, boards as text, matches.

use crate::board_sessions::WIDE;
use crate::process::{TestFile, run};

#[test]
fn positions_of_a_board_are_solved_and_analyzed() {
    let input = format!("{WIDE}\n9988776\n");
    let expected = format!("{WIDE} 5\n9988776 -20\n");
    assert_eq!(run(&["solve", "--board", "9x5", "--hash", "1"], input.as_bytes()).succeeds(), expected);

    let json =
        run(&["analyze", "--json", "--board", "9x5", "--hash", "1", "--line"], input.as_bytes()).succeeds();
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["scores"], serde_json::json!([null, null, null, 5, 4, null, null, 2, 2]));
    assert_eq!((&lines[0]["board"], &lines[0]["line"]), (&"9x5".into(), &serde_json::json!([4, 5, 4])));
    assert_eq!(lines[1]["winning_cells"], serde_json::json!(["f1", "g1", "h1", "i1"]));
    assert_eq!((&lines[1]["board"], &lines[1]["final_move"]), (&"9x5".into(), &7.into()));

    let csv = run(&["solve", "--csv", "--board", "9x5", "--hash", "1"], b"9988776\n").succeeds();
    let (names, values) = csv.split_once('\n').unwrap();
    assert!(
        names.ends_with(",winning_cells,board,play,error") && values.ends_with(",f1 g1 h1 i1,9x5,,\n"),
        "{csv}"
    );

    let limited = run(&["solve", "--json", "--board", "9x5", "--hash", "1", "--nodes", "100"], b"9\n");
    let answer: serde_json::Value = serde_json::from_str(&limited.stdout).unwrap();
    assert_eq!((limited.code, &answer["proven"], &answer["board"]), (Some(4), &false.into(), &"9x5".into()));
    let (lower, upper) = (answer["bounds"][0].as_i64().unwrap(), answer["bounds"][1].as_i64().unwrap());
    assert!(-20 <= lower && lower < upper && upper <= 20, "{answer}");
}

#[test]
fn columns_past_the_ninth_are_numbers_with_commas_between_moves() {
    let arguments = ["solve", "--json", "--board", "12x4", "--hash", "1"];
    let json = run(&arguments, b"9,1,11,2,12,3\n10,11,10,11,10,12,10\n").succeeds();
    let answers: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0]["best"], &answers[0]["plies_to_end"]), (&10.into(), &1.into()), "{json}");
    assert_eq!(answers[1]["winning_cells"], serde_json::json!(["j1", "j2", "j3", "j4"]));
    let shown = run(&["show", "9,1,11,2,12,3", "--board", "12x4"], b"").succeeds();
    assert!(shown.contains("\n|  O  O  O  .  .  .  .  .  X  .  X  X |\n"), "{shown}");
}

#[test]
fn a_set_states_its_board() {
    let set = TestFile::new("9x5.txt", format!("# a set\n# board 9x5\n\n{WIDE} 5\n9988776 -20\n"));
    let expected = format!("{WIDE} 5\n9988776 -20\n");
    assert_eq!(run(&["solve", "--hash", "1", set.path()], b"").succeeds(), expected);
    assert_eq!(run(&["solve", "--board", "9x5", "--hash", "1", set.path()], b"").succeeds(), expected);

    let other = run(&["solve", "--board", "8x5", "--hash", "1", set.path()], b"");
    let expected = format!("error: {}, line 2: a set of board 9x5, where 8x5 is expected", set.path());
    assert_eq!((other.error_line(), other.stdout.as_str()), (&*expected, ""));

    let wrong = run(&["solve", "--hash", "1"], format!("# board 9x5\n{WIDE} 4\n{WIDE} 21\n").as_bytes());
    let range =
        "error: read as moves and their score, because of ' ': invalid score \"21\" (scores are -20 to 20)";
    assert_eq!(wrong.stdout, format!("{WIDE} error: the score is 5, not 4\n{WIDE} 21 {range}\n"));
    assert_eq!(wrong.code, Some(1));

    let late = run(&["solve", "--hash", "1"], b"1212121\n# board 9x5\n9\n");
    let expected = "error: standard input, line 2: a set of board 9x5, where 7x6 is expected";
    assert_eq!((late.error_line(), late.stdout.as_str()), (expected, "1212121 -18\n"));
    let unfit = run(&["solve", "--hash", "1"], b"# board 13x9\n9\n");
    assert!(unfit.error_line().contains("standard input, line 1: a board of 13x9 does not fit"), "{unfit:?}");
}

#[test]
fn a_drawn_board_has_the_size_that_it_is_drawn_in() {
    for (size, moves) in [
        ("9x5", "9988776"),
        ("5x9", "1111211212131"),
        ("12x4", "10,11,10,11,10,12,10"),
        ("32x1", "32,26,31,25,30,29,28"),
    ] {
        let drawn = run(&["show", moves, "--board", size], b"").succeeds();
        for arguments in [&["solve", "--json", "--input", "board"][..], &["solve", "--json"]] {
            let is_line = arguments.len() == 2;
            let rows = drawn.lines().take_while(|line| line.starts_with('|'));
            let line = rows.map(|row| row.trim_matches('|').trim()).collect::<Vec<_>>().join("/");
            // A single row has no slash by which it could be told from moves.
            if is_line && size.ends_with("x1") {
                continue;
            }
            let input = if is_line { line } else { drawn.clone() };
            let board = if is_line { &[][..] } else { &["--board", size] };
            let answer =
                run(&[arguments, &["--hash", "1", "--nodes", "1000"], board].concat(), input.as_bytes())
                    .stdout;
            assert!(answer.contains(&format!("\"board\":\"{size}\"")), "{input}\n{answer}");
        }
    }
    let mixed = run(&["solve", "--hash", "1"], b"...../...../..O../.OXX.\n1212121\n").succeeds();
    assert!(mixed.ends_with("\n1212121 -18\n"), "{mixed}");
    let asked = run(&["solve", "--hash", "1", "--board", "5x5"], b"...../...../..O../.OXX.\n1111\n");
    assert!(
        asked.stdout.contains("error: read as a drawn board, because of '/': 4 rows, where the board has 5 "),
        "{asked:?}"
    );
    assert!(asked.stdout.ends_with("\n1111 0\n"), "{asked:?}");
    let unfit = run(&["solve", "--hash", "1"], ["................."; 7].join("/").as_bytes());
    assert!(
        unfit.stdout.contains(" error: a board of 17x7 does not fit: with 7 rows it has 1 to 16 columns"),
        "{unfit:?}"
    );
}

#[test]
fn drawings_of_many_sizes_are_answered_where_they_are_asked_for() {
    for (width, height) in [(4, 4), (5, 4), (4, 5), (3, 3), (6, 1), (1, 6), (2, 2), (5, 3), (7, 2)] {
        let (size, drawn) = (format!("{width}x{height}"), (".".repeat(width) + "\n").repeat(height));
        let arguments = ["solve", "--input", "board", "--json", "--hash", "1", "--board", &size];
        let answer = run(&arguments, drawn.as_bytes()).succeeds();
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((&answer["board"], &answer["score"]), (&size.as_str().into(), &0.into()), "{answer}");
        let unasked = run(&arguments[..6], drawn.as_bytes());
        assert!(unasked.stdout.contains(&format!("a board of {width}x{height}, where 7x6")), "{unasked:?}");
    }
}

#[test]
fn perft_and_show_take_a_board() {
    let expected = "perft 1 8\nperft 2 64\nperft 3 512\n";
    assert_eq!(run(&["perft", "3", "--board", "8x7"], b"").succeeds(), expected);
    assert_eq!(run(&["perft", "2", "12", "--board", "12x4"], b"").succeeds(), "perft 1 12\nperft 2 144\n");

    let svg = run(&["show", "9988776", "--board", "9x5", "--svg", "-"], b"").succeeds();
    assert!(
        svg.contains("<desc>9 columns, 5 rows, from the top: ") && svg.contains(">X has won</text>"),
        "{svg}"
    );
    assert_eq!(svg.matches("class=\"four\"").count(), 4);
    let scored = run(&["show", WIDE, "--board", "9x5", "--scores", "--hash", "1"], b"").succeeds();
    assert!(scored.ends_with("\nScores: - - - 5 4 - - 2 2\n"), "{scored}");
    let off = run(&["show", "99", "--board", "8x5"], b"");
    assert_eq!(
        off.error_line(),
        "error: invalid MOVES: invalid character '9' at character 1 (moves are columns, 1 to 8)"
    );
}

#[test]
fn pons_format_has_all_columns_of_the_board() {
    let input = format!("{WIDE}\n9988776\n99999\n");
    let arguments = ["solve", "--compat", "pons", "-a", "--board", "9x5", "--hash", "1"];
    let answered = run(&arguments, format!("{WIDE}\n9988776\n").as_bytes());
    assert_eq!(answered.stdout, format!("{WIDE} -1000 -1000 -1000 5 4 -1000 -1000 2 2\n"));
    assert_eq!(answered.stderr, "Line 2: Invalid move 7 \"9988776\"\n");
    let refused = run(&["solve", "--compat", "pons", "--hash", "1"], input.as_bytes());
    assert!(
        refused.stdout.is_empty() && refused.stderr.contains("Line 3: Invalid move 1 \"99999\""),
        "{refused:?}"
    );
}

#[test]
fn a_size_that_does_not_fit_is_refused_by_every_command() {
    let unfit = "error: invalid value '13x9' for '--board <WxH>': a board of 13x9 does not fit: with 9 rows it has 1 to 12 columns";
    for command in [
        &[][..],
        &["solve"],
        &["analyze"],
        &["uci"],
        &["perft", "2"],
        &["explain", "1"],
        &["book", "verify"],
        &["book", "generate", "--plies", "1", "--out", "none"],
    ] {
        let refused = run(&[command, &["--board", "13x9"]].concat(), b"1212121\n");
        assert_eq!(refused.usage_error(), unfit, "{command:?}");
    }
    for size in ["", "x", "7", "7x", "-7x6", "7x6x", "seven"] {
        let refused = run(&["solve", "--board", size], b"1212121\n");
        let expected = format!(
            "error: invalid value '{size}' for '--board <WxH>': {size:?} is not a board size (write columns x rows, as in 7x6)"
        );
        assert_eq!(refused.usage_error(), expected);
    }
    for command in [&["book", "info"][..], &["book", "export"]] {
        let refused = run(&[command, &["--board", "9x5"]].concat(), b"");
        assert_eq!(refused.usage_error(), "error: unexpected argument '--board' found");
    }
}

#[test]
fn a_book_of_a_small_board_has_few_stones() {
    let arguments = ["book", "generate", "--plies", "16", "--out", "none", "--board", "4x4"];
    let refused = run(&arguments, b"");
    assert_eq!(refused.error_line(), "error: --plies is at most 15 on a board of 4x4");
}

#[test]
fn a_board_of_any_size_is_shown_and_judged_by_the_rules() {
    let shown = run(&["show", "--board", "20x15", "10", "1", "11", "1", "12", "1", "13"], b"").succeeds();
    let rows: Vec<&str> = shown.lines().collect();
    assert_eq!((rows.len(), rows[14]), (17, "O . . . . . . . . X X X X . . . . . . ."));
    assert_eq!(rows[15..], ["Game over: X has won, at move 7", "Four: 10.1 11.1 12.1 13.1 (Right)"]);
    let piped = run(&["show", "--board", "255x2", "--base", "0"], b"254 0\n254").succeeds();
    assert!(piped.ends_with("X\nCurrent player: O, after 3 moves\n"), "{piped}");
    for (args, error) in [
        (
            &["--board", "20x15", "21"][..],
            "invalid MOVES: move 1: there is no column 21 (the columns are 1 to 20)",
        ),
        (&["--board", "20x15", "1", "d2"], "invalid MOVES: \"d2\" is no column (moves are numbers"),
        (&["--board", "20x15", "--scores"], "a board of 20x15 has the rules alone"),
        (
            &["--board", "256x15"],
            "invalid value '256x15' for '--board <WxH>': a board of 1 to 255 columns and rows",
        ),
    ] {
        let refused = run(&[&["show"], args].concat(), b"");
        assert!(refused.stderr.contains(error), "{refused:?}");
    }
}

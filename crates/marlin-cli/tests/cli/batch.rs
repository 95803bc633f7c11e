//! The commands that answer files of positions.

use std::fmt::Write;
use std::fs;

use marlin_core::suite;
use serde_json::json;

use crate::process::{InteractiveRun, LATE, TestFile, run};

/// The fields that every JSON answer has.
pub(crate) const FIELDS: &str = "position,score,outcome,plies_to_end,final_move,source,nodes,time_us,best,proven,bounds,best_proven,winning_cells,board";

#[test]
fn each_line_is_repeated_as_it_was_given_with_its_answer() {
    let late = [LATE, "1212121", "121212", ""].join("\n");
    for (arguments, input, expected) in [
        (&["solve", "-"][..], &*late, format!("{LATE} -1\n1212121 -18\n121212 18\n")),
        (&["solve", "--outcome"], &late, format!("{LATE} loss\n1212121 loss\n121212 win\n")),
        (&["solve", "--weak"], "121212\n", "121212 win\n".to_owned()),
        (&["analyze", "-"], "4433\n", "4433 -3 18 2 2 18 -3 -4\n".to_owned()),
        (&["analyze"], LATE, format!("{LATE} - - - - - -1 -2\n")),
        (&["analyze"], "1212121", "1212121 - - - - - - -\n".to_owned()),
        (&["solve"], "1 2 1 2,1 2 1\r\n 1212121\n", "1 2 1 2,1 2 1 -18\n 1212121 -18\n".to_owned()),
        (&["solve"], "1212121 \r\n1212121", "1212121  -18\n1212121 -18\n".to_owned()),
        (&["solve"], "", String::new()),
        // An empty line is the empty board.
        (&["solve"], "\n", " +1\n".to_owned()),
    ] {
        assert_eq!(run(arguments, input.as_bytes()).succeeds(), expected, "{arguments:?}");
    }
}

#[test]
fn an_invalid_line_produces_an_error_in_its_place() {
    for (bad, error) in [
        ("44x", "invalid character 'x' at character 3 (moves are columns, 1 to 7)"),
        ("0", "column 0 at character 1: columns count from 1 here; --base 0 reads columns from 0"),
        ("8", "invalid character '8' at character 1 (moves are columns, 1 to 7)"),
        ("9", "invalid character '9' at character 1 (moves are columns, 1 to 7)"),
        ("1111111", "move 7: column 1 is full"),
        ("12121213", "move 8: the game is over: X has won"),
    ] {
        for command in ["solve", "analyze"] {
            let run = run(&[command], format!("1212121\n{bad}\n1212121\n").as_bytes());
            let lines: Vec<_> = run.stdout.lines().collect();
            assert_eq!((lines.len(), lines[1]), (3, format!("{bad} error: {error}").as_str()));
            assert_eq!(lines[0], lines[2]);
            let failure_line = run.error_line();
            assert_eq!(failure_line, "error: 1 of 3 lines is not a valid position (line 2)");
        }
    }
}

#[test]
fn all_bad_lines_are_counted() {
    let run = run(&["solve"], b"x\n1212121\ny\n");
    assert_eq!(run.error_line(), "error: 2 of 3 lines are not valid positions, the first is line 1");
}

#[test]
fn a_very_long_line_is_cut_and_refused() {
    let mut input = vec![b'4'; 10 << 20];
    input.extend_from_slice(b"\n1212121\n");
    let run = run(&["solve"], &input);
    let lines: Vec<_> = run.stdout.lines().collect();
    assert_eq!((lines.len(), lines[1]), (2, "1212121 -18"));
    assert!(lines[0].starts_with("4444") && lines[0].len() < 200, "{}", lines[0]);
    assert!(lines[0].contains("... error: the line is too long: 10485760 bytes"), "{}", lines[0]);
    run.error_line();
}

#[test]
fn bytes_that_are_not_text_are_an_error_of_their_line() {
    let run = run(&["solve"], b"4\xff\n1212121\n");
    assert_eq!(run.stdout, "4\u{fffd} error: the line is not valid UTF-8\n1212121 -18\n");
    run.error_line();
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let run = run(&["solve"], b"4\x1b[2J\n");
    assert!(run.stdout.starts_with("4\\u{1b}[2J error: "), "{}", run.stdout);
}

#[test]
fn solve_writes_objects_with_stable_names() {
    let input = format!("{LATE}\nx\n1212121\n");
    let run = run(&["solve", "--json"], input.as_bytes());
    let lines: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = lines[0].as_object().unwrap();
    assert_eq!(first.len(), FIELDS.split(',').count());
    assert!(FIELDS.split(',').all(|name| first.contains_key(name)), "{first:?}");
    assert_eq!((&first["position"], &first["score"]), (&LATE.into(), &(-1).into()));
    assert_eq!((&first["outcome"], &first["plies_to_end"]), (&"loss".into(), &4.into()));
    assert_eq!(first["final_move"], 41);
    assert_eq!((&first["best"], &first["proven"], &first["bounds"]), (&6.into(), &true.into(), &json!(null)));

    let expected = json!({
        "line": 2, "position": "x", "error": "invalid character 'x' at character 1 (moves are columns, 1 to 7)"
    });
    assert_eq!(lines[1], expected);
    assert_eq!((&lines[2]["score"], &lines[2]["final_move"]), (&(-18).into(), &7.into()));
    run.error_line();
}

#[test]
fn the_cells_of_the_stones_that_won_are_named() {
    // A column of four, a row of five, and no win yet.
    for command in [&["solve"][..], &["solve", "--outcome"], &["analyze"]] {
        let arguments = [command, &["--json"]].concat();
        let output = run(&arguments, b"1212121\n112255443\n112233\n").succeeds();
        let cells: Vec<_> = output
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["winning_cells"].clone())
            .collect();
        let expected = [json!(["a1", "a2", "a3", "a4"]), json!(["a1", "b1", "c1", "d1", "e1"]), json!(null)];
        assert_eq!(cells, expected, "{command:?}");
    }
    let output = run(&["solve", "--csv"], b"1212121\n112233\n").succeeds();
    let rows: Vec<Vec<&str>> = output.lines().map(|line| line.split(',').collect()).collect();
    let at = rows[0].iter().position(|&name| name == "winning_cells").unwrap();
    assert_eq!((rows[1][at], rows[2][at]), ("a1 a2 a3 a4", ""));
}

#[test]
fn an_outcome_as_an_object_has_no_score() {
    let output = run(&["solve", "--outcome", "--json"], b"121212\n").succeeds();
    let object: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!(object["outcome"], "win");
    assert!(object["score"].is_null() && object["final_move"].is_null(), "{object}");
}

#[test]
fn analyze_writes_objects_with_stable_names() {
    let output = run(&["analyze", "--json"], format!("{LATE}\n1212121\n").as_bytes()).succeeds();
    let lines: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = lines[0].as_object().unwrap();
    let names = FIELDS.split(',').chain(["scores", "best_columns", "column_bounds", "evaluation"]);
    assert_eq!(first.len(), names.clone().count());
    assert!(names.into_iter().all(|name| first.contains_key(name)), "{first:?}");
    assert_eq!(first["scores"], json!([null, null, null, null, null, -1, -2]));
    assert_eq!((&first["best"], &first["score"]), (&6.into(), &(-1).into()));
    assert_eq!((&first["best_columns"], &first["proven"]), (&json!([6]), &json!(true)));
    assert!(lines[1]["best"].is_null());
    assert_eq!((&lines[1]["outcome"], &lines[1]["plies_to_end"]), (&"loss".into(), &0.into()));
}

#[test]
fn each_answer_is_written_before_the_next_line_is_read() {
    let mut program = InteractiveRun::start(&["solve"]);
    for _ in 0..3 {
        program.send("1212121");
        assert_eq!(program.line(), "1212121 -18");
    }
    assert_eq!(program.finish(), (String::new(), Some(0)));
}

#[test]
fn a_closed_output_ends_the_program_without_a_message() {
    let mut program = InteractiveRun::start(&["solve"]);
    program.send("1212121");
    program.line();
    assert_eq!(program.stop_reading_while_sending("1212121"), Some(0));
}

#[test]
fn a_line_of_a_set_is_its_position_and_its_score_is_checked() {
    // The score of the first could be two moves more.
    for (line, moves) in [("271236361557237 14", "271236361557237"), ("4433 18", "4433"), ("4 -2", "4")] {
        let plain = run(&["solve"], format!("{moves}\n").as_bytes()).succeeds();
        let score = plain.trim_end().rsplit(' ').next().unwrap().to_owned();
        let line = line.rsplit_once(' ').map_or(String::new(), |(moves, _)| format!("{moves} {score}\n"));
        assert_eq!(run(&["solve"], line.as_bytes()).succeeds(), plain);
        let plain = run(&["analyze"], format!("{moves}\n").as_bytes()).succeeds();
        assert_eq!(run(&["analyze"], line.as_bytes()).succeeds(), plain);
    }
    let object = run(&["solve", "--json"], b"4433 18\n").succeeds();
    assert!(object.starts_with("{\"position\":\"4433\",\"score\":18,"), "{object}");
    let wrong = run(&["solve"], b"4433 18\n4433 17\n121212 -18\n1212121 -18\n");
    let expected = "4433 18\n4433 error: the score is 18, not 17\n121212 error: the score is 18, not -18\n\
                    1212121 -18\n";
    assert_eq!((wrong.stdout.as_str(), wrong.code), (expected, Some(1)));
    assert_eq!(wrong.stderr, "error: 2 of 4 lines have a wrong score, the first is line 2\n");
    let both = run(&["analyze"], b"x\n4433 17\n");
    let expected = "error: 1 of 2 lines has a wrong score (line 2); 1 is not a valid position\n";
    assert_eq!((both.stderr.as_str(), both.code), (expected, Some(1)));
    // Bounds contradict a score, too, and an outcome does.
    let limited = run(&["solve", "--no-book", "--nodes", "1"], b"44444 18\n");
    assert!(limited.stdout.contains("44444 error: the score is "), "{limited:?}");
    let outcome = run(&["solve", "--outcome"], b"4433 18\n4433 -3\n");
    assert!(outcome.stdout.starts_with("4433 win\n4433 error: the score is "), "{outcome:?}");
}

#[test]
fn an_ambiguous_line_is_refused() {
    for line in ["4 4", " 1", " 14", "4 1"] {
        let run = run(&["solve"], format!("{line}\n").as_bytes());
        assert!(
            run.stdout
                .contains(&format!(" error: '{line}' is ambiguous: moves alone, or moves and their score: ")),
            "{run:?}"
        );
        run.error_line();
    }
    assert_eq!(run(&["solve", "--input", "moves"], b"1 2\n").succeeds(), "1 2 -2\n");
    assert_eq!(run(&["solve", "--input", "set"], b" 1\n4 -1\n").succeeds(), " +1\n4 -1\n");
    // Lines with only one meaning are accepted.
    let spaced = "1 2 1 2 1 2 1 -18\n1,2,1,2,1,2,1 -18\n  1212121 -18\n";
    assert_eq!(run(&["solve"], b"1 2 1 2 1 2 1\n1,2,1,2,1,2,1\n  1212121\n").succeeds(), spaced);
    for (line, error) in [
        ("44 33", "read as moves and their score, because of ' ': invalid score \"33\" (scores"),
        ("44 33 22", "a second word at character 4 (write moves together"),
        ("4433 -3 18 2 2 18 -3 -4", "invalid character '-' at character 6"),
        ("4433 x", "invalid character 'x' at character 6"),
        ("4433 99", "read as moves and their score, because of ' ': invalid score \"99\" "),
        (". . X O . . .", "this looks like one row of a drawn board"),
    ] {
        let run = run(&["solve"], format!("{line}\n").as_bytes());
        assert!(run.stdout.starts_with(&format!("{line} error: {error}")), "{run:?}");
    }
    let set = run(&["solve", "--input", "set"], b"4433\n");
    assert!(set.stdout.contains("expected MOVES SCORE"), "{set:?}");
}

#[test]
fn comments_are_skipped_and_so_are_blank_lines_after_a_leading_comment() {
    let set = "# a set\n\n4433 18\n   \n# more\n 1\n121212 18\n";
    assert_eq!(run(&["solve"], set.replace(" 1\n", "1 -2\n").as_bytes()).stdout.lines().count(), 3);
    let ours = format!("{}/../../test-positions/L3_R1.txt", env!("CARGO_MANIFEST_DIR"));
    let lines: String = fs::read_to_string(&ours).unwrap();
    let expected: Vec<&str> = lines.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(run(&["solve", &ours], b"").succeeds().lines().collect::<Vec<_>>(), expected);
    // Without a leading comment an empty line is the empty board, and a comment has no answer.
    assert_eq!(run(&["solve"], b"\n# why\n4433\n").succeeds(), " +1\n4433 18\n");
    let bad = run(&["solve"], b"# one\n\n4433\nx\n");
    assert_eq!(bad.error_line(), "error: 1 of 2 lines is not a valid position (line 4)");
}

#[test]
fn moves_in_place_of_a_file_are_solved() {
    assert_eq!(run(&["solve", "4433"], b"").succeeds(), "4433 18\n");
    assert_eq!(run(&["solve", "d1 d2 c1 c2"], b"").succeeds(), "d1 d2 c1 c2 18\n");
    assert_eq!(run(&["solve", ""], b"").succeeds(), " +1\n");
    let analyzed = run(&["analyze", "--json", "1212121"], b"").succeeds();
    assert!(analyzed.starts_with("{\"position\":\"1212121\""), "{analyzed}");
    let file = TestFile::new("4433", "121212\n1212121\n");
    assert_eq!(run(&["solve", file.path()], b"").succeeds(), "121212 18\n1212121 -18\n");
    let illegal = run(&["solve", "44339"], b"");
    let line = illegal.error_line();
    assert!(line.starts_with("error: invalid MOVES: ") && line.contains("invalid character '9'"), "{line}");
}

#[test]
fn several_arguments_are_several_positions_or_files() {
    let (one, other) = (TestFile::new("one", "# a set\n4433 18\n\n"), TestFile::new("other", "44\n44x\n"));
    let arguments = ["solve", "4433", one.path(), "", "-", other.path()];
    let output = run(&arguments, b"121212\n");
    let expected = "4433 18\n4433 18\n +1\n121212 18\n44 1\n44x error: ";
    assert!(output.stdout.starts_with(expected), "{}", output.stdout);
    // The lines are counted through: three of the first file, one of standard input, and two arguments.
    assert_eq!(output.error_line(), "error: 1 of 6 lines is not a valid position (line 8)");
    let refused = run(&["solve", "4433", "nosuch.txt"], b"");
    assert!(refused.error_line().starts_with("error: cannot read nosuch.txt: "), "{}", refused.error_line());
    let refused = run(&["solve", "4433", "18"], b"");
    assert!(refused.error_line().starts_with("error: invalid MOVES '18': "), "{}", refused.error_line());
    for words in [&["4", "4"][..], &["d1", "d2", "c1"], &["1.", "d1", "d2"], &["7/7/7/7/3p3/3P3", "w"]] {
        let (refused, together) = (run(&[&["analyze"], words].concat(), b""), words.join(" "));
        let line = refused.error_line();
        assert!(line.ends_with(&format!("quote it, as in \"{together}\"")), "{line}");
    }
    let reviewed = run(&["review", "4433", "44", "--json"], b"").succeeds();
    assert_eq!(reviewed.lines().count(), 2, "{reviewed}");
    assert_eq!(run(&["review", "4", "4", "--json"], b"").succeeds().lines().count(), 1);
}

#[test]
fn an_argument_states_no_score() {
    let output = run(&["solve", "4433", "--json", "--line", "5"], b"").succeeds();
    assert!(output.contains("\"line\":[5,2,4") || output.contains("\"line\":["), "{output}");
    assert_eq!(output, run(&["solve", "4433", "--json", "--line=5"], b"").succeeds());
    let refused = run(&["solve", "4433 5"], b"");
    assert!(refused.stdout.is_empty(), "{}", refused.stdout);
    assert!(refused.error_line().starts_with("error: invalid MOVES: "), "{}", refused.error_line());
    assert_eq!(run(&["solve", "--input", "set", "4433 18"], b"").succeeds(), "4433 18\n");
}

#[test]
fn whole_sets_are_answered_in_order_on_any_number_of_threads() {
    let mut input = String::new();
    let mut expected = String::new();
    for name in ["L3_R1", "L2_R1", "L1_R1"] {
        let path = format!("{}/../../test-positions/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).unwrap();
        for (game, score) in suite::read(text.as_bytes()).unwrap().lines {
            writeln!(input, "{game}").unwrap();
            writeln!(expected, "{game} {score}").unwrap();
        }
    }
    assert!(expected.lines().count() > 2_000);
    for threads in ["1", "2", "7"] {
        assert!(
            run(&["solve", "--threads", threads], input.as_bytes()).succeeds() == expected,
            "{threads} threads"
        );
    }
}

#[test]
fn later_lines_wait_for_one_that_has_all_threads() {
    // The first takes long enough to get all threads before the others are sent.
    let mut program = InteractiveRun::start(&["solve", "--threads", "3", "--no-book"]);
    program.send("52271237417");
    for _ in 0..50 {
        program.send("121212");
    }
    assert_eq!(program.line(), "52271237417 -4");
    for _ in 0..50 {
        assert_eq!(program.line(), "121212 18");
    }
    assert_eq!(program.finish(), (String::new(), Some(0)));
}

#[test]
fn comma_separated_values_have_a_header() {
    assert_eq!(run(&["solve", "--csv"], b"").succeeds(), format!("{FIELDS},play,error\n"));

    let run_csv = |arguments: &[&str], input: &str| {
        let run = run(arguments, input.as_bytes());
        let mut reader = csv::Reader::from_reader(run.stdout.as_bytes());
        let names = reader.headers().unwrap().clone();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let cell = |row: &csv::StringRecord, name: &str| {
            row[names.iter().position(|found| found == name).unwrap()].to_owned()
        };
        let cells = |row: &csv::StringRecord, wanted: &[&str]| {
            wanted.iter().map(|name| cell(row, name)).collect::<Vec<_>>().join("|")
        };
        (
            rows.iter().map(|row| cells(row, &["position", "score", "best", "proven", "error"])).collect(),
            run.code,
        ) as (Vec<_>, _)
    };
    let input = "1,2 1,2 1,2\n4,\"4\"\n1212121\n";
    let error = "invalid character '\"' at character 3 (moves are columns, 1 to 7)";
    for command in ["solve", "analyze"] {
        let (rows, code) = run_csv(&[command, "--csv"], input);
        let bad = format!("4,\"4\"||||{error}");
        assert_eq!(rows, ["1,2 1,2 1,2|18|1|true|", bad.as_str(), "1212121|-18||true|"]);
        assert_eq!(code, Some(2));
    }
}

#[test]
fn a_perfect_game_is_included_on_request() {
    for command in ["solve", "analyze"] {
        let output = run(&[command, "--json", "--line"], format!("{LATE}\n1212121\n").as_bytes()).succeeds();
        let mut lines = output.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let first = lines.next().unwrap();
        let moves: Vec<_> = first["line"].as_array().unwrap().iter().map(ToString::to_string).collect();
        // O loses with the 41st move of the game, which X makes.
        assert_eq!((moves.len(), &first["line"][0]), (4, &first["best"]));
        let game: marlin_core::Game = format!("{LATE}{}", moves.concat()).parse().unwrap();
        assert!(game.is_win(marlin_core::Player::X));
        assert_eq!(lines.next().unwrap()["line"], json!([]));

        let output = run(&[command, "--csv", "--line"], LATE.as_bytes()).succeeds();
        assert!(output.lines().next().unwrap().ends_with(",line,play,error"));
        assert!(output.contains(&moves.join(" ")), "{output}");
    }
}

#[test]
fn scores_that_limits_leave_unproven_are_marked() {
    let input = b"121212\n4444\n";
    for command in ["solve", "analyze"] {
        let arguments = [command, "--no-book", "--nodes", "10", "--threads", "1"];
        let text = run(&arguments, input);
        let last = text.stdout.lines().last().unwrap();
        let bounds = last.strip_prefix("4444 ").unwrap().split_whitespace().next().unwrap();
        let (lower, upper) = bounds.split_once("..").unwrap();
        assert!(lower.parse::<i32>().unwrap() < upper.parse::<i32>().unwrap(), "{last}");
        assert_eq!(text.code, Some(4));
        assert!(text.stderr.starts_with("error: ") && text.stderr.lines().count() == 1, "{}", text.stderr);

        let objects = run(&[&arguments[..], &["--json", "--line"]].concat(), input);
        let lines: Vec<serde_json::Value> =
            objects.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[1]["proven"], false);
        for unknown in ["score", "plies_to_end", "final_move"] {
            assert!(lines[1][unknown].is_null(), "{unknown}: {}", lines[1]);
        }
        // There is a best move so far, marked as unproven.
        assert!(lines[1]["best"].is_u64() && lines[1]["best_proven"] == false, "{}", lines[1]);
        assert_eq!((&lines[0]["best"], &lines[0]["best_proven"]), (&json!(1), &json!(true)));
        let bounds = lines[1]["bounds"].as_array().unwrap();
        assert!(bounds.len() == 2 && bounds[0].as_i64() < bounds[1].as_i64(), "{}", lines[1]);
        assert_eq!((lines[1]["line"].as_array().unwrap().len(), objects.code), (0, Some(4)));
    }
}

#[test]
fn within_limits_the_best_move_is_searched_if_the_book_has_only_the_score() {
    // After 13 plies, the last of the book. Six columns lose sooner than the second.
    let solved = run(&["solve", "--json", "--time", "60000"], b"3424256147531\n").succeeds();
    assert!(solved.contains("\"best\":2,") && solved.contains("\"best_proven\":true"), "{solved}");
    let unlimited = run(&["solve", "--json"], b"3424256147531\n").succeeds();
    assert!(
        unlimited.contains("\"best\":null,") && unlimited.contains("\"best_proven\":null"),
        "{unlimited}"
    );
}

#[test]
fn a_line_of_play_is_printed_as_far_as_it_is_proven() {
    for command in ["solve", "analyze"] {
        let arguments = [command, "--json", "--line", "--no-book", "--nodes", "1"];
        let output = run(&arguments, b"37234567\n").stdout;
        assert!(output.contains("\"line\":[1]"), "the win at once: {output}");
    }
}

#[test]
fn limits_that_suffice_change_nothing() {
    let arguments = ["solve", "--time", "60000", "--nodes", "100000"];
    assert_eq!(run(&arguments, LATE.as_bytes()).succeeds(), format!("{LATE} -1\n"));
    // An invalid line takes precedence over an unproven one.
    let run = run(&["solve", "--no-book", "--nodes", "1"], b"4444\nx\n");
    assert_eq!(run.error_line(), "error: 1 of 2 lines is not a valid position (line 2)");
}

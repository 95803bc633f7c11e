//! Positions in foreign notations.

use std::fmt::Write;

use marlin_core::{BoardSize, Game, Position};
use marlin_support::random::Random;

use crate::process::{LATE, run, session};

fn kaggle(position: &Position) -> String {
    let mark = position.nb_moves() % 2 + 1;
    format!("{{\"board\": {:?}, \"mark\": {mark}, \"step\": 0, \"info\": [1, null]}}", position.to_cells())
}

/// Writes a row of connect-4.data without a class, from the moves: each stone goes to the next cell of its
/// column.
fn data(game: &Game) -> String {
    let mut columns = vec![Vec::new(); 7];
    for (column, stone) in game.moves().iter().zip(["x", "o"].into_iter().cycle()) {
        columns[column.index()].push(stone);
    }
    for column in &mut columns {
        column.resize(6, "b");
    }
    columns.concat().join(",")
}

fn board(position: &Position) -> String {
    position.to_string().replace('\n', "/")
}

#[test]
fn notations_may_differ_from_line_to_line() {
    let mut random = Random::new(2, 0);
    let (mut moves, mut lines) = (String::new(), Vec::new());
    for index in 0..200 {
        let plies = random.within(&(30..=41));
        let game = random.game(BoardSize::STANDARD, plies, |_| true);
        writeln!(moves, "{game}").unwrap();
        let position = game.position();
        lines.push(match index % 4 {
            0 => kaggle(position),
            1 => data(&game),
            2 => board(position),
            _ => board(position).replace(' ', "").to_lowercase(),
        });
    }
    let input = lines.join("\n");
    for command in ["solve", "analyze"] {
        let plain = run(&[command], moves.as_bytes()).succeeds();
        let expected = lines.iter().zip(plain.lines()).map(|(line, answer)| {
            let (_, scores) = answer.split_once(' ').unwrap();
            format!("{line} {scores}\n")
        });
        assert!(run(&[command], input.as_bytes()).succeeds() == expected.collect::<String>(), "{command}");
    }
}

#[test]
fn every_short_game_of_a_wide_board_is_answered_with_a_position_that_is_read() {
    let names = || (1..=12).map(|number| number.to_string());
    let starts = names().flat_map(|a| names().map(move |b| a.clone() + "," + &b));
    let ends = || names().map(|name| ",".to_owned() + &name).chain([String::new()]);
    let moves: Vec<_> = starts.flat_map(|start| ends().map(move |end| start.clone() + &end)).collect();
    let solve = ["solve", "--json", "--nodes", "1", "--board", "12x4"];
    let answers = run(&[&solve[..], &["--input", "moves"]].concat(), moves.join("\n").as_bytes()).stdout;
    let again = run(&solve, answers.as_bytes()).stdout;
    let position = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["position"].clone();
    assert_eq!((answers.lines().count(), again.lines().count()), (moves.len(), moves.len()));
    for ((moves, answer), again) in moves.iter().zip(answers.lines()).zip(again.lines()) {
        assert_eq!((position(answer), position(again)), (moves.as_str().into(), answer.into()), "{again}");
    }
    let explained = run(&["explain", "10,1", "--json", "--nodes", "1", "--board", "12x4"], b"").stdout;
    assert_eq!(position(&explained), "10,1");
}

#[test]
fn a_position_given_as_cells_is_repeated_in_objects() {
    let position: Position = "121212".parse().unwrap();
    for line in [kaggle(&position), board(&position)] {
        let output = run(&["solve", "--json"], line.as_bytes()).succeeds();
        let object: serde_json::Value = serde_json::from_str(&output).unwrap();
        assert_eq!((object["position"].as_str(), &object["score"]), (Some(line.as_str()), &18.into()));
    }
}

#[test]
fn a_notation_can_be_chosen() {
    let game: Game = LATE.parse().unwrap();
    let position = game.position();
    let lines = [LATE.to_owned(), kaggle(position), data(&game), board(position)];
    for (right, notation) in ["moves", "kaggle", "uci-data", "board"].into_iter().enumerate() {
        for (index, line) in lines.iter().enumerate() {
            let run = run(&["solve", "--input", notation], line.as_bytes());
            if index == right {
                assert_eq!(run.succeeds(), format!("{line} -1\n"));
            } else {
                assert!(run.stdout.contains(" error: "), "{notation}: {run:?}");
                run.error_line();
            }
        }
    }
}

#[test]
fn each_drawn_board_has_one_answer() {
    let late: Position = LATE.parse().unwrap();
    let soon: Position = "121212".parse().unwrap();
    let input = format!("\n{late}\n\n\n{soon}\n\nXO\nX\n\n{late}");
    let run = run(&["solve", "--input", "board"], input.as_bytes());
    let error = "error: 1 cell in row 2 from the top, where the board has 2";
    assert_eq!(board(&soon).replace(' ', ""), soon.to_rows());
    let (late, soon) = (late.to_rows(), soon.to_rows());
    let expected = format!("{late} -1\n{soon} 18\nXO/X {error}\n{late} -1\n");
    assert_eq!(run.stdout, expected);
    assert_eq!(run.error_line(), "error: 1 of 4 boards is not a valid position (at line 17)");
}

#[test]
fn the_class_of_a_row_is_checked_as_the_score_of_a_set_is() {
    let game: Game = "121212".parse().unwrap();
    let row = data(&game);
    let right = format!("{row},win");
    assert_eq!(run(&["solve"], right.as_bytes()).succeeds(), format!("{right} 18\n"));
    let wrong = format!("{row},loss");
    let checked = run(&["solve"], wrong.as_bytes());
    assert_eq!(checked.stdout, format!("{wrong} error: the score is 18, not the score of a loss\n"));
    assert_eq!(
        (checked.code, &*checked.stderr),
        (Some(1), "error: 1 of 1 lines has a wrong score (line 1)\n")
    );
}

/// The commands whose JSON or CSV has positions, with more than one form of each.
const WITH_FIELDS: [&[&str]; 14] = [
    &["solve", "4433", "--json", "--line"],
    &["solve", "4433", "--json", "--outcome"],
    &["solve", "444444", "--csv", "--line"],
    &["solve", "7/7/7/7/2pp3/2PP3", "--csv"],
    &[
        "solve",
        "{\"board\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}",
        "--csv",
    ],
    &["analyze", "444444", "--json"],
    &["analyze", "444444", "--csv"],
    &["explain", "44", "--json"],
    &["explain", "", "--json"],
    &["explore", "4433", "--json"],
    &["review", "443322", "--json"],
    &["puzzle", "--json"],
    &["book", "export", "--plies", "2", "--json"],
    &["book", "export", "--plies", "2"],
];

#[test]
fn every_command_writes_json_and_csv_that_solve_and_analyze_read_back() {
    let help = run(&["help"], b"").succeeds();
    let commands = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for command in commands.filter(|name| !["", "help"].contains(name)) {
        let options = run(&["help", command], b"").stdout;
        for option in
            ["--json", "--csv"].into_iter().filter(|option| options.contains(&format!(" {option} ")))
        {
            let is_tested = |words: &&[&str]| words[0] == command && words.contains(&option);
            assert!(WITH_FIELDS.iter().any(is_tested), "{command} {option}");
        }
    }
    for words in WITH_FIELDS {
        let written = run(words, b"").succeeds();
        for command in ["solve", "analyze"] {
            let mut answers = run(&[command, "--json"], written.as_bytes());
            // Its answers are read, too, and name the same positions.
            answers = run(&[command, "--csv"], answers.succeeds().as_bytes());
            let plain = run(&[command], answers.succeeds().as_bytes()).succeeds();
            let is_csv = written.starts_with("position,");
            assert_eq!(
                plain.lines().count(),
                written.lines().count() - usize::from(is_csv),
                "{words:?}: {plain}"
            );
        }
    }
    assert!(run(&["explain", "", "--json"], b"").stdout.len() > 4096);
}

#[test]
fn a_row_of_csv_is_read_by_its_header() {
    let text = "position,score,scores\n4433,18,-3 18 2 2 18 -3 -4\n\"4,4\",1,\n4433,5,\n44,,-3 -3 -2 1 -2 -3 -4\n44,1,,7\n\n";
    let rows = run(&["analyze"], text.as_bytes());
    let expected = "4433 -3 18 2 2 18 -3 -4\n4,4 -3 -3 -2 1 -2 -3 -3\n4433 error: the score is 18, not 5\n\
                    44 error: the score of column 7 is -3, not -4\n44 error: read as an object, because of '{': `` is not read";
    assert!(rows.stdout.starts_with(expected), "{rows:?}");
    let unknown = run(&["solve"], b"position,ply\n4433,4\n").stdout;
    assert!(unknown.contains("`ply` is not read, and may change the position"), "{unknown}");
}

#[test]
fn explain_and_explore_compare_a_stated_score() {
    for command in ["explain", "explore"] {
        let by = |score| run(&[command, &format!("{{\"position\":\"4433\",\"score\":{score}}}")], b"");
        by(18).succeeds();
        let wrong = by(5);
        assert_eq!((wrong.code, &*wrong.stderr), (Some(1), "error: the score is 18, not 5\n"));
    }
}

#[test]
fn an_answer_with_moves_is_reviewed() {
    let review = run(&["review", "4433"], b"").succeeds();
    let own = run(&["review", "4433", "--json"], b"").succeeds();
    for text in [own, "{\"position\":\"4433\",\"score\":18}".to_owned()] {
        assert_eq!(run(&["review"], text.as_bytes()).succeeds(), review, "{text}");
    }
}

#[test]
fn a_text_in_the_place_of_a_file_is_refused_as_what_it_looks_like() {
    for (text, error) in [
        ("no/such.file", "cannot read no/such.file: "),
        ("4433.txt", "cannot read 4433.txt: "),
        ("no.such", "cannot read no.such: "),
        ("1. d1 d9", "invalid MOVES: read as cells of moves, because of \"1.\": "),
        ("......./......Z", "invalid MOVES: read as a drawn board, because of '/': "),
        ("https://connect4.gamesolver.org/", "invalid MOVES: a link alone is read by its 'pos='"),
    ] {
        let refused = run(&["solve", text], b"");
        assert!(refused.error_line().starts_with(&format!("error: {error}")), "{text}: {refused:?}");
    }
    let link = "https://connect4.gamesolver.org/?pos=4433";
    assert_eq!(run(&["solve", link], b"").succeeds(), format!("{link} 18\n"));
}

#[test]
fn a_position_is_read_from_a_pipe() {
    for arguments in [&["show"][..], &["show", "-"]] {
        assert_eq!(
            run(arguments, b"4433\n").succeeds(),
            run(&["show", "4433"], b"").succeeds(),
            "{arguments:?}"
        );
    }
    let drawn = run(&["show", "4433"], b"").succeeds();
    assert_eq!(run(&["show"], drawn.as_bytes()).succeeds(), drawn);
    assert!(run(&["show"], b"").succeeds().contains("Moves played: 0"));
    let refused = run(&["show"], b"8\n");
    let error = refused.error_line();
    assert!(error.starts_with("error: invalid standard input: invalid character '8'"), "{error}");
}

#[test]
fn boards_displayed_by_a_session_can_be_read() {
    let displayed = session(&format!("position {LATE}\ndisplay\nposition 121212\ndisplay\nquit\n"));
    let drawings: String = displayed
        .lines()
        .filter(|line| !line.starts_with("Played") && *line != "Goodbye!")
        .flat_map(|line| [line, "\n", if line.starts_with("Current player") { "\n" } else { "" }])
        .collect();
    let scores = run(&["solve", "--input", "board"], drawings.as_bytes()).succeeds();
    assert!(scores.lines().map(|line| line.rsplit(' ').next().unwrap()).eq(["-1", "18"]), "{scores}");
}

#[test]
fn impossible_cells_are_refused_in_their_place() {
    let empty: Position = Position::new();
    for (line, error) in [
        (board(&empty).replacen('.', "X", 1), "the stone in column 1, row 6 has nothing below it"),
        (
            kaggle(&empty).replace("\"mark\": 1", "\"mark\": 2"),
            "O is said to move, but X is to move by the stones",
        ),
        (data(&Game::new()) + ",lost", "invalid class \"lost\""),
        ("{\"board\": \"\u{1b}[2J\"}".to_owned(), "read as an object, because of '{': "),
    ] {
        let run = run(&["solve"], format!("121212\n{line}\n121212\n").as_bytes());
        let lines: Vec<_> = run.stdout.lines().collect();
        assert_eq!((lines.len(), lines[0], lines[2]), (3, "121212 18", "121212 18"));
        assert!(lines[1].contains(error) && !lines[1].contains('\u{1b}'), "{}", lines[1]);
        run.error_line();
    }
}

#[test]
fn a_fen_and_cells_have_an_answer_on_each_line() {
    let position: Position = "4433".parse().unwrap();
    let lines = [position.to_fen(), "7/7/7/7/2pp3/2PP3 w".to_owned(), "d1 d2 c1 c2".to_owned()];
    let games = ["P@d1 P@d2 P@c1 P@c2", "1. d1 d2 2. c1 c2 *", "1. d1 d2 2. c1 c2 1-0"];
    let lines: Vec<&str> = lines.iter().map(String::as_str).chain(games).collect();
    let expected = lines.join(" 18\n") + " 18\n";
    assert_eq!(run(&["solve"], lines.join("\n").as_bytes()).succeeds(), expected);
    for (notation, lines) in [("fen", &lines[..2]), ("cells", &lines[2..])] {
        let chosen = run(&["solve", "--input", notation], lines.join("\n").as_bytes()).succeeds();
        assert_eq!(chosen.lines().count(), lines.len());
        assert!(expected.contains(&chosen), "{notation}");
    }
}

#[test]
fn columns_may_count_from_zero() {
    let zero = |command: &[&str], input: &str| run(&[command, &["--base", "0"]].concat(), input.as_bytes());
    assert_eq!(zero(&["solve"], "3322\n3322 18\n").succeeds(), "3322 18\n3322 18\n");
    assert_eq!(zero(&["analyze"], "3322").succeeds(), "3322 -3 18 2 2 18 -3 -4\n");
    assert_eq!(zero(&["show", "3", "3", "2"], "").succeeds(), run(&["show", "443"], b"").succeeds());
    for command in ["explain", "review"] {
        let (zero, one) = (zero(&[command, "3322"], ""), run(&[command, "4433"], b""));
        assert_eq!(zero.succeeds(), one.succeeds(), "{command}");
    }
    let perft = zero(&["perft", "1", "000000"], "");
    assert_eq!(perft.succeeds(), "perft 1 6\n");
    let wrong = zero(&["solve"], "7");
    assert_eq!(wrong.stdout, "7 error: invalid character '7' at character 1 (moves are columns, 0 to 6)\n");
    assert!(zero(&["solve", "--base", "2"], "").stderr.contains("'2'"));
}

#[test]
fn a_zero_among_columns_from_one_names_the_option() {
    let hint = "column 0 at character 3: columns count from 1 here; --base 0 reads columns from 0";
    for line in ["440", "440 18"] {
        let found = run(&["solve"], line.as_bytes());
        assert!(found.stdout.contains(hint) && found.stdout.starts_with(line), "{found:?}");
    }
    for command in ["show", "explain", "review"] {
        let found = run(&[command, "440"], b"");
        assert!(found.stderr.contains(hint), "{found:?}");
    }
}

#[test]
fn commands_for_one_position_read_every_notation() {
    let fen = "7/7/7/7/2pp3/2PP3 w";
    let shown = run(&["show", "4433"], b"").succeeds();
    for words in [&[fen][..], &["1. d1 d2 2. c1 c2 *"], &["d1", "d2", "c1", "c2"], &[shown.as_str()]] {
        assert_eq!(run(&[&["show"], words].concat(), b"").succeeds(), shown, "{words:?}");
    }
    assert_eq!(run(&["explain", fen], b"").succeeds(), run(&["explain", "4433"], b"").succeeds());
    let object = run(&["explain", fen, "--json"], b"").succeeds();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&object).unwrap()["position"], fen);
    let game = run(&["review", "1. d1 d2 2. c1 c2 *"], b"").succeeds();
    assert_eq!(game, run(&["review", "4433"], b"").succeeds());
    assert!(run(&["review", fen], b"").error_line().starts_with("error: a review needs the moves"));
    // The solver is made for the board that is drawn.
    let drawn = run(&["show", "--scores", "..../..../.O../.X.."], b"").succeeds();
    assert!(drawn.contains("Scores: 0 0 0 0\n"), "{drawn}");
    let played = run(&["play", "--plain", "--o", "person", fen], b"5\nmoves\n").succeeds();
    assert!(played.contains("43345") || played.contains("44335") || played.contains("34435"), "{played}");
    assert_eq!(run(&["perft", "1", fen], b"").succeeds(), "perft 1 7\n");
    let asked = run(&["show", "--board", "5x5", "...../...../..O../..X.."], b"");
    assert!(
        asked
            .error_line()
            .starts_with("error: invalid MOVES: read as a drawn board, because of '/': 4 rows, where"),
        "{asked:?}"
    );
}

#[test]
fn blank_lines_of_pgn_have_no_answer() {
    let game = "[White \"A\"]\n\n1. d1 d2 2. c1 c2 *\n\n1. d1 *\n";
    let answers = run(&["solve"], game.as_bytes());
    let lines: Vec<_> = answers.stdout.lines().collect();
    assert!(lines[0].contains("tags, comments and variations of PGN are not read"), "{answers:?}");
    assert_eq!(lines[1..], ["1. d1 d2 2. c1 c2 * 18", "1. d1 * -1"], "{answers:?}");
    let of_position = "[FEN \"7/7/7/7/3p3/3P3 w\"]\n\n1. c1 c2 *\n\n[White \"B\"]\n\n1. d1 *\n";
    let answers = run(&["solve"], of_position.as_bytes());
    let lines: Vec<_> = answers.stdout.lines().collect();
    assert!(lines[1].contains("a game that starts at the position of its tags is not read"), "{answers:?}");
    assert_eq!(lines[3], "1. d1 * -1", "{answers:?}");
    // Elsewhere such a line is the empty board.
    assert_eq!(run(&["solve"], b"4433\n\n").succeeds(), "4433 18\n +1\n");
}

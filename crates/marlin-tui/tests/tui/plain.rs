//! The game as lines.

use std::time::Duration;

use marlin_core::{Game, Solver};
use marlin_tui::{Play, PlayOptions, Seat, run_plain};

use crate::player::engine;

/// Plays lines, and returns the output after the first board.
fn play(board: &str, moves: &str, seats: [Seat; 2], lines: &str) -> String {
    let board = board.parse().unwrap();
    let solver = Solver::builder_on(board).hash_mib(1).unwrap().threads(1).build();
    let options = PlayOptions { time: Duration::from_secs(20), ..PlayOptions::default() };
    let state = Play::new(Game::parse(board, moves).unwrap(), seats);
    let mut out = Vec::new();
    run_plain(state, solver, &options, &mut lines.as_bytes(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let (_, rest) = text.split_once("Moves played: ").unwrap();
    rest.split_once("\nCurrent player: ").map_or(rest, |(_, rest)| &rest[2..]).to_owned()
}

const PEOPLE: [Seat; 2] = [Seat::Person; 2];

#[test]
fn hints_say_who_wins_with_each_column() {
    let expected = "\
Column 1: -3, loses on move 38
Column 2: +18, wins on move 7
Column 3: +2, wins on move 39
Column 4: +2, wins on move 39
Column 5: +18, wins on move 7 (best)
Column 6: -3, loses on move 38
Column 7: -4, loses on move 36
";
    assert_eq!(play("7x6", "4433", PEOPLE, "hints\n"), expected);
    // After 'hints on' they stay.
    let stay = play("7x6", "4433", PEOPLE, "hints on\n5\nmoves\nhints off\nmoves\n");
    assert_eq!(stay.matches("Column 1: ").count(), 3, "{stay}");
}

#[test]
fn hints_that_are_not_proven_say_so() {
    let board = "9x6".parse().unwrap();
    let solver = Solver::builder_on(board).hash_mib(1).unwrap().threads(1).build();
    let options = PlayOptions { time: Duration::from_millis(20), ..PlayOptions::default() };
    let state = Play::new(Game::parse(board, "54").unwrap(), PEOPLE);
    let mut out = Vec::new();
    run_plain(state, solver, &options, &mut "hints\nline\n".as_bytes(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("(looks best)") && !text.contains("(best)"), "{text}");
    assert!(text.contains(" looks best; not proven.\n"), "{text}");
    assert!(text.contains("\nBest line, not proven: "), "{text}");
}

#[test]
fn a_game_is_played_to_its_end_against_the_engine() {
    let text = play("7x6", "443322", [Seat::Person, engine(10)], "5\n");
    assert!(text.ends_with("Moves played: 7\nGame over: X has won, at move 7\n"), "{text}");
    let text = play("7x6", "443325", [engine(10), Seat::Person], "");
    assert!(
        text.starts_with("Yellow (level 10) plays 1\n") && text.ends_with("X has won, at move 7\n"),
        "{text}"
    );
}

#[test]
fn every_bad_line_has_one_line_of_error_and_nothing_is_lost() {
    for line in [
        "8",
        "0",
        "99999999999999999999",
        "fly",
        "save",
        "load",
        "go",
        "1 2",
        "undo 3",
        "players",
        "players x y",
        "\u{1b}[A",
    ] {
        let text = play("7x6", "44", PEOPLE, &format!("{line}\nmoves\n"));
        let lines: Vec<_> = text.lines().collect();
        assert!(
            lines.len() == 2 && lines[0].starts_with("error: ") && lines[1] == "Moves: 44",
            "{line}: {text}"
        );
    }
    let full = play("7x6", "444444", PEOPLE, "4\nmoves\n");
    assert_eq!(full, "error: column 4 is full\nMoves: 444444\n");
}

#[test]
fn threats_line_graph_and_explanation_are_sentences() {
    let text = play("7x6", "443322", PEOPLE, "threats\nline\ngraph\nexplain\n");
    let expected = "\
Threats of Yellow: a1 e1
Threats of Red: a2 e2
Best line: 5
Evaluation for Yellow after each move, from the start: +1 +1 +1 +1 +18 -2 +18
";
    assert!(
        text.starts_with(
            "Threats of Yellow: a1 e1\nThreats of Red: a2 e2\nBest line: 5\nEvaluation for Yellow"
        ),
        "{text}\n{expected}"
    );
    assert!(text.contains("Yellow wins on move 7"), "{text}");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let text = play(
        "8x7",
        "4433",
        PEOPLE,
        &format!("save {file}\nsave {file}\nsave! {file}\nnew\nload {file}\nmoves\n"),
    );
    assert!(text.starts_with(&format!("saved in {file}\nerror: {file} exists already")), "{text}");
    assert!(text.ends_with("Moves: 4433\n"), "{text}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "# board 8x7\n4433\n");
    let missing = play("7x6", "44", PEOPLE, "load /no/such/file\n");
    assert!(missing.starts_with("error: cannot read /no/such/file: "), "{missing}");
}

#[test]
fn undo_redo_swap_and_new_work_as_on_the_screen() {
    let text =
        play("7x6", "44", PEOPLE, "undo\nmoves\nredo\nmoves\nnew\nmoves\nundo\nmoves\nundo\nundo\nundo\n");
    assert!(
        text.contains("Moves: 4\n") && text.contains("Moves: 44\n") && text.contains("Moves: \n"),
        "{text}"
    );
    let (_, after_new) = text.split_once("Moves: \n").expect("a new game");
    assert!(after_new.contains("the last game is back") && after_new.contains("Moves: 44\n"), "{text}");
    assert!(text.ends_with("error: no move to take back\n"), "{text}");
    let text = play("7x6", "", [Seat::Person, engine(10)], "swap\nmoves\n");
    assert!(text.contains("Yellow (level 10) plays 4\n") && text.ends_with("Moves: 4\n"), "{text}");
}

#[test]
fn every_board_can_be_played() {
    for board in ["4x4", "12x4", "5x9", "1x4", "16x3", "8x7"] {
        let text = play(board, "", PEOPLE, "1\nthreats\nundo\nmoves\n");
        assert!(text.ends_with("Moves: \n"), "{board}: {text}");
    }
    let wide = play("12x4", "", PEOPLE, "12\nK\nmoves\n");
    assert!(wide.ends_with("Moves: 12,11\n"), "{wide}");
}

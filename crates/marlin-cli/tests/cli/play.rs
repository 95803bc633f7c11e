//! `marlin-cli play` line by line, and its arguments.

use crate::process::{InteractiveRun, TestFile, run};

#[test]
fn without_a_terminal_a_game_is_played_by_lines() {
    let text = run(&["play", "443322", "--o", "person"], b"5\n").succeeds();
    assert!(text.starts_with("Four in a row, board 7x6. Yellow X: person. Red O: person."), "{text}");
    assert!(text.ends_with("Moves played: 7\nGame over: X has won, at move 7\n"), "{text}");
}

#[test]
fn the_engine_answers_at_once_when_it_is_asked_one_line_at_a_time() {
    let mut game = InteractiveRun::start(&["play", "--plain", "--o", "10"]);
    assert_eq!(game.line_with("Current player"), "Current player: X");
    game.send("4");
    let answer = game.line_with("Red (level 10)");
    assert_eq!(answer, "Red (level 10) plays 4");
    game.send("quit");
    assert_eq!(game.finish().1, Some(0));
}

#[test]
fn two_engines_play_a_game_to_its_end() {
    let text = run(&["play", "--x", "10", "--o", "10", "--board", "5x4"], b"").succeeds();
    assert!(text.ends_with("Game over: the game is a draw, at move 20\n"), "{text}");
}

#[test]
fn a_seed_repeats_a_game() {
    let game = |seed| run(&["play", "--x", "3", "--o", "4", "--seed", seed], b"moves\n").succeeds();
    assert_eq!(game("1"), game("1"));
}

#[test]
fn large_boards_are_answered_within_the_time() {
    let arguments = ["play", "--board", "9x6", "--x", "10", "--o", "person", "--time", "100", "--hash", "8"];
    let text = run(&arguments, b"hints\n").succeeds();
    assert!(text.contains("Yellow (level 10) plays ") && text.contains("proven"), "{text}");
}

#[test]
fn wrong_arguments_are_refused_in_one_line() {
    let refused = run(&["play", "48"], b"");
    assert!(refused.error_line().starts_with("error: invalid MOVES: "), "{refused:?}");
    for (arguments, word) in [
        (
            &["play", "--x", "11"][..],
            "'11' is not a player: write 'person', or a level of the engine from 1 to 10",
        ),
        (&["play", "--o", "-1"], "'-1' is not a player"),
        (&["play", "--time", "x"], "a whole number, 0 or more, is expected"),
        (&["play", "--board", "99x9"], "99x9"),
    ] {
        let refused = run(arguments, b"");
        assert!(refused.code == Some(2) && refused.stderr.contains(word), "{refused:?}");
    }
}

#[test]
fn a_saved_game_is_solved_by_the_other_commands() {
    let file = TestFile::new("played", "");
    let lines = format!("save! {}\n", file.path());
    run(&["play", "4433", "--o", "person"], lines.as_bytes()).succeeds();
    assert_eq!(run(&["solve", file.path()], b"").succeeds(), "4433 18\n");
}

#[test]
fn a_reader_that_goes_away_ends_the_game_silently() {
    let game = InteractiveRun::start(&["play", "--plain", "--o", "person"]);
    assert_eq!(game.stop_reading_while_sending("board"), Some(0));
}

#[test]
fn options_of_a_game_follow_the_command_and_a_time_of_0_is_no_limit() {
    let arguments = ["play", "--color", "never", "--board", "8x7", "--o", "person", "--time", "0"];
    let text = run(&arguments, b"").succeeds();
    assert!(text.starts_with("Four in a row, board 8x7."), "{text}");
    for arguments in [["--strict", "play"], ["play", "--strict"]] {
        let refused = run(&arguments, b"");
        assert!(refused.code == Some(2) && refused.stderr.contains("--strict"), "{refused:?}");
    }
}

//! `marlin-cli show`: boards as text and as SVG.

use super::process::run;

/// The picture of the README.
const PICTURE: &str = include_str!("../../../../docs/board.svg");

#[test]
fn the_picture_of_the_readme_is_what_the_command_prints() {
    assert_eq!(run(&["show", "4433", "--svg", "--scores"], b"").good(), PICTURE);
}

#[test]
fn a_board_is_shown_as_in_a_session() {
    let shown = run(&["show", "4433"], b"").good();
    let session = run(&[], b"position 4433\ndisplay\nquit\n").good();
    assert!(shown.starts_with("| . . . . . . . |\n"), "{shown}");
    assert!(session.contains(&shown), "{session}");
}

#[test]
fn scores_stand_below_the_board() {
    let shown = run(&["show", "4433", "--scores"], b"").good();
    assert!(shown.ends_with("Current player: X\nScores: -3 18 2 2 18 -3 -4\n"), "{shown}");
    let shown = run(&["show", "444444", "--scores"], b"").good();
    assert!(shown.lines().last().unwrap().split(' ').nth(4) == Some("-"), "{shown}");
}

#[test]
fn moves_that_nobody_can_play_are_refused() {
    let refused = run(&["show", "44444444"], b"");
    let expected = "error: invalid MOVES: illegal move 4 at index 6: column 4 is full";
    assert_eq!(refused.one_line_of_blame(), expected);
}

#[test]
fn moves_may_stand_apart() {
    assert_eq!(run(&["show", "4", "4", "3", "3"], b"").good(), run(&["show", "4433"], b"").good());
    assert!(run(&["show"], b"").good().contains("Moves played: 0"));
}

#[test]
fn an_option_of_the_solver_is_refused_without_scores() {
    for arguments in [&["show", "4433", "--no-book"][..], &["--hash", "8", "show", "4433"]] {
        let refused = run(arguments, b"");
        assert!(refused.one_line_of_blame().contains("show without --scores"), "{refused:?}");
    }
}

//! `marlin-cli show`: boards as text and as SVG.

use super::process::run;

/// The picture of the README.
const PICTURE: &str = include_str!("../../../../docs/board.svg");

#[test]
fn the_command_prints_the_picture_of_the_readme() {
    assert_eq!(run(&["show", "4433", "--scores", "--svg", "-"], b"").succeeds(), PICTURE);
}

#[test]
fn a_board_is_shown_as_in_a_session() {
    let shown = run(&["show", "4433"], b"").succeeds();
    let session = run(&[], b"position 4433\ndisplay\nquit\n").succeeds();
    assert!(shown.starts_with("| . . . . . . . |\n"), "{shown}");
    assert!(session.contains(&shown), "{session}");
}

#[test]
fn the_stones_that_won_are_marked() {
    let shown = run(&["show", "112255443"], b"").succeeds();
    assert!(shown.contains("| o o . o o . . |\n| X X X X X . . |\n"), "{shown}");
    let session = run(&[], b"position 11225544\n3\nd\n").succeeds();
    assert!(session.starts_with("Played 8 moves\nPlayed column 3, X has won, at move 9\n"), "{session}");
    assert!(session.ends_with(&shown), "{session}");
    // What is drawn is read as the same board.
    let solved =
        run(&["solve", "--input", "board"], shown.lines().take(8).collect::<Vec<_>>().join("\n").as_bytes());
    assert!(solved.succeeds().ends_with(" -17\n"));
    let svg = run(&["show", "112255443", "--svg", "-"], b"").succeeds();
    assert_eq!(svg.matches("class=\"four\"").count(), 5, "{svg}");
}

#[test]
fn scores_are_below_the_board() {
    let shown = run(&["show", "4433", "--scores"], b"").succeeds();
    assert!(shown.ends_with("Current player: X\nScores: -3 18 2 2 18 -3 -4\n"), "{shown}");
    let shown = run(&["show", "444444", "--scores"], b"").succeeds();
    assert!(shown.lines().last().unwrap().split(' ').nth(4) == Some("-"), "{shown}");
}

#[test]
fn scores_that_limits_leave_open_are_bounds_below_the_board() {
    for options in [["--scores", "--nodes", "1"], ["--line=3", "--nodes", "1"]] {
        let shown = run(&[&["show", "44", "--board", "9x7"], &options[..]].concat(), b"");
        assert!(shown.stdout.contains("Current player: X\n"), "{}", shown.stdout);
        assert_eq!(shown.stdout.contains(".."), options[0] == "--scores", "{}", shown.stdout);
        assert_eq!(shown.code, Some(4), "{options:?}");
    }
}

#[test]
fn illegal_moves_are_refused() {
    let refused = run(&["show", "44444444"], b"");
    let expected = "error: invalid MOVES: move 7: column 4 is full";
    assert_eq!(refused.error_line(), expected);
}

#[test]
fn moves_may_be_separate_words() {
    assert_eq!(run(&["show", "4", "4", "3", "3"], b"").succeeds(), run(&["show", "4433"], b"").succeeds());
    assert!(run(&["show"], b"").succeeds().contains("Moves played: 0"));
}

#[test]
fn a_picture_is_written_to_a_file_beside_the_text_and_replaces_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let arguments = ["show", "4433", "--scores", "--svg", path.to_str().unwrap()];
    let text = run(&arguments, b"").succeeds();
    assert_eq!(text, run(&["show", "4433", "--scores"], b"").succeeds());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), PICTURE);
    assert!(run(&arguments, b"").error_line().contains("board.svg exists already: "));
    run(&[&arguments[..], &["--force"]].concat(), b"").succeeds();
}

#[test]
fn a_picture_of_another_kind_is_refused_with_the_way_to_it() {
    let refused = run(&["show", "4433", "--svg", "a.PNG"], b"");
    assert!(
        refused.stderr.contains("name a.svg, and convert it, as with rsvg-convert a.svg --output a.PNG"),
        "{refused:?}"
    );
    assert_eq!(refused.code, Some(2));
    let refused = run(&["show", "4433", "--svg", ""], b"");
    assert!(refused.stderr.contains("the name of a file is expected"), "{refused:?}");
}

#[test]
fn threats_and_the_best_line_are_below_the_board() {
    let shown = run(&["show", "443322", "--threats", "--line"], b"").succeeds();
    assert!(shown.ends_with("Threats of X: a1 e1\nThreats of O: a2 e2\nBest line: 5\n"), "{shown}");
    let shown = run(&["show", "4433", "--line=2"], b"").succeeds();
    assert!(shown.ends_with("Best line: 5 4\n"), "{shown}");
    let won = run(&["show", "1212121", "--threats", "--line"], b"").succeeds();
    assert!(won.ends_with("Game over: X has won, at move 7\n"), "{won}");
    let none = run(&["show", "44", "--threats"], b"").succeeds();
    assert!(none.ends_with("Threats of X: none\nThreats of O: none\n"), "{none}");
}

#[test]
fn a_drawing_has_its_additions_on_every_kind_of_board() {
    for (board, moves) in
        [("7x6", "443322"), ("4x4", "1122"), ("12x4", "6,6,7,7,8"), ("5x9", "112233"), ("1x4", "")]
    {
        let additions = "--svg - --scores --threats --line=3 --no-book --hash 8";
        let line = format!("show {moves} --board {board} {additions}");
        let arguments: Vec<_> = line.split_whitespace().collect();
        let svg = run(&arguments, b"").succeeds();
        assert!(svg.starts_with("<svg ") && svg.contains("Threats of X: "), "{board}: {svg}");
        assert!(svg.contains("class=\"step\"") && svg.contains("Best line: "), "{board}: {svg}");
    }
}

#[test]
fn the_appearance_fixes_light_or_dark() {
    let dark = run(&["show", "44", "--svg", "-", "--appearance", "dark"], b"").succeeds();
    assert!(!dark.contains("@media") && dark.contains("#11151d"), "{dark}");
    let refused = run(&["show", "44", "--appearance", "dark"], b"");
    assert!(refused.code == Some(2) && refused.stderr.contains("--svg"), "{refused:?}");
    let refused = run(&["show", "44", "--line=0"], b"");
    assert!(refused.code == Some(2) && refused.stderr.contains("a whole number from 1 to 64"), "{refused:?}");
}

#[test]
fn each_theme_has_a_look_of_its_own() {
    let drawn = |theme| run(&["show", "44", "--svg", "-", "--theme", theme], b"").succeeds();
    let classic = run(&["show", "44", "--svg", "-"], b"").succeeds();
    assert_eq!(drawn("classic"), classic);
    let (quiet, strong) = (drawn("quiet"), drawn("high-contrast"));
    assert!(quiet != classic && strong != classic && quiet != strong);
    let refused = run(&["show", "44", "--theme", "quiet"], b"");
    assert!(refused.code == Some(2) && refused.stderr.contains("--svg"), "{refused:?}");
}

#[test]
fn show_and_play_refuse_another_theme_with_the_same_words() {
    let refused =
        [&["show", "44", "--svg", "-", "--theme", "pink"][..], &["play", "--theme", "pink"]].map(|args| {
            let refused = run(args, b"");
            assert_eq!(refused.code, Some(2), "{refused:?}");
            refused.stderr.lines().take(2).map(str::to_owned).collect::<Vec<_>>()
        });
    assert!(refused[0].concat().contains("[possible values: classic, quiet, high-contrast]"), "{refused:?}");
    assert_eq!(refused[0], refused[1]);
}

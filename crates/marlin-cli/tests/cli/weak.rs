//! `marlin-cli weak`: the proof of the solution, and its moves.

use std::fs;

use marlin_coach::weak::FILE;
use tempfile::TempDir;

use super::process::run;

#[test]
fn the_solution_of_the_program_wins_against_every_reply() {
    let text = run(&["weak", "verify"], b"").succeeds();
    assert!(text.starts_with("tree: ") && text.ends_with("X wins against every reply.\n"), "{text}");
    assert!(text.contains("longest game: 41 stones\n"), "{text}");
}

#[test]
fn a_damaged_file_fails_with_the_game_that_is_not_won() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("weak.txt");
    // Every leaf plays the default.
    let damaged: String = FILE
        .lines()
        .map(|line| if line.starts_with('=') { "=\n".to_owned() } else { format!("{line}\n") })
        .collect();
    fs::write(&path, damaged).unwrap();
    let error = run(&["weak", "verify", path.to_str().unwrap()], b"").fails(1);
    assert!(error.contains("X does not win: after 4"), "{error}");
    fs::write(&path, "5\n").unwrap();
    let error = run(&["weak", "verify", path.to_str().unwrap()], b"").fails(1);
    assert!(error.contains("no weak solution: "), "{error}");
}

#[test]
fn a_move_has_its_reason_and_a_game_that_left_the_solution_is_named() {
    assert_eq!(run(&["weak", "move"], b"").succeeds(), "4: the first move\n");
    assert_eq!(run(&["weak", "move", "44"], b"").succeeds(), "4: the move of the tree\n");
    assert_eq!(run(&["weak", "move", "414141"], b"").succeeds(), "4: four in a row\n");
    let error = run(&["weak", "move", "14"], b"").fails(2);
    assert!(error.contains("the solution plays 4, not 1, after "), "{error}");
    let error = run(&["weak", "move", "4"], b"").fails(2);
    assert!(error.contains("X's turn"), "{error}");
}

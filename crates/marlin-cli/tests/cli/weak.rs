//! `marlin-cli weak`: the proof of the solution, and its moves.

use std::fs;

use marlin_coach::weak::{FILE, Solution, WeakPlayer};
use marlin_core::Position;
use tempfile::TempDir;

use super::process::run;

/// Returns a game up to the winning move, and its column: O plays the leftmost column that is not full.
fn won_game() -> (String, u32) {
    let solution: Solution = FILE.parse().unwrap();
    let (mut player, mut moves) = (WeakPlayer::new(&solution), "4".to_owned());
    loop {
        let position: Position = moves.parse().unwrap();
        let reply = position.legal_moves().next().unwrap().number() as u32;
        moves.push_str(&reply.to_string());
        player = player.answer(reply).unwrap().0;
        if player.has_won() {
            return (moves, player.column());
        }
        moves.push_str(&player.column().to_string());
    }
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
    let refused = run(&["weak", "verify", path.to_str().unwrap()], b"");
    assert!(refused.code == Some(1) && refused.stderr.contains("X does not win: after 4"), "{refused:?}");
    fs::write(&path, "5\n").unwrap();
    let refused = run(&["weak", "verify", path.to_str().unwrap()], b"");
    assert!(refused.code == Some(1) && refused.stderr.contains("no weak solution: "), "{refused:?}");
}

#[test]
fn a_move_has_its_reason_and_a_game_that_left_the_solution_is_named() {
    assert_eq!(run(&["weak", "move"], b"").succeeds(), "4: the first move\n");
    assert_eq!(run(&["weak", "move", "44"], b"").succeeds(), "4: the move of the tree\n");
    let (moves, winning) = won_game();
    assert_eq!(run(&["weak", "move", &moves], b"").succeeds(), format!("{winning}: four in a row\n"));
    let refused = run(&["weak", "move", "14"], b"");
    assert!(refused.error_line().contains("the solution plays 4, not 1, as move 1"), "{refused:?}");
    assert!(run(&["weak", "move", "4"], b"").error_line().contains("X's turn"));
}

//! The position sets of `test-positions`: the first positions of each are solved to the score that the set
//! gives.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use marlin_core::{Game, Solver, suite};

use crate::size;

/// Solves the first positions of a set.
///
/// A set that is missing or shorter than that fails.
fn solve_first(count: usize, set: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-positions").join(set);
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = suite::read(BufReader::new(file)).unwrap_or_else(|error| panic!("{set}: {error}")).lines;
    assert!(lines.len() >= count.max(1), "{set} has only {} positions", lines.len());
    let solver = Solver::builder().hash_mib(16).expect("a table of 16 MiB").without_book().build();
    for (game, score) in lines.into_iter().take(count) {
        // The outcome first: afterwards the table would know it.
        let outcome = solver.solve_outcome(game.position());
        assert_eq!(outcome, score.outcome(), "{set}: {game}");
        assert_eq!(solver.solve(game.position()), score, "{set}: {game}");
    }
}

#[test]
fn late_positions_that_end_soon_have_the_scores_of_the_set() {
    solve_first(1000, "L3_R1.txt");
}

#[test]
fn middle_positions_that_end_soon_have_the_scores_of_the_set() {
    solve_first(1000, "L2_R1.txt");
}

#[test]
fn middle_positions_that_last_have_the_scores_of_the_set() {
    solve_first(200, "L2_R2.txt");
}

#[test]
fn early_positions_that_end_soon_have_the_scores_of_the_set() {
    solve_first(500, "L1_R1.txt");
}

#[test]
fn early_positions_that_last_have_the_scores_of_the_set() {
    solve_first(40, "L1_R2.txt");
}

#[test]
fn early_positions_that_last_to_the_end_have_the_scores_of_the_set() {
    solve_first(1, "L1_R3.txt");
}

#[test]
fn a_set_states_its_board_in_its_head() {
    let read = |text: &str| suite::read(text.as_bytes());
    let set = read("# some positions\n# board 9x5\n\n9191919 -19\n 1\n").unwrap();
    assert_eq!((set.size, set.lines.len()), (size("9x5"), 2));
    assert_eq!(set.lines[0].0, Game::parse(set.size, "9191919").unwrap());
    assert_eq!(set.lines[0].1.get(), -19);
    for (text, expected) in [("4433 18\n", "7x6"), ("# no positions\n", "7x6"), ("# board 5x4\n", "5x4")] {
        assert_eq!(read(text).unwrap().size, size(expected), "{text:?}");
    }
    // A comment that mentions a board without its form is an ordinary comment.
    assert_eq!(read("# board games\n#board 5x4 of the other set\n").unwrap().size, size("5x4"));
    for (text, expected) in [
        ("# board 13x9\n", "line 1: a board of 13x9 does not fit: with 9 rows it has 1 to 12 columns"),
        ("# board 9\n", "line 1: \"9\" is not a board size (write columns x rows, as in 7x6)"),
        ("4433 18\n# board 9x5\n", "line 2: a set of board 9x5, where 7x6 is expected"),
        ("# board 8x5\n# board 9x5\n", "line 2: a set of board 9x5, where 8x5 is expected"),
        ("# board 5x4\n4433 18\n", "line 2: invalid score \"18\" (scores are -7 to 7)"),
        ("# board 5x4\n6 0\n", "line 2: invalid character '6' at character 1 (moves are columns, 1 to 5)"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), expected, "{text:?}");
    }
}

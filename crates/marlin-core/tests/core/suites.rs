//! The position sets of `test-positions`: the first positions of each are solved to the score that the set gives.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use marlin_core::{Solver, suite};

/// Solves the first positions of a set.
///
/// A set that is missing or shorter than that fails: it must not pass for one that is right.
fn solve_first(count: usize, set: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-positions").join(set);
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = suite::read(BufReader::new(file)).unwrap_or_else(|error| panic!("{set}: {error}")).lines;
    assert!(lines.len() >= count.max(1), "{set} has only {} positions", lines.len());
    let solver: Solver = Solver::builder().hash_mib(16).expect("a table of 16 MiB").without_book().build();
    for line in lines.into_iter().take(count) {
        // The outcome first: afterwards the table would know it.
        let outcome = solver.solve_outcome(line.game.position());
        assert_eq!(outcome, line.score.outcome(), "{set}: {}", line.game);
        assert_eq!(solver.solve(line.game.position()), line.score, "{set}: {}", line.game);
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

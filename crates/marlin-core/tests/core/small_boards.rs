//! The solver against the naive oracle: every position that a game can reach where the board is small enough, and
//! late positions of larger boards, whose sides even and odd try every case of the bounds that the search trusts. Release
//! code compares all of them, and builds with debug assertions a sample, unless the nightly run asks for all.

use marlin_core::{BoardSize, any};

use crate::comparison::{ALL, Comparison, is_whole, sample};

/// Returns the winner's score on an empty board where the game ends with this move under best play.
fn score_of_empty_board(width: usize, height: usize) -> (i32, u32) {
    let size = BoardSize::new(width, height).expect("a size");
    let solver =
        any::Solver::builder_on(size).hash_mib(16).expect("a table of 16 MiB").without_book().build();
    let empty = any::Position::on(size);
    let score = solver.solve(&empty);
    assert_eq!(solver.solve_outcome(&empty), score.outcome());
    (score.get().signum(), empty.ending(score).final_move)
}

/// Compares a fiftieth of the positions, or of those after an opening: to visit all takes half a minute with debug assertions.
fn compare_after(width: usize, height: usize, opening: &[usize]) {
    let (opening, least) = if is_whole() { (&[][..], 20_000) } else { (opening, 1_000) };
    let (_, compared) = Comparison::run_after(width, height, opening, 50);
    assert!(compared > least, "{compared} positions");
}

#[test]
fn positions_of_4x4_are_solved_as_by_the_oracle() {
    let (all, compared) = Comparison::run(4, 4, sample(ALL));
    assert_eq!(all, 161_029);
    assert!(compared == 161_029 || !is_whole() && compared > 15_000, "{compared} positions");
}

#[test]
fn positions_of_5x4_are_solved_as_by_the_oracle() {
    compare_after(5, 4, &[2, 1, 2, 3]);
}

#[test]
fn positions_of_4x5_are_solved_as_by_the_oracle() {
    compare_after(4, 5, &[1, 1, 2, 0]);
}

#[test]
fn every_position_of_the_boards_with_few_lines_is_solved_as_by_the_oracle() {
    assert!(Comparison::run(1, 1, ALL).1 > 0);
    assert!(Comparison::run(1, 7, ALL).1 > 0);
    assert!(Comparison::run(7, 1, ALL).1 > 0);
    assert!(Comparison::run(2, 2, ALL).1 > 0);
    assert!(Comparison::run(2, 5, ALL).1 > 0);
    assert!(Comparison::run(6, 2, ALL).1 > 0);
    assert!(Comparison::run(3, 4, ALL).1 > 0);
    assert!(Comparison::run(4, 3, ALL).1 > 0);
}

#[test]
fn positions_of_3x5_and_5x3_are_solved_as_by_the_oracle() {
    // An odd number of cells: the first player has one stone more to place than the second.
    assert!(Comparison::run(3, 5, sample(ALL)).1 > 1_000);
    assert!(Comparison::run(5, 3, sample(ALL)).1 > 1_000);
}

#[test]
fn late_positions_of_boards_of_even_height_are_solved_as_by_the_oracle() {
    Comparison::run_late(5, 4, 14, 100);
    Comparison::run_late(7, 4, 14, 100);
    Comparison::run_late(5, 6, 15, 100);
    Comparison::run_late(6, 6, 14, 100);
    Comparison::run_late(7, 6, 14, 200);
    Comparison::run_late(4, 8, 15, 100);
    Comparison::run_late(4, 10, 15, 100);
}

#[test]
fn late_positions_of_boards_of_odd_height_are_solved_as_by_the_oracle() {
    Comparison::run_late(7, 3, 13, 100);
    Comparison::run_late(5, 5, 14, 100);
    Comparison::run_late(6, 5, 14, 100);
    Comparison::run_late(7, 5, 14, 100);
    Comparison::run_late(5, 7, 15, 100);
    Comparison::run_late(7, 7, 14, 200);
    Comparison::run_late(8, 7, 13, 100);
    Comparison::run_late(4, 9, 15, 100);
}

#[test]
fn empty_boards_end_as_published() {
    assert_eq!(score_of_empty_board(4, 4), (0, 16));
    assert_eq!(score_of_empty_board(5, 4), (0, 20));
    assert_eq!(score_of_empty_board(4, 5), (0, 20));
    assert_eq!(score_of_empty_board(6, 4), (-1, 24));
    assert_eq!(score_of_empty_board(4, 6), (0, 24));
    assert_eq!(score_of_empty_board(5, 5), (0, 25));
}

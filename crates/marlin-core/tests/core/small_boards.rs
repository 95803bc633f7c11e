//! The solver against the naive oracle: every position that a game can reach where the board is small enough, and
//! late positions of larger boards, whose sides even and odd try every case of the bounds that the search trusts. Release
//! code compares all of them, and builds with debug assertions a sample, unless the nightly run asks for all.

use marlin_core::{Position, Size, Solver};

use crate::comparison::{ALL, Comparison, is_whole, sample};

/// Returns the winner's score on an empty board where the game ends with this move under best play.
fn score_of_empty_board<const W: usize, const H: usize>() -> (i32, u32) {
    let solver = Solver::builder_on(Size::<W, H>).hash_mib(16).expect("a table of 16 MiB").build();
    let score = solver.solve(&Position::empty());
    assert_eq!(solver.solve_outcome(&Position::empty()), score.outcome());
    (score.get().signum(), score.final_move(0))
}

/// Compares a fiftieth of the positions, or of those after an opening: to visit all takes half a minute with debug assertions.
fn compare_after<const W: usize, const H: usize>(opening: &[usize]) {
    let (opening, least) = if is_whole() { (&[][..], 20_000) } else { (opening, 1_000) };
    let (_, compared) = Comparison::<W, H>::run_after(opening, 50);
    assert!(compared > least, "{compared} positions");
}

#[test]
fn positions_of_4x4_are_solved_as_by_the_oracle() {
    let (all, compared) = Comparison::<4, 4>::run(sample(ALL));
    assert_eq!(all, 161_029);
    assert!(compared == 161_029 || !is_whole() && compared > 15_000, "{compared} positions");
}

#[test]
fn positions_of_5x4_are_solved_as_by_the_oracle() {
    compare_after::<5, 4>(&[2, 1, 2, 3]);
}

#[test]
fn positions_of_4x5_are_solved_as_by_the_oracle() {
    compare_after::<4, 5>(&[1, 1, 2, 0]);
}

#[test]
fn every_position_of_the_boards_with_few_lines_is_solved_as_by_the_oracle() {
    assert!(Comparison::<1, 1>::run(ALL).1 > 0);
    assert!(Comparison::<1, 7>::run(ALL).1 > 0);
    assert!(Comparison::<7, 1>::run(ALL).1 > 0);
    assert!(Comparison::<2, 2>::run(ALL).1 > 0);
    assert!(Comparison::<2, 5>::run(ALL).1 > 0);
    assert!(Comparison::<6, 2>::run(ALL).1 > 0);
    assert!(Comparison::<3, 4>::run(ALL).1 > 0);
    assert!(Comparison::<4, 3>::run(ALL).1 > 0);
}

#[test]
fn positions_of_3x5_and_5x3_are_solved_as_by_the_oracle() {
    // An odd number of cells: the first player has one stone more to place than the second.
    assert!(Comparison::<3, 5>::run(sample(ALL)).1 > 1_000);
    assert!(Comparison::<5, 3>::run(sample(ALL)).1 > 1_000);
}

#[test]
fn late_positions_of_boards_of_even_height_are_solved_as_by_the_oracle() {
    Comparison::<5, 4>::run_late(14, 100);
    Comparison::<7, 4>::run_late(14, 100);
    Comparison::<5, 6>::run_late(15, 100);
    Comparison::<6, 6>::run_late(14, 100);
    Comparison::<7, 6>::run_late(14, 200);
    Comparison::<4, 8>::run_late(15, 100);
    Comparison::<4, 10>::run_late(15, 100);
}

#[test]
fn late_positions_of_boards_of_odd_height_are_solved_as_by_the_oracle() {
    Comparison::<7, 3>::run_late(13, 100);
    Comparison::<5, 5>::run_late(14, 100);
    Comparison::<6, 5>::run_late(14, 100);
    Comparison::<7, 5>::run_late(14, 100);
    Comparison::<5, 7>::run_late(15, 100);
    Comparison::<7, 7>::run_late(14, 200);
    Comparison::<8, 7>::run_late(13, 100);
    Comparison::<4, 9>::run_late(15, 100);
}

#[test]
fn empty_boards_end_as_published() {
    assert_eq!(score_of_empty_board::<4, 4>(), (0, 16));
    assert_eq!(score_of_empty_board::<5, 4>(), (0, 20));
    assert_eq!(score_of_empty_board::<4, 5>(), (0, 20));
    assert_eq!(score_of_empty_board::<6, 4>(), (-1, 24));
    assert_eq!(score_of_empty_board::<4, 6>(), (0, 24));
    assert_eq!(score_of_empty_board::<5, 5>(), (0, 25));
}

//! The solver against the naive oracle: every position that a game can reach where the board is small enough,
//! and late positions of all boards, whose even and odd sides cover every case of the bounds that the search
//! trusts. Release code compares all of them, and builds with debug assertions a sample, unless the nightly
//! run asks for all.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use marlin_core::{Bitboard, BoardSize, Book, Position, Score, Solver};

use crate::comparison::{ALL, Comparison, is_whole, sample};
use crate::games::Random;
use crate::size;

/// Returns a solver of a board without a book.
fn solver(size: BoardSize) -> Solver {
    Solver::builder_on(size).hash_mib(1).expect("a table of 1 MiB").without_book().build()
}

/// Returns the winner's score on an empty board where the game ends with this move under best play.
fn score_of_empty_board(width: usize, height: usize) -> (i32, u32) {
    let size = BoardSize::new(width, height).expect("a size");
    let solver = Solver::builder_on(size).hash_mib(16).expect("a table of 16 MiB").without_book().build();
    let empty = Position::on(size);
    let score = solver.solve(&empty);
    assert_eq!(solver.solve_outcome(&empty), score.outcome());
    (score.get().signum(), empty.ending(score).final_move)
}

/// Compares a fiftieth of the positions, or of those after an opening: to visit all takes half a minute with
/// debug assertions.
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

#[test]
fn late_positions_of_wide_boards_are_solved_as_by_the_oracle() {
    // Lanes of more than eight columns are filled in another way.
    Comparison::run_late(9, 6, 11, 30);
    Comparison::run_late(10, 4, 11, 30);
    Comparison::run_late(10, 5, 10, 30);
    Comparison::run_late(16, 3, 9, 20);
    Comparison::run_late(21, 2, 9, 20);
}

#[test]
fn positions_of_wide_boards_with_few_cells_are_solved_as_by_the_oracle() {
    assert!(Comparison::run(9, 1, sample(ALL)).1 > 100);
    assert!(Comparison::run(11, 1, sample(ALL)).1 > 100);
}

/// The number of compared positions of each size, which is larger in the slow checks.
fn positions_of_a_size() -> u64 {
    match std::env::var_os("MARLIN_EXHAUSTIVE") {
        Some(_) => 300,
        None if cfg!(debug_assertions) => 2,
        None => 10,
    }
}

#[test]
fn late_positions_of_every_size_are_solved_as_by_the_oracle() {
    let (mut random, mut sizes, mut compared) = (Random(7), 0, 0);
    for size in BoardSize::all() {
        let found = Comparison::run_some(size, positions_of_a_size(), &mut random);
        sizes += u64::from(found > 0);
        compared += found;
    }
    assert!(
        sizes > 440 && compared > 440 * positions_of_a_size() * 3 / 4,
        "{compared} positions of {sizes} sizes"
    );
}

#[test]
fn a_board_without_room_for_a_line_is_a_draw_at_once() {
    for size in BoardSize::all().filter(|size| size.width() < 4 && size.height() < 4) {
        let report = solver(size).query(&Position::on(size)).analyze();
        assert_eq!((report.bounds.to_string().as_str(), report.nodes), ("0", 0), "{size}");
        assert!(report.is_complete(), "{size}");
        assert_eq!(Score::highest(size), Score::DRAW, "{size}");
    }
}

/// Returns the message of the panic that work ends in.
fn panic_of<T>(work: impl FnOnce() -> T) -> String {
    let refused = panic::catch_unwind(AssertUnwindSafe(work)).err().expect("a panic");
    *refused.downcast().expect("a text")
}

#[test]
fn what_belongs_to_another_board_is_refused_with_both_sizes() {
    let [small, large] = ["4x4", "5x4"].map(size);
    let [ours, theirs] = [small, large].map(solver);
    let book = Book::build(large, 0, [(Position::on(large), Score::DRAW)]).expect("a book");
    let mut report = ours.query(&Position::on(small)).analyze();
    let other_report = theirs.query(&Position::on(large)).nodes(0).analyze();
    for (message, what) in [
        (panic_of(|| ours.solve(&Position::on(large))), "a position of 5x4 for a solver of 4x4"),
        (panic_of(|| ours.to_builder().book(book)), "a book of 5x4 for a solver of 4x4"),
        (
            panic_of(|| ours.to_builder().table(Arc::clone(theirs.table()))),
            "a table of 5x4 for a solver of 4x4",
        ),
        (panic_of(|| report.merge(&other_report)), "a report of 5x4 for a report of 4x4"),
        (panic_of(|| Bitboard::on(small) | Bitboard::on(large)), "a set of 5x4 for a set of 4x4"),
        (
            panic_of(|| Bitboard::on(small).winning_cells(Bitboard::on(large))),
            "a set of 5x4 for a set of 4x4",
        ),
        (panic_of(|| Bitboard::on(small).non_losing(Bitboard::on(large))), "a set of 5x4 for a set of 4x4"),
    ] {
        assert_eq!(message, what);
    }
}

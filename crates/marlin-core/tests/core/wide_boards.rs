//! The solver against the naive oracle on boards wider than eight columns, where lanes are filled in another way.

use crate::comparison::{ALL, Comparison, sample};

#[test]
fn late_positions_of_wide_boards_are_solved_as_by_the_oracle() {
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

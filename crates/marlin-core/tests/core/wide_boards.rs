//! The solver against the naive oracle on boards wider than eight columns, where lanes are filled in another way.

use crate::comparison::{ALL, Comparison, sample};

#[test]
fn late_positions_of_wide_boards_are_solved_as_by_the_oracle() {
    Comparison::<9, 6>::run_late(11, 30);
    Comparison::<10, 4>::run_late(11, 30);
    Comparison::<10, 5>::run_late(10, 30);
    Comparison::<16, 3>::run_late(9, 20);
    Comparison::<21, 2>::run_late(9, 20);
}

#[test]
fn positions_of_wide_boards_with_few_cells_are_solved_as_by_the_oracle() {
    assert!(Comparison::<9, 1>::run(sample(ALL)).1 > 100);
    assert!(Comparison::<11, 1>::run(sample(ALL)).1 > 100);
}

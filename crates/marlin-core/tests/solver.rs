//! The solver's answers, and what it proves within limits.

use marlin_core::{Limits, Position, Score, Solver};

/// Returns a solver with the smallest table.
fn small_solver<const W: usize, const H: usize>() -> Solver<W, H> {
    Solver::with_hash_mib(1).expect("a table of 1 MiB")
}

/// Returns limits that allow this many nodes.
fn nodes(limit: u64) -> Limits {
    Limits { nodes: Some(limit), ..Limits::NONE }
}

/// Asserts that bounds after few nodes stay in the range of scores, on a board that a few moves have been played on.
fn assert_bounds_in_range<const W: usize, const H: usize>(moves: &str) {
    let position: Position<W, H> = moves.parse().expect("a legal game");
    for limit in [0, 100] {
        let bounds = small_solver().solve_within(&position, &nodes(limit), &mut |_| {}).bounds;
        let range = Score::<W, H>::MIN..=Score::MAX;
        assert!(
            range.contains(&bounds.lower()) && range.contains(&bounds.upper()),
            "{W}x{H} {moves:?}, {limit} nodes: {bounds} exceeds {range:?}"
        );
    }
}

#[test]
fn early_bounds_stay_in_the_range_of_scores() {
    // Fewer than four stones: the earliest win that plies alone would allow is one of the third stone or an earlier.
    for moves in ["", "4", "44", "443", "4433"] {
        assert_bounds_in_range::<7, 6>(moves);
    }
}

#[test]
fn early_bounds_stay_in_the_range_of_scores_on_small_boards() {
    assert_bounds_in_range::<4, 4>("");
    assert_bounds_in_range::<5, 4>("");
    assert_bounds_in_range::<5, 5>("");
    assert_bounds_in_range::<3, 3>("");
    assert_bounds_in_range::<2, 2>("");
    assert_bounds_in_range::<1, 1>("");
}

#[test]
fn a_node_limit_is_obeyed_exactly() {
    let position: Position = "4433".parse().unwrap();
    for limit in [0, 1, 2, 2047, 2048, 2049, 5000] {
        let report = small_solver().solve_within(&position, &nodes(limit), &mut |_| {});
        assert!(report.nodes <= limit, "solve: {} nodes of {limit}", report.nodes);
        let analysis = small_solver().analyze_within(&position, &nodes(limit), &mut |_| {});
        assert!(analysis.nodes <= limit, "analyze: {} nodes of {limit}", analysis.nodes);
    }
}

#[test]
fn the_earliest_win_of_the_first_player_is_a_score_for_both_sides_on_a_board_of_odd_size() {
    // X has 2, 3 and 4 of the bottom row and wins with its fourth stone of thirteen, whatever O does.
    let score = |moves: &str| {
        let position: Position<5, 5> = moves.parse().unwrap();
        small_solver().solve(&position).get()
    };
    assert_eq!(score("223341"), 10, "X to move wins");
    assert_eq!(score("2233415"), -10, "X has won");
    assert_eq!(score("22334"), -10, "O to move can't stop both");
    assert_eq!(Score::<5, 5>::new(-10).map(Score::get), Some(-10));
}

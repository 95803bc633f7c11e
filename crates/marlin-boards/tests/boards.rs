//! Boards by name, their results, and the published ones.

use std::collections::HashSet;

use marlin_boards::{Agreement, Board, DEFAULT_BOARDS, Ending, Settings, Solved};
use marlin_core::any::{Bounds, Score};
use marlin_core::{BoardSize, Cpu};

fn solve(name: &str, cpu: Cpu) -> Solved {
    let settings = Settings { threads: 1, hash_mib: 1, time: None, cpu };
    Board::named(name).expect("a known board").solve(&settings).expect("a MiB")
}

fn bounds(lower: i32, upper: i32) -> Bounds {
    let score = |value| Score::on(BoardSize::STANDARD, value).expect("a score of the board");
    Bounds::new(score(lower), score(upper)).expect("lower and upper")
}

#[test]
fn all_default_boards_are_known_and_published() {
    for name in DEFAULT_BOARDS {
        assert!(Board::named(name).expect("a known board").published().is_some(), "{name}");
    }
}

#[test]
fn no_two_boards_have_the_same_name() {
    let names: HashSet<_> = Board::all().map(|board| board.name()).collect();
    assert_eq!(names.len(), Board::all().count());
}

#[test]
fn every_board_that_fits_can_be_solved_and_no_other() {
    let error = Board::named("9x9").expect_err("a board that doesn't fit");
    assert_eq!(error.to_string(), "a board of 9x9 doesn't fit: with 9 rows it has 1 to 6 columns");
    for name in ["1x1", "3x3", "6x3", "9x1", "3x6"] {
        let solved = solve(name, Cpu::detect());
        assert_eq!(solved.agreement, Agreement::Unpublished);
        assert!(solved.ending.is_some(), "{solved:?}");
    }
    assert_eq!(solve("3x3", Cpu::detect()).ending, Some(Ending::Draw));
}

#[test]
fn small_boards_end_as_published_on_every_cpu_level() {
    let nodes = |cpu: Cpu| {
        ["4x4", "5x4", "6x4"].map(|name| {
            let solved = solve(name, cpu);
            assert_eq!(solved.agreement, Agreement::Agrees, "{cpu}: {solved:?}");
            solved.nodes
        })
    };
    let baseline = nodes(Cpu::BASELINE);
    for cpu in Cpu::available() {
        assert_eq!(nodes(cpu), baseline, "{cpu}");
    }
}

#[test]
fn a_disagreement_is_named_with_both_results() {
    let published = Ending::SecondWins(12);
    let right = solve("4x4", Cpu::detect());
    assert_eq!(right.disagreement(), None);
    let draw = Score::draw("4x4".parse().expect("a size"));
    let agreement = Agreement::of(Bounds::exact(draw), published);
    let wrong = Solved { published: Some(published), agreement, ..right };
    let expected = "4x4: published is 'second player wins at move 12', found 'draw'";
    assert_eq!(wrong.disagreement().as_deref(), Some(expected));
}

#[test]
fn only_a_proven_result_agrees() {
    let published = Ending::FirstWins(41);
    assert_eq!(Agreement::of(bounds(1, 1), published), Agreement::Agrees);
    assert_eq!(Agreement::of(bounds(0, 2), published), Agreement::Open);
}

#[test]
fn bounds_that_exclude_the_published_result_disagree() {
    let published = Ending::FirstWins(41);
    for (lower, upper) in [(0, 0), (2, 2), (-18, 0), (2, 18)] {
        assert_eq!(Agreement::of(bounds(lower, upper), published), Agreement::Disagrees);
    }
    // No game on the board can end so.
    assert_eq!(Agreement::of(bounds(-18, 18), Ending::FirstWins(40)), Agreement::Disagrees);
}

#[test]
fn a_score_determines_the_ending() {
    let size = BoardSize::STANDARD;
    assert_eq!(Ending::FirstWins(41).score(size), Score::on(size, 1));
    assert_eq!(Ending::SecondWins(42).score(size), Score::on(size, -1));
    for size in BoardSize::all() {
        assert_eq!(Ending::Draw.score(size), Some(Score::draw(size)));
        for score in (-32..=32).filter_map(|value| Score::on(size, value)) {
            assert_eq!(Ending::of(score).score(size), Some(score));
        }
    }
}

#[test]
fn an_impossible_ending_has_no_score() {
    assert_eq!(Ending::FirstWins(40).score(BoardSize::STANDARD), None);
    assert_eq!(Ending::SecondWins(44).score(BoardSize::STANDARD), None);
}

//! The solver of boards whose size is chosen at run time: against the naive oracle on every size, and against the solver
//! that has the size in its type, node by node.

use marlin_core::{BoardSize, Column, Position, Score, Size, Solver, any};

use crate::comparison::{Random, is_whole, random_board};
use crate::reference::{Board, Oracle};

/// Positions of each size that are compared; the slow checks compare as many as the issue of this solver has asked for.
fn positions_of_a_size() -> usize {
    match std::env::var_os("MARLIN_EXHAUSTIVE") {
        Some(_) => 300,
        None if cfg!(debug_assertions) => 2,
        None => 10,
    }
}

/// The most empty cells of a compared position: the oracle searches each move to the end.
const MOST_EMPTY: usize = 12;

/// Games that are tried for each position: on some boards most games end early.
const TRIES: usize = 200;

fn compare(solver: &any::Solver, board: &Board, oracle: &mut Oracle) {
    let size = solver.size();
    let position = any::Position::from_cells_on(size, &board.rows()).expect("a position of a game");
    let legal = board.legal_moves();
    let columns: Vec<Option<i32>> = (0..size.width())
        .map(|column| {
            let mut child = board.clone();
            legal.contains(&column).then(|| {
                child.play(column);
                -oracle.score(&child)
            })
        })
        .collect();
    let analysis = solver.query(&position).analyze();
    let found =
        analysis.columns.iter().map(|bounds| bounds.and_then(any::Bounds::score).map(any::Score::get));
    assert_eq!(found.collect::<Vec<_>>(), columns, "the columns of {size}\n{position}");
    let score = analysis.bounds.score().expect("a proven score");
    assert_eq!(score.get(), oracle.score(board), "the score of {size}\n{position}");
    solver.table().clear();
    assert_eq!(solver.solve_outcome(&position), score.outcome(), "the winner of {size}\n{position}");
    let best = solver.best_move(&position).map(Column::index);
    assert_eq!(
        best.and_then(|best| columns[best]),
        columns.iter().flatten().max().copied(),
        "{size}\n{position}"
    );
    let line = solver.principal_variation(&position);
    assert_eq!(line.len(), position.ending(score).plies as usize, "{size}\n{position}");
}

#[test]
fn late_positions_of_every_size_are_solved_as_by_the_oracle() {
    let (mut random, mut compared, mut sizes) = (Random(7), 0, 0);
    for size in BoardSize::all() {
        let solver =
            any::Solver::builder_on(size).hash_mib(1).expect("a MiB").threads(1).without_book().build();
        let (cells, before) = (size.cells() as usize, compared);
        for _ in 0..positions_of_a_size() {
            let boards = (0..TRIES).find_map(|_| {
                let empty = random.below(MOST_EMPTY.min(cells) + 1);
                random_board(size.width(), size.height(), cells - empty, &mut random)
            });
            let Some(board) = boards else { continue };
            compare(&solver, &board, &mut Oracle::default());
            compared += 1;
        }
        sizes += usize::from(compared > before);
    }
    assert!(
        sizes > 200 && compared > 200 * positions_of_a_size() * 3 / 4,
        "{compared} positions of {sizes} sizes"
    );
}

/// Compares the searches of the empty board and of a later position, by their nodes.
fn check_nodes<const W: usize, const H: usize>(moves: &[usize]) {
    let size = BoardSize::new(W, H).expect("a board");
    let typed =
        Solver::builder_on(Size::<W, H>).hash_mib(4).expect("a table").without_book().threads(1).build();
    let run_time =
        any::Solver::builder_on(size).hash_mib(4).expect("a table").without_book().threads(1).build();
    let position = Position::<Size<W, H>>::from_columns(moves.iter().copied()).expect("a game");
    let same = any::Position::from_columns_on(size, moves.iter().copied()).expect("a game");
    for nodes in [1_000, if is_whole() { 30_000 } else { 10_000 }] {
        typed.table().clear();
        run_time.table().clear();
        let expected = typed.query(&position).nodes(nodes).analyze();
        let found = run_time.query(&same).nodes(nodes).analyze();
        assert_eq!(
            (found.nodes, found.bounds.to_string()),
            (expected.nodes, expected.bounds.to_string()),
            "{size}"
        );
        let columns = |bounds: &Option<_>| bounds.as_ref().map(ToString::to_string);
        let expected = expected.columns.iter().map(|bounds| bounds.as_ref().map(ToString::to_string));
        assert!(found.columns.iter().map(columns).eq(expected), "{size}");
        assert_eq!(run_time.table().hashfull(), typed.table().hashfull(), "{size}");
    }
}

#[test]
fn both_kinds_of_solvers_search_the_same_nodes() {
    check_nodes::<7, 6>(&[]);
    check_nodes::<8, 7>(&[3, 3, 4]);
    check_nodes::<9, 6>(&[4, 4]);
    check_nodes::<6, 8>(&[]);
    check_nodes::<4, 4>(&[]);
    check_nodes::<12, 4>(&[5]);
    check_nodes::<17, 2>(&[]);
}

#[test]
fn a_board_without_room_for_a_line_is_a_draw_at_once() {
    for size in BoardSize::all().filter(|size| size.width() < 4 && size.height() < 4) {
        let solver = any::Solver::builder_on(size).hash_mib(1).expect("a MiB").without_book().build();
        let analysis = solver.query(&any::Position::on(size)).analyze();
        assert_eq!((analysis.bounds.to_string().as_str(), analysis.nodes), ("0", 0), "{size}");
        assert!(analysis.is_complete(), "{size}");
    }
    assert_eq!((Score::<Size<3, 3>>::MAX.get(), Size::<3, 3>::CELLS), (0, 9));
}

#[test]
fn a_solver_refuses_a_position_of_another_board() {
    let solver = any::Solver::builder_on(BoardSize::STANDARD).hash_mib(1).expect("a MiB").build();
    let other = any::Position::on(BoardSize::new(8, 7).expect("a board"));
    let refused = std::panic::catch_unwind(|| solver.query(&other).nodes(1).solve());
    let message = refused.expect_err("a panic").downcast::<String>().expect("a text");
    assert_eq!(*message, "a position of 8x7 for a solver of 7x6");
}

#[test]
fn merged_analyses_keep_all_that_was_proven_and_rank_the_best_move_anew() {
    let solver =
        any::Solver::builder_on(BoardSize::STANDARD).hash_mib(1).expect("a MiB").without_book().build();
    let position = any::Position::parse(BoardSize::STANDARD, "3221256641765").expect("a position");
    let scores = solver.analyze(&position);
    let limited = |nodes| {
        let solver = solver.to_builder().threads(1).hash_mib(1).expect("a MiB").build();
        solver.query(&position).nodes(nodes).analyze()
    };
    // Each search knows some columns better than the other: the second one hasn't come as far.
    let mut was_stale = false;
    for (more, fewer) in [(30_000, 100), (3_000, 1), (100_000, 5_000)].map(|(m, f)| (limited(m), limited(f)))
    {
        let mut merged = fewer.clone();
        merged.merge(&more);
        assert_eq!(merged.best, merged.ranked().first().map(|&(column, _)| column));
        assert_eq!(merged.nodes, more.nodes + fewer.nodes);
        for (column, bounds) in merged.columns.by_column() {
            let (Some(merged), Some(more), Some(fewer)) =
                (bounds, more.columns[column], fewer.columns[column])
            else {
                continue;
            };
            assert_eq!(more.intersection(fewer), Some(*merged));
            assert!(scores[column].is_some_and(|score| merged.contains(score)));
        }
        was_stale |= merged.best != fewer.best;
    }
    assert!(was_stale, "no best move that the merge had to replace");
}

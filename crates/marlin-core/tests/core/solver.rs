//! The solver's answers, and its proven bounds within limits.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use marlin_core::{
    BoardSize, Book, Bounds, Column, Columns, Game, Limits, Outcome, Position, Progress, Report, Score,
    Solver, Source, StopFlag,
};
use quickcheck::{QuickCheck, Testable};

use crate::games::{Late, Random};
use crate::reference::{Board, Oracle};
use crate::{PATIENCE, is_ever_within, size};

/// Returns a solver with the smallest table, and with one thread, which counts the same nodes each time.
fn small_solver() -> Solver {
    small_solver_on(BoardSize::STANDARD)
}

/// The same for a board.
fn small_solver_on(size: BoardSize) -> Solver {
    Solver::builder_on(size).hash_mib(1).expect("a table of 1 MiB").without_book().threads(1).build()
}

/// Returns the score of every column, by a search without limits.
fn scores(solver: &Solver, position: &Position) -> Columns<Option<Score>> {
    solver.query(position).analyze().scores()
}

/// Checks a property on a number of random inputs; it panics if the property does not hold.
fn check(inputs: u64, property: impl Testable) {
    QuickCheck::new().tests(inputs).quickcheck(property);
}

/// Returns the bounds that a search with these limits proves on an empty table.
fn bounds_within(position: &Position, limits: &Limits) -> Bounds {
    small_solver().query(position).limits(limits).score().bounds
}

/// Returns the same position on the board of the oracle.
fn reference_board(position: &Position) -> Board {
    Board::from_rows(7, 6, &position.to_cells())
}

/// Asserts that bounds after few nodes stay in the range of scores, on a board that a few moves have been
/// played on.
fn assert_bounds_in_range(size: BoardSize, moves: &str) {
    let position = Position::parse(size, moves).expect("a legal game");
    for limit in [0, 100] {
        let bounds = small_solver_on(size).query(&position).nodes(limit).score().bounds;
        let range = -Score::highest(size)..=Score::highest(size);
        assert!(
            range.contains(&bounds.lower()) && range.contains(&bounds.upper()),
            "{size} {moves:?}, {limit} nodes: {bounds} exceeds {range:?}"
        );
    }
}

#[test]
fn early_bounds_stay_in_the_range_of_scores() {
    // Fewer than four stones: the earliest win that plies alone would allow is one of the third stone or an
    // earlier.
    for moves in ["", "4", "44", "443", "4433"] {
        assert_bounds_in_range(BoardSize::STANDARD, moves);
    }
    for board in ["4x4", "5x4", "5x5", "3x3", "2x2", "1x1"] {
        assert_bounds_in_range(size(board), "");
    }
}

#[test]
fn bounds_contain_the_scores_from_the_lower_one_to_the_upper() {
    let bounds = Bounds::new(Score::new(-1), Score::new(2)).unwrap();
    let contained = [-2, -1, 0, 2, 3].map(|score| bounds.contains(Score::new(score)));
    assert_eq!(contained, [false, true, true, true, false]);
    assert_eq!(Bounds::new(Score::new(2), Score::new(1)), None);
}

#[test]
fn a_node_limit_is_obeyed_exactly() {
    for limit in [0, 1, 2, 255, 256, 257, 5000] {
        let report = small_solver().query(&Position::new()).nodes(limit).score();
        assert_eq!(report.nodes, limit, "solve");
        let analysis = small_solver().query(&Position::new()).nodes(limit).analyze();
        assert_eq!(analysis.nodes, limit, "analyze");
    }
}

#[test]
fn the_earliest_win_of_the_first_player_is_a_score_for_both_sides_on_a_board_of_odd_size() {
    // X has 2, 3 and 4 of the bottom row and wins with its fourth stone of thirteen, whatever O does.
    let size = size("5x5");
    let score = |moves: &str| small_solver_on(size).solve(&Position::parse(size, moves).unwrap()).get();
    assert_eq!(score("223341"), 10, "X to move wins");
    assert_eq!(score("2233415"), -10, "X has won");
    assert_eq!(score("22334"), -10, "O to move cannot stop both");
    assert_eq!(Score::checked(size, -10), Some(Score::new(-10)));
}

#[test]
fn late_positions_are_solved_as_by_the_oracle() {
    fn property(Late(position): Late) {
        // The oracle needs a board that is nearly full.
        let mut position = position;
        let solver = small_solver();
        while position.nb_moves() < 28 && !position.is_over() {
            position = position.after(solver.best_move(&position).expect("a move"));
        }
        let expected = Oracle::default().score(&reference_board(&position));
        assert_eq!(small_solver().solve(&position).get(), expected, "\n{position}");
    }
    check(60, property as fn(Late));
}

#[test]
fn a_score_is_the_best_of_the_negated_scores_after_each_move() {
    fn property(Late(position): Late) {
        let solver = small_solver();
        let columns = scores(&solver, &position);
        for (column, score) in &columns {
            let after_it = position.can_play(column).then(|| -small_solver().solve(&position.after(column)));
            assert_eq!(*score, after_it, "column {column} of\n{position}");
        }
        let score = solver.solve(&position);
        assert_eq!(Some(&score), columns.values().flatten().max(), "\n{position}");
        assert_eq!(small_solver().solve(&position), score, "\n{position}");
        assert_eq!(small_solver().solve_outcome(&position), score.outcome(), "\n{position}");
    }
    check(40, property as fn(Late));
}

#[test]
fn the_best_move_is_the_one_nearest_the_centre_that_keeps_the_score() {
    fn property(Late(position): Late) {
        let solver = small_solver();
        let columns = scores(&solver, &position);
        let best = columns.values().flatten().max();
        let centre_first = [3, 2, 4, 1, 5, 0, 6].into_iter();
        let expected = centre_first.filter_map(Column::new).find(|&column| columns[column].as_ref() == best);
        assert_eq!(solver.best_move(&position), expected, "\n{position}");
        assert_eq!(small_solver().best_move(&position), expected, "\n{position}");
        let analysis = solver.query(&position).analyze();
        assert!(analysis.is_complete());
        assert_eq!(analysis.best, expected, "\n{position}");
    }
    check(40, property as fn(Late));
}

#[test]
fn a_best_line_ends_the_game_with_the_move_that_the_score_names() {
    fn property(Late(position): Late) {
        let solver = small_solver();
        let mut position = position;
        let score = solver.solve(&position);
        let ending = position.ending(score);
        for column in solver.best_line(&position).moves {
            assert_eq!(solver.best_move(&position), Some(column), "\n{position}");
            position = position.after(column);
        }
        assert!(position.is_over(), "\n{position}");
        assert_eq!(position.nb_moves(), ending.final_move, "\n{position}");
        assert_eq!(position.winner(), ending.winner, "\n{position}");
    }
    check(40, property as fn(Late));
}

#[test]
fn mirrored_positions_have_mirrored_scores() {
    fn property(Late(position): Late) {
        let mut mirrored = small_solver().query(&position.mirror()).analyze().columns;
        mirrored.reverse();
        assert_eq!(small_solver().query(&position).analyze().columns, mirrored, "\n{position}");
    }
    check(40, property as fn(Late));
}

#[test]
fn the_size_and_the_contents_of_the_table_dont_change_a_score() {
    let (dirty, large) = (small_solver(), Solver::builder().hash_mib(64).unwrap().without_book().build());
    for seed in 0..40 {
        let late = late_position(seed);
        let score = small_solver().solve(&late);
        large.table().clear();
        assert_eq!(large.solve(&late), score, "in a large table\n{late}");
        assert_eq!(large.solve(&late), score, "the second time\n{late}");
        assert_eq!(dirty.solve_outcome(&late), score.outcome(), "in a dirty table\n{late}");
        assert_eq!(dirty.solve(&late), score, "in a dirty table\n{late}");
        assert_eq!(dirty.solve(&late.mirror()), score, "in a dirty table, mirrored\n{late}");
    }
}

#[test]
fn two_runs_with_a_cleared_table_count_the_same_nodes() {
    let (first, second) = (small_solver(), small_solver());
    for seed in 0..30 {
        let late = late_position(seed);
        let nodes = |solver: &Solver| {
            solver.table().clear();
            let solved = solver.query(&late).score().nodes;
            solver.table().clear();
            let analyzed = solver.query(&late).analyze().nodes;
            (solved, analyzed)
        };
        // The first solver runs twice: no entry of the first run may remain.
        assert_eq!(nodes(&first), nodes(&second), "\n{late}");
        assert_eq!(nodes(&first), nodes(&second), "\n{late}");
    }
}

#[test]
fn an_opening_has_the_known_scores() {
    let position: Position = "4433".parse().unwrap();
    let scores = scores(&Solver::builder().without_book().build(), &position);
    assert_eq!(scores.map(|score| score.map(Score::get)), [-3, 18, 2, 2, 18, -3, -4].map(Some));
}

#[test]
fn positions_of_known_score_are_solved() {
    for (moves, score) in
        [("2252576253462244111563365343671351441", -1), ("23163416124767223154467471272416755633", 0)]
    {
        let position: Position = moves.parse().unwrap();
        assert_eq!(small_solver().solve(&position).get(), score, "{moves}");
    }
}

#[test]
fn without_time_a_search_returns_at_once_what_the_rules_prove() {
    let no_time = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
    assert_stops_at_once(&no_time);
}

#[test]
fn with_a_raised_flag_a_search_returns_at_once_what_the_rules_prove() {
    let flag = StopFlag::new();
    flag.stop();
    assert_stops_at_once(&Limits { stop: Some(flag), ..Limits::NONE });
}

#[test]
fn a_paused_search_goes_on_where_it_was_and_a_stop_ends_its_pause() {
    let (position, flag): (Position, _) = ("2252576253462244111563".parse().unwrap(), StopFlag::new());
    let search = |flag| small_solver().query(&position).stop(flag).outcome();
    let undisturbed = search(StopFlag::new());
    thread::scope(|scope| {
        for is_stopped in [false, true] {
            flag.pause();
            let paused = scope.spawn(|| search(flag.clone()));
            thread::sleep(Duration::from_millis(20));
            assert!(!paused.is_finished());
            if is_stopped {
                flag.stop();
            } else {
                flag.resume();
            }
            let outcome = paused.join().unwrap();
            let expected = if is_stopped { 0 } else { undisturbed.nodes };
            assert_eq!(outcome.nodes, expected, "of {} nodes", undisturbed.nodes);
        }
    });
}

/// Asserts that a search with these limits ends at once, with bounds that hold.
fn assert_stops_at_once(limits: &Limits) {
    let empty = Position::new();
    let report = small_solver().query(&empty).limits(limits).score();
    assert!(report.bounds.contains(Score::new(1)));
    let outcome = small_solver().query(&empty).limits(limits).outcome();
    assert!(outcome.bounds.contains(Score::new(1)));
    let analysis = small_solver().query(&empty).limits(limits).analyze();
    for (bounds, score) in analysis.columns.values().zip([-2, -1, 0, 1, 0, -1, -2]) {
        assert!(bounds.expect("an empty column").contains(Score::new(score)));
    }
    assert!(!analysis.is_complete());
    assert_eq!((report.nodes, outcome.nodes, analysis.nodes), (0, 0, 0));
    assert!(small_solver().query(&empty).limits(limits).best_line(usize::MAX).moves.is_empty());
    for seed in 0..10 {
        let late = late_position(seed);
        assert!(bounds_within(&late, limits).contains(small_solver().solve(&late)), "\n{late}");
    }
}

#[test]
fn whatever_the_node_limit_the_bounds_hold_and_the_table_can_be_used_further() {
    fn property(Late(position): Late, limit: u16) {
        let score = small_solver().solve(&position);
        let nodes = u64::from(limit);
        let solver = small_solver();
        let report = solver.query(&position).nodes(nodes).score();
        assert!(report.bounds.contains(score), "{} excludes {score} of\n{position}", report.bounds);
        let best = report.best.expect("a move, however little is proven");
        assert!(position.can_play(best), "{best} in\n{position}");
        let report = solver.query(&position).nodes(nodes).outcome();
        assert!(report.bounds.contains(score), "{} excludes {score} of\n{position}", report.bounds);
        assert_eq!(solver.solve(&position), score, "after an interruption\n{position}");
    }
    check(60, property as fn(Late, u16));
}

#[test]
fn whatever_the_node_limit_the_bounds_of_every_column_hold() {
    fn property(Late(position): Late, limit: u16) {
        let solver = small_solver();
        let all = scores(&small_solver(), &position);
        let analysis = solver.query(&position).nodes(u64::from(limit)).analyze();
        for (bounds, score) in analysis.columns.values().zip(all.values()) {
            assert_eq!(bounds.is_some(), score.is_some(), "\n{position}");
            assert!(bounds.zip(*score).is_none_or(|(bounds, score)| bounds.contains(score)), "\n{position}");
        }
        let best = analysis.best.expect("a move, however little is proven");
        assert!(position.can_play(best), "{best} in\n{position}");
        assert_eq!(scores(&solver, &position), all, "after an interruption\n{position}");
    }
    check(40, property as fn(Late, u16));
}

#[test]
fn whatever_the_question_and_its_limit_the_bounds_leave_the_best_move_possible() {
    let (solver, mut differing) = (Solver::builder().hash_mib(1).unwrap().threads(1).build(), 0);
    let check = |report: &Report| {
        let (Some(best), Some(play)) = (report.best, report.move_to_play()) else { return false };
        let [best, play] = [best, play].map(|column| report.columns[column].expect("a column to play"));
        assert!(best.upper() >= report.bounds.lower(), "{report:?}");
        assert!(
            best == play || play.lower() > best.lower() && play.upper() < report.bounds.lower(),
            "{report:?}"
        );
        best != play
    };
    // After 13 and 14 plies the book has a score, or bounds of it, and no columns.
    let mut random = Random(70);
    let games = (0..300).map(|_| {
        (0..13 + random.below(2)).fold(Position::new(), |position, _| {
            let moves: Vec<_> = position.legal_moves().collect();
            if moves.is_empty() { position } else { position.after(moves[random.below(moves.len())]) }
        })
    });
    let first = ["6631355216532", "7376265277444"].map(|moves| moves.parse().unwrap());
    for position in first.into_iter().chain(games) {
        for nodes in [0, 1, 100, 2_000] {
            let query = || solver.query(&position).nodes(nodes);
            let asked = [query().score(), query().outcome(), query().analyze(), query().best_move()];
            let mut merged = asked[0].clone();
            for report in &asked {
                merged.merge(report);
            }
            let some: Vec<_> = position.legal_moves().step_by(2).collect();
            let of_some = merged.clone().restricted_to(&some);
            query().on_progress(|progress| differing += usize::from(check(progress))).analyze();
            differing += asked.iter().chain([&merged, &of_some]).filter(|report| check(report)).count();
        }
    }
    assert!(differing > 0, "no move to play that is not the best");
}

#[test]
fn a_shorter_best_line_is_the_beginning_of_the_whole() {
    fn property(Late(position): Late, len: u8, limit: u16) {
        let whole = small_solver().best_line(&position).moves;
        let len = usize::from(len % 16);
        let some = small_solver().query(&position).best_line(len).moves;
        assert_eq!(some, whole[..len.min(whole.len())], "\n{position}");
        let proven = small_solver().query(&position).nodes(u64::from(limit)).best_line(usize::MAX).moves;
        assert!(whole.starts_with(&proven), "{proven:?} in {limit} nodes, {whole:?} of\n{position}");
    }
    check(40, property as fn(Late, u8, u16));
}

#[test]
fn after_a_search_a_line_to_the_end_of_the_game_takes_few_nodes() {
    // The last one needs a search of more than 700 nodes for its line.
    let games = [
        ("32164625", 200),
        ("44331215", 200),
        ("271236361557237", 200),
        ("372442411476275", 200),
        ("6567336616", 2000),
    ];
    for (moves, nodes) in games {
        let (solver, position) = (small_solver(), moves.parse::<Position>().unwrap());
        let bounds = solver.query(&position).score().bounds;
        let line = solver.query(&position).nodes(nodes).principal_variation(bounds);
        let plies = position.ending(bounds.score().unwrap()).plies as usize;
        assert_eq!((line.moves.len(), line.proven), (plies, plies), "{moves}");
    }
}

#[test]
fn a_line_of_an_unproven_position_goes_as_far_as_the_table_knows_anything() {
    let (solver, position) = (small_solver(), Position::new());
    let line = solver.query(&position).nodes(0).principal_variation(Bounds::unknown(BoardSize::STANDARD));
    assert_eq!((line.moves.len(), line.proven), (1, 0));
    let bounds = solver.query(&position).nodes(20_000).score().bounds;
    let line = solver.query(&position).nodes(0).principal_variation(bounds);
    assert!(bounds.score().is_none() && line.moves.len() > 1 && line.proven == 0, "{bounds} {line:?}");
}

#[test]
fn a_flag_raised_in_another_thread_ends_the_search() {
    let stops = || {
        let flag = StopFlag::new();
        // The limit of time keeps a search that ignores the flag from running on for ever.
        let limits = Limits { stop: Some(flag.clone()), time: Some(PATIENCE), ..Limits::NONE };
        let raised = thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            flag.stop();
        });
        let bounds = bounds_within(&Position::new(), &limits);
        assert!(bounds.contains(Score::new(1)), "{bounds}");
        raised.join().unwrap();
    };
    assert!(is_ever_within(Duration::from_secs(1), stops));
}

#[test]
fn a_limit_of_time_ends_the_search() {
    let limits = Limits { time: Some(Duration::from_millis(30)), ..Limits::NONE };
    let ends = || {
        let bounds = bounds_within(&Position::new(), &limits);
        assert!(bounds.contains(Score::new(1)), "{bounds}");
    };
    assert!(is_ever_within(Duration::from_secs(1), ends));
}

#[test]
fn progress_only_ever_moves_forward() {
    fn property(Late(position): Late) {
        let mut told: Vec<Progress> = Vec::new();
        let report =
            small_solver().query(&position).on_progress(|progress| told.push(progress.clone())).score();
        for (before, now) in told.iter().zip(&told[1..]) {
            assert!(before.bounds.lower() <= now.bounds.lower(), "\n{position}");
            assert!(before.bounds.upper() >= now.bounds.upper(), "\n{position}");
            assert!(before.nodes <= now.nodes && before.elapsed <= now.elapsed, "\n{position}");
        }
        for progress in &told {
            assert_eq!(progress.principal_variation().first(), progress.best.as_ref(), "\n{position}");
            assert!(progress.hashfull() <= 1000, "\n{position}");
        }
        let last = told.last().expect("at least what the rules prove is told");
        assert_eq!(last.bounds, report.bounds, "\n{position}");
        assert!(last.nodes <= report.nodes && last.elapsed <= report.elapsed, "\n{position}");
    }
    check(40, property as fn(Late));
}

#[test]
fn the_line_of_the_progress_is_in_the_end_a_game_of_the_score_as_far_as_it_goes() {
    // O has no defence here, so the rules alone know the end of the game.
    let position: Position = "4433".parse().unwrap();
    let mut line = Vec::new();
    small_solver()
        .query(&position)
        .on_progress(|progress| line = progress.principal_variation().to_vec())
        .score();
    let columns: Vec<_> = line.iter().map(|column| column.number()).collect();
    assert_eq!(columns, [5, 4, 2]);
    // A long game: each move of the line can be played, and no side throws the score away with the first.
    let position: Position = "444444".parse().unwrap();
    let solver = small_solver();
    let report = solver
        .query(&position)
        .on_progress(|progress| line = progress.principal_variation().to_vec())
        .score();
    let mut after = position;
    for &column in &line {
        assert!(after.can_play(column) && !after.is_over(), "{line:?}");
        after = after.after(column);
    }
    assert_eq!(report.bounds.score(), Some(-solver.solve(&position.after(line[0]))), "{line:?}");
    assert!(line.len() > 1, "{line:?}");
}

#[test]
fn a_won_game_is_lost_for_the_side_to_move_at_its_last_move() {
    for (moves, score) in [("1212121", -18), ("71212121", -18), ("1122334", -18), ("112233554", -17)] {
        let position: Position = moves.parse().unwrap();
        assert_over(&position, score, Outcome::Loss);
        assert_eq!(position.ending(Score::new(score)).final_move, position.nb_moves());
    }
}

#[test]
fn a_full_board_without_a_four_is_a_draw() {
    let drawn = "121212212121343434434343565656656565777777";
    assert_over(&drawn.parse().unwrap(), 0, Outcome::Draw);
}

/// Asserts the solver's answers about a position in which the game is over.
fn assert_over(position: &Position, score: i8, outcome: Outcome) {
    assert!(position.is_over(), "\n{position}");
    let solver = small_solver();
    let found = solver.solve(position);
    assert_eq!(found, Score::new(score), "\n{position}");
    assert_eq!(position.ending(found).plies, 0, "\n{position}");
    assert_eq!(solver.solve_outcome(position), outcome);
    assert_eq!(solver.query(position).analyze().columns, [None; 7]);
    assert_eq!(solver.best_move(position), None);
    assert!(solver.best_line(position).moves.is_empty());
    let analysis = solver.query(position).nodes(0).analyze();
    assert_eq!((analysis.bounds.score(), analysis.best, analysis.nodes), (Some(found), None, 0));
    assert!(analysis.is_complete());
}

#[test]
fn threads_that_share_a_table_find_the_right_scores() {
    let positions: Vec<Position> = (0..24).map(late_position).collect();
    let alone: Vec<Score> = positions.iter().map(|position| small_solver().solve(position)).collect();
    let shared = small_solver();
    thread::scope(|scope| {
        for _ in 0..2 {
            let (solver, positions, alone) = (shared.clone(), &positions, &alone);
            scope.spawn(move || {
                for (position, score) in positions.iter().zip(alone) {
                    assert_eq!(solver.solve(position), *score, "\n{position}");
                }
            });
        }
    });
}

#[test]
fn solvers_can_be_sent_and_shared() {
    fn assert_send_and_sync<T: Send + Sync>() {}
    assert_send_and_sync::<Solver>();
    assert_send_and_sync::<StopFlag>();
}

/// Returns a late position that is not over, always the same one for a seed.
fn late_position(seed: u64) -> Position {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
    loop {
        let mut game = Game::new();
        while game.moves().len() < 24 && game.outcome().is_none() {
            let moves: Vec<_> = game.legal_moves().collect();
            game.play(moves[random.below(moves.len())]).expect("a legal move");
        }
        if game.outcome().is_none() {
            return *game.position();
        }
    }
}

#[test]
fn a_depth_tells_whether_the_game_ends_within_it_and_no_more() {
    fn depths(Late(position): Late, depth: u32) -> bool {
        let depth = depth % 12;
        let score = small_solver().solve(&position);
        let bounds = small_solver().query(&position).depth(depth).score().bounds;
        assert!(bounds.contains(score), "depth {depth}: {bounds}, not {score}");
        let ends = score.outcome() != Outcome::Draw && position.ending(score).plies <= depth;
        let soonest = |score: Score| position.ending(score).plies > depth || score == Score::DRAW;
        let is_later = soonest(bounds.upper()) && soonest(bounds.lower());
        let is_decided = bounds.outcome() == Some(score.outcome()) && ends || !ends && is_later;
        assert!(is_decided, "depth {depth}: {bounds} for {score}");
        true
    }
    check(500, depths as fn(Late, u32) -> bool);
}

#[test]
fn the_best_move_within_limits_is_that_without_them_if_they_suffice() {
    fn same(Late(position): Late, share: u8) -> bool {
        let score = small_solver().solve(&position);
        let free = small_solver().query(&position).best_move();
        assert_eq!(free.best, small_solver().best_line(&position).moves.first().copied(), "\n{position}");
        assert_eq!(free.bounds.score(), Some(score), "\n{position}");
        // From no nodes at all to twice those that it takes.
        let nodes = free.nodes * u64::from(share) / 128;
        let limited = small_solver().query(&position).nodes(nodes).best_move();
        assert!(limited.bounds.contains(score), "{nodes} nodes: {}, not {score}\n{position}", limited.bounds);
        nodes <= free.nodes
            || (limited.best, limited.bounds, limited.nodes) == (free.best, free.bounds, free.nodes)
    }
    check(300, same as fn(Late, u8) -> bool);
}

#[test]
fn a_move_that_was_searched_for_has_the_search_as_its_source() {
    // The rules know the scores of these positions, and no move that keeps them.
    for (board, moves) in [("5x4", "24214125155532"), ("4x4", "4421122312")] {
        let size = size(board);
        let solver = Solver::builder_on(size).hash_mib(1).unwrap().threads(1).build();
        let found = solver.query(&Position::parse(size, moves).unwrap()).best_move();
        assert!(found.nodes > 0 && found.best_is_proven(), "{size} {moves}: {found:?}");
        assert_eq!(found.source, Source::Search, "{size} {moves}");
    }
}

#[test]
fn what_is_known_without_a_search_encloses_the_scores_and_visits_no_node() {
    let solver = Solver::builder().hash_mib(1).unwrap().without_book().threads(1).build();
    for moves in ["32164625", "52271237417", "4433", "444444", "1212121"] {
        let position: Position = moves.parse().unwrap();
        let before = solver.lookup().analyze(&position);
        let analysis = solver.query(&position).analyze();
        let after = solver.lookup().analyze(&position);
        assert_eq!((before.nodes, after.nodes), (0, 0), "{moves}");
        for (column, bounds) in &analysis.columns {
            let (Some(score), [first, last]) = (bounds.and_then(Bounds::score), [&before, &after]) else {
                continue;
            };
            let [first, last] = [first, last].map(|known| known.columns[column].expect("it can be played"));
            assert!(first.contains(score) && last.contains(score), "{moves}, column {column}");
            assert_eq!(
                first.intersection(last),
                Some(last),
                "{moves}: the table forgets nothing that the rules know"
            );
        }
        assert!(before.bounds.contains(analysis.bounds.score().expect("no limits")), "{moves}");
    }
}

#[test]
fn a_search_that_may_grow_has_one_thread_until_the_flag_is_raised() {
    let solver = |threads| Solver::builder().hash_mib(4).unwrap().without_book().threads(threads).build();
    let position: Position = "52271237417".parse().unwrap();
    let alone = solver(1).query(&position).analyze();
    let kept = solver(3).query(&position).serial_until(StopFlag::new()).analyze();
    assert_eq!((kept.nodes, kept.columns), (alone.nodes, alone.columns));
    for after in [0, 1, 3] {
        let (flag, mut calls) = (StopFlag::new(), 0);
        if after == 0 {
            flag.stop();
        }
        let raise = |_: &Progress| {
            calls += 1;
            if calls >= after {
                flag.stop();
            }
        };
        let grown = solver(3).query(&position).serial_until(flag.clone()).on_progress(raise).analyze();
        assert_eq!((grown.bounds, grown.columns), (alone.bounds, alone.columns), "after {after} reports");
    }
}

#[test]
fn a_solver_for_another_board_keeps_the_table_s_size_the_threads_and_the_rule_of_books() {
    let size = size("5x4");
    let solver = Solver::builder().hash_mib(2).unwrap().threads(3).build();
    let other = solver.for_board(size).unwrap();
    assert_eq!((other.table().hash_mib(), other.threads(), other.cpu()), (2, 3, solver.cpu()));
    assert_eq!(other.for_board(BoardSize::STANDARD).unwrap().book().is_some(), solver.book().is_some());
    assert!(Arc::ptr_eq(solver.table(), solver.for_board(BoardSize::STANDARD).unwrap().table()));
    // A solver without a book has none on any board; a named book serves its own board only.
    let without = other.to_builder().without_book().build();
    assert!(without.for_board(BoardSize::STANDARD).unwrap().book().is_none());
    let scores = [(Position::on(size), Score::DRAW)];
    let named = other.to_builder().book(Book::build(size, 0, scores).unwrap()).build();
    let back = named.for_board(BoardSize::STANDARD).unwrap().for_board(size).unwrap();
    assert_eq!(back.book().map(Book::plies), Some(0));
}

#[test]
fn merged_analyses_keep_all_that_was_proven_and_rank_the_best_move_anew() {
    let position: Position = "3221256641765".parse().unwrap();
    let scores = scores(&small_solver(), &position);
    let limited = |nodes| small_solver().query(&position).nodes(nodes).analyze();
    // Each search knows some columns better than the other: the second search has ended earlier.
    let mut was_stale = false;
    for (more, fewer) in [(30_000, 100), (3_000, 1), (100_000, 5_000)].map(|(m, f)| (limited(m), limited(f)))
    {
        let mut merged = fewer.clone();
        merged.merge(&more);
        assert_eq!(merged.best, merged.ranked().first().map(|&(column, _)| column));
        assert_eq!(merged.nodes, more.nodes + fewer.nodes);
        for (column, bounds) in &merged.columns {
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

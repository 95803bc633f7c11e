//! The opening explorer, compared with a naive solver, with all games of small boards, and with the moves of
//! the levels.

use std::collections::HashMap;

use marlin_coach::level::{LevelShares, SkillLevel};
use marlin_coach::opening::{CENSUS, Exploration, ExplorationTask, explore, move_orders};
use marlin_coach::record::ExplorationRecord;
use marlin_coach::task::Task;
use marlin_core::{BoardSize, Bounds, Column, Limits, Outcome, Position, Score, Solver, StopFlag};

fn size(board: &str) -> BoardSize {
    board.parse().expect("a board")
}

fn position(board: &str, moves: &str) -> Position {
    Position::parse(size(board), moves).expect("a game")
}

fn without_book(size: BoardSize) -> Solver {
    Solver::builder_on(size).hash_mib(4).expect("a small table").without_book().threads(1).build()
}

fn after(position: &Position, column: Column) -> Position {
    let mut next = *position;
    next.make_move(column);
    next
}

/// Random positions of unfinished games, the same on every machine.
fn positions(board: &str, least: u32, count: usize) -> Vec<Position> {
    let mut state = 5_u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end
    };
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::on(size(board));
        let plies = least as usize + below((size(board).cells() - least) as usize);
        for _ in 0..plies {
            let legal: Vec<_> = position.legal_moves().collect();
            if legal.is_empty() {
                break;
            }
            position.make_move(legal[below(legal.len())]);
        }
        if !position.is_over() {
            found.push(position);
        }
    }
    found
}

/// Scores by the rules alone, without bounds and without an order of moves.
#[derive(Default)]
struct NaiveSolver(HashMap<u128, i32>);

impl NaiveSolver {
    fn score(&mut self, position: &Position) -> i32 {
        let (cells, stones) = (position.size().cells() as i32, position.nb_moves() as i32);
        if position.winner().is_some() {
            return -(cells - stones + 2) / 2;
        }
        if position.is_full() {
            return 0;
        }
        if let Some(&score) = self.0.get(&position.key()) {
            return score;
        }
        let scores = position.legal_moves().map(|column| -self.score(&after(position, column)));
        let score = scores.max().expect("a legal move");
        self.0.insert(position.key(), score);
        score
    }

    /// Returns the replies to a column that hold the result of the opponent.
    fn holding(&mut self, position: &Position, column: Column) -> u32 {
        let next = after(position, column);
        let result = self.score(&next).signum();
        let replies = next.legal_moves();
        replies.filter(|&reply| -self.score(&after(&next, reply)).signum() == result).count() as u32
    }
}

fn check_naively(naive: &mut NaiveSolver, found: &Exploration) {
    let position = &found.position;
    assert!(found.is_proven());
    assert_eq!(found.bounds.score().map(Score::get), Some(naive.score(position)), "{position}");
    assert!(found.columns.iter().map(|explored| explored.column).eq(position.legal_moves()));
    for explored in &found.columns {
        let next = after(position, explored.column);
        let score = explored.bounds.score().map(Score::get);
        assert_eq!(score, Some(-naive.score(&next)), "{position}");
        assert_eq!(explored.holding, Some(naive.holding(position, explored.column)), "{position}");
        assert_eq!(explored.replies as usize, next.legal_moves().count(), "{position}");
        assert_eq!(explored.orders, move_orders(&next), "{position}");
        assert_eq!(position.at(explored.cell), None);
        assert_eq!(next.at(explored.cell), Some(position.side_to_move()));
    }
}

#[test]
fn scores_and_holding_replies_are_those_of_a_naive_solver() {
    for (board, least, count) in
        [("4x4", 0, 60), ("5x4", 5, 60), ("4x5", 6, 40), ("7x3", 8, 20), ("6x1", 0, 8)]
    {
        let (mut naive, solver) = (NaiveSolver::default(), without_book(size(board)));
        for position in positions(board, least, count) {
            check_naively(&mut naive, &explore(&solver, &position, &Limits::NONE));
        }
    }
}

/// Counts the games that lead to each position within some plies.
fn count_games(position: &Position, plies: u32, counts: &mut HashMap<u128, (Position, u64)>) {
    counts.entry(position.key()).or_insert((*position, 0)).1 += 1;
    if plies > 0 {
        position.legal_moves().for_each(|column| count_games(&after(position, column), plies - 1, counts));
    }
}

#[test]
fn move_orders_are_as_many_as_all_games_that_lead_to_a_position() {
    for (board, plies) in [("7x6", 6), ("5x4", 8), ("4x4", 9), ("4x6", 8), ("3x3", 9)] {
        let mut counts = HashMap::new();
        count_games(&Position::on(size(board)), plies, &mut counts);
        for (position, count) in counts.values() {
            assert_eq!(move_orders(position), Some(*count), "{board}: {position}");
        }
    }
}

#[test]
fn a_position_that_cannot_arise_has_no_order_and_a_late_one_too_many_to_count() {
    let drawing = ". . . . . . .\n".repeat(4) + "X X . . . . .\nO O . . . . .";
    let never = drawing.parse::<Position>().expect("as many stones");
    assert_eq!(move_orders(&never), Some(0));
    assert_eq!(move_orders(&position("7x6", "2252576253462244111563365343671351441")), None);
}

#[test]
fn positions_of_the_book_take_no_search() {
    let solver = Solver::on(BoardSize::STANDARD);
    let mut games = positions("7x6", 0, 400);
    games.retain(|position| position.nb_moves() <= 11);
    assert!(games.len() > 40);
    for position in games {
        // No node is allowed.
        let found = explore(&solver, &position, &Limits { nodes: Some(0), ..Limits::NONE });
        assert!(found.is_proven(), "{position}");
        for explored in &found.columns {
            let next = after(&position, explored.column);
            let score = solver.solve(&next);
            assert_eq!(explored.bounds, Bounds::exact(-score), "{position}");
            let keeps = |reply| {
                solver.solve(&after(&next, reply)).outcome() == explored.bounds.score().unwrap().outcome()
            };
            assert_eq!(
                explored.holding,
                Some(next.legal_moves().filter(|&reply| keeps(reply)).count() as u32)
            );
        }
        let perfect = SkillLevel::MAX.choose(&position, &solver, 1).expect("a move");
        assert_eq!(found.levels[9].of(perfect), Some(1.0), "{position}");
    }
}

#[test]
fn the_best_reply_to_the_first_move_in_the_middle_is_a_trap_for_x() {
    let solver = Solver::on(BoardSize::STANDARD);
    let found = explore(&solver, &position("7x6", "4"), &Limits::NONE);
    let holding: Vec<_> = found.columns.iter().map(|explored| explored.holding.unwrap()).collect();
    assert_eq!(holding, [5, 2, 2, 1, 2, 2, 5]);
}

#[test]
fn a_column_that_ends_the_game_has_no_replies() {
    let found = explore(&without_book(size("7x6")), &position("7x6", "121212"), &Limits::NONE);
    let win = &found.columns[0];
    assert_eq!((win.replies, win.holding, win.bounds.outcome()), (0, Some(0), Some(Outcome::Win)));
    let over = explore(&without_book(size("7x6")), &position("7x6", "1212121"), &Limits::NONE);
    assert!(over.columns.is_empty() && over.levels.is_empty() && over.is_proven());
    let record = ExplorationRecord::new("1212121", &over);
    assert_eq!((record.to_move, record.orders), (None, move_orders(&over.position)));
}

#[test]
fn shares_are_how_often_each_level_plays_a_column() {
    let seeds: u32 = if crate::is_exhaustive() { 600 } else { 150 };
    for (board, moves) in [("5x4", "3"), ("5x4", "112233"), ("4x4", "2213")] {
        let (position, solver) = (position(board, moves), without_book(size(board)));
        for shares in LevelShares::all(&position, &solver) {
            let mut counts = vec![0_u32; size(board).width()];
            for seed in 0..seeds {
                let column = shares.level.choose(&position, &solver, seed.into()).expect("a move");
                counts[column.index()] += 1;
            }
            for column in size(board).columns() {
                let share = shares.of(column).expect("a share");
                let expected = share * f64::from(seeds);
                let deviation = (expected * (1.0 - share)).sqrt();
                let found = f64::from(counts[column.index()]);
                assert!(
                    (found - expected).abs() <= 4.0 * deviation,
                    "{moves}, level {}: {found} of {expected}",
                    shares.level
                );
            }
        }
    }
}

#[test]
fn shares_add_up_to_one_and_a_chosen_column_has_a_share() {
    for position in positions("7x6", 12, 12) {
        let solver = without_book(size("7x6"));
        for shares in LevelShares::all(&position, &solver) {
            let columns = shares.columns.clone().expect("all sights are there");
            let sum: f64 = columns.iter().map(|found| found.share).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{position}: {columns:?}");
            let chosen = shares.level.choose(&position, &solver, 3).expect("a move");
            assert!(shares.of(chosen).is_some_and(|share| share > 0.0) || shares.level == SkillLevel::MAX);
        }
    }
}

#[test]
fn an_exploration_by_steps_is_that_without_steps() {
    for position in positions("5x4", 4, 12) {
        let expected = explore(&without_book(position.size()), &position, &Limits::NONE);
        for step in [1, 100, 10_000] {
            let mut task = ExplorationTask::new(&without_book(position.size()), &position, &Limits::NONE);
            let steps = std::iter::repeat_with(|| task.step(&Limits { nodes: Some(step), ..Limits::NONE }))
                .take(100_000);
            let found = steps.flatten().next().expect("a task ends");
            let facts =
                |found: &Exploration| (found.columns.clone(), found.orders, found.levels[..9].to_vec());
            assert_eq!(facts(&found), facts(&expected), "{position} by {step}");
        }
    }
}

#[test]
fn what_the_limits_leave_open_is_unknown() {
    let (solver, empty) = (without_book(size("9x6")), Position::on(size("9x6")));
    for nodes in [0, 2_000, 200_000] {
        let mut task = ExplorationTask::new(&solver, &empty, &Limits { nodes: Some(nodes), ..Limits::NONE });
        let found = task.run();
        assert!(!found.is_proven() && found.bounds.score().is_none());
        assert!(found.columns.iter().all(|explored| explored.holding.is_none() && explored.replies == 9));
        // The levels may take as much beside the scores: the weakest need no more than a few nodes.
        let is_known = |level: usize| found.levels[level - 1].columns.is_some();
        assert!(is_known(1) && (is_known(9), is_known(10)) == (nodes > 10_000, false), "{nodes}");
        let record = ExplorationRecord::new("", &found);
        assert!(!record.proven && record.census.is_empty() && record.columns[0].score.is_none());
    }
}

#[test]
fn a_stopped_task_ends_and_a_step_of_zero_makes_no_progress() {
    let (solver, empty) = (without_book(size("9x6")), Position::on(size("9x6")));
    let stop = StopFlag::new();
    let mut task =
        ExplorationTask::new(&solver, &empty, &Limits { stop: Some(stop.clone()), ..Limits::NONE });
    for _ in 0..10 {
        assert!(task.step(&Limits { nodes: Some(0), ..Limits::NONE }).is_none());
        assert_eq!(task.progress().nodes, 0);
    }
    assert!(task.step(&Limits { nodes: Some(20_000), ..Limits::NONE }).is_none());
    stop.stop();
    let found = task.run();
    assert!(found.columns.iter().all(|explored| explored.holding.is_none()));
    assert!(found.levels.iter().all(|shares| shares.columns.is_none()));
    assert_eq!(found.orders, Some(1));
}

#[test]
fn a_record_has_the_census_of_the_standard_board() {
    let solver = Solver::on(BoardSize::STANDARD);
    let found = explore(&solver, &Position::on(BoardSize::STANDARD), &Limits::NONE);
    let record = ExplorationRecord::new("", &found);
    assert_eq!((record.census.len(), record.census[12].positions), (13, CENSUS[12].positions));
    let drawn = |stones: usize| record.census[stones].drawn;
    // The census of one stone agrees with the columns.
    let outcomes =
        |outcome| record.columns.iter().filter(|column| column.outcome == Some(outcome)).count() as u64;
    assert_eq!((outcomes(Outcome::Draw), outcomes(Outcome::Win)), (drawn(1), record.census[1].lost));
}

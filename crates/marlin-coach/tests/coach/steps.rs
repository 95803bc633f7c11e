//! Tasks in steps: their results equal the results without steps, whatever the size of the steps.

use std::time::Duration;

use marlin_coach::explain::{ExplanationTask, Statement, explain};
use marlin_coach::level::{LevelTask, Opponent, SkillLevel};
use marlin_coach::request::{Found, Request, Verb};
use marlin_coach::review::{Review, ReviewTask};
use marlin_coach::task::{AnalysisTask, Goal, LineTask, Task, TaskProgress};
use marlin_core::{BoardSize, Game, Limits, Position, Report, Solver, StopFlag};

use crate::is_exhaustive;

/// The nodes of a step: too few to get anywhere, some, and more than most positions take.
const STEPS: [u64; 3] = [1, 100, 10_000];

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::NONE }
}

fn solver(size: BoardSize) -> Solver {
    Solver::builder_on(size).hash_mib(4).expect("a small table").without_book().threads(1).build()
}

/// Random games that are not over, the same on every machine.
struct Games(u64);

impl Games {
    const fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn game(&mut self, size: BoardSize, plies: usize) -> Game {
        let mut game = Game::on(size);
        for _ in 0..plies {
            let legal: Vec<_> = game.legal_moves().collect();
            game.play(legal[self.below(legal.len())]).expect("a legal move");
            if game.outcome().is_some() {
                game.undo();
                break;
            }
        }
        game
    }
}

/// Returns a fourth of a number of games, or all.
fn games(all: usize) -> usize {
    if is_exhaustive() { all } else { all.div_ceil(4) }
}

/// Calls a function with games of several boards that are solved soon.
fn for_games(count: usize, mut check: impl FnMut(&Game)) {
    let mut random = Games(7);
    for (board, least) in
        [("7x6", 16), ("6x5", 8), ("8x5", 14), ("5x4", 0), ("9x4", 10), ("4x7", 6), ("12x3", 14)]
    {
        let size: BoardSize = board.parse().expect("a board");
        for _ in 0..count {
            let plies = least + random.below(size.cells() as usize - least);
            check(&random.game(size, plies));
        }
    }
}

/// Takes steps to the end, and calls a function after each that is not the last one.
fn by_steps<T: Task>(mut task: T, step: &Limits, mut after: impl FnMut(&T)) -> T::Output {
    for _ in 0..100_000 {
        if let Some(output) = task.step(step) {
            return output;
        }
        after(&task);
    }
    panic!("a task does not end");
}

/// Returns the scores and the best move.
fn facts(analysis: &Report) -> String {
    format!("{:?} {:?} {:?}", analysis.bounds, analysis.scores(), analysis.best)
}

#[test]
fn an_analysis_by_steps_is_that_without_steps() {
    for_games(games(8), |game| {
        let position = game.position();
        let expected = solver(game.size()).query(position).analyze();
        let best = solver(game.size()).query(position).best_move();
        for step in STEPS {
            let task = |goal| AnalysisTask::new(&solver(game.size()), position, goal, &Limits::NONE);
            let found = by_steps(task(Goal::Columns), &nodes(step), |_| {});
            assert_eq!(facts(&found), facts(&expected), "{game} by {step}");
            let found = by_steps(task(Goal::BestMove), &nodes(step), |_| {});
            assert_eq!((found.bounds, found.best), (best.bounds, best.best), "{game} by {step}");
        }
        let task = || AnalysisTask::new(&solver(game.size()), position, Goal::Columns, &Limits::NONE);
        assert_eq!(task().run().nodes, expected.nodes, "{game}");
        let time = Limits { time: Some(Duration::from_millis(2)), ..Limits::NONE };
        assert_eq!(facts(&by_steps(task(), &time, |_| {})), facts(&expected), "{game} by time");
    });
}

/// The last search may know less than the bounds of earlier steps: here it has a single node.
#[test]
fn the_best_move_of_every_step_is_chosen_by_all_that_is_proven() {
    let mut random = Games(11);
    for _ in 0..games(300) {
        let plies = 12 + random.below(8);
        let game = random.game(BoardSize::STANDARD, plies);
        let solver =
            Solver::builder_on(game.size()).hash_mib(1).expect("a table").without_book().threads(1).build();
        let check = |progress: &TaskProgress| {
            let mut found = solver.query(game.position()).nodes(0).analyze();
            (found.bounds, found.columns) =
                (progress.bounds.expect("bounds"), progress.columns.expect("columns"));
            let best = found.ranked().first().map(|&(column, _)| column);
            assert_eq!(progress.best, best, "{game}: {progress:?}");
        };
        for goal in [Goal::Columns, Goal::BestMove] {
            let mut task = AnalysisTask::new(&solver, game.position(), goal, &nodes(2_001));
            while task.step(&nodes(1_000)).is_none() {
                check(&task.progress());
            }
            check(&task.progress());
        }
    }
}

#[test]
fn lines_by_steps_are_those_without_steps() {
    for_games(games(4), |game| {
        let position = game.position();
        let expected = LineTask::new(&solver(game.size()), position, 20, &Limits::NONE).run();
        let variation = solver(game.size()).query(position).best_line(20).moves;
        assert_eq!((&expected.moves, expected.is_complete), (&variation, true), "{game}");
        for step in STEPS {
            let task = LineTask::new(&solver(game.size()), position, 20, &Limits::NONE);
            assert_eq!(by_steps(task, &nodes(step), |_| {}), expected, "{game} by {step}");
            let mut request = Request::new(Verb::Analyze, "", game.clone());
            request.line = 20;
            let task = request.task(&solver(game.size()), &Limits::NONE);
            let Found::Columns(_, line) = by_steps(task, &nodes(step), |_| {}) else { panic!("{game}") };
            assert_eq!(line.as_ref(), Some(&expected.moves), "{game} by {step}");
        }
    });
}

#[test]
fn an_explanation_by_steps_has_the_bounds_of_that_without_steps() {
    for_games(games(4), |game| {
        let expected = explain(&solver(game.size()), game.position(), &Limits::NONE);
        for step in STEPS {
            let task = ExplanationTask::new(&solver(game.size()), game.position(), &Limits::NONE);
            let found = by_steps(task, &nodes(step), |_| {});
            let facts = |explained: &marlin_coach::explain::Explanation| {
                (explained.bounds, explained.outcome_layer, explained.score_layer, explained.steps.len())
            };
            assert_eq!(facts(&found), facts(&expected), "{game} by {step}");
        }
    });
}

#[test]
fn a_review_by_steps_is_that_without_steps() {
    let mut games = Games(3);
    for board in ["6x4", "5x5", "8x3"] {
        let size = board.parse().expect("a board");
        let game = games.game(size, 40);
        let mut left = Vec::new();
        let expected = Review::new(&game, &solver(size), &Limits::NONE, |moves| left.push(moves));
        assert!(left.iter().copied().eq((0..game.moves().len()).rev()), "{game}: {left:?}");
        for step in STEPS {
            let mut left = game.moves().len();
            let task = ReviewTask::new(&game, &solver(size), &Limits::NONE);
            let found = by_steps(task, &nodes(step), |task| {
                let now = task.progress().moves_left.expect("a review counts its moves");
                assert!(now <= left);
                left = now;
            });
            assert_eq!(found.to_text(), expected.to_text(), "{game} by {step}");
        }
    }
}

#[test]
fn every_level_plays_the_same_by_steps_and_the_perfect_one_a_move_as_good() {
    for_games(2, |game| {
        for level in SkillLevel::all() {
            let opponent = Opponent::new(level, 5);
            let Some(expected) = opponent.choose(game.position(), &solver(game.size())) else { continue };
            for step in STEPS {
                let task = LevelTask::new(&opponent, game.position(), &solver(game.size()));
                let choice = by_steps(task.expect("a move"), &nodes(step), |_| {});
                let is_same = choice.column == expected.column;
                // The steps decide which of several best moves is proven first.
                let is_as_good = level == SkillLevel::MAX && choice.keeps_score() && expected.keeps_score();
                assert!(is_same || is_as_good, "{game}, level {level} by {step}: {choice:?}");
            }
        }
    });
}

/// The perfect level on an empty board that is too hard for its limits.
fn hard_choice(limits: &Limits) -> (LevelTask, Solver) {
    let size: BoardSize = "9x6".parse().expect("a board");
    let solver = solver(size);
    let opponent = Opponent { limits: limits.clone(), ..Opponent::new(SkillLevel::MAX, 1) };
    (LevelTask::new(&opponent, &Position::on(size), &solver).expect("a move"), solver)
}

#[test]
fn limits_on_nodes_are_never_exceeded_and_give_the_same_results_again() {
    for most in [0, 1, 7, 100, 3_000, 40_000] {
        let limits = nodes(most);
        for step in [nodes(1), nodes(100), nodes(10_000), Limits::NONE] {
            let steps = step.nodes.map_or(1, |nodes| most / nodes);
            // Many steps or nodes take seconds.
            if (steps > 100 || most > 3_000) && !is_exhaustive() {
                continue;
            }
            let choose = || by_steps(hard_choice(&limits).0, &step, |_| {});
            let (one, other) = (choose(), choose());
            assert!(one.analysis.nodes <= most, "{most} by {step:?}: {}", one.analysis.nodes);
            assert_eq!((one.column, facts(&one.analysis)), (other.column, facts(&other.analysis)));
            let size: BoardSize = "9x6".parse().expect("a board");
            let analyze = || {
                let task = AnalysisTask::new(&solver(size), &Position::on(size), Goal::Columns, &limits);
                by_steps(task, &step, |_| {})
            };
            let (one, other) = (analyze(), analyze());
            assert_eq!((one.nodes, facts(&one)), (most, facts(&other)), "{most} by {step:?}");
        }
    }
}

/// Checks that steps with a limit of 0 make no progress.
fn check_zero_steps<T: Task>(mut task: T) {
    let no_time = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
    for step in [nodes(0), no_time] {
        for _ in 0..20 {
            assert!(task.step(&step).is_none());
            assert_eq!(task.progress().nodes, 0);
        }
    }
}

#[test]
fn a_step_with_a_limit_of_zero_makes_no_progress_and_a_task_with_one_ends() {
    let size: BoardSize = "9x6".parse().expect("a board");
    let (solver, position) = (solver(size), Position::on(size));
    let game = Game::parse(size, "55").expect("a game");
    let stop = StopFlag::new();
    stop.stop();
    let stopped = Limits { stop: Some(stop), ..Limits::NONE };
    let no_time = Limits { time: Some(Duration::ZERO), ..Limits::NONE };
    for goal in [Goal::Columns, Goal::BestMove] {
        check_zero_steps(AnalysisTask::new(&solver, &position, goal, &Limits::NONE));
    }
    check_zero_steps(LineTask::new(&solver, &position, 5, &Limits::NONE));
    check_zero_steps(ExplanationTask::new(&solver, &position, &Limits::NONE));
    check_zero_steps(ReviewTask::new(&game, &solver, &Limits::NONE));
    for level in [SkillLevel::MIN, SkillLevel::MAX] {
        let opponent = Opponent::new(level, 1);
        check_zero_steps(LevelTask::new(&opponent, &position, &solver).expect("a move"));
    }
    for limits in [nodes(0), no_time, stopped] {
        let analysis = AnalysisTask::new(&solver, &position, Goal::Columns, &limits).run();
        assert!(analysis.bounds.score().is_none() && analysis.best.is_some());
        let found = LineTask::new(&solver, &position, 5, &limits).run();
        assert!(found.moves.is_empty() && !found.is_complete);
        assert!(explain(&solver, &position, &limits).score_layer.is_none());
        assert!(!Review::new(&game, &solver, &limits, |_| {}).is_complete());
        let opponent = Opponent { limits, ..Opponent::new(SkillLevel::MAX, 1) };
        assert_eq!(opponent.choose(&position, &solver).map(|choice| choice.column.number()), Some(5));
    }
}

#[test]
fn a_depth_ends_a_task_by_steps_too() {
    for_games(games(4), |game| {
        let limits = Limits { depth: Some(4), ..Limits::NONE };
        let expected = solver(game.size()).query(game.position()).limits(&limits).analyze();
        for step in STEPS {
            let task = AnalysisTask::new(&solver(game.size()), game.position(), Goal::Columns, &limits);
            let found = by_steps(task, &nodes(step), |_| {});
            assert_eq!(found.bounds, expected.bounds, "{game} by {step}");
        }
    });
}

#[test]
fn after_a_stop_the_rules_look_at_no_other_position() {
    let stop = StopFlag::new();
    stop.stop();
    for moves in ["3532736752723321", "55542621435"] {
        let position = Position::parse(BoardSize::STANDARD, moves).expect("a position");
        let explained = |limits: &Limits| explain(&solver(BoardSize::STANDARD), &position, limits);
        let (whole, stopped) =
            (explained(&Limits::NONE), explained(&Limits { stop: Some(stop.clone()), ..Limits::NONE }));
        let looks_ahead = |statement: &Statement| {
            matches!(statement, Statement::After { .. } | Statement::EveryMove { .. })
        };
        assert!(whole.steps.iter().any(|step| looks_ahead(&step.statement)), "{moves}");
        assert!(!stopped.steps.iter().any(|step| looks_ahead(&step.statement)), "{moves}");
        let (proven, narrower) = (stopped.bounds, whole.bounds);
        assert!(proven.lower() <= narrower.lower() && narrower.upper() <= proven.upper(), "{moves}");
    }
}

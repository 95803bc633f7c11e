//! Levels as players: whole games, and moves on all boards.

use std::collections::HashSet;

use marlin_coach::level::{LevelTask, Opponent, SkillLevel};
use marlin_coach::task::{Goal, Task};
use marlin_core::{BoardSize, Bounds, Game, Limits, Outcome, Position, Score, Solver};

fn solver(size: BoardSize) -> Solver {
    Solver::builder_on(size).hash_mib(8).expect("a small table").threads(1).build()
}

/// Plays a game between two levels; `after` is called with the position before each move, the one after it,
/// and the level.
fn play(
    solver: &Solver,
    levels: [SkillLevel; 2],
    seed: u64,
    mut after: impl FnMut(&Position, &Position, SkillLevel),
) -> Game {
    let mut game = Game::on(solver.size());
    for ply in 0.. {
        let before = *game.position();
        let level = levels[ply % 2];
        let Some(column) = level.choose(&before, solver, seed) else { break };
        game.play(column).expect("a legal move");
        after(&before, game.position(), level);
    }
    game
}

/// The games of the nightly run; others have fewer.
fn games(all: u64, few: u64) -> u64 {
    if crate::is_exhaustive() { all } else { few }
}

#[test]
fn the_perfect_level_never_gives_score_away() {
    let solver = solver(BoardSize::STANDARD);
    // It has a table of its own, so that no error of the first table can hide in it.
    let judge = Solver::builder().hash_mib(64).unwrap().build();
    let mut openings = HashSet::new();
    for number in 0..games(500, 20) {
        let other = SkillLevel::new(1 + number as usize % 9).unwrap();
        let levels = if number / 9 % 2 == 0 { [SkillLevel::MAX, other] } else { [other, SkillLevel::MAX] };
        let game = play(&solver, levels, number, |before, after, level| {
            if level == SkillLevel::MAX {
                let left = if after.winner().is_some() {
                    Score::highest(after.size()).get() - (after.nb_moves() as i32 - 7) / 2
                } else {
                    -judge.solve(after).get()
                };
                assert_eq!(left, judge.solve(before).get(), "{before:?}");
            }
        });
        assert!(game.outcome().is_some());
        openings.insert(game.to_string());
    }
    assert!(openings.len() as u64 * 10 > games(500, 20) * 9, "{} different games", openings.len());
}

#[test]
fn a_seed_plays_the_same_game_whatever_was_asked_before() {
    let level = SkillLevel::new(6).unwrap();
    let size = BoardSize::STANDARD;
    let game = |solver: &Solver, seed| play(solver, [level; 2], seed, |_, _, _| {}).to_string();
    let used = solver(size);
    used.solve(&Position::parse(size, "4444").unwrap());
    for seed in 0..5 {
        assert_eq!(game(&solver(size), seed), game(&used, seed));
        assert_ne!(game(&used, seed), game(&used, seed + 1));
    }
    let without_book = || Solver::builder_on(size).hash_mib(8).unwrap().without_book().threads(2).build();
    let used = without_book();
    assert_eq!(game(&used, 1), game(&used, 1));
    assert_eq!(game(&used, 2), game(&without_book(), 2));
}

/// Calls a function with positions of games between beginners and their seeds.
fn for_positions(size: BoardSize, games: u64, mut check: impl FnMut(&Position, u64)) {
    let beginner = solver(size);
    for seed in 0..games {
        play(&beginner, [SkillLevel::MIN; 2], seed, |position, _, _| check(position, seed));
    }
}

/// Checks that all solvers give the same moves as the first at some levels.
fn check_moves(solvers: &[Solver], levels: impl Iterator<Item = usize>, position: &Position, seed: u64) {
    for level in levels.filter_map(SkillLevel::new) {
        let moves: Vec<_> = solvers.iter().map(|solver| level.choose(position, solver, seed)).collect();
        assert!(moves.iter().all(|chosen| *chosen == moves[0]), "level {level}, seed {seed}: {position:?}");
    }
}

#[test]
fn threads_and_used_tables_do_not_change_a_move_of_any_level() {
    for (size, count) in [("7x6", games(100, 1)), ("8x6", games(100, 1))] {
        let size: BoardSize = size.parse().unwrap();
        let new = || solver(size);
        let (used, threaded) = (new(), new().to_builder().threads(2).build());
        for_positions(size, count, |position, seed| {
            // The perfect level would search the first plies of 8x6 for minutes.
            let empty = size.cells() - position.nb_moves();
            let most = if size == BoardSize::STANDARD || empty < 16 { 10 } else { 9 };
            // A sample asks one level of three about each position.
            let levels = (1..=most).filter(|level| (level + empty as usize) % 3 < games(3, 1) as usize);
            check_moves(&[new(), used.clone(), threaded.clone()], levels, position, seed);
        });
    }
}

#[test]
fn levels_1_to_6_and_the_perfect_level_play_the_same_with_the_book_and_without_it() {
    let with_book = solver(BoardSize::STANDARD);
    let without_book = solver(BoardSize::STANDARD).to_builder().without_book().threads(2).build();
    let solvers = [with_book, without_book];
    for_positions(BoardSize::STANDARD, games(300, 8), |position, seed| {
        check_moves(&solvers, 1..=6, position, seed);
        // Without the book, the perfect level takes seconds on the first plies.
        if position.nb_moves() >= 16 {
            check_moves(&solvers, 10..=10, position, seed);
        }
    });
}

#[test]
fn a_level_below_the_perfect_one_moves_soon_on_every_board_even_without_a_book() {
    for size in BoardSize::all().step_by(games(1, 61) as usize) {
        let solver = Solver::builder_on(size).hash_mib(1).unwrap().without_book().threads(1).build();
        // The strongest of them searches the most.
        let (level, position) = (SkillLevel::new(9).unwrap(), Position::on(size));
        let choice = Opponent::new(level, 1).choose(&position, &solver).unwrap();
        assert!(position.can_play(choice.column) && choice.analysis.nodes < 500_000, "{size}");
    }
}

#[test]
fn games_on_other_boards_are_legal_to_the_end() {
    // The stronger level takes seconds on 9x6.
    for (size, level) in [("1x1", 9), ("5x4", 9), ("4x8", 9), ("9x6", games(9, 5)), ("32x1", 9)] {
        let size = size.parse().unwrap();
        let game =
            play(&solver(size), [SkillLevel::MIN, SkillLevel::new(level as usize).unwrap()], 3, |_, _, _| {});
        assert!(game.outcome().is_some(), "{size}: {game}");
    }
}

#[test]
fn only_the_given_columns_are_chosen_from() {
    let solver = solver(BoardSize::STANDARD);
    let position = Position::parse(BoardSize::STANDARD, "444444").unwrap();
    for level in SkillLevel::all() {
        let columns: Vec<_> = BoardSize::STANDARD.columns().skip(2).take(2).collect();
        let opponent = Opponent { columns, ..Opponent::new(level, 1) };
        assert_eq!(opponent.choose(&position, &solver).unwrap().column.number(), 3);
        let full = BoardSize::STANDARD.columns().skip(3).take(1).collect();
        assert!(Opponent { columns: full, ..Opponent::new(level, 1) }.choose(&position, &solver).is_none());
    }
}

#[test]
fn a_limit_of_nodes_holds_for_all_searches_of_a_level_together() {
    let solver = solver(BoardSize::STANDARD);
    for_positions(BoardSize::STANDARD, games(20, 3), |position, seed| {
        for (level, limit) in SkillLevel::all().flat_map(|level| [0, 1, 10, 300].map(|limit| (level, limit)))
        {
            let opponent = Opponent {
                limits: Limits { nodes: Some(limit), ..Limits::NONE },
                ..Opponent::new(level, seed)
            };
            let nodes = opponent.choose(position, &solver).map_or(0, |choice| choice.analysis.nodes);
            assert!(nodes <= limit, "{nodes} nodes of {limit} at level {level}: {position:?}");
        }
    });
}

#[test]
fn limits_end_the_search_of_the_perfect_level_with_a_sound_move() {
    let size: BoardSize = "9x6".parse().unwrap();
    let solver = Solver::builder_on(size).hash_mib(1).unwrap().threads(1).build();
    let limits = Limits { nodes: Some(2_000), ..Limits::NONE };
    // O has to block in column 4.
    let position = Position::parse(size, "19293").unwrap();
    let opponent = Opponent { limits, ..Opponent::new(SkillLevel::MAX, 1) };
    assert_eq!(opponent.choose(&position, &solver).unwrap().column.number(), 4);
}

#[test]
fn the_perfect_level_under_a_limit_plays_the_best_by_what_is_proven() {
    let size: BoardSize = "9x6".parse().unwrap();
    let judge = Solver::builder_on(size).hash_mib(8).unwrap().without_book().threads(1).build();
    let beginner = solver(size);
    for seed in 0..games(40, 3) {
        play(&beginner, [SkillLevel::MIN; 2], seed, |position, _, _| {
            let solver = Solver::builder_on(size).hash_mib(1).unwrap().without_book().threads(1).build();
            let limits = Limits { nodes: Some(4_000), ..Limits::NONE };
            let opponent = Opponent { limits, ..Opponent::new(SkillLevel::MAX, seed) };
            let choice = opponent.choose(position, &solver).unwrap();
            let analysis = &choice.analysis;
            assert!(analysis.nodes <= 4_000, "{position:?}");
            // A best move that is proven is played.
            assert_eq!(choice.keeps_score(), analysis.best_is_proven(), "{position:?}");
            // No loss is played that is proven, or that four plies show, while another column may do better.
            let loses = |bounds: &Bounds| bounds.outcome() == Some(Outcome::Loss);
            let seen = judge.query(position).depth(4).analyze().columns;
            let [proven, seen] = [&analysis.columns, &seen].map(|columns| {
                let open = columns.values().flatten().any(|bounds| !loses(bounds));
                !open || columns[choice.column].is_some_and(|bounds| !loses(&bounds))
            });
            assert!(proven && seen, "{position:?}: {choice:?}");
        });
    }
}

#[test]
fn a_level_is_read_by_its_number_and_named_after_what_it_proves() {
    let level: SkillLevel = "3".parse().unwrap();
    assert!(SkillLevel::MIN < level && level < SkillLevel::MAX && level.to_string() == "3");
    for text in ["0", "11", "", "x", "1.5"] {
        let error = text.parse::<SkillLevel>().unwrap_err().to_string();
        assert_eq!(error, "invalid level: a whole number from 1 to 10 is expected");
    }
    assert!(SkillLevel::all().map(SkillLevel::get).eq(1..=10));
    let facts = |size: &str| {
        let size = size.parse().unwrap();
        (SkillLevel::MAX.name(size), SkillLevel::MAX.is_perfect(size))
    };
    assert_eq!((facts("7x6"), facts("7x5")), (("perfect", true), ("perfect", true)));
    assert_eq!((facts("9x6"), facts("11x3")), (("strongest", false), ("strongest", false)));
    assert!(!SkillLevel::MIN.is_perfect(BoardSize::STANDARD));
    assert_eq!(SkillLevel::MIN.summary(), "Overlooks most wins and blocks.");
}

#[test]
fn what_a_book_proves_is_chosen_without_a_search_and_all_columns_are_proven_where_wanted() {
    let solver = Solver::on(BoardSize::STANDARD);
    let position = Position::parse(BoardSize::STANDARD, "4433").unwrap();
    let perfect = Opponent::new(SkillLevel::MAX, 1);
    let known = perfect.choose_proven(solver.lookup().analyze(&position)).unwrap();
    assert!(known.keeps_score() && known.column.number() == 5);
    let mut task = LevelTask::with_goal(&perfect, &position, &solver, Goal::Columns).unwrap();
    assert!(task.run().analysis.is_complete());
    let position = Position::parse(BoardSize::STANDARD, "444444").unwrap();
    let (mut calls, solver) = (0, Solver::builder().without_book().build());
    let choice = LevelTask::new(&perfect, &position, &solver).unwrap().run_with(&mut |_| calls += 1);
    assert!(choice.keeps_score() && calls > 0);
}

//! Reviews of whole games, compared with the scores that they follow from.

use std::sync::LazyLock;

use marlin_coach::level::SkillLevel;
use marlin_coach::record::{ColumnsRecord, ReviewRecord};
use marlin_coach::review::{ChoiceKind, Games, MoveQuality, Review, ReviewedMove, after_setup};
use marlin_core::{BoardSize, Game, Limits, Outcome, Player, Score, Solver};

/// Returns a game between two levels.
fn game(solver: &Solver, levels: [usize; 2], seed: u64) -> Game {
    let mut game = Game::on(solver.size());
    while let Some(column) = {
        let level = SkillLevel::new(levels[game.moves().len() % 2]).expect("a level");
        level.choose(game.position(), solver, seed)
    } {
        game.play(column).expect("a legal move");
    }
    game
}

/// Returns the reviews of games of several strengths on some boards.
fn reviews() -> &'static [Review] {
    static REVIEWS: LazyLock<Vec<Review>> = LazyLock::new(review_games);
    &REVIEWS
}

fn review_games() -> Vec<Review> {
    let mut reviews = Vec::new();
    for size in ["7x6", "5x4", "4x5", "3x3"] {
        let size: BoardSize = size.parse().expect("a board");
        let solver = Solver::builder_on(size).hash_mib(16).expect("a small table").build();
        for (seed, levels) in [[1, 1], [2, 6], [7, 3], [8, 8], [10, 5], [10, 10]].into_iter().enumerate() {
            let game = game(&solver, levels, seed as u64);
            reviews.push(Review::new(&game, &solver, &Limits::NONE, |_| {}));
        }
    }
    reviews
}

#[test]
fn each_move_takes_over_the_score_that_the_last_one_left() {
    for review in reviews() {
        assert!(review.is_complete());
        let found: Vec<_> = review.moves.iter().filter_map(|played| played.assessment.as_ref()).collect();
        for pair in found.windows(2) {
            assert_eq!(pair[1].before, -pair[0].after, "{}", review.game);
        }
        for (found, played) in found.iter().zip(&review.moves) {
            assert_eq!(found.columns.values().flatten().max(), Some(&found.before));
            let best = |score: Option<Score>| score == Some(found.before);
            assert!(found.best.iter().all(|column| best(found.columns[*column])));
            assert_eq!(found.best.contains(&played.column), found.verdict() == MoveQuality::Perfect);
            if found.choice == ChoiceKind::Only {
                assert!(found.best.len() == 1 && found.before.outcome() != Outcome::Loss);
            }
        }
    }
}

#[test]
fn no_player_gives_the_result_away_after_the_turning_point() {
    for review in reviews() {
        let blunders: Vec<_> = review.moves.iter().filter(|played| played.is_blunder()).collect();
        let turning_point = review.turning_point().map(|played| played.number);
        assert_eq!(turning_point, blunders.last().map(|played| played.number));
        for blunder in blunders {
            assert!(!blunder.line.is_empty() && blunder.line[0] != blunder.column);
        }
    }
}

#[test]
fn a_perfect_side_has_all_points() {
    for review in reviews() {
        for player in [Player::X, Player::O] {
            let side = review.side(player);
            assert!(side.accuracy.is_none_or(|percent| (0.0..=100.0).contains(&percent)), "{side:?}");
            let all = side.perfect == side.moves;
            assert!(side.accuracy.is_none_or(|percent| (percent > 99.9) == all), "{side:?}");
            assert_eq!(side.moves, side.perfect + side.blunders + side.slow_wins + side.quick_losses);
        }
    }
}

#[test]
fn the_longest_stretch_is_of_only_and_forced_moves_in_a_row() {
    for review in reviews() {
        let Some(stretch) = review.longest_stretch() else { continue };
        assert!(stretch.moves >= 2);
        for index in 0..stretch.moves {
            let played = &review.moves[(stretch.first - 1 + 2 * index) as usize];
            let found = played.assessment.as_ref().expect("all moves are assessed");
            assert!(played.player == stretch.player && found.choice != ChoiceKind::Free);
        }
    }
}

#[test]
fn progress_counts_the_moves_that_are_left() {
    let size: BoardSize = "5x4".parse().expect("a board");
    let game = Game::parse(size, "3333").expect("a game");
    let mut left = Vec::new();
    Review::new(&game, &Solver::on(size), &Limits::NONE, |moves| left.push(moves));
    assert_eq!(left, [3, 2, 1, 0]);
}

#[test]
fn a_game_that_begins_in_a_position_keeps_its_numbers() {
    let size: BoardSize = "5x4".parse().expect("a board");
    let start = Game::parse(size, "333").expect("a game");
    let mut game = Game::from_position(*start.position());
    game.play(size.columns().next().expect("a column")).expect("a legal move");
    let review = Review::new(&game, &Solver::on(size), &Limits::NONE, |_| {});
    assert_eq!((review.moves[0].number, review.moves[0].player), (4, Player::O));
    assert!(review.to_text().contains("\n 4 O ") && review.to_markdown().contains("\n| 4 O | 1 |"));
}

#[test]
fn the_summary_claims_no_more_than_is_proven() {
    let summary = |moves: &str, nodes: u64| {
        let game = Game::parse("8x6".parse().expect("a board"), moves).expect("a game");
        let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
        let review = Review::new(&game, &Solver::on(game.size()), &limits, |_| {});
        let record = ReviewRecord::new(&review);
        let open = review.moves.iter().filter(|played| played.assessment.is_none()).count();
        assert!(review.to_text().contains(&record.summary), "{}", review.to_text());
        assert_eq!(record.sides.iter().map(|side| side.moves - side.proven).sum::<usize>(), open);
        for side in &record.sides {
            assert!(side.perfect <= side.proven);
            assert!(side.proven < side.moves || side.accuracy_words != "unknown");
        }
        (open, record)
    };
    let (open, found) = summary("4455663", 1);
    assert_eq!((open, found.summary.as_str()), (5, "No blunder among the 2 proven moves; 5 are open."));
    let side = &found.sides[0];
    assert_eq!((side.perfect, side.proven, side.moves, side.accuracy_words.as_str()), (1, 1, 4, "100.0 %"));
    let (_, found) = summary("44", 1);
    assert_eq!(found.summary, "No move is proven; 2 are open.");
    assert_eq!(found.sides[0].accuracy_words, "unknown");
    let (_, found) = summary("", 1);
    assert_eq!((found.summary.as_str(), found.sides[0].accuracy_words.as_str()), ("No moves.", "no choice"));
}

#[test]
fn a_table_of_games_names_the_moves_that_are_open() {
    let game = Game::parse("8x6".parse().expect("a board"), "4455663").expect("a game");
    let limits = Limits { nodes: Some(1), ..Limits::NONE };
    let mut games = Games::default();
    games.reviews.push((1, Review::new(&game, &Solver::on(game.size()), &limits, |_| {})));
    assert!(games.to_text(0).ends_with("  0, 5 open  unknown\n"), "{}", games.to_text(0));
}

#[test]
fn a_proven_review_counts_its_blunders() {
    let summary = |moves| {
        let game = Game::parse("6x5".parse().expect("a board"), moves).expect("a game");
        ReviewRecord::new(&Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {})).summary
    };
    assert_eq!(summary("3"), "No blunder in 1 move.");
    assert_eq!(summary("3141516"), "1 blunder in 7 moves.");
}

#[test]
fn a_review_begins_after_a_setup_and_says_so() {
    let size: BoardSize = "6x5".parse().expect("a board");
    let game = Game::parse(size, "3141516").expect("a game");
    let solver = Solver::on(size);
    let review = |stones| {
        let game = after_setup(&game, stones).expect("the game has so many moves");
        Review::new(&game, &solver, &Limits::NONE, |_| {})
    };
    let whole = review(0);
    assert_eq!((&whole.game, ReviewRecord::new(&whole).setup), (&game, 0));
    for stones in 1..=7 {
        let review = review(stones);
        assert_eq!(ReviewRecord::new(&review).moves, ReviewRecord::new(&whole).moves[stones..]);
        let said = format!("The review begins after a setup of {stones} stone");
        assert!(
            ReviewRecord::new(&review).summary.starts_with(&said),
            "{}",
            ReviewRecord::new(&review).summary
        );
        assert!(review.to_text().contains(&said) && review.to_markdown().contains(&said));
        assert_eq!(ReviewRecord::new(&review).setup as usize, stones);
    }
    // The blunder is one of the moves that were only needed to set the board up.
    assert_eq!(
        ReviewRecord::new(&review(2)).summary,
        "The review begins after a setup of 2 stones. No blunder in 5 moves."
    );
    assert_eq!(
        ReviewRecord::new(&review(7)).summary,
        "The review begins after a setup of 7 stones. No moves."
    );
    assert_eq!(after_setup(&game, 8), None);
}

#[test]
fn the_evaluation_of_a_move_is_that_of_the_position_after_it() {
    for review in reviews().iter().filter(|review| review.game.size() == "5x4".parse().expect("a board")) {
        let solver = Solver::builder_on(review.game.size()).hash_mib(16).expect("a small table").build();
        let mut position = *review.game.start();
        for played in &review.moves {
            position.play(played.column).expect("a legal move");
            let analysis = solver.query(&position).analyze();
            let evaluation = ColumnsRecord::new("", &position, &analysis).evaluation;
            assert_eq!(played.evaluation(), evaluation, "{position:?}");
            let is_draw = analysis.bounds.outcome() == Some(Outcome::Draw);
            assert!(!is_draw || evaluation.is_some_and(|value| value == 0.0 && value.is_sign_positive()));
        }
    }
}

#[test]
fn a_slip_leaves_two_moves_and_a_dot_is_any_other_move_that_gave_score_away() {
    let game = Game::parse(BoardSize::STANDARD, "4156532577431125746515").unwrap();
    let review = Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {});
    let marked = review.moves.iter().filter(|played| matches!(played.mark(), "?" | "·"));
    let found = marked.map(|played| {
        let found = played.assessment.as_ref().unwrap();
        (played.number, found.before.get(), found.after.get(), played.mark())
    });
    // After move 19 O wins on move 22, and after move 14 on move 40 of 42.
    let expected = [
        (2, -1, -4, "·"),
        (3, 4, 3, "·"),
        (6, -3, -11, "·"),
        (14, 5, 2, "?"),
        (17, -2, -4, "·"),
        (19, -4, -11, "?"),
        (20, 11, 10, "·"),
        (21, -10, -11, "·"),
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

#[test]
fn moves_have_marks_and_blunders_stories() {
    let review = |moves: &str| {
        let game = Game::parse("6x5".parse().unwrap(), moves).unwrap();
        Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {})
    };
    let lost = review("3141516");
    let marks: Vec<_> = lost.moves.iter().map(ReviewedMove::mark).collect();
    assert_eq!(marks, ["", "??", "·", "?", "", "", ""]);
    let story = "Move 2: O played column 1 and threw away the draw. Columns 3 and 4 draw.";
    assert_eq!(lost.moves[1].story().unwrap().to_string(), story);
    let kept = review("3").turning_point_in_words().to_string();
    assert_eq!(kept, "No turning point: neither side ever threw away its result.");
    let game = Game::parse(BoardSize::STANDARD, "44").unwrap();
    let scores = Review::new(&game, &Solver::on(game.size()), &Limits::NONE, |_| {}).scores_of_x();
    assert_eq!(scores.into_iter().flatten().map(Score::get).collect::<Vec<_>>(), [1, 1]);
}

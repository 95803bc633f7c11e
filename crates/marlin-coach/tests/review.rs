//! Reviews of whole games, compared with the scores that they follow from.

use std::sync::LazyLock;

use marlin_coach::level::Level;
use marlin_coach::review::{Choice, Review, Verdict};
use marlin_core::any::{Game, Score, Solver};
use marlin_core::{BoardSize, Limits, Outcome, Player};

/// Returns a game between two levels.
fn game(solver: &Solver, levels: [usize; 2], seed: u64) -> Game {
    let mut game = Game::empty(solver.size());
    while let Some(column) = {
        let level = Level::new(levels[game.moves().len() % 2]).expect("a level");
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
        let solver = Solver::builder(size).hash_mib(16).expect("a small table").build();
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
            assert_eq!(found.columns.iter().flatten().max(), Some(&found.before));
            let best = |score: Option<Score>| score == Some(found.before);
            assert!(found.best.iter().all(|column| best(found.columns[column.index()])));
            assert_eq!(found.best.contains(&played.column), found.verdict() == Verdict::Perfect);
            if found.choice == Choice::Only {
                assert!(found.best.len() == 1 && found.before.outcome() != Outcome::Loss);
            }
        }
    }
}

#[test]
fn nobody_gives_the_result_away_after_the_turning_point() {
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
            assert!(played.player == stretch.player && found.choice != Choice::Free);
        }
    }
}

#[test]
fn progress_counts_the_moves_that_are_left() {
    let size: BoardSize = "5x4".parse().expect("a board");
    let game = Game::parse(size, "3333").expect("a game");
    let mut left = Vec::new();
    Review::new(&game, &Solver::new(size), &Limits::NONE, |moves| left.push(moves));
    assert_eq!(left, [3, 2, 1, 0]);
}

#[test]
fn a_game_that_begins_in_a_position_keeps_its_numbers() {
    let size: BoardSize = "5x4".parse().expect("a board");
    let start = Game::parse(size, "333").expect("a game");
    let mut game = Game::from_position(*start.position());
    game.play(size.columns().next().expect("a column")).expect("a legal move");
    let review = Review::new(&game, &Solver::new(size), &Limits::NONE, |_| {});
    assert_eq!((review.moves[0].number, review.moves[0].player), (4, Player::O));
    assert!(review.to_text().contains("\n 4 O ") && review.to_markdown().contains("\n| 4 O | 1 |"));
}

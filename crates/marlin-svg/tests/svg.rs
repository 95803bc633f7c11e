//! Drawings of boards of several sizes.

// Whatever fails here fails a test; the lint knows only functions that are tests themselves.
#![allow(clippy::unwrap_used)]

use marlin_core::BoardSize;
use marlin_core::any::{Game, Solver};
use marlin_svg::Diagram;

/// Returns how many elements have a class.
fn count(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

fn game(moves: &str) -> Game {
    Game::parse(BoardSize::STANDARD, moves).unwrap()
}

/// Returns a game on a board of another size.
fn game_on(board: &str, moves: &str) -> Game {
    Game::parse(board.parse().unwrap(), moves).unwrap()
}

#[test]
fn every_cell_is_drawn_once() {
    let svg = Diagram::new(&game("4433")).to_string();
    assert_eq!(
        (count(&svg, "x"), count(&svg, "cross"), count(&svg, "o"), count(&svg, "hole")),
        (2, 2, 2, 38)
    );

    let svg = Diagram::new(&game_on("5x4", "33")).to_string();
    assert_eq!(
        (count(&svg, "x"), count(&svg, "o"), count(&svg, "hole"), count(&svg, "number")),
        (1, 1, 18, 5)
    );
}

#[test]
fn the_last_move_has_a_frame_and_the_empty_board_has_none() {
    assert_eq!(count(&Diagram::new(&game("4433")).to_string(), "last"), 1);
    assert_eq!(count(&Diagram::new(&game("")).to_string(), "last"), 0);
    let from_position = Game::from_position(*game("4433").position());
    assert_eq!(count(&Diagram::new(&from_position).to_string(), "last"), 0);
}

#[test]
fn winning_stones_have_a_ring_each() {
    let svg = Diagram::new(&game("1212121")).to_string();
    assert_eq!(count(&svg, "four"), 4);
    assert!(svg.contains("<title>Connect Four, X has won</title>"), "{svg}");
    // Five in a row are two lines of four.
    let svg = Diagram::new(&game("112255443")).to_string();
    assert_eq!(count(&svg, "four"), 5);
    assert_eq!(count(&Diagram::new(&game("4433")).to_string(), "four"), 0);
}

#[test]
fn the_best_scores_stand_out() {
    let game = game("4433");
    let scores = Solver::new(game.size()).analyze(game.position());
    let svg = Diagram::new(&game).with_scores(scores).to_string();
    assert_eq!((count(&svg, "score chosen"), count(&svg, "score")), (2, 5));
    assert!(svg.contains("Scores of the columns from the left: -3 18 2 2 18 -3 -4."), "{svg}");
    assert!(svg.contains(">X to move: X wins in 3 plies, at move 7</text>"), "{svg}");
}

#[test]
fn a_full_column_has_no_score() {
    let game = game("444444");
    let scores = Solver::new(game.size()).analyze(game.position());
    let svg = Diagram::new(&game).with_scores(scores).to_string();
    assert_eq!(count(&svg, "score chosen") + count(&svg, "score"), 6);
}

#[test]
fn every_number_of_columns_fits_its_drawing() {
    let svg = Diagram::new(&game_on("16x3", "1g")).to_string();
    assert!(svg.contains(">g</text>"), "{svg}");
    assert!(Diagram::new(&game_on("1x4", "111")).to_string().contains("width=\"400\""));
}

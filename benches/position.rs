//! The rules: playing, undoing, and the facts about a position that a search needs.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use marlin_core::{Column, Game, Position};

/// A game of 41 moves without a winner, so that its beginnings are positions of every kind.
const GAME: &str = "12121221212134343443434356565665656577777";

/// Returns the moves of the game.
fn moves() -> Vec<Column> {
    let game: Game = GAME.parse().expect("a legal game");
    assert_eq!(game.outcome(), None);
    game.moves().to_vec()
}

/// Returns the position before each move of the game.
fn positions() -> Vec<Position> {
    let mut next = Position::new();
    let mut positions = Vec::new();
    for column in moves() {
        positions.push(next);
        next.play_unchecked(column);
    }
    positions
}

/// Measures a function of a position over all positions of the game, and checks the sum of the results.
fn bench_sum(criterion: &mut Criterion, name: &str, sum: u64, function: impl Fn(&Position) -> u64) {
    let positions = positions();
    let run = || positions.iter().map(|position| function(black_box(position))).fold(0, u64::wrapping_add);
    assert_eq!(run(), sum, "{name}");
    criterion.bench_function(&format!("position/{name}"), |bencher| bencher.iter(run));
}

fn bench_make_move(criterion: &mut Criterion) {
    let moves = moves();
    let run = || {
        let mut position = Position::new();
        for &column in black_box(&moves) {
            position.play_unchecked(column);
        }
        position
    };
    assert_eq!(run().to_string(), GAME.parse::<Position>().expect("a legal game").to_string());
    criterion.bench_function("position/make_move", |bencher| bencher.iter(run));
}

fn bench_play_and_undo(criterion: &mut Criterion) {
    let moves = moves();
    let mut game = Game::new();
    let mut run = || {
        for &column in black_box(&moves) {
            game.play(column).expect("a legal game");
        }
        while game.undo().is_some() {}
        game.position().nb_moves()
    };
    assert_eq!(run(), 0);
    criterion.bench_function("position/play_and_undo", |bencher| bencher.iter(&mut run));
}

fn bench_questions(criterion: &mut Criterion) {
    bench_sum(criterion, "key", 356_321_747_023_863, |position| position.key() as u64);
    bench_sum(criterion, "winning_cells", 3, |position| u64::from(position.winning_cells().len()));
    bench_sum(criterion, "can_win_next", 3, |position| u64::from(position.can_win_next()));
    bench_sum(criterion, "winner", 0, |position| u64::from(position.winner().is_some()));
    bench_sum(criterion, "mirror", 820, |position| u64::from(position.mirror().nb_moves()));
    bench_sum(criterion, "legal_moves", 182, |position| position.legal_moves().count() as u64);
}

criterion_group!(benches, bench_make_move, bench_play_and_undo, bench_questions);
criterion_main!(benches);

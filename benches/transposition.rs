//! The table: making it, clearing it, and finding an entry again.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use marlin_core::{Position, Solver, TranspositionTable};

/// A position in the middle of a game, and its score.
const MOVES: &str = "621675512665711262462";
const SCORE: i32 = 3;

/// Returns an empty table of the default size.
fn table() -> TranspositionTable {
    TranspositionTable::new(64).expect("a table of 64 MiB")
}

fn bench_new(criterion: &mut Criterion) {
    assert!(TranspositionTable::new(0).is_err());
    criterion.bench_function("transposition/new", |bencher| bencher.iter(table));
}

/// Clears a table again and again: the mean of many cheap clears and the rare ones that zero the memory.
fn bench_clear(criterion: &mut Criterion) {
    let table = table();
    criterion.bench_function("transposition/clear", |bencher| bencher.iter(|| black_box(&table).clear()));
}

/// Solves a position whose answer is in the table.
fn bench_known(criterion: &mut Criterion) {
    let solver = Solver::builder().table(Arc::new(table())).without_book().threads(1).build();
    let position: Position = MOVES.parse().expect("a legal game");
    assert_eq!(solver.solve(&position).get(), SCORE);
    criterion.bench_function("transposition/known", |bencher| {
        bencher.iter(|| assert_eq!(solver.solve(black_box(&position)).get(), SCORE));
    });
}

criterion_group!(benches, bench_new, bench_clear, bench_known);
criterion_main!(benches);

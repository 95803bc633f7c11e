//! The solver on fixed positions, each with a cleared table, which shows the gain or the cost of a change of
//! the search. The table is measured too: making it, clearing it, and finding an entry again.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use marlin_core::{Outcome, Position, Solver, TranspositionTable};

/// A position in the middle of a game, and its score.
const MIDDLE: &str = "621675512665711262462";
const MIDDLE_SCORE: i32 = 3;

/// Returns the position after some moves, and a solver for it.
fn setup(size: &str, moves: &str) -> (Position, Solver) {
    let size = size.parse().expect("a size");
    let solver = Solver::builder_on(size).hash_mib(16).expect("a table of 16 MiB");
    (Position::parse(size, moves).expect("a legal game"), solver.without_book().threads(1).build())
}

/// Measures a search from an empty table.
fn bench(
    criterion: &mut Criterion,
    name: &str,
    (size, moves): (&str, &str),
    check: impl Fn(&Solver, &Position),
) {
    let (position, solver) = setup(size, moves);
    criterion.bench_function(&format!("solver/{name}"), |bencher| {
        bencher.iter(|| {
            solver.table().clear();
            check(&solver, black_box(&position));
        });
    });
}

fn bench_searches(criterion: &mut Criterion) {
    for (name, board, score) in [
        ("late", ("7x6", "67735756662415427532371253231634"), 5),
        ("middle", ("7x6", MIDDLE), MIDDLE_SCORE),
        ("early", ("7x6", "35773347513344"), 12),
        ("empty_5x4", ("5x4", ""), 0),
    ] {
        bench(criterion, name, board, |solver, position| assert_eq!(solver.solve(position).get(), score));
    }
    bench(criterion, "outcome_middle", ("7x6", MIDDLE), |solver, position| {
        assert_eq!(solver.solve_outcome(position), Outcome::Win);
    });
    bench(criterion, "analyze_middle", ("7x6", MIDDLE), |solver, position| {
        let best = solver.query(position).analyze().scores().values().copied().flatten().max();
        assert_eq!(best.map(marlin_core::Score::get), Some(MIDDLE_SCORE));
    });
}

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
    let position: Position = MIDDLE.parse().expect("a legal game");
    assert_eq!(solver.solve(&position).get(), MIDDLE_SCORE);
    criterion.bench_function("transposition/known", |bencher| {
        bencher.iter(|| assert_eq!(solver.solve(black_box(&position)).get(), MIDDLE_SCORE));
    });
}

criterion_group!(benches, bench_searches, bench_new, bench_clear, bench_known);
criterion_main!(benches);

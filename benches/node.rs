//! One node of the search, piece by piece: the cost of each before any child is searched.
//!
//! The search compiles these for the instructions of the machine; here they have those of the build, so that
//! `RUSTFLAGS="-C target-cpu=native"` is closer to the time within a search.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use marlin_core::internals::node::OpenNode;
use marlin_core::{Column, Position, Solver, TranspositionTable};

/// A position in the middle of a game, and its score.
const MOVES: &str = "621675512665711262462";
const SCORE: i32 = 3;

/// A column of it that the search of the position looks into.
const COLUMN: usize = 3;

/// The sum of the keys of its children, the key of the child of that column, and the columns by their priorities. They
/// change with the hash and with the numbers of the order.
const KEYS: u64 = 10_612_863_428_097_780_209;
const KEY: u64 = 16_854_499_613_444_775_511;
const ORDER: [usize; 6] = [6, 3, 4, 1, 0, 2];

fn position() -> Position {
    MOVES.parse().expect("a legal game")
}

fn column() -> Column {
    Column::new(COLUMN).expect("a column")
}

/// Runs a bench on a node with an empty table, or with the entries that a search has left.
fn with_open_node(is_known: bool, bench: impl FnOnce(&mut OpenNode<'_>)) {
    let table = Arc::new(TranspositionTable::new(16).expect("a table of 16 MiB"));
    if is_known {
        let solver = Solver::builder().table(Arc::clone(&table)).without_book().threads(1).build();
        assert_eq!(solver.solve(&position()).get(), SCORE);
    }
    bench(&mut OpenNode::new(position(), 0, &table));
}

fn bench_expand(criterion: &mut Criterion) {
    with_open_node(false, |node| {
        criterion.bench_function("node/expand", |bencher| {
            bencher.iter(|| assert_eq!(black_box(&mut *node).expand(), KEYS));
        });
    });
}

fn bench_reduced_key(criterion: &mut Criterion) {
    with_open_node(false, |node| {
        criterion.bench_function("node/reduced_key", |bencher| {
            bencher.iter(|| assert_eq!(black_box(&*node).reduced_key(column()), KEY));
        });
    });
}

fn bench_probe(criterion: &mut Criterion) {
    for (name, is_known) in [("probe_hit", true), ("probe_miss", false)] {
        with_open_node(is_known, |node| {
            let found = node.probe(column());
            assert_eq!(found.is_some(), is_known, "{name}");
            criterion.bench_function(&format!("node/{name}"), |bencher| {
                bencher.iter(|| assert_eq!(black_box(&*node).probe(column()), found));
            });
        });
    }
}

fn bench_order(criterion: &mut Criterion) {
    with_open_node(false, |node| {
        criterion.bench_function("node/order", |bencher| {
            bencher.iter(|| assert!(black_box(&mut *node).order().map(Column::index).eq(ORDER)));
        });
    });
}

criterion_group!(benches, bench_expand, bench_reduced_key, bench_probe, bench_order);
criterion_main!(benches);

//! Many threads: on one search, on one table, and stopped at any moment.

use std::fs::File;
use std::io::BufReader;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use marlin_core::{Bounds, Position, Score, Solver, StopFlag, TranspositionTable, suite};

use crate::comparison::is_whole;
use crate::{PATIENCE, is_ever_within};

/// Returns every `step`-th position of a set with its score.
fn positions(set: &str, step: usize) -> Vec<(Position, Score)> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test-positions").join(set).with_extension("txt");
    let lines = suite::read(BufReader::new(File::open(path).expect("a set"))).expect("positions").lines;
    lines.iter().step_by(step).map(|(game, score)| (*game.position(), *score)).collect()
}

/// Returns the number of attempts: a tenth with debug assertions, a quarter with release code, and all with
/// `MARLIN_EXHAUSTIVE=1`, as in `just threads`.
fn times(count: usize) -> usize {
    if std::env::var_os("MARLIN_EXHAUSTIVE").is_some() {
        count
    } else if cfg!(debug_assertions) {
        count / 10
    } else {
        count / 4
    }
}

/// Returns a solver without a book, with a table of a size in MiB.
fn solver(mib: usize, threads: usize) -> Solver {
    Solver::builder().hash_mib(mib).expect("a table").without_book().threads(threads).build()
}

#[test]
fn scores_are_the_same_with_any_number_of_threads() {
    let step = 1000 / times(100);
    let sets = ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2"].map(|set| positions(set, step));
    let hard = positions("L1_R3", 10 * step);
    for threads in [1, 2, 3, 8] {
        let solver = solver(16, threads);
        for (position, score) in sets.iter().flatten().chain(&hard) {
            solver.table().clear();
            assert_eq!(solver.solve(position), *score, "{threads} threads\n{position}");
        }
    }
}

#[test]
fn sixteen_threads_that_share_a_table_of_a_mebibyte_have_right_scores() {
    let step = 1000 / times(100);
    let all = ["L3_R1", "L2_R1", "L2_R2", "L1_R1"].map(|set| positions(set, step)).concat();
    let shared = solver(1, 1);
    thread::scope(|scope| {
        for first in 0..16 {
            let (all, shared) = (&all, &shared);
            // Each thread begins elsewhere, so that it writes entries that the others read.
            let begin = first * all.len() / 16;
            scope.spawn(move || {
                for (position, score) in all[begin..].iter().chain(&all[..begin]) {
                    assert_eq!(shared.solve(position), *score, "{position}");
                }
            });
        }
    });
}

#[test]
fn columns_and_lines_are_the_same_with_any_number_of_threads() {
    let alone = solver(16, 1);
    for (position, score) in positions("L1_R2", 1000 / times(20)) {
        let columns = alone.query(&position).analyze().columns;
        let line = alone.best_line(&position).moves;
        assert_eq!(
            columns.values().flatten().max_by_key(|bounds| bounds.lower()),
            Some(&Bounds::exact(score))
        );
        for threads in [2, 5] {
            let solver = solver(16, threads);
            assert_eq!(solver.query(&position).analyze().columns, columns, "{threads} threads\n{position}");
            solver.table().clear();
            assert_eq!(solver.best_line(&position).moves, line, "{threads} threads\n{position}");
        }
    }
}

#[test]
fn a_search_stopped_at_any_moment_has_right_bounds_and_leaves_a_right_table() {
    let positions = positions("L1_R3", 10);
    let solver = solver(2, 3);
    let (rounds, mut stopped_together) = (times(if is_whole() { 1_000 } else { 500 }), 0);
    let mut time_per_node = Duration::from_nanos(500);
    for round in 0..rounds {
        let (position, score) = positions[round % positions.len()];
        if round % 2 == 0 {
            solver.table().clear();
        }
        // The stops range from the start to well after the other threads have joined, whatever the speed of
        // the machine.
        let nodes_to_stop_at = 150 * (round as u32 * 7919 % 1000);
        let started = Instant::now();
        let nodes = stop_after(time_per_node * nodes_to_stop_at, |stop| {
            if round % 3 == 0 {
                let analysis = solver.query(&position).stop(stop).analyze();
                assert_holds(analysis.bounds, score, &position);
                let columns = analysis.columns.values().flatten();
                let best = columns.map(|bounds| bounds.upper()).max();
                assert!(best.is_some_and(|best| best >= score), "{analysis:?} of\n{position}");
                analysis.nodes
            } else {
                let report = solver.query(&position).stop(stop).score();
                assert_holds(report.bounds, score, &position);
                report.nodes
            }
        });
        stopped_together += usize::from(nodes > 50_000);
        if let Ok(nodes @ 10_000..) = u32::try_from(nodes) {
            time_per_node = started.elapsed() / nodes;
        }
        if round % 100 == 99 {
            // The next search uses the entries of the stopped searches.
            assert_eq!(solver.solve(&position), score, "\n{position}");
        }
    }
    assert!(stopped_together * 20 > 3 * rounds, "{stopped_together} were stopped with all threads at work");
}

/// Does some work, and raises its stop flag after a while.
fn stop_after<T>(time: Duration, work: impl FnOnce(StopFlag) -> T) -> T {
    let flag = StopFlag::new();
    let stop = flag.clone();
    thread::scope(|scope| {
        let stopper = scope.spawn(move || {
            thread::sleep(time);
            flag.stop();
            Instant::now()
        });
        let result = work(stop);
        let late = stopper.join().expect("it only sleeps").elapsed();
        // Another test measures the delay: a busy machine makes any thread late.
        assert!(late < PATIENCE, "it stopped {late:?} after it was told to");
        result
    })
}

fn assert_holds(bounds: Bounds, score: Score, position: &Position) {
    assert!(bounds.contains(score), "{bounds}, score {score} of\n{position}");
}

#[test]
fn a_search_that_was_stopped_goes_on_from_its_table() {
    let (position, score) = positions("L1_R3", 100)[1];
    let solver = solver(64, 1);
    let whole = solver.query(&position).score().nodes;
    solver.table().clear();
    assert_eq!(solver.query(&position).nodes(whole / 2).score().bounds.score(), None);
    let rest = solver.query(&position).score();
    assert_eq!(rest.bounds.score(), Some(score));
    assert!(rest.nodes < whole * 3 / 4, "{} of {whole} nodes after half of them", rest.nodes);
}

#[test]
fn a_panic_of_the_callback_ends_the_search_of_all_threads() {
    let solver = solver(16, 4);
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        solver
            .query(&Position::new())
            .on_progress(|progress| {
                assert!(progress.nodes < 100_000, "on purpose");
            })
            .score()
    }));
    assert!(result.is_err(), "the panic reaches the caller");
    let report = solver.query(&Position::new()).nodes(100_000).score();
    assert_holds(report.bounds, Score::new(1), &Position::new());
}

#[test]
fn progress_counts_the_nodes_of_all_threads() {
    let (position, score) = positions("L1_R3", 100)[1];
    let solver = solver(16, 3);
    let mut told = 0;
    let report = solver
        .query(&position)
        .on_progress(|progress| {
            assert!(told <= progress.nodes);
            told = progress.nodes;
        })
        .score();
    assert_eq!(report.bounds.score(), Some(score));
    // The last call is at the proof; helpers count their last nodes a moment later.
    assert!(
        told <= report.nodes && report.nodes < told + 10_000,
        "{told} nodes told, {} in all",
        report.nodes
    );
}

#[test]
fn limits_end_the_search_of_all_threads() {
    let solver = solver(16, 4);
    let report = solver.query(&Position::new()).nodes(200_000).score();
    assert_eq!(report.bounds.score(), None);
    // Each thread may exceed the limit by the nodes between two polls, and by nodes that it has not reported
    // yet.
    assert!((200_000..200_000 + 4 * 512).contains(&report.nodes), "{} nodes", report.nodes);

    let ends = || {
        let report = solver.query(&Position::new()).time(Duration::from_millis(30)).score();
        assert_eq!(report.bounds.score(), None);
    };
    assert!(is_ever_within(Duration::from_secs(2), ends));

    let report =
        stop_after(Duration::from_millis(30), |stop| solver.query(&Position::new()).stop(stop).score());
    assert_eq!(report.bounds.score(), None);
}

#[test]
fn many_threads_of_a_program_share_one_table() {
    let table = Arc::new(TranspositionTable::new(4).unwrap());
    let positions = positions("L1_R2", 1000 / times(50));
    let stopped = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !stopped.load(Relaxed) {
                table.clear();
                thread::sleep(Duration::from_millis(1));
            }
        });
        let solving: Vec<_> = (0..4)
            .map(|first: usize| {
                let solver = Solver::builder().table(Arc::clone(&table)).without_book().threads(2).build();
                let positions = &positions;
                scope.spawn(move || {
                    for (position, score) in positions.iter().skip(first).step_by(4) {
                        assert_eq!(solver.solve(position), *score, "\n{position}");
                    }
                })
            })
            .collect();
        let results: Vec<_> = solving.into_iter().map(thread::ScopedJoinHandle::join).collect();
        stopped.store(true, Relaxed);
        assert!(results.iter().all(Result::is_ok));
    });
}

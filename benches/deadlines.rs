//! How late a search ends after its time limit, or after its stop flag was raised: 500 searches each, of 1 to 200 ms, with as
//! many threads as the machine runs at once, or the number given.
//!
//! ```text
//! cargo bench -p marlin-benches --bench deadlines [-- THREADS]
//! ```
//!
//! With `--test` there are only a few searches, enough to see that it works.

mod sets;

use std::error::Error;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use marlin_core::{Position, Report, Solver, StopFlag};

/// Upper ends of the rows of the histogram, in microseconds.
const ROWS: [u128; 10] = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, u128::MAX];

fn main() -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::builder().hash_mib(64)?.without_book().build();
    if let Some(threads) = std::env::args().skip(1).find_map(|argument| argument.parse().ok()) {
        solver = solver.to_builder().threads(threads).build();
    }
    let searches = if std::env::args().any(|argument| argument == "--test") { 5 } else { 500 };
    let positions = early_positions()?;
    let mut out = io::stdout().lock();
    for (name, search) in [("time limit", within as Search), ("stop flag", stopped)] {
        let mut late: Vec<u128> = Vec::new();
        // A position that is solved in time is no measurement.
        for (number, position) in positions.iter().cycle().enumerate().take(20 * searches) {
            let time = Duration::from_millis(1 + (number as u64 * 61) % 200);
            solver.table().clear();
            let (report, lateness) = search(&solver, position, time);
            if report.bounds.score().is_none() {
                late.push(lateness.as_micros());
            }
            if late.len() == searches {
                break;
            }
        }
        print(&mut out, name, &mut late, solver.threads())?;
    }
    Ok(())
}

/// Searches a position until a time has passed, and returns how much later the search ended.
type Search = fn(&Solver, &Position, Duration) -> (Report, Duration);

fn within(solver: &Solver, position: &Position, time: Duration) -> (Report, Duration) {
    let started = Instant::now();
    let report = solver.query(position).time(time).solve();
    (report, started.elapsed().saturating_sub(time))
}

fn stopped(solver: &Solver, position: &Position, time: Duration) -> (Report, Duration) {
    let stop = StopFlag::new();
    let flag = stop.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(time);
        let now = Instant::now();
        flag.stop();
        now
    });
    let report = solver.query(position).stop(stop).solve();
    let ended = Instant::now();
    let told = stopper.join().unwrap_or(ended);
    (report, ended.saturating_duration_since(told))
}

/// Returns positions that take long: those of the set of long games, and the empty board.
fn early_positions() -> io::Result<Vec<Position>> {
    let lines = sets::load("L1_R3")?;
    Ok(lines.iter().map(|line| *line.game.position()).chain([Position::new()]).collect())
}

fn print(out: &mut dyn Write, name: &str, late: &mut [u128], threads: usize) -> io::Result<()> {
    late.sort_unstable();
    let Some(last) = late.len().checked_sub(1) else {
        return writeln!(out, "{name}: every position was solved before it");
    };
    writeln!(out, "{name}, {threads} threads: how late {} searches ended", late.len())?;
    let mut below = 0;
    for (row, &end) in ROWS.iter().enumerate() {
        let count = late.iter().filter(|&&time| time < end).count() - below;
        below += count;
        let from = row.checked_sub(1).map_or(0, |row| ROWS[row]);
        let bar = "#".repeat((count * 60).div_ceil(late.len()));
        writeln!(out, "from {from:>6} µs {count:>5} {bar}")?;
    }
    let quantile = |share: usize| late[last * share / 100];
    writeln!(out, "median {} µs, 99 % {} µs, latest {} µs\n", quantile(50), quantile(99), quantile(100))
}

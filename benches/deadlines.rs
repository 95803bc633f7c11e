//! How late a search ends that has a time limit: 500 positions, limits of 1 to 200 ms, as many threads as the machine runs
//! at once, or the number given.
//!
//! ```text
//! cargo bench -p marlin-benches --bench deadlines [-- THREADS]
//! ```

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use marlin_core::{Limits, Position, Solver, suite};

const POSITIONS: usize = 500;

/// Upper ends of the rows of the histogram, in microseconds.
const ROWS: [u128; 10] = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, u128::MAX];

fn main() -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::with_hash_mib(64)?;
    if let Some(threads) = std::env::args().skip(1).find_map(|argument| argument.parse().ok()) {
        solver = solver.with_threads(threads);
    }
    let mut late: Vec<u128> = Vec::new();
    for (number, position) in early_positions()?.iter().cycle().enumerate() {
        if late.len() == POSITIONS {
            break;
        }
        let limit = Duration::from_millis(1 + (number as u64 * 61) % 200);
        let limits = Limits { time: Some(limit), ..Limits::NONE };
        solver.table().clear();
        let started = Instant::now();
        let report = solver.solve_within(position, &limits, &mut |_| {});
        let elapsed = started.elapsed();
        if report.bounds.score().is_none() {
            late.push(elapsed.saturating_sub(limit).as_micros());
        }
    }
    let mut out = io::stdout().lock();
    print(&mut out, &mut late, solver.threads())?;
    Ok(())
}

/// Returns positions that take long: those of the set of long games, and the empty board.
fn early_positions() -> Result<Vec<Position>, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../test-positions/L1_R3.txt");
    let lines = suite::read(BufReader::new(File::open(path)?))?;
    Ok(lines.iter().map(|line| *line.game.position()).chain([Position::new()]).collect())
}

fn print(out: &mut dyn Write, late: &mut [u128], threads: usize) -> io::Result<()> {
    late.sort_unstable();
    writeln!(
        out,
        "{} searches of {threads} threads that came to their limit; how late they ended:",
        late.len()
    )?;
    let mut below = 0;
    for (row, &end) in ROWS.iter().enumerate() {
        let count = late.iter().filter(|&&time| time < end).count() - below;
        below += count;
        let from = row.checked_sub(1).map_or(0, |row| ROWS[row]);
        let bar = "#".repeat((count * 60).div_ceil(late.len()));
        writeln!(out, "from {from:>6} µs {count:>5} {bar}")?;
    }
    let quantile = |share: usize| late[(late.len() - 1) * share / 100];
    writeln!(out, "median {} µs, 99 % {} µs, latest {} µs", quantile(50), quantile(99), quantile(100))
}

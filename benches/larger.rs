//! The share of random positions of larger boards whose score is proven within two and within ten seconds, on
//! one thread with an empty table of 1 GiB. The output is Markdown. Positions whose score a search of 1,000
//! nodes proves are not counted.
//!
//! ```text
//! cargo bench -p marlin-lab --bench larger [-- BOARD...]
//! ```
//!
//! A board must have more than 28 cells, and positions that 1,000 nodes leave open.
//!
//! With `--test` it uses only a few late positions, which suffices to show that it works.

use std::error::Error;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use marlin_core::{Position, Solver};
use marlin_support::random::Random;

const SEED: u64 = 1;
const BOARDS: [&str; 4] = ["8x8", "9x7", "10x6", "10x7"];
const TIMES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(10)];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let is_test = std::env::args().any(|argument| argument == "--test");
    let (hash_mib, stones, positions): (_, &[u32], _) =
        if is_test { (1, &[44], 2) } else { (1024, &[20, 24, 28], 50) };
    let boards: Vec<_> = if arguments.is_empty() { BOARDS.map(String::from).to_vec() } else { arguments };
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "| board | stones | within 2 s | within 10 s | median | 90 % |\n|:---|---:|---:|---:|---:|---:|"
    )?;
    for board in &boards {
        let solver = Solver::builder_on(board.parse()?).threads(1).hash_mib(hash_mib)?.without_book().build();
        for &stones in stones {
            let mut random = Random::named(SEED, board, u64::from(stones));
            let mut times: Vec<_> =
                (0..positions).map(|_| time(&solver, &open_position(&mut random, &solver, stones))).collect();
            times.sort_unstable();
            let [short, long] = TIMES.map(|limit| times.iter().filter(|&&time| time <= limit).count());
            let [median, most] = [times.len() / 2, times.len() * 9 / 10].map(|index| seconds(times[index]));
            writeln!(out, "| {board} | {stones} | {short} of {positions} | {long} | {median} | {most} |")?;
        }
    }
    Ok(())
}

/// Returns a random position with some stones that a search of 1,000 nodes leaves open.
fn open_position(random: &mut Random, solver: &Solver, stones: u32) -> Position {
    let is_open = |position: &Position| {
        solver.table().clear();
        solver.query(position).nodes(1_000).score().bounds.score().is_none()
    };
    *random.game(solver.size(), stones, is_open).position()
}

/// Returns the time of the proof, or `Duration::MAX` if the score was not proven.
fn time(solver: &Solver, position: &Position) -> Duration {
    solver.table().clear();
    let started = Instant::now();
    let report = solver.query(position).time(TIMES[1]).score();
    if report.bounds.score().is_some() { started.elapsed().min(TIMES[1]) } else { Duration::MAX }
}

fn seconds(time: Duration) -> String {
    if time == Duration::MAX { "over 10 s".to_owned() } else { format!("{:.2} s", time.as_secs_f64()) }
}

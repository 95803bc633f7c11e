//! The delay between a time limit, or a raised stop flag, and the end of the search: 1,000 searches each, of
//! 1 to 50 ms, with the number of threads that the machine runs at once, or the given number.
//!
//! ```text
//! cargo bench -p marlin-lab --bench deadlines [-- THREADS]
//! ```
//!
//! The CPU time that all threads take after the moment is the part that the search determines. The time on
//! the clock is longer if the system has given the cores to other programs.
//!
//! It fails if the median of the CPU time exceeds [`MOST_CPU_TIME`].
//!
//! With `--test` it makes only a few searches, which suffices to show that it works.

mod sets;

use std::error::Error;
use std::io::{self, Write};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use marlin_core::{Position, Report, Solver, StopFlag};

/// Upper ends of the rows of the histogram, in microseconds.
const ROWS: [u128; 10] = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, u128::MAX];

/// The maximum of the median CPU time of all threads after the moment, which holds under any load.
const MOST_CPU_TIME: Duration = Duration::from_millis(10);

fn main() -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::builder().hash_mib(64)?.without_book().build();
    if let Some(threads) = std::env::args().skip(1).find_map(|argument| argument.parse().ok()) {
        solver = solver.to_builder().threads(threads).build();
    }
    let searches = if std::env::args().any(|argument| argument == "--test") { 5 } else { 1000 };
    let positions = early_positions()?;
    let mut out = io::stdout().lock();
    for (name, by_flag) in [("time limit", false), ("stop flag", true)] {
        let mut late: Vec<Lateness> = Vec::new();
        // A position that is solved before the moment gives no measurement.
        for (number, position) in positions.iter().cycle().enumerate().take(20 * searches) {
            let time = Duration::from_millis(1 + (number as u64 * 61) % 50);
            solver.table().clear();
            let (report, lateness) = search(&solver, position, time, by_flag);
            if report.bounds.score().is_none() {
                late.push(lateness);
            }
            if late.len() == searches {
                break;
            }
        }
        print(&mut out, name, &late, solver.threads())?;
        let cpu_times = sorted(late.iter().map(|late| late.cpu));
        if cpu_times.get(cpu_times.len() / 2).is_some_and(|&median| median > MOST_CPU_TIME.as_micros()) {
            return Err(
                format!("{name}: half of the searches took {MOST_CPU_TIME:?} of CPU time more").into()
            );
        }
    }
    Ok(())
}

/// The delay of the end of a search after the moment at which it should have ended.
#[derive(Debug, Clone, Copy)]
struct Lateness {
    wall: Duration,
    /// The time on all cores.
    cpu: Duration,
}

/// Searches a position until a time has passed, by its limit or by a flag, and returns how much later the
/// search ended.
fn search(solver: &Solver, position: &Position, time: Duration, by_flag: bool) -> (Report, Lateness) {
    let (started, stop, query) = (Instant::now(), StopFlag::new(), solver.query(position));
    let flag = stop.clone();
    let witness = witness(time, move || {
        if by_flag {
            flag.stop();
        }
    });
    let report = if by_flag { query.stop(stop) } else { query.time(time) }.score();
    let (ended, cpu_ended) = (Instant::now(), cpu_time());
    let (told, cpu_told) = witness.join().unwrap_or((ended, cpu_ended));
    let due = if by_flag { told } else { started + time };
    let (wall, cpu) = (ended.saturating_duration_since(due), cpu_ended.saturating_sub(cpu_told));
    (report, Lateness { wall, cpu })
}

/// Starts a thread that does something after a time, and returns the time on the clock and on the cores just
/// before that.
fn witness(time: Duration, act: impl FnOnce() + Send + 'static) -> JoinHandle<(Instant, Duration)> {
    thread::spawn(move || {
        thread::sleep(time);
        let now = (Instant::now(), cpu_time());
        act();
        now
    })
}

/// Returns the CPU time of this process on all cores; 0 if the system does not report it.
fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    Duration::ZERO
}

/// Returns positions that take long: the set of long games, and the empty board.
fn early_positions() -> io::Result<Vec<Position>> {
    let lines = sets::load("L1_R3")?;
    Ok(lines.iter().map(|(game, _)| *game.position()).chain([Position::new()]).collect())
}

fn print(out: &mut dyn Write, name: &str, late: &[Lateness], threads: usize) -> io::Result<()> {
    if late.is_empty() {
        return writeln!(out, "{name}: every position was solved before it");
    }
    writeln!(out, "{name}, {threads} threads: how late {} searches ended", late.len())?;
    let walls = sorted(late.iter().map(|late| late.wall));
    let mut below = 0;
    for (row, &end) in ROWS.iter().enumerate() {
        let count = walls.iter().filter(|&&time| time < end).count() - below;
        below += count;
        let from = row.checked_sub(1).map_or(0, |row| ROWS[row]);
        let bar = "#".repeat((count * 60).div_ceil(late.len()));
        writeln!(out, "from {from:>6} µs {count:>5} {bar}")?;
    }
    for (clock, times) in
        [("time on the clock", walls), ("CPU time", sorted(late.iter().map(|late| late.cpu)))]
    {
        let quantile = |thousandths: usize| times[(times.len() - 1) * thousandths / 1000];
        let [median, most, nearly_all, all] = [500, 990, 999, 1000].map(quantile);
        writeln!(
            out,
            "{clock}: median {median} µs, 99 % {most} µs, 99.9 % {nearly_all} µs, latest {all} µs"
        )?;
    }
    writeln!(out)
}

/// Returns times in microseconds, the shortest first.
fn sorted(times: impl Iterator<Item = Duration>) -> Vec<u128> {
    let mut times: Vec<_> = times.map(|time| time.as_micros()).collect();
    times.sort_unstable();
    times
}

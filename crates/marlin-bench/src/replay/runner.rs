//! [`Runner`]: solves positions on several threads, each position as if it were the only one.

use std::hint;
use std::time::{Duration, Instant};

use marlin_core::suite::SuiteLine;
use marlin_core::{Cpu, Limits, Solver, TableSizeError};
use marlin_support::progress::Progress;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::measurement::{Measured, Measurement};
use crate::failure::Failure;
use crate::sets::PositionSet;

/// How positions are solved.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// Positions that are solved at a time.
    pub(crate) jobs: usize,
    /// Threads that search one position.
    pub(crate) threads: usize,
    /// MiB of each solver's table.
    pub(crate) hash_mib: usize,
    /// The time for one position, if limited.
    pub(crate) time: Option<Duration>,
    /// The CPU level of the search.
    pub(crate) cpu: Cpu,
}

/// A pool of threads with a solver for each.
#[derive(Debug)]
pub(crate) struct Runner {
    pool: ThreadPool,
    solvers: Vec<Solver>,
    limits: Limits,
    /// The artificial slowdown, as a part of the time of each position.
    slowdown: f64,
}

impl Runner {
    /// Starts the threads, and gives each a solver with a table.
    pub(crate) fn new(settings: &Settings) -> Result<Self, Failure> {
        let &Settings { jobs, threads, hash_mib, time, cpu } = settings;
        let solver = || -> Result<Solver, TableSizeError> {
            Ok(Solver::builder().hash_mib(hash_mib)?.without_book().cpu(cpu).threads(threads).build())
        };
        let solvers: Result<Vec<_>, _> = (0..jobs).map(|_| solver()).collect();
        let solvers = solvers.map_err(|error| Failure::Input(error.to_string()))?;
        // Otherwise the first positions, and only they, would pay for the memory.
        for solver in &solvers {
            solver.table().prefault();
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build()
            .map_err(|error| Failure::Input(format!("{jobs} threads: {error}")))?;
        Ok(Self { pool, solvers, limits: Limits { time, ..Limits::NONE }, slowdown: 0.0 })
    }

    /// Slows every position down by a number of percent.
    pub(crate) fn with_slowdown(self, percent: f64) -> Self {
        Self { slowdown: percent / 100.0, ..self }
    }

    /// Replays sets one after the other, and all of them this number of times: a disturbance of the machine then affects
    /// all sets alike.
    pub(crate) fn replay<'a>(&self, sets: &'a [PositionSet], repeat: u32) -> Vec<Measured<'a>> {
        let positions: usize = sets.iter().map(|set| set.lines.len()).sum();
        let positions = positions * repeat as usize;
        let progress = Progress::new(env!("CARGO_PKG_NAME"), "solving", positions, "positions");
        let round = || {
            sets.iter().map(|set| {
                progress.set_part(&set.name);
                (set, self.measure(&set.lines, || progress.inc()))
            })
        };
        let mut results: Vec<_> = round().collect();
        for _ in 1..repeat {
            for ((_, measured), (_, again)) in results.iter_mut().zip(round()) {
                measured.iter_mut().zip(again).for_each(|(measurement, again)| measurement.add(again));
            }
        }
        results
    }

    /// Solves every position, and calls `on_done` after each; the results are in the order of the positions.
    pub(crate) fn measure(&self, lines: &[SuiteLine], on_done: impl Fn() + Sync) -> Vec<Measurement> {
        self.pool.install(|| {
            lines
                .par_iter()
                // Positions differ in time by orders of magnitude: every thread takes one at a time.
                .with_max_len(1)
                .map(|line| {
                    let measurement = self.measure_one(line);
                    on_done();
                    measurement
                })
                .collect()
        })
    }

    fn measure_one(&self, line: &SuiteLine) -> Measurement {
        let solver = &self.solvers[rayon::current_thread_index().unwrap_or(0)];
        // Entries of one position would help the next one: node counts would depend on the order.
        solver.table().clear();
        let started = Instant::now();
        let report = solver.query(line.game.position()).limits(&self.limits).solve();
        let pause = started.elapsed().mul_f64(self.slowdown);
        let slowed = Instant::now();
        while slowed.elapsed() < pause {
            hint::spin_loop();
        }
        let elapsed = started.elapsed();
        Measurement::new(&report, elapsed, line.score)
    }
}

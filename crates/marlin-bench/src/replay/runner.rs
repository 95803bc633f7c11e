//! [`Runner`]: solves positions on several threads, each position as if it were the only one.

use std::time::{Duration, Instant};

use marlin_core::suite::SuiteLine;
use marlin_core::{Cpu, Limits, Solver, TableSizeError};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;
use crate::replay::measurement::Measurement;

/// Threads, and a solver for each.
#[derive(Debug)]
pub(crate) struct Runner {
    pool: ThreadPool,
    solvers: Vec<Solver>,
    limits: Limits,
    /// How much longer everything takes, as a part of its time.
    handicap: f64,
}

impl Runner {
    /// Starts the threads and gives each a table, and as many threads as are to search one position.
    pub(crate) fn new(
        threads: usize,
        search_threads: usize,
        hash_mib: usize,
        time: Option<Duration>,
        cpu: Cpu,
    ) -> Result<Self, Failure> {
        let solvers: Vec<Solver> = (0..threads)
            .map(|_| {
                Ok(Solver::builder()
                    .hash_mib(hash_mib)?
                    .without_book()
                    .cpu(cpu)
                    .threads(search_threads)
                    .build())
            })
            .collect::<Result<_, _>>()
            .map_err(|error: TableSizeError| Failure::Input(error.to_string()))?;
        // Else the first positions would pay for the memory, and only they.
        for solver in &solvers {
            solver.table().prefault();
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| Failure::Input(format!("{threads} threads: {error}")))?;
        Ok(Self { pool, solvers, limits: Limits { time, ..Limits::NONE }, handicap: 0.0 })
    }

    /// Makes every position take so many percent longer.
    pub(crate) fn with_handicap(self, percent: f64) -> Self {
        Self { handicap: percent / 100.0, ..self }
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
        // What one position leaves behind would help the next one: counts would depend on the order.
        solver.table().clear();
        let started = Instant::now();
        let report = solver.query(line.game.position()).limits(&self.limits).solve();
        let handicap = started.elapsed().mul_f64(self.handicap);
        let handicapped = Instant::now();
        while handicapped.elapsed() < handicap {
            std::hint::spin_loop();
        }
        let elapsed = started.elapsed();
        Measurement::new(&report, elapsed, line.score)
    }
}

//! [`Runner`]: solves positions on several threads, each position as if it were the only one; and its
//! [`Measurement`]s.

use std::fmt::Display;
use std::hint;
use std::time::{Duration, Instant};

use marlin_core::{BoardSize, Bounds, Game, Limits, Report, Score, Solver};
use marlin_support::exit::Failure;
use marlin_support::process;
use marlin_support::progress::ProgressReporter;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use sha2::{Digest, Sha256};

use crate::Result;
use crate::args::SolverSettings;
use crate::sets::{PositionSet, board_head};
use crate::stats::{geometric_mean, micros};

/// A pool of threads with a solver for each.
#[derive(Debug)]
pub(crate) struct Runner {
    pool: ThreadPool,
    settings: SolverSettings,
    /// The solvers, one for each thread. They are of one board: a run over sets of several boards has the
    /// memory of one of them at a time.
    solvers: Vec<Solver>,
    /// The artificial slowdown, as a part of the time of each position.
    slowdown: f64,
    /// The time on the clock of the sets of a round.
    elapsed: Duration,
    reference: Reference,
}

impl Runner {
    /// Starts as many threads as positions are solved at a time. Every position is slowed down by a number of
    /// percent.
    pub(crate) fn new(jobs: u16, settings: SolverSettings, slowdown: f64) -> Result<Self> {
        let pool = ThreadPoolBuilder::new().num_threads(jobs.into()).build();
        let pool = pool.map_err(|error| Failure::usage(format!("{jobs} threads: {error}")))?;
        let (solvers, elapsed, reference) = (Vec::new(), Duration::ZERO, Reference::new());
        Ok(Self { pool, settings, solvers, elapsed, slowdown: slowdown / 100.0, reference })
    }

    /// Gives each thread a solver of a board with a table, unless it has one.
    fn prepare(&mut self, board: BoardSize) -> Result<()> {
        if self.solvers.first().is_some_and(|solver| solver.size() == board) {
            return Ok(());
        }
        // The memory for the other board is released before the memory for this one is requested.
        self.solvers.clear();
        let jobs = 0..self.pool.current_num_threads();
        let solvers = jobs.map(|_| self.settings.solver(board).map_err(Failure::usage));
        self.solvers = solvers.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Replays all sets in turn, for a number of rounds: a disturbance of the machine then affects all sets
    /// alike. Before several rounds there is one that is not counted.
    ///
    /// Returns the time on the clock of a round too.
    pub(crate) fn replay<'a>(&mut self, sets: &'a [PositionSet], repeat: u32) -> Result<Replay<'a>> {
        let positions: usize = sets.iter().map(|set| set.lines.len()).sum();
        let positions = positions * (repeat + u32::from(repeat > 1)) as usize;
        let progress = ProgressReporter::new(env!("CARGO_PKG_NAME"), "solving", positions, "positions");
        let round = || {
            self.elapsed = Duration::ZERO;
            let measure = |set: &'a PositionSet| {
                progress.set_part(&set.name);
                Ok((set, self.measure(set, || progress.inc())?))
            };
            let measured = sets.iter().map(measure).collect::<Result<_>>()?;
            Ok((measured, self.elapsed))
        };
        let add = |(results, elapsed): &mut Replay<'a>, (again, more): Replay<'a>| {
            *elapsed += more;
            let sets = results.iter_mut().zip(again);
            let both = sets.flat_map(|((_, one), (_, again))| one.iter_mut().zip(again));
            both.for_each(|(measurement, again)| measurement.add(again));
        };
        repeated(repeat, round, add).map(|(measured, elapsed)| (measured, elapsed / repeat))
    }

    /// Solves every position of a set, and calls `on_done` after each; the results are in the order of the
    /// positions.
    fn measure(&mut self, set: &PositionSet, on_done: impl Fn() + Sync) -> Result<Vec<Measurement>> {
        self.prepare(set.board)?;
        let limits = self.settings.limits();
        // Positions differ in time by orders of magnitude: every thread takes one at a time.
        let lines = set.lines.par_iter().enumerate().with_max_len(1);
        let measure = |(index, line)| {
            let mut measurement = self.measure_one(line, &limits);
            if index % Reference::INTERVAL == 0 {
                measurement.reference_us.push(self.reference.measure(self.settings.threads));
            }
            on_done();
            measurement
        };
        let started = Instant::now();
        let measured = self.pool.install(|| lines.map(measure).collect());
        self.elapsed += started.elapsed();
        Ok(measured)
    }

    fn measure_one(&self, (game, score): &(Game, Score), limits: &Limits) -> Measurement {
        let solver = &self.solvers[rayon::current_thread_index().unwrap_or(0)];
        // Entries of one position would help the next one: node counts would depend on the order.
        solver.table().clear();
        let stopwatch = Stopwatch::start(self.settings.threads);
        let report = solver.query(game.position()).limits(limits).score();
        if self.slowdown > 0.0 {
            stopwatch.slow_down(self.slowdown);
        }
        let (wall, cpu) = stopwatch.times();
        Measurement::new(&report, wall, cpu, *score)
    }
}

/// Returns the sum of some rounds. The first of several finds cold caches and slow clocks: one before it is
/// not counted.
fn repeated<T>(rounds: u32, mut round: impl FnMut() -> Result<T>, add: impl Fn(&mut T, T)) -> Result<T> {
    if rounds > 1 {
        round()?;
    }
    let mut sum = round()?;
    for _ in 1..rounds {
        add(&mut sum, round()?);
    }
    Ok(sum)
}

/// A fixed piece of work, which no change of the engine changes. Its time shows how fast the machine is at
/// the moment.
///
/// It has arithmetic, branches that cannot be predicted, and reads of a table of 4 MiB at random. The share
/// of reads is chosen so that load on the machine changes the time of the work and the time of a search by
/// the same factor. Measured with 18 runs of `L2_R2` and of `L1_R1` under changing load, the CPU time of a
/// position varied by 5 %, and its ratio to the CPU time of the reference by 1.5 %.
#[derive(Debug)]
struct Reference(Vec<u64>);

impl Reference {
    /// The number of positions beside which the reference is measured once.
    const INTERVAL: usize = 8;

    /// An odd number whose bits look random.
    const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

    fn new() -> Self {
        Self((0..1 << 19).map(|word: u64| word.wrapping_mul(Self::MIXER)).collect())
    }

    /// Returns the CPU time of the work, or the time on the clock where that is unknown, in microseconds.
    fn measure(&self, threads: usize) -> f64 {
        let stopwatch = Stopwatch::start(threads);
        let mut state = 1_u64;
        for step in 0..65_536 {
            if step % 512 == 0 {
                state ^= self.0[(state >> 32) as usize % self.0.len()];
            }
            state = if state >> 61 == 0 { hint::black_box(state.rotate_left(9)) } else { state };
            state = state.wrapping_mul(Self::MIXER).wrapping_add(1);
        }
        hint::black_box(state);
        let (wall, cpu) = stopwatch.times();
        micros(cpu.unwrap_or(wall))
    }
}

/// Measures the work of the thread that starts it.
#[derive(Debug)]
struct Stopwatch {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    /// Starts to measure a search with a number of threads.
    fn start(threads: usize) -> Self {
        // Asking for the CPU time takes longer than some searches: it is outside of the time on the clock.
        let cpu = if threads == 1 { process::cpu_time_of_thread() } else { None };
        Self { wall: Instant::now(), cpu }
    }

    /// Returns the time on the clock since the start, and the CPU time of the thread: `None` if unknown, or
    /// if other threads searched too.
    fn times(&self) -> (Duration, Option<Duration>) {
        let wall = self.wall.elapsed();
        (wall, self.cpu.and_then(|before| Some(process::cpu_time_of_thread()?.saturating_sub(before))))
    }

    /// Keeps working until the work since the start has grown by a fraction of itself.
    fn slow_down(&self, part: f64) {
        let worked = || {
            let (wall, cpu) = self.times();
            cpu.unwrap_or(wall)
        };
        let goal = worked().mul_f64(1.0 + part);
        while worked() < goal {
            hint::spin_loop();
        }
    }
}

/// The sets with their measurements, and the time of a round on the clock.
pub(crate) type Replay<'a> = (Vec<Measured<'a>>, Duration);

/// A set and the measurement of each of its positions.
pub(crate) type Measured<'a> = (&'a PositionSet, Vec<Measurement>);

/// One position, solved or unproven, once or in several rounds.
#[derive(Debug, Clone)]
pub(crate) struct Measurement {
    /// The proven bounds of the score.
    pub(crate) bounds: Bounds,
    /// Nodes visited in the first round.
    pub(crate) nodes: u64,
    /// Whether the nodes were the same in every round.
    pub(crate) is_deterministic: bool,
    /// Time taken in each round, in microseconds.
    pub(crate) rounds_us: Vec<f64>,
    /// CPU time in each round, in microseconds; empty if it is not known.
    pub(crate) cpu_rounds_us: Vec<f64>,
    /// The time of the reference beside this position in each round, in microseconds; empty if it was not
    /// measured.
    pub(crate) reference_us: Vec<f64>,
    /// The verdict on the bounds, by the score that the set states.
    pub(crate) check: ScoreCheck,
}

/// Whether the expected score is proven, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ScoreCheck {
    /// The expected score is proven.
    Right,
    /// Time ran out, and the expected score is still possible.
    Unproven,
    /// The expected score is excluded.
    Wrong,
}

impl Measurement {
    /// Compares a report with the score that was expected.
    pub(crate) fn new(report: &Report, wall: Duration, cpu: Option<Duration>, expected: Score) -> Self {
        let bounds = report.bounds;
        let check = if expected < bounds.lower() || bounds.upper() < expected {
            ScoreCheck::Wrong
        } else if bounds.score().is_some() {
            ScoreCheck::Right
        } else {
            ScoreCheck::Unproven
        };
        let rounds_us = vec![micros(wall)];
        let cpu_rounds_us = cpu.map(micros).into_iter().collect();
        let reference_us = Vec::new();
        let nodes = report.nodes;
        Self { bounds, nodes, is_deterministic: true, rounds_us, cpu_rounds_us, reference_us, check }
    }

    /// Adds another round. The worse of the two checks counts.
    pub(crate) fn add(&mut self, round: Self) {
        self.rounds_us.extend(round.rounds_us);
        self.cpu_rounds_us.extend(round.cpu_rounds_us);
        self.reference_us.extend(round.reference_us);
        self.is_deterministic &= round.nodes == self.nodes;
        if round.check > self.check {
            (self.bounds, self.check) = (round.bounds, round.check);
        }
    }

    /// Returns the time of the position, in microseconds: the geometric mean over the rounds, as everywhere.
    pub(crate) fn time_us(&self) -> f64 {
        geometric_mean(&self.rounds_us)
    }
}

/// Returns the score signature of some sets with the scores as computed, `None` unless all are proven:
/// SHA-256 over lines `MOVES SCORE`. For a set of another board than 7x6 the line that states the board is
/// hashed first.
pub(crate) fn hash_of_results(results: &[Measured<'_>]) -> Option<String> {
    let mut hash = Sha256::new();
    for (set, measured) in results {
        hash.update(board_head(set.board));
        for ((game, _), Measurement { bounds, .. }) in set.lines.iter().zip(measured) {
            add_line(&mut hash, game, bounds.score()?);
        }
    }
    Some(hex::encode(hash.finalize()))
}

/// Returns the score signature of a set with the scores that it states.
pub(crate) fn hash_of_set(set: &PositionSet) -> String {
    let mut hash = Sha256::new();
    hash.update(board_head(set.board));
    set.lines.iter().for_each(|(game, score)| add_line(&mut hash, game, score));
    hex::encode(hash.finalize())
}

fn add_line(hash: &mut Sha256, game: &impl Display, score: impl Display) {
    hash.update(format!("{game} {score}\n"));
}

#[cfg(test)]
mod tests {
    use marlin_core::Position;

    use super::*;

    #[test]
    fn a_round_before_several_is_not_counted() {
        for (rounds, counted) in [(1, &[1][..]), (2, &[2, 3]), (4, &[2, 3, 4, 5])] {
            let mut number = 0;
            let round = || {
                number += 1;
                Ok(vec![number])
            };
            assert_eq!(repeated(rounds, round, Extend::extend).ok().as_deref(), Some(counted));
        }
    }

    fn measure(moves: &str, limits: &Limits, expected: impl Fn(Score) -> Score) -> Measurement {
        let board = BoardSize::STANDARD;
        let solver = Solver::builder_on(board).without_book().build();
        let position = Position::parse(board, moves).unwrap();
        let report = solver.query(&position).limits(limits).score();
        let expected = expected(report.bounds.score().unwrap_or(Score::DRAW));
        let [cpu, wall] = [5, 10].map(Duration::from_micros);
        Measurement::new(&report, wall, Some(cpu), expected)
    }

    #[test]
    fn only_a_proven_score_is_right_or_wrong() {
        let no_nodes = Limits { nodes: Some(0), ..Limits::NONE };
        assert_eq!(measure("44", &no_nodes, |score| score).check, ScoreCheck::Unproven);
        assert_eq!(measure("444333", &Limits::NONE, |score| score).check, ScoreCheck::Right);
        assert_eq!(measure("444333", &Limits::NONE, |score| -score).check, ScoreCheck::Wrong);
    }

    #[test]
    fn the_worst_check_of_several_rounds_counts() {
        let mut measurement = measure("444333", &Limits::NONE, |score| score);
        measurement.add(measure("444333", &Limits::NONE, |score| -score));
        measurement.add(measure("444333", &Limits::NONE, |score| score));
        assert_eq!((measurement.check, measurement.rounds_us.len()), (ScoreCheck::Wrong, 3));
        assert!((measurement.time_us() - 10.0).abs() < 1e-9);
        assert_eq!(measurement.cpu_rounds_us, [5.0; 3]);
    }
}

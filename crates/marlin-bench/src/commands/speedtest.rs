//! The command `speedtest`: the speed of a machine on hard positions.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use marlin_core::{BoardSize, Cpu, Game, Score};
use marlin_support::progress::ProgressReporter;
use serde::Serialize;

use super::shared::{available_threads, count, threads, whole};
use crate::failure::Failure;
use crate::github::StepSummary;
use crate::host::{self, Host};
use crate::replay::check;
use crate::replay::measurement::Measurement;
use crate::replay::runner::Runner;
use crate::report::tables::{aligned, duration, grouped, markdown_paragraph, markdown_table};
use crate::report::{ShortFormat, document};
use crate::sets::{self, PositionSet};
use crate::settings::SolverSettings;
use crate::stats::{nodes_per_second, rounded_mean};

pub(super) const HELP: &str = "\
Solves the empty board and the first hard positions of L1_R3, each from an empty table and
with all threads. The fastest of the repeats counts. With more than one thread node counts
differ from run to run.

Examples:
  marlin-bench speedtest
  marlin-bench speedtest --threads 1
  marlin-bench speedtest --hash 1024 --repeat 5 --format json";

/// Arguments of `speedtest`.
#[derive(Debug, Args)]
pub(super) struct SpeedtestArgs {
    /// Search each position with N threads
    #[arg(long, value_name = "N", default_value_t = available_threads(), value_parser = threads())]
    threads: u16,
    /// Give the solver a table of MIB MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    /// Measure K times; the fastest round counts
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = whole(1..=1000_u32))]
    repeat: u32,
    /// Solve the first N positions of the hard set `L1_R3`
    #[arg(long, value_name = "N", default_value = "8", value_parser = count)]
    count: NonZeroUsize,
    /// Look for sets in this folder [default: test-positions]
    #[arg(long, value_name = "DIR")]
    sets_dir: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ShortFormat::Table)]
    format: ShortFormat,
}

/// The set of hard positions.
const HARD: &str = "L1_R3";

/// Raised when a field changes its meaning or is removed; new fields do not raise it.
const SCHEMA_VERSION: u32 = 1;

/// The results. The names are part of the interface.
#[derive(Serialize)]
struct Speedtest {
    host: Host,
    config: SpeedtestConfig,
    tests: Vec<TestTime>,
}

#[derive(Serialize)]
struct SpeedtestConfig {
    threads: u16,
    hash_mib: usize,
    repeat: u32,
    cpu: &'static str,
    /// MiB of memory in huge pages, above all of the table, if known.
    huge_pages_mib: Option<u64>,
}

/// The fastest round of a test.
#[derive(Serialize)]
struct TestTime {
    name: String,
    positions: usize,
    nodes: u64,
    time_us: f64,
    nps: u64,
}

/// Solves the empty board and hard positions with many threads, and reports how long it took.
pub(super) fn run(args: &SpeedtestArgs, cpu: Cpu, out: &mut dyn Write) -> Result<(), Failure> {
    let dir = sets::find_dir(args.sets_dir.as_deref())?;
    let mut hard = sets::load_named(&dir, HARD, Some(BoardSize::STANDARD))?;
    hard.lines.truncate(args.count.get());
    let mut summary = StepSummary::open()?;
    let settings = SolverSettings { threads: args.threads.into(), hash_mib: args.hash, time: None, cpu };
    let mut runner = Runner::new(1, settings)?;
    let sets = [empty_board(), hard];
    let positions: usize = sets.iter().map(|set| set.lines.len()).sum();
    let progress = ProgressReporter::new(
        env!("CARGO_PKG_NAME"),
        "solving",
        positions * (args.repeat as usize + 1),
        "positions",
    );
    let mut tests = Vec::new();
    for set in &sets {
        progress.set_part(&set.name);
        // The first round warms up caches, clocks and memory.
        let rounds = (0..=args.repeat).map(|_| TestTime::run(&mut runner, set, &|| progress.inc()));
        let rounds = rounds.collect::<Result<Vec<_>, _>>()?;
        tests.extend(rounds.into_iter().skip(1).min_by(|one, other| one.time_us.total_cmp(&other.time_us)));
    }
    drop(progress);
    let config = SpeedtestConfig {
        threads: args.threads,
        hash_mib: args.hash,
        repeat: args.repeat,
        cpu: cpu.name(),
        huge_pages_mib: host::huge_pages_mib(),
    };
    let report = Speedtest { host: Host::detect(), config, tests };
    summary.add("Speed test", &report.markdown())?;
    let text = match args.format {
        ShortFormat::Table => format!("{}\n\n{}", report.heading(), aligned(&report.rows())),
        ShortFormat::Markdown => report.markdown(),
        ShortFormat::Json => document(SCHEMA_VERSION, &report)?,
    };
    Ok(out.write_all(text.as_bytes())?)
}

/// Returns the empty board as a set; its score is published.
fn empty_board() -> PositionSet {
    let board = BoardSize::STANDARD;
    let line = (Game::on(board), Score::on(board, 1).expect("a score of the board"));
    PositionSet { name: "empty board".to_owned(), board, lines: vec![line] }
}

impl TestTime {
    fn run(runner: &mut Runner, set: &PositionSet, on_done: &(impl Fn() + Sync)) -> Result<Self, Failure> {
        let measured = [(set, runner.measure(set, on_done)?)];
        check::scores(&measured, None)?;
        let [(_, measurements)] = measured;
        let nodes: u64 = measurements.iter().map(|measurement| measurement.nodes).sum();
        let time_us = rounded_mean(measurements.iter().map(Measurement::time_us).sum());
        let nps = nodes_per_second(nodes, time_us);
        Ok(Self { name: set.name.clone(), positions: set.lines.len(), nodes, time_us, nps })
    }
}

impl Speedtest {
    /// Describes the machine and the settings.
    fn heading(&self) -> String {
        let SpeedtestConfig { threads, hash_mib, repeat, cpu, huge_pages_mib } = &self.config;
        let pages = match huge_pages_mib {
            Some(0) => "no huge pages".to_owned(),
            Some(mib) => format!("{mib} MiB in huge pages"),
            None => "huge pages unknown".to_owned(),
        };
        format!(
            "{}\n{threads} threads, {cpu} (of {}), a table of {hash_mib} MiB, {pages}; best of {repeat}",
            self.host.describe(),
            self.host.levels.join(", ")
        )
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let heading = ["test", "positions", "nodes", "time", "nodes/s"].map(str::to_owned).to_vec();
        let row = |test: &TestTime| {
            vec![
                test.name.clone(),
                test.positions.to_string(),
                grouped(test.nodes),
                duration(test.time_us),
                grouped(test.nps),
            ]
        };
        [heading].into_iter().chain(self.tests.iter().map(row)).collect()
    }

    fn markdown(&self) -> String {
        let lines = self.heading().lines().map(markdown_paragraph).collect::<String>();
        format!("{}\n{}", lines.trim_start(), markdown_table(&self.rows()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_test_describes_the_machine_and_a_hard_position() -> Result<(), Failure> {
        let settings = SolverSettings { threads: 1, hash_mib: 1, time: None, cpu: Cpu::detect() };
        let mut hard = sets::load_named("../../test-positions".as_ref(), HARD, Some(BoardSize::STANDARD))?;
        hard.lines.truncate(1);
        let test = TestTime::run(&mut Runner::new(1, settings)?, &hard, &|| ())?;
        assert!(test.nodes > 10_000 && test.nps > 0 && test.positions == 1, "{} nodes", test.nodes);
        let cpu = Cpu::detect().name();
        let config = SpeedtestConfig { threads: 1, hash_mib: 1, repeat: 1, cpu, huge_pages_mib: None };
        let report = Speedtest { host: Host::detect(), config, tests: vec![test] };
        let json: serde_json::Value =
            serde_json::from_str(&document(SCHEMA_VERSION, &report)?).expect("an object");
        assert_eq!(json["host"]["arch"], std::env::consts::ARCH);
        assert_eq!((&json["config"]["threads"], &json["tests"][0]["name"]), (&1.into(), &HARD.into()));
        assert!(report.heading().contains("\n1 threads, "), "{}", report.heading());
        assert!(report.markdown().contains(r"| L1\_R3 | 1 |"), "{}", report.markdown());
        Ok(())
    }
}

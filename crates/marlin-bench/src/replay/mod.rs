//! Replaying position sets: solving every position, checking its score, measuring nodes and time.

pub(crate) mod results;
pub(crate) mod runner;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use marlin_core::{BoardSize, Cpu, Game, Score};
use marlin_support::exit::Failure;
use marlin_support::options::whole;
use serde::Serialize;

use self::results::{HISTOGRAM_HEADING, ReplayConfig, ReplayResults, Summary};
use self::runner::{Measured, Measurement, Runner, ScoreCheck};
use crate::args::{MAX_JOBS, SolverSettings, available_jobs, percentage};
use crate::compare::comparison::{Comparison, check_comparable, size_of_set};
use crate::compare::report;
use crate::compare::row::Thresholds;
use crate::report::{
    Format, ReportArgs, aligned, duration, grouped, json, markdown_paragraph, markdown_table, rows_below,
};
use crate::sets::{self, PositionSet};
use crate::{Result, complain};

/// Arguments of the replay.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// Replay these sets, given by name or by path [default: the four sets of 7x6 that take seconds]
    sets: Vec<String>,
    /// Replay only sets of this board, columns x rows; without names the six of this board, which takes
    /// minutes [default: the board that each set states]
    #[arg(long, value_name = "WxH")]
    board: Option<BoardSize>,
    /// Look for sets in this folder [default: test-positions]
    #[arg(long, value_name = "DIR")]
    sets_dir: Option<PathBuf>,
    /// Solve N positions at a time, each with its own solver
    #[arg(long, value_name = "N", default_value_t = available_jobs(), value_parser = whole(1..=MAX_JOBS))]
    jobs: u16,
    #[command(flatten)]
    settings: SolverSettings,
    /// Use only the first N positions of each set
    #[arg(long, value_name = "N", value_parser = whole(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    count: Option<NonZeroUsize>,
    /// Replay all sets K times: from several rounds, a comparison estimates how much times vary by chance. A
    /// round before them warms up and is not counted
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1..=1000_u32))]
    repeat: u32,
    #[command(flatten)]
    report: ReportArgs,
    /// Write a result file for --baseline and 'compare', if the run is fine
    #[arg(long, value_name = "FILE")]
    save_baseline: Option<PathBuf>,
    /// Compare the run with this result file of an earlier one
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    thresholds: Thresholds,
    /// Slow every position down by PCT percent, to test a gate
    #[arg(long, value_name = "PCT", default_value_t = 0.0, value_parser = percentage)]
    slowdown: f64,
}

/// Replays the sets, writes the report, and returns an error unless everything is fine.
pub(crate) fn run(mut args: ReplayArgs, cpu: Cpu, out: &mut dyn Write) -> Result<()> {
    args.settings.cpu = cpu;
    let thresholds = &args.thresholds;
    if thresholds.has_any() && args.baseline.is_none() {
        return Err(Failure::usage("--fail-time and --fail-nodes need a --baseline to compare with"));
    }
    let sets = sets::load(&args.sets, args.sets_dir.as_deref(), args.board, |_| args.count)?;
    if args.sets.is_empty() && args.board.is_none() {
        complain("note: the sets that take seconds; --board 7x6 replays all six, which takes minutes");
    }
    let config = args.config();
    // Everything that can fail is tried before the run, which may be long.
    let baseline = args.baseline.as_deref().map(ReplayResults::read).transpose()?;
    if let Some(baseline) = &baseline {
        let sizes: Vec<_> = sets.iter().map(size_of_set).collect();
        check_comparable(baseline, &config, &sizes, thresholds)?;
    }
    args.report.check(args.report.out.as_deref())?;
    args.report.check(args.save_baseline.as_deref())?;
    let mut runner = Runner::new(args.jobs, args.settings, args.slowdown)?;
    let replay = runner.replay(&sets, args.repeat)?;
    let results = ReplayResults::new(config, &replay);
    let (measured, _) = replay;
    let compared = baseline.map(|baseline| Comparison::new(&baseline, &results, thresholds)).transpose();
    let comparison = compared.as_ref().ok().and_then(Option::as_ref);
    let written = write(&Replayed { results: &results, comparison }, &args.report, out);
    // A wrong score takes precedence over a slow search, and both over a failure to write the report.
    check_scores(&measured, args.settings.time)?;
    check_node_counts(&results.config, &measured)?;
    compared?.map_or(Ok(()), |comparison| comparison.check())?;
    // Only a run that is fine is worth comparing with.
    if let Some(path) = &args.save_baseline {
        args.report.write_file(path, &json(&results)?)?;
        if results.totals.mean_nodes < HARD {
            complain(
                "note: these positions are too easy to show a changed move order: take some with 1,000 nodes or more",
            );
        }
    }
    written
}

impl ReplayArgs {
    fn config(&self) -> ReplayConfig {
        ReplayConfig {
            jobs: self.jobs,
            threads: self.settings.threads,
            hash_mib: self.settings.hash_mib,
            time_ms: self.settings.time_ms(),
            cpu: self.settings.cpu.name().to_owned(),
            repeat: self.repeat,
            slowdown: self.slowdown,
        }
    }
}

/// The minimum of the mean nodes with which positions show a changed move order.
const HARD: f64 = 1000.0;

/// Returns an error if a score is wrong and, if none is, an error for unproven positions.
pub(crate) fn check_scores(results: &[Measured<'_>], time: Option<Duration>) -> Result<()> {
    let count = |check| positions(results).filter(|(_, _, one)| one.check == check).count();
    if let Some(first) = first_wrong(results) {
        let others = match count(ScoreCheck::Wrong) - 1 {
            0 => String::new(),
            others => format!("; {others} more wrong"),
        };
        return Err(Failure::failed(first + &others));
    }
    match count(ScoreCheck::Unproven) {
        0 => Ok(()),
        unproven => Err(Failure::unproven(format!(
            "{unproven} of {} positions are not proven within {:?}",
            positions(results).count(),
            time.unwrap_or_default()
        ))),
    }
}

/// Returns the positions of all sets with their measurements.
fn positions<'a>(
    results: &'a [Measured<'_>],
) -> impl Iterator<Item = (&'a PositionSet, &'a (Game, Score), &'a Measurement)> {
    let of_set = |(set, measured): &'a Measured<'_>| {
        let set: &'a PositionSet = set;
        set.lines.iter().zip(measured).map(move |(line, measurement)| (set, line, measurement))
    };
    results.iter().flat_map(of_set)
}

/// Names the first position with a wrong score, and the command that reproduces it.
fn first_wrong(results: &[Measured<'_>]) -> Option<String> {
    let (set, (game, score), measurement) =
        positions(results).find(|(_, _, one)| one.check == ScoreCheck::Wrong)?;
    let moves = game.to_string();
    let moves = if moves.is_empty() { "''" } else { &moves };
    let board = match set.board {
        BoardSize::STANDARD => String::new(),
        board => format!(" --board {board}"),
    };
    Some(format!(
        "wrong score in {}: position {moves}, expected {score}, got {} \
         (reproduce: printf '%s\\n' {moves} | cargo run --release -q -p marlin-cli -- solve{board} --no-book -)",
        set.name, measurement.bounds
    ))
}

/// Returns an error if node counts differ from round to round where they may not.
fn check_node_counts(config: &ReplayConfig, measured: &[Measured<'_>]) -> Result<()> {
    match positions(measured).find(|(_, _, one)| config.is_deterministic() && !one.is_deterministic) {
        None => Ok(()),
        Some((set, (game, _), _)) => Err(Failure::failed(format!(
            "{}: the nodes of position {game} differ from round to round",
            set.name
        ))),
    }
}

/// A replay to report on.
#[derive(Debug, Clone, Copy, Serialize)]
struct Replayed<'a> {
    #[serde(flatten)]
    results: &'a ReplayResults,
    /// The comparison with a baseline, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
}

/// The columns of a report for people.
const HEADINGS: [&str; 9] =
    ["set", "positions", "mean", "median", "p95", "max", "mean nodes", "total nodes", "nodes/s"];

/// Writes the report on a replay. The last lines follow a table; with any other format they are written to
/// standard error.
fn write(replayed: &Replayed<'_>, args: &ReportArgs, out: &mut dyn Write) -> Result<()> {
    let (format, lines) = (args.format(), replayed.results.last_lines());
    let text = match format {
        Some(Format::Table) => table(replayed),
        Some(Format::Markdown) => markdown(replayed),
        None => json(replayed)?,
    };
    args.write(&text, out)?;
    if format == Some(Format::Table) {
        writeln!(out, "{lines}")?;
    } else {
        complain(&lines);
    }
    Ok(())
}

/// Returns a replay as a table, with remarks on scores and the comparison below it.
fn table(replayed: &Replayed<'_>) -> String {
    let headings = [&HEADINGS[..], &[HISTOGRAM_HEADING]].concat();
    let row = |summary: &Summary| [&cells(summary)[..], std::slice::from_ref(&summary.histogram)].concat();
    let mut text = aligned(&rows_below(&headings, replayed.results.rows().map(row)));
    text.extend(replayed.results.remarks().map(|remark| remark + "\n"));
    text.extend(replayed.comparison.map(|comparison| format!("\n{}", report::table(comparison))));
    text
}

/// Returns a replay as a Markdown table, with remarks on scores and the comparison below it.
fn markdown(replayed: &Replayed<'_>) -> String {
    let rows = replayed.results.rows().map(|summary| cells(summary).to_vec());
    let mut text = markdown_table(&rows_below(&HEADINGS, rows));
    text.extend(replayed.results.remarks().map(|remark| markdown_paragraph(&remark)));
    text.extend(replayed.comparison.map(|comparison| format!("\n{}", report::markdown(comparison))));
    text
}

/// Returns the cells below [`HEADINGS`].
fn cells(summary: &Summary) -> [String; HEADINGS.len()] {
    [
        summary.name.clone(),
        summary.positions.to_string(),
        duration(summary.mean_us),
        duration(summary.median_us),
        duration(summary.p95_us),
        duration(summary.max_us),
        grouped(summary.mean_nodes.round() as u64),
        grouped(summary.total_nodes),
        grouped(summary.nps),
    ]
}

#[cfg(test)]
mod tests {
    use super::results::samples::sample;
    use super::*;

    fn shown(results: &ReplayResults) -> String {
        table(&Replayed { results, comparison: None })
    }

    #[test]
    fn columns_are_aligned() {
        let text = shown(&sample());
        let ends: Vec<_> = text.lines().map(|line| line.find("12,345,678").unwrap_or(0)).collect();
        assert_eq!(ends.len(), 4);
        assert!(ends[1] > 0 && ends[1..].iter().all(|&end| end == ends[1]), "{text}");
        assert!(text.contains("L2_R1       1000  12.3 us  1.23 ms  2.00 s  31.0 s"), "{text}");
    }

    #[test]
    fn wrong_scores_are_named_below() {
        let mut results = sample();
        results.sets[0].wrong = 2;
        assert!(shown(&results).ends_with("\nL2_R1: 2 wrong, 0 unproven\n"));
    }
}

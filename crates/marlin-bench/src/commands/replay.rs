//! The command without a name: replays position sets.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use marlin_core::{BoardSize, Cpu};
use marlin_support::files::Existing;

use super::shared::{SearchArgs, ThresholdArgs, available_jobs, count, jobs, percentage, report_file, whole};
use crate::compare::comparable::{SetSize, check_comparable};
use crate::compare::comparison::Comparison;
use crate::compare::verdict::Thresholds;
use crate::failure::Failure;
use crate::host::Host;
use crate::output::ReportFile;
use crate::replay::check;
use crate::replay::results::{ReplayConfig, ReplayResults};
use crate::replay::runner::Runner;
use crate::report::json;
use crate::report::outputs::{Destinations, Outputs};
use crate::report::replay::{self, ReplayFormat, Replayed};
use crate::sets;

pub(super) const HELP: &str = "\
Columns of the table, which has a row for each set and one for all sets together:
  mean, median      time of one position; with --repeat the geometric mean of the rounds
  p95, max          95 of 100 positions take at most p95; the slowest takes max
  mean nodes        positions that the search visits to solve one position
  total nodes       the same for the whole set
  nodes/s           nodes per second of solving: the speed of one search, not of all --jobs
  1us...1ms...1s    distribution of the times: three characters for each factor of ten, each
                    label where its time is; the higher the bar, the more positions

Examples:
  marlin-bench                                   all sets of test-positions
  marlin-bench L2_R1 L2_R2                       two of them
  marlin-bench mine.txt --jobs 1                 a file of lines `MOVES SCORE`
  marlin-bench 8x5_L2_R1 L2_R1                   sets of two boards
  marlin-bench L1_R3 --time 1000                 give up on a position after a second
  marlin-bench L1_R2 --format json --out l1.json --report markdown=l1.md
  marlin-bench L1_R2 --repeat 5 --save-baseline base.json
  marlin-bench L1_R2 --repeat 5 --baseline base.json --fail-time 10 --fail-nodes 0
  marlin-bench ab old/marlin-bench new/marlin-bench --fail-time 5
  marlin-bench signature --check                 did a change keep scores and node counts?
  marlin-bench signature --cpu baseline          the same on any machine
  marlin-bench boards 6x5 7x6                    solve empty boards";

/// Arguments of the replay.
#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// Replay these sets, given by name or by path [default: the six sets of the folder]
    sets: Vec<String>,
    /// Replay only sets of this board, columns x rows; without names the six of this board [default: the board that each
    /// set states, and 7x6 without names]
    #[arg(long, value_name = "WxH")]
    board: Option<BoardSize>,
    /// Look for sets in this folder [default: test-positions]
    #[arg(long, value_name = "DIR")]
    sets_dir: Option<PathBuf>,
    /// Solve N positions at a time, each with its own solver
    #[arg(long, value_name = "N", default_value_t = available_jobs(), value_parser = jobs())]
    jobs: u16,
    #[command(flatten)]
    search: SearchArgs,
    /// Use only the first N positions of each set
    #[arg(long, value_name = "N", value_parser = count)]
    count: Option<NonZeroUsize>,
    /// Replay all sets K times: from several rounds, a comparison estimates how much times vary by chance. A round before
    /// them warms up and is not counted
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1..=1000_u32))]
    repeat: u32,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ReplayFormat::Table)]
    format: ReplayFormat,
    /// Write the report to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write another report of the same run to a file, as in junit=scores.xml; may be given several times
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = report_file::<ReplayFormat>)]
    reports: Vec<(ReplayFormat, PathBuf)>,
    /// Write a result file for --baseline and 'compare', if the run is fine
    #[arg(long, value_name = "FILE")]
    save_baseline: Option<PathBuf>,
    /// Replace the files that --out, --report and --save-baseline name, if they exist
    #[arg(long)]
    force: bool,
    /// Compare the run with this result file of an earlier one
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    thresholds: ThresholdArgs,
    /// Slow every position down by PCT percent, to test a gate
    #[arg(long, value_name = "PCT", default_value_t = 0.0, value_parser = percentage)]
    slowdown: f64,
}

impl ReplayArgs {
    fn config(&self, cpu: Cpu) -> ReplayConfig {
        ReplayConfig {
            jobs: self.jobs,
            threads: self.search.threads,
            hash_mib: self.search.hash,
            time_ms: self.search.time.map(|time| time.as_millis() as u64),
            cpu: cpu.name().to_owned(),
            repeat: self.repeat,
            slowdown: self.slowdown,
        }
    }

    fn destinations(&self) -> Destinations<'_, ReplayFormat> {
        Destinations { format: self.format, file: self.out.as_deref(), more: &self.reports }
    }
}

/// Replays the sets, writes the reports, and returns an error unless everything is fine.
pub(super) fn run(
    args: &ReplayArgs,
    cpu: Cpu,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let thresholds = Thresholds::from(args.thresholds);
    if thresholds.has_any() && args.baseline.is_none() {
        return Err(Failure::Input(
            "--fail-time and --fail-nodes need a --baseline to compare with".to_owned(),
        ));
    }
    let sets = sets::load(&args.sets, args.sets_dir.as_deref(), args.board, args.count)?;
    let config = args.config(cpu);
    // Everything that can fail is tried before the run, which may be long.
    let baseline = args.baseline.as_deref().map(ReplayResults::read).transpose()?;
    if let Some(baseline) = &baseline {
        let sizes: Vec<_> = sets.iter().map(SetSize::of_set).collect();
        check_comparable(baseline, &config, &sizes, &thresholds)?;
    }
    let existing = Existing::by_force(args.force);
    let set_files = args.sets.iter().map(Path::new).filter(|path| path.is_file());
    let outputs = Outputs::open(&args.destinations(), set_files, args.save_baseline.as_deref(), existing)?;
    let later_baseline =
        args.save_baseline.as_deref().map(|path| ReportFile::open(path, existing)).transpose()?;
    let mut runner = Runner::new(args.jobs, args.search.settings(cpu))?.with_slowdown(args.slowdown);
    let measured = runner.replay(&sets, args.repeat)?;
    let results = ReplayResults::new(Host::detect(), config, &measured);
    let compared = baseline.map(|baseline| Comparison::new(&baseline, &results, &thresholds)).transpose();
    let comparison = compared.as_ref().ok().and_then(Option::as_ref);
    let written = replay::write(&Replayed { results: &results, comparison }, outputs, out, err);
    // A wrong score matters more than a slow one, and that matters more than a reader that has gone.
    check::scores(&measured, args.search.time)?;
    check::node_counts(&results.config, &measured)?;
    compared?.map_or(Ok(()), |comparison| comparison.check(err))?;
    // Only a run that is fine is worth comparing with.
    later_baseline.map_or(Ok(()), |target| target.write(&json(&results)?)).and(written)
}

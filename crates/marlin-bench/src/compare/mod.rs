//! Comparing two runs over the same positions: the commands `compare` and `ab`.

mod builds;
pub(crate) mod comparison;
pub(crate) mod report;
pub(crate) mod row;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use marlin_core::Cpu;

use self::builds::Build;
use self::comparison::Comparison;
use self::report::conclude;
use self::row::Thresholds;
use crate::args::{count, whole};
use crate::failure::Failure;
use crate::replay::results::ReplayResults;
use crate::report::ReportArgs;
use crate::sets;

const COMPARE_HELP: &str = "\
Examples:
  marlin-bench compare old.json new.json
  marlin-bench compare old.json new.json --fail-time 10 --fail-nodes 0
  marlin-bench compare old.json new.json --fail-nodes 0 --format junit";

/// Compare two result files: times with their intervals, nodes exactly
///
/// Result files are written by --save-baseline or --json. The interval of a time is the confidence interval of 95 % for the
/// ratio, estimated from the repeats of the two runs. It leaves out changes of the machine between the runs; 'ab' avoids
/// these. The CPU time of the thread that searches is judged where both files have it, else the time on the clock.
///
/// With --fail-time the report ends with a verdict: fail where a time exceeds the threshold and its interval is above 0 %;
/// unclear where the interval extends to either side by more than the threshold, so that a regression could hide in it; else
/// pass. A threshold needs the same sets in both files.
///
/// Exit codes: 1 other or wrong scores, 2 files that cannot be compared, 3 a regression (with --on-unclear fail also a time
/// that cannot be judged), 4 unproven positions in the later file.
#[derive(Debug, Args)]
#[command(after_help = COMPARE_HELP)]
pub(crate) struct CompareArgs {
    /// Earlier result file, to compare with
    old: PathBuf,
    /// Later result file, to judge
    new: PathBuf,
    #[command(flatten)]
    thresholds: Thresholds,
    #[command(flatten)]
    report: ReportArgs,
}

/// Compares two result files, and returns an error if the later one exceeds a threshold.
pub(crate) fn compare(args: &CompareArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Failure> {
    args.report.check(args.report.out.as_deref())?;
    let (old, new) = (ReplayResults::read(&args.old)?, ReplayResults::read(&args.new)?);
    conclude(&Comparison::new(&old, &new, &args.thresholds)?, &args.report, out, err)
}

const AB_HELP: &str = "\
Examples:
  marlin-bench ab old/marlin-bench new/marlin-bench
  marlin-bench ab old/marlin-bench new/marlin-bench L1_R2 --count 50 --rounds 10 --fail-time 5
  marlin-bench ab old/marlin-bench new/marlin-bench --fail-time 5 --format junit --out ab.xml";

/// Run two builds of marlin-bench alternately, and compare them
///
/// Runs A B B A repeatedly, each on one thread, and takes the ratio within each round. A disturbance of the machine slows
/// down both builds, and it makes no difference which of them is first. So the ratio is meaningful even where single times
/// are not, as on the machines of a CI.
///
/// Other work on the machine lengthens a time on the clock far more than the CPU time of the thread that searches. So the CPU
/// time is judged where both builds report it; else the time on the clock.
///
/// With --fail-time the report ends with a verdict, as 'compare --help' explains.
///
/// Exit codes: 1 a build has a wrong score, 2 a build that cannot be run, 3 a regression (with --on-unclear fail also a time
/// that cannot be judged).
#[derive(Debug, Args)]
#[command(after_help = AB_HELP)]
pub(crate) struct AbArgs {
    /// First build, to compare with
    #[arg(value_name = "BIN_A")]
    old: PathBuf,
    /// Second build, to judge
    #[arg(value_name = "BIN_B")]
    new: PathBuf,
    /// Replay these sets, given by name or by path
    #[arg(default_values = ["L2_R2", "L1_R1", "L1_R2"])]
    sets: Vec<String>,
    /// Look for sets in this folder [default: test-positions]
    #[arg(long, value_name = "DIR")]
    sets_dir: Option<PathBuf>,
    /// Use only the first N positions of each set
    #[arg(long, value_name = "N", default_value = "100", value_parser = count)]
    count: NonZeroUsize,
    /// Run N rounds of four runs each, A B B A: more rounds make the interval narrower
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole(1..=10_000_u32))]
    rounds: u32,
    /// Give each build a table of MIB MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    #[command(flatten)]
    thresholds: Thresholds,
    #[command(flatten)]
    report: ReportArgs,
}

/// Runs the builds alternately, compares them round by round, and returns an error if the second exceeds a threshold.
pub(crate) fn ab(
    args: &AbArgs,
    cpu: Option<Cpu>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    if args.thresholds.fail_time.is_some() && args.rounds < 2 {
        return Err(Failure::input("--fail-time needs --rounds 2 or more: a single ratio is noise"));
    }
    args.report.check(args.report.out.as_deref())?;
    let sets = sets::load(&args.sets, args.sets_dir.as_deref(), None, Some(args.count))?;
    let [old, new] = [&args.old, &args.new].map(|program| Build { program, hash_mib: args.hash, cpu });
    let (old, new) = builds::replay_alternately(&old, &new, &sets, args.rounds)?;
    let comparison = Comparison::of_alternate_runs(&old, &new, &args.thresholds)?;
    conclude(&comparison, &args.report, out, err)
}

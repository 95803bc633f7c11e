//! The command `ab`: two builds of this program, run alternately.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use marlin_core::Cpu;

use super::shared::{ReportArgs, ThresholdArgs, count, whole};
use crate::compare::builds::{self, Build};
use crate::compare::comparison::Comparison;
use crate::compare::verdict::Thresholds;
use crate::failure::Failure;
use crate::report::comparison::conclude;
use crate::sets;

pub(super) const HELP: &str = "\
Runs A B B A repeatedly, each on one thread, and takes the ratio within each round. A
disturbance of the machine slows down both builds, and it makes no difference which of them
is first. So the ratio is meaningful even where single times are not, as on the machines of
a CI.

Other work on the machine lengthens a time on the clock far more than the CPU time of the thread
that searches. So the CPU time is judged where both builds report it; else the time on the clock.

With --fail-time the report ends with a verdict, as 'compare --help' explains.

Exit codes: 1 a build has a wrong score, 2 a build that cannot be run, 3 a regression (with
--on-unclear fail also a time that cannot be judged).

Examples:
  marlin-bench ab old/marlin-bench new/marlin-bench
  marlin-bench ab old/marlin-bench new/marlin-bench L1_R2 --count 50 --rounds 10 --fail-time 5
  marlin-bench ab old/marlin-bench new/marlin-bench --fail-time 5 --report junit=ab.xml";

/// Arguments of `ab`.
#[derive(Debug, Args)]
pub(super) struct AbArgs {
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
    thresholds: ThresholdArgs,
    #[command(flatten)]
    reports: ReportArgs,
}

/// Runs the builds alternately, compares them round by round, and returns an error if the second exceeds a threshold.
pub(super) fn run(
    args: &AbArgs,
    cpu: Option<Cpu>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let thresholds = Thresholds::from(args.thresholds);
    if thresholds.fail_time.is_some() && args.rounds < 2 {
        return Err(Failure::Input(
            "--fail-time needs --rounds 2 or more: a single ratio is noise".to_owned(),
        ));
    }
    let set_files = args.sets.iter().map(Path::new).filter(|path| path.is_file());
    let builds_and_sets =
        [args.old.as_path(), &args.new].into_iter().filter(|path| path.is_file()).chain(set_files);
    let outputs = args.reports.open(builds_and_sets)?;
    let sets = sets::load(&args.sets, args.sets_dir.as_deref(), None, Some(args.count))?;
    let [old, new] = [&args.old, &args.new].map(|program| Build { program, hash_mib: args.hash, cpu });
    let (old, new) = builds::replay_alternately(&old, &new, &sets, args.rounds)?;
    conclude(&Comparison::of_alternate_runs(&old, &new, &thresholds)?, outputs, out, err)
}

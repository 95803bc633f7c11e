//! The command `compare`: two result files side by side.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::thresholds::ThresholdArgs;
use crate::compare::comparison::Comparison;
use crate::failure::Failure;
use crate::github::StepSummary;
use crate::replay::results::Results;
use crate::report::comparison::conclude;
use crate::report::format::ShortFormat;

pub(super) const HELP: &str = "\
Result files are written by --save-baseline or --format json. The interval of a time is the
confidence interval of 95 % for the ratio, estimated from the repeats of the two runs. It
doesn't know whether the machine changed between the runs; 'ab' avoids that.

With --fail-time the report ends with a verdict: fail where a time exceeds the threshold and
its interval lies above 0 %; unclear where the interval extends to either side by more than
the threshold, so that a regression could hide in it; else pass.

Exit codes: 1 other or wrong scores, 2 files that can't be compared, 3 a regression (with
--on-unclear fail also a time that can't be judged), 4 unproven positions in the later file.

Examples:
  marlin-bench compare old.json new.json
  marlin-bench compare old.json new.json --fail-time 10 --fail-nodes 0";

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// Earlier result file, to compare with
    old: PathBuf,
    /// Later result file, which may be the worse one
    new: PathBuf,
    #[command(flatten)]
    thresholds: ThresholdArgs,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = ShortFormat::Table)]
    format: ShortFormat,
}

/// Compares two result files, and returns an error if the later one is worse than it may be.
pub(super) fn run(args: &CompareArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Failure> {
    let (old, new) = (Results::read(&args.old)?, Results::read(&args.new)?);
    let comparison = Comparison::new(&old, &new, &args.thresholds.into())?;
    conclude(&comparison, args.format, StepSummary::open()?, out, err)
}

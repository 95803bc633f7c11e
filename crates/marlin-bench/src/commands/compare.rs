//! The command `compare`: two result files side by side.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::shared::{ReportArgs, ThresholdArgs};
use crate::compare::comparison::Comparison;
use crate::failure::Failure;
use crate::replay::results::ReplayResults;
use crate::report::comparison::conclude;

pub(super) const HELP: &str = "\
Result files are written by --save-baseline or --format json. The interval of a time is the
confidence interval of 95 % for the ratio, estimated from the repeats of the two runs. It
leaves out changes of the machine between the runs; 'ab' avoids these. The CPU time of the
thread that searches is judged where both files have it, else the time on the clock.

With --fail-time the report ends with a verdict: fail where a time exceeds the threshold and
its interval is above 0 %; unclear where the interval extends to either side by more than
the threshold, so that a regression could hide in it; else pass. A threshold needs the same sets
in both files.

Exit codes: 1 other or wrong scores, 2 files that cannot be compared, 3 a regression (with
--on-unclear fail also a time that cannot be judged), 4 unproven positions in the later file.

Examples:
  marlin-bench compare old.json new.json
  marlin-bench compare old.json new.json --fail-time 10 --fail-nodes 0
  marlin-bench compare old.json new.json --fail-nodes 0 --report junit=nodes.xml";

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// Earlier result file, to compare with
    old: PathBuf,
    /// Later result file, to judge
    new: PathBuf,
    #[command(flatten)]
    thresholds: ThresholdArgs,
    #[command(flatten)]
    reports: ReportArgs,
}

/// Compares two result files, and returns an error if the later one exceeds a threshold.
pub(super) fn run(args: &CompareArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Failure> {
    let outputs = args.reports.open([args.old.as_path(), &args.new].into_iter())?;
    let (old, new) = (ReplayResults::read(&args.old)?, ReplayResults::read(&args.new)?);
    let comparison = Comparison::new(&old, &new, &args.thresholds.into())?;
    conclude(&comparison, outputs, out, err)
}

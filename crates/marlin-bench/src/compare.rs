//! The command `compare`: two result files side by side.

use std::io::{self, Write};

use crate::args::{CompareArgs, ShortFormat, Thresholds};
use crate::comparison::Comparison;
use crate::failure::Failure;
use crate::output::StepSummary;
use crate::report;
use crate::results::Results;

/// Compares two result files, and returns an error if the later one is worse than it may be.
pub(crate) fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let (old, new) = (Results::read(&args.old)?, Results::read(&args.new)?);
    judge(&Comparison::new(&old, &new)?, &args.thresholds, args.format, StepSummary::open()?, out)
}

/// Writes a comparison, and returns an error if anything is worse than it may be.
pub(crate) fn judge(
    comparison: &Comparison,
    thresholds: &Thresholds,
    format: ShortFormat,
    mut summary: StepSummary,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let text = match format {
        ShortFormat::Table => report::comparison_table(comparison),
        ShortFormat::Markdown => report::comparison_markdown(comparison),
        ShortFormat::Json => serde_json::to_string_pretty(comparison).map_err(io::Error::from)? + "\n",
    };
    let written = out.write_all(text.as_bytes());
    summary.add("Connect Four positions, before and now", &report::comparison_markdown(comparison))?;
    comparison.check(thresholds)?;
    Ok(written?)
}

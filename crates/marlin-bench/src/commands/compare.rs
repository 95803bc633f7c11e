//! The command `compare`: two result files side by side.

use std::io::Write;

use serde::Serialize;

use crate::commands::args::{CompareArgs, ShortFormat};
use crate::compare::comparison::Comparison;
use crate::failure::Failure;
use crate::output::StepSummary;
use crate::replay::results::Results;
use crate::report;

/// Compares two result files, and returns an error if the later one is worse than it may be.
pub(crate) fn run(args: &CompareArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), Failure> {
    let (old, new) = (Results::read(&args.old)?, Results::read(&args.new)?);
    let comparison = Comparison::new(&old, &new, &args.thresholds)?;
    judge(&comparison, args.format, StepSummary::open()?, out, err)
}

/// Writes a comparison, and returns an error if anything is worse than it may be.
pub(crate) fn judge(
    comparison: &Comparison,
    format: ShortFormat,
    mut summary: StepSummary,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let text = match format {
        ShortFormat::Table => report::comparison_table(comparison),
        ShortFormat::Markdown => report::comparison_markdown(comparison),
        ShortFormat::Json => json(comparison)?,
    };
    let written = out.write_all(text.as_bytes());
    let heading = "Connect Four positions, before and now";
    let summarised = summary.add(heading, &report::comparison_markdown(comparison));
    comparison.check(err)?;
    summarised.and(written.map_err(Failure::from))
}

/// What is written for programs. The names are part of the interface.
#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    tool: &'static str,
    version: &'static str,
    #[serde(flatten)]
    comparison: &'a Comparison,
}

fn json(comparison: &Comparison) -> Result<String, Failure> {
    let (tool, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    let document = Document { schema_version: 1, tool, version, comparison };
    report::json(&document)
}

//! The report as one JSON object.

use serde::Serialize;

use super::{Config, Report};
use crate::failure::Failure;
use crate::measurement::Summary;

/// Raised when a field changes its meaning or goes; new fields don't raise it.
const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    tool: &'static str,
    version: &'static str,
    config: &'a Config,
    sets: &'a [Summary],
    totals: &'a Summary,
}

/// Returns the report as JSON.
pub(super) fn render(report: &Report) -> Result<String, Failure> {
    let document = Document {
        schema_version: SCHEMA_VERSION,
        tool: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        config: &report.config,
        sets: &report.sets,
        totals: &report.totals,
    };
    let text = serde_json::to_string_pretty(&document).map_err(std::io::Error::from)?;
    Ok(text + "\n")
}

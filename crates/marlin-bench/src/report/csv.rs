//! Results as comma-separated values: a row for each set, the totals in the last one. Times are in microseconds.

use std::io;

use csv::Writer;

use crate::failure::Failure;
use crate::replay::results::Results;
use crate::replay::summary::Summary;

const HEADINGS: [&str; 11] = [
    "set",
    "positions",
    "wrong",
    "unproven",
    "mean_us",
    "median_us",
    "p95_us",
    "max_us",
    "mean_nodes",
    "total_nodes",
    "nps",
];

/// Returns results as CSV.
pub(super) fn render(results: &Results) -> Result<String, Failure> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(HEADINGS).map_err(io::Error::from)?;
    results.rows().try_for_each(|summary| writer.write_record(cells(summary))).map_err(io::Error::from)?;
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8(bytes).map_err(io::Error::other)?)
}

fn cells(summary: &Summary) -> [String; HEADINGS.len()] {
    let decimals = |number: f64| format!("{number:.3}");
    [
        summary.name.clone(),
        summary.positions.to_string(),
        summary.wrong.to_string(),
        summary.unproven.to_string(),
        decimals(summary.mean_us),
        decimals(summary.median_us),
        decimals(summary.p95_us),
        decimals(summary.max_us),
        decimals(summary.mean_nodes),
        summary.total_nodes.to_string(),
        summary.nps.to_string(),
    ]
}

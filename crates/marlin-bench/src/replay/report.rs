//! The report on a replay, in each format.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use super::results::{HISTOGRAM_HEADING, ReplayResults, Summary};
use crate::compare::comparison::Comparison;
use crate::compare::report;
use crate::failure::Failure;
use crate::report::{
    Format, ReportArgs, aligned, duration, grouped, json, markdown_paragraph, markdown_table, rows_below,
};

/// A replay to report on.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Replayed<'a> {
    #[serde(flatten)]
    pub(super) results: &'a ReplayResults,
    /// The comparison with a baseline, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) comparison: Option<&'a Comparison>,
}

/// The columns of a report for people.
const HEADINGS: [&str; 9] =
    ["set", "positions", "mean", "median", "p95", "max", "mean nodes", "total nodes", "nodes/s"];

/// A legend below the table, on a terminal only.
const LEGEND: &str = "\
mean, median, p95, max: time of one position; nodes/s: speed of one search; last column: distribution of the times,
three characters for each factor of ten (marlin-bench --help explains the columns)
";

/// Writes the report on a replay. The line for tools follows a table; with any other format it is written to standard error.
pub(super) fn write(
    replayed: &Replayed<'_>,
    args: &ReportArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let render = |format| match format {
        Format::Table => Ok(table(replayed)),
        Format::Json => json(replayed),
        Format::Markdown => Ok(markdown(replayed)),
        Format::Junit => Ok(report::junit_of_replay(replayed.results, replayed.comparison)),
    };
    args.write("Connect Four positions", render, out)?;
    let is_table = args.format() == Format::Table;
    if is_table && args.out.is_none() && io::stdout().is_terminal() {
        out.write_all(LEGEND.as_bytes())?;
    }
    let line = replayed.results.totals.bench_line();
    Ok(if is_table { writeln!(out, "{line}") } else { writeln!(err, "{line}") }?)
}

/// Returns a replay as a table, with remarks on scores and the comparison below it.
fn table(replayed: &Replayed<'_>) -> String {
    let headings = [&HEADINGS[..], &[HISTOGRAM_HEADING]].concat();
    let row = |summary: &Summary| [&cells(summary)[..], std::slice::from_ref(&summary.histogram)].concat();
    let mut text = aligned(&rows_below(&headings, replayed.results.rows().map(row)));
    for remark in replayed.results.remarks() {
        text.push_str(&remark);
        text.push('\n');
    }
    if let Some(comparison) = replayed.comparison {
        text.push('\n');
        text.push_str(&report::table(comparison));
    }
    text
}

/// Returns a replay as a Markdown table, with remarks on scores and the comparison below it.
fn markdown(replayed: &Replayed<'_>) -> String {
    let rows = replayed.results.rows().map(|summary| cells(summary).to_vec());
    let mut text = markdown_table(&rows_below(&HEADINGS, rows));
    text.extend(replayed.results.remarks().map(|remark| markdown_paragraph(&remark)));
    if let Some(comparison) = replayed.comparison {
        text.push('\n');
        text.push_str(&report::markdown(comparison));
    }
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
    use super::*;
    use crate::replay::results::samples::sample;

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

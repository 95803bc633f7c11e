//! The report on a replay, in each format.

use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use serde::Serialize;

use super::outputs::Outputs;
use super::tables::{aligned, duration, grouped, markdown_paragraph, markdown_table};
use super::{comparison, json, junit};
use crate::compare::comparison::Comparison;
use crate::failure::Failure;
use crate::replay::histogram::HISTOGRAM_HEADING;
use crate::replay::results::ReplayResults;
use crate::replay::summary::Summary;

/// The formats of a report on a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReplayFormat {
    /// Aligned columns for people to read
    Table,
    /// One JSON object with all numbers, the machine and a schema version
    Json,
    /// A Markdown table for a document
    Markdown,
    /// Test cases in the XML form of `JUnit`, which the systems of a CI read
    Junit,
    /// The format `customSmallerIsBetter` of github-action-benchmark
    Github,
}

/// A replay to report on.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Replayed<'a> {
    #[serde(flatten)]
    pub(crate) results: &'a ReplayResults,
    /// The comparison with a baseline, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comparison: Option<&'a Comparison>,
}

/// The columns of a report for people.
const HEADINGS: [&str; 9] =
    ["set", "positions", "mean", "median", "p95", "max", "mean nodes", "total nodes", "nodes/s"];

/// A legend below the table, on a terminal only.
const LEGEND: &str = "\
mean, median, p95, max: time of one position; nodes/s: speed of one search; last column: distribution of the times,
three characters for each factor of ten (marlin-bench --help explains the columns)
";

/// Writes the reports on a replay. The line for tools follows the first report if that is a table; otherwise it is
/// written to standard error.
pub(crate) fn write(
    replayed: &Replayed<'_>,
    outputs: Outputs<ReplayFormat>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let (format, is_printed) = (outputs.format(), outputs.is_printed());
    let summary = ("Connect Four positions", ReplayFormat::Markdown);
    outputs.write(summary, |format| render(format, replayed), out)?;
    if is_printed && format == ReplayFormat::Table && io::stdout().is_terminal() {
        out.write_all(LEGEND.as_bytes())?;
    }
    let line = replayed.results.totals.bench_line();
    match format {
        ReplayFormat::Table => writeln!(out, "{line}")?,
        _ => writeln!(err, "{line}")?,
    }
    Ok(())
}

/// Returns a replay as text that ends with a line break.
fn render(format: ReplayFormat, replayed: &Replayed<'_>) -> Result<String, Failure> {
    match format {
        ReplayFormat::Table => Ok(table(replayed)),
        ReplayFormat::Json => json(replayed),
        ReplayFormat::Markdown => Ok(markdown(replayed)),
        ReplayFormat::Junit => Ok(junit::of_replay(replayed.results, replayed.comparison)),
        ReplayFormat::Github => github(replayed.results),
    }
}

/// Returns a replay as a table, with remarks on scores and the comparison below it.
fn table(replayed: &Replayed<'_>) -> String {
    let headings = HEADINGS.iter().chain([&HISTOGRAM_HEADING]).map(ToString::to_string);
    let mut rows = vec![headings.collect::<Vec<_>>()];
    rows.extend(replayed.results.rows().map(|summary| {
        let mut row = cells(summary).to_vec();
        row.push(summary.histogram.clone());
        row
    }));
    let mut text = aligned(&rows);
    for remark in replayed.results.remarks() {
        text.push_str(&remark);
        text.push('\n');
    }
    if let Some(comparison) = replayed.comparison {
        text.push('\n');
        text.push_str(&comparison::table(comparison));
    }
    text
}

/// Returns a replay as a Markdown table, with remarks on scores and the comparison below it.
fn markdown(replayed: &Replayed<'_>) -> String {
    let mut rows = vec![HEADINGS.map(str::to_owned).to_vec()];
    rows.extend(replayed.results.rows().map(|summary| cells(summary).to_vec()));
    let mut text = markdown_table(&rows);
    text.extend(replayed.results.remarks().map(|remark| markdown_paragraph(&remark)));
    if let Some(comparison) = replayed.comparison {
        text.push('\n');
        text.push_str(&comparison::markdown(comparison));
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

/// A value of the list for github-action-benchmark, whose names these are.
#[derive(Serialize)]
struct BenchmarkEntry {
    name: String,
    unit: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
}

/// Returns the mean time and the nodes of each set in the format `customSmallerIsBetter` of github-action-benchmark.
fn github(results: &ReplayResults) -> Result<String, Failure> {
    let values: Vec<_> = results.rows().flat_map(values).collect();
    json(&values)
}

fn values(summary: &Summary) -> [BenchmarkEntry; 2] {
    let Summary { name, mean_us, total_nodes, rounds_us, .. } = summary;
    let off = rounds_us.iter().map(|round| (round - mean_us).abs()).fold(0.0, f64::max);
    let range = (rounds_us.len() > 1).then(|| format!("± {off:.3}"));
    [
        BenchmarkEntry { name: format!("{name} mean time"), unit: "us", value: *mean_us, range },
        BenchmarkEntry {
            name: format!("{name} nodes"),
            unit: "nodes",
            value: *total_nodes as f64,
            range: None,
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::results::sample;

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

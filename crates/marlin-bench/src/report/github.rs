//! Results for github-action-benchmark, its format `customSmallerIsBetter`: a list of values with names and units.

use serde::Serialize;

use super::json;
use crate::failure::Failure;
use crate::replay::results::ReplayResults;
use crate::replay::summary::Summary;

/// A value of the list. The names are those of the action.
#[derive(Serialize)]
struct BenchmarkEntry {
    name: String,
    unit: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
}

/// Returns the mean time and the nodes of each set.
pub(super) fn render(results: &ReplayResults) -> Result<String, Failure> {
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

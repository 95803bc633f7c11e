//! Results in the Bencher Metric Format: for each set its latency, in nanoseconds, and its nodes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::json;
use crate::failure::Failure;
use crate::replay::results::Results;
use crate::replay::summary::Summary;
use crate::stats::rounded_mean;

/// A value with its limits. The names are those of the format.
#[derive(Serialize)]
struct Metric {
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_value: Option<f64>,
}

/// Returns an object of the sets.
pub(super) fn render(results: &Results) -> Result<String, Failure> {
    let sets: BTreeMap<_, _> = results.rows().map(|summary| (&summary.name, metrics(summary))).collect();
    json(&sets)
}

fn metrics(summary: &Summary) -> BTreeMap<&'static str, Metric> {
    let rounds = &summary.rounds_us;
    let limit = |of: fn(f64, f64) -> f64| rounds.iter().copied().reduce(of).filter(|_| rounds.len() > 1);
    let nanoseconds = |micros: f64| rounded_mean(micros * 1e3);
    let latency = Metric {
        value: nanoseconds(summary.mean_us),
        lower_value: limit(f64::min).map(nanoseconds),
        upper_value: limit(f64::max).map(nanoseconds),
    };
    let nodes = Metric { value: summary.total_nodes as f64, lower_value: None, upper_value: None };
    BTreeMap::from([("latency", latency), ("nodes", nodes)])
}

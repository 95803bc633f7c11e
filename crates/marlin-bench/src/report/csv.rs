//! Results as comma-separated values: a row for each set, the totals in the last one. Times are in microseconds.

use crate::replay::results::Results;
use crate::replay::summary::Summary;

const HEADER: &str =
    "set,positions,wrong,unproven,mean_us,median_us,p95_us,max_us,mean_nodes,total_nodes,nps\n";

/// Returns results as CSV.
pub(super) fn render(results: &Results) -> String {
    HEADER.to_owned() + &results.rows().map(line).collect::<String>()
}

fn line(summary: &Summary) -> String {
    format!(
        "{},{},{},{},{:.3},{:.3},{:.3},{:.3},{:.3},{},{}\n",
        field(&summary.name),
        summary.positions,
        summary.wrong,
        summary.unproven,
        summary.mean_us,
        summary.median_us,
        summary.p95_us,
        summary.max_us,
        summary.mean_nodes,
        summary.total_nodes,
        summary.nps
    )
}

/// Quotes a text where it needs that.
///
/// # References
///
/// RFC 4180.
fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

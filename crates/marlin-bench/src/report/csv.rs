//! The report as comma-separated values: a row for each set, the totals in the last one. Times are in microseconds.

use super::Report;
use crate::measurement::Summary;

const HEADER: &str =
    "set,positions,wrong,unproven,mean_us,median_us,p95_us,max_us,mean_nodes,total_nodes,nps\n";

/// Returns the report as CSV.
pub(super) fn render(report: &Report) -> String {
    HEADER.chars().chain(report.rows().map(line).collect::<String>().chars()).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn names_with_commas_are_quoted() {
        let text = render(&sample());
        let rows: Vec<_> = text.lines().collect();
        assert!(rows[1].starts_with("L2_R1,1000,0,0,12.340,1234.500,"));
        assert!(rows[2].starts_with("\"a,b\",1000,"));
        assert_eq!(field("a\"b"), "\"a\"\"b\"");
    }
}

//! A replay for people: aligned columns, names to the left and numbers to the right.

use super::tables::aligned;
use super::units::{HEADINGS, cells};
use super::{Replayed, comparison};
use crate::replay::histogram::HISTOGRAM_HEADING;

/// A legend below the table, on a terminal only.
pub(crate) const LEGEND: &str = "\
mean, median, p95, max: time of one position; nodes/s: speed of one search; last column: distribution of the times,
three characters for each factor of ten (marlin-bench --help explains the columns)
";

/// Returns a replay as a table, with remarks on scores and the comparison below it.
pub(super) fn render(replayed: &Replayed<'_>) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::results::{ReplayResults, sample};

    fn table(results: &ReplayResults) -> String {
        render(&Replayed { results, comparison: None })
    }

    #[test]
    fn columns_are_aligned() {
        let text = table(&sample());
        let ends: Vec<_> = text.lines().map(|line| line.find("12,345,678").unwrap_or(0)).collect();
        assert_eq!(ends.len(), 4);
        assert!(ends[1] > 0 && ends[1..].iter().all(|&end| end == ends[1]), "{text}");
        assert!(text.contains("L2_R1       1000  12.3 us  1.23 ms  2.00 s  31.0 s"), "{text}");
    }

    #[test]
    fn wrong_scores_are_named_below() {
        let mut results = sample();
        results.sets[0].wrong = 2;
        assert!(table(&results).ends_with("\nL2_R1: 2 wrong, 0 unproven\n"));
    }
}

//! Results for people: aligned columns, names to the left and numbers to the right.

use super::comparison;
use super::units::{HEADINGS, cells};
use crate::replay::results::Results;
use crate::replay::summary::SPREAD_HEADING;

/// The space between two columns.
const GAP: &str = "  ";

/// What a person at a terminal gets to read below the table. Programs and files get the table alone.
pub(crate) const LEGEND: &str = "\
mean, median, p95, max: time of one position; nodes/s: speed of one search; last column: how the times are spread,
three characters for each factor of ten (marlin-bench --help explains the columns)
";

/// Returns results as a table, below it what is not well, and the comparison if there is one.
pub(super) fn render(results: &Results) -> String {
    let headings = HEADINGS.iter().chain([&SPREAD_HEADING]).map(ToString::to_string);
    let mut rows = vec![headings.collect::<Vec<_>>()];
    rows.extend(results.rows().map(|summary| {
        let mut row = cells(summary).to_vec();
        row.push(summary.spread.clone());
        row
    }));
    let mut text = aligned(&rows);
    for remark in results.remarks() {
        text.push_str(&remark);
        text.push('\n');
    }
    if let Some(comparison) = &results.comparison {
        text.push('\n');
        text.push_str(&comparison::table(comparison));
    }
    text
}

/// Aligns rows of as many cells each: the first column to the left, the others to the right.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns).map(width).collect();
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn line(row: &[String], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).enumerate();
    let cells: Vec<_> = cells
        .map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        })
        .collect();
    cells.join(GAP).trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::results::sample;

    #[test]
    fn columns_are_aligned() {
        let text = render(&sample());
        let ends: Vec<_> = text.lines().map(|line| line.find("12,345,678").unwrap_or(0)).collect();
        assert_eq!(ends.len(), 4);
        assert!(ends[1] > 0 && ends[1..].iter().all(|&end| end == ends[1]), "{text}");
        assert!(text.contains("L2_R1       1000  12.3 us  1.23 ms  2.00 s  31.0 s"), "{text}");
    }

    #[test]
    fn what_is_not_well_is_told_below() {
        let mut results = sample();
        results.sets[0].wrong = 2;
        assert!(render(&results).ends_with("\nL2_R1: 2 wrong, 0 unproven\n"));
    }
}

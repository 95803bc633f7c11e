//! The report for people: aligned columns, names to the left and numbers to the right.

use super::Report;
use super::units::{HEADINGS, cells, remark};

/// The space between two columns.
const GAP: &str = "  ";

/// Returns the report as a table, and below it what is not well.
pub(super) fn render(report: &Report) -> String {
    let mut rows = vec![HEADINGS.map(str::to_owned)];
    rows.extend(report.rows().map(cells));
    let widths: [usize; HEADINGS.len()] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let mut text: String = rows.iter().map(|row| line(row, &widths)).collect();
    for remark in report.sets.iter().filter_map(remark) {
        text.push_str(&remark);
        text.push('\n');
    }
    text
}

fn line(row: &[String], widths: &[usize]) -> String {
    let cells: Vec<_> = row
        .iter()
        .zip(widths)
        .enumerate()
        .map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        })
        .collect();
    cells.join(GAP) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn columns_are_aligned() {
        let text = render(&sample());
        let lengths: Vec<_> = text.lines().map(str::len).collect();
        assert_eq!(lengths.len(), 4);
        assert!(lengths.iter().all(|&length| length == lengths[0]), "{text}");
        assert!(text.contains("L2_R1       1000  12.3 us  1.23 ms  2.00 s  31.0 s"), "{text}");
    }

    #[test]
    fn what_is_not_well_is_told_below() {
        let mut report = sample();
        report.sets[0].wrong = 2;
        assert!(render(&report).ends_with("\nL2_R1: 2 wrong, 0 unproven\n"));
    }
}

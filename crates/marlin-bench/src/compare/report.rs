//! The report on a comparison.

use std::io::Write;

use super::comparison::Comparison;
use super::row::Row;
use crate::Result;
use crate::report::{
    Format, ReportArgs, aligned, document, duration, grouped, markdown_paragraph, markdown_table, rows_below,
};
use crate::stats::percent;

/// Raised when a field changes its meaning or is removed; new fields do not raise it.
const SCHEMA_VERSION: u32 = 1;

/// The columns of a comparison.
const HEADINGS: &str =
    "set,before,now,time,95 % confidence,CPU time,95 % confidence,nodes before,now,nodes,difference";

/// Writes a comparison, and returns an error if a measure exceeds its threshold.
pub(super) fn conclude(comparison: &Comparison, args: &ReportArgs, out: &mut dyn Write) -> Result<()> {
    let text = match args.format() {
        Some(Format::Table) => table(comparison),
        Some(Format::Markdown) => markdown(comparison),
        None => document(SCHEMA_VERSION, comparison)?,
    };
    let written = args.write(&text, out);
    comparison.check()?;
    written
}

/// Returns a comparison as aligned columns.
pub(crate) fn table(comparison: &Comparison) -> String {
    aligned(&rows(comparison)) + &lines(comparison).map(|line| line + "\n").collect::<String>()
}

/// Returns a comparison as a Markdown table.
pub(crate) fn markdown(comparison: &Comparison) -> String {
    let text = markdown_table(&rows(comparison));
    text + &lines(comparison).map(|line| markdown_paragraph(&line)).collect::<String>()
}

/// Returns the lines below the table: first the remarks, then the verdict.
fn lines(comparison: &Comparison) -> impl Iterator<Item = String> {
    comparison.remarks.iter().cloned().chain(comparison.conclusion())
}

fn rows(comparison: &Comparison) -> Vec<Vec<String>> {
    rows_below(&HEADINGS.split(',').collect::<Vec<_>>(), comparison.rows().map(cells))
}

fn cells(row: &Row) -> Vec<String> {
    vec![
        row.name.clone(),
        duration(row.old_us),
        duration(row.new_us),
        format!("{} %", row.time.percent_text()),
        row.time.interval_text(),
        row.cpu_time.map_or_else(|| "-".to_owned(), |_| format!("{} %", row.judged.percent_text())),
        row.cpu_time.map_or_else(|| "-".to_owned(), |_| row.judged.interval_text()),
        grouped(row.old_nodes),
        grouped(row.new_nodes),
        format!("{:+.2} %", percent(row.nodes())),
        format!("{:+}", i128::from(row.new_nodes) - i128::from(row.old_nodes)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::row::Thresholds;
    use crate::replay::results::samples::sample;

    #[test]
    fn time_has_its_interval_and_nodes_are_exact() {
        let (mut old, mut new) = (sample(), sample());
        old.sets[0].rounds_us = vec![10.0, 10.0];
        new.sets[0].rounds_us = vec![11.0, 11.0];
        new.sets[0].total_nodes += 1;
        let comparison = Comparison::new(&old, &new, &Thresholds::NONE).unwrap();
        let text = table(&comparison);
        assert!(text.contains("10.0 us  11.0 us  +10.0 %  +10.0 to +10.0 %"), "{text}");
        assert!(text.contains("1,234,560  1,234,561  +0.00 %          +1"), "{text}");
        let markdown = markdown(&comparison);
        assert!(markdown.contains("| L2\\_R1 | 10.0 us | 11.0 us | +10.0 % |"), "{markdown}");
    }
}

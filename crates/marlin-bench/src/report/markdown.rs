//! The report as a table for a document.

use super::Report;
use super::units::{HEADINGS, cells, remark};

/// Returns the report as a Markdown table, and below it what is not well.
pub(super) fn render(report: &Report) -> String {
    let mut text = line(&HEADINGS.map(str::to_owned));
    text.push_str("|:---");
    text.push_str(&"|---:".repeat(HEADINGS.len() - 1));
    text.push_str("|\n");
    for summary in report.rows() {
        text.push_str(&line(&cells(summary)));
    }
    for remark in report.sets.iter().filter_map(remark) {
        text.push('\n');
        text.push_str(&remark);
        text.push('\n');
    }
    text
}

fn line(cells: &[String]) -> String {
    // A bar in the name of a file would end its cell.
    let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn every_row_has_every_column() {
        let text = render(&sample());
        assert!(text.lines().all(|line| line.matches('|').count() == HEADINGS.len() + 1), "{text}");
        assert_eq!(text.lines().count(), 5);
    }
}

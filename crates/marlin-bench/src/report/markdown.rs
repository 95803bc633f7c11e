//! Results as a table for a document.

use super::comparison;
use super::units::{HEADINGS, cells};
use crate::replay::results::Results;

/// Returns results as a Markdown table, below it what is not well, and the comparison if there is one.
pub(super) fn render(results: &Results) -> String {
    let mut rows = vec![HEADINGS.map(str::to_owned).to_vec()];
    rows.extend(results.rows().map(|summary| cells(summary).to_vec()));
    let mut text = table(&rows);
    text.extend(results.remarks().map(|remark| paragraph(&remark)));
    if let Some(comparison) = &results.comparison {
        text.push('\n');
        text.push_str(&comparison::markdown(comparison));
    }
    text
}

/// Returns a Markdown table: headings, and rows of as many cells each.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let cells: Vec<_> = row.iter().map(|cell| escape(cell)).collect();
        text.extend(["| ", &cells.join(" | "), " |\n"]);
        if index == 0 {
            text.extend(["|:---", &"|---:".repeat(row.len().saturating_sub(1)), "|\n"]);
        }
    }
    text
}

/// Returns a paragraph that follows a table or another one.
pub(crate) fn paragraph(text: &str) -> String {
    format!("\n{}\n", escape(text))
}

/// Takes the meaning from what the name of a file may hold: a bar would end its cell.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if "\\|_*`<[".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

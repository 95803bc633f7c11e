//! A replay as a table for a document.

use super::tables::{markdown, markdown_paragraph};
use super::units::{HEADINGS, cells};
use super::{Replayed, comparison};

/// Returns a replay as a Markdown table, with remarks on scores and the comparison below it.
pub(super) fn render(replayed: &Replayed<'_>) -> String {
    let mut rows = vec![HEADINGS.map(str::to_owned).to_vec()];
    rows.extend(replayed.results.rows().map(|summary| cells(summary).to_vec()));
    let mut text = markdown(&rows);
    text.extend(replayed.results.remarks().map(|remark| markdown_paragraph(&remark)));
    if let Some(comparison) = replayed.comparison {
        text.push('\n');
        text.push_str(&comparison::markdown(comparison));
    }
    text
}

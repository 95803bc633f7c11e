//! Tables: aligned columns for people, and Markdown.

pub(crate) use marlin_support::tables::aligned;

/// Returns a Markdown table of headings and rows of the same number of cells.
///
/// Neither comfy-table nor tabled marks right-aligned columns in Markdown.
pub(crate) fn markdown(rows: &[Vec<String>]) -> String {
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

/// Returns a Markdown paragraph that follows a table or another paragraph.
pub(crate) fn markdown_paragraph(text: &str) -> String {
    format!("\n{}\n", escape(text))
}

/// Escapes the characters that mean something in Markdown, as names of files may have them: a bar would end its cell.
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

//! Tables with numbers for people: aligned columns, and Markdown.

use indicatif::HumanCount;
pub(crate) use marlin_support::tables::aligned;

/// Returns a Markdown table of headings and rows of the same number of cells.
///
/// Neither comfy-table nor tabled marks right-aligned columns in Markdown.
pub(crate) fn markdown_table(rows: &[Vec<String>]) -> String {
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

/// Writes microseconds in the unit that keeps the number below 1000, with three significant digits. No crate writes
/// durations so.
pub(crate) fn duration(micros: f64) -> String {
    // The limits are those of rounding: 999.6 us is written as 1.00 ms.
    let (value, unit) = match micros {
        us if us < 999.5 => (us, "us"),
        us if us < 999_500.0 => (us / 1e3, "ms"),
        us => (us / 1e6, "s"),
    };
    let decimals = match value {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {unit}")
}

/// Writes a number with its thousands apart.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits_and_a_unit() {
        let cases = [
            (0.1234, "0.12 us"),
            (9.996, "10.0 us"),
            (999.6, "1.00 ms"),
            (12_340.0, "12.3 ms"),
            (999_600.0, "1.00 s"),
            (1_234_000_000.0, "1234 s"),
        ];
        for (micros, text) in cases {
            assert_eq!(duration(micros), text);
        }
    }

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}

//! The formats of reports and their files, tables, and numbers for people.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use marlin_support::exit::{Failure, InFile};
use marlin_support::files::{Existing, check_regular, folder_of, write_whole};
pub(crate) use marlin_support::text::aligned;
use serde::Serialize;

use crate::Result;

/// The formats of a report for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns for people to read
    Table,
    /// A Markdown table for a document
    Markdown,
}

/// The format and the file of a report.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReportArgs {
    /// Report one JSON object with all numbers
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Write the report to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file that exists
    #[arg(long)]
    force: bool,
}

impl ReportArgs {
    /// Returns the format, `None` for JSON.
    pub(crate) fn format(&self) -> Option<Format> {
        (!self.json).then_some(self.format)
    }

    /// Checks that a file can be written, and changes nothing: an earlier report remains until a new one is
    /// complete. A missing folder is noticed before long work.
    pub(crate) fn check(&self, path: Option<&Path>) -> Result<()> {
        let Some(path) = path else { return Ok(()) };
        check_regular(path).in_file(path)?;
        // A link to a missing file exists too.
        if !self.force && path.symlink_metadata().is_ok() {
            return Err(Failure::exists(path));
        }
        let file = path.is_file().then(|| OpenOptions::new().write(true).open(path)).transpose();
        let draft = file.and_then(|_| tempfile::tempfile_in(folder_of(path)));
        draft.map(drop).in_file(path)
    }

    /// Writes a file as a whole.
    pub(crate) fn write_file(&self, path: &Path, text: &str) -> Result<()> {
        write_whole(path, text.as_bytes(), Existing::by_force(self.force)).in_file(path)
    }

    /// Writes the report to its file, or to the output.
    pub(crate) fn write(&self, text: &str, out: &mut dyn Write) -> Result<()> {
        match &self.out {
            Some(path) => self.write_file(path, text),
            None => Ok(out.write_all(text.as_bytes())?),
        }
    }
}

/// Returns a document for programs as JSON, with a line break at its end.
pub(crate) fn json(document: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(document).map_err(io::Error::from)? + "\n")
}

/// Returns contents as JSON, with the version of their form and the program that wrote them.
pub(crate) fn document(schema_version: u32, contents: &impl Serialize) -> Result<String> {
    #[derive(Serialize)]
    struct Document<'a, T> {
        schema_version: u32,
        tool: &'static str,
        version: &'static str,
        #[serde(flatten)]
        contents: &'a T,
    }
    let (tool, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    json(&Document { schema_version, tool, version, contents })
}

/// Returns headings and rows below them.
pub(crate) fn rows_below(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    [headings.iter().map(ToString::to_string).collect()].into_iter().chain(rows).collect()
}

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

/// Escapes the characters that mean something in Markdown, as names of files may have them: a bar would end
/// its cell.
fn escape(text: &str) -> String {
    let escaped = |c: char| if "\\|_*`<[".contains(c) { format!("\\{c}") } else { c.to_string() };
    text.chars().map(escaped).collect()
}

/// Writes microseconds in the unit that keeps the number below 1000, with three significant digits. No crate
/// writes durations so.
pub(crate) fn duration(micros: f64) -> String {
    // The limits follow from rounding: 999.6 us is written as 1.00 ms.
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

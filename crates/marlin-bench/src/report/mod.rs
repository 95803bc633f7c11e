//! The formats of reports.
//!
//! | file | idea |
//! |---|---|
//! | `format.rs` | the formats by name |
//! | `outputs.rs` | the reports of a run, and where they go |
//! | `table.rs`, `markdown.rs`, `csv.rs`, `jsonl.rs`, `github.rs`, `bencher.rs` | a replay in one format each |
//! | `junit.rs` | checks as the test cases of a CI |
//! | `comparison.rs`, `boards.rs` | the reports of other commands |
//! | `tables.rs`, `units.rs` | aligned columns, Markdown, and numbers for people |

mod bencher;
pub(crate) mod boards;
pub(crate) mod comparison;
mod csv;
pub(crate) mod format;
mod github;
mod jsonl;
mod junit;
mod markdown;
pub(crate) mod outputs;
mod table;
pub(crate) mod tables;
pub(crate) mod units;

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use self::format::Format;
use self::outputs::Outputs;
use crate::compare::comparison::Comparison;
use crate::failure::Failure;
use crate::replay::measurement::Measured;
use crate::replay::results::Results;

/// A replay to report on.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Replayed<'a> {
    #[serde(flatten)]
    pub(crate) results: &'a Results,
    /// The comparison with a baseline, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comparison: Option<&'a Comparison>,
    #[serde(skip)]
    pub(crate) measured: &'a [Measured<'a>],
}

/// Returns a document for programs as JSON, with a line break at its end.
pub(crate) fn json(document: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string_pretty(document).map_err(io::Error::from)? + "\n")
}

/// Writes the reports on a replay, with the line for tools after the first one, or on standard error if that isn't a table.
pub(crate) fn write(
    replayed: &Replayed<'_>,
    outputs: Outputs<Format>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let (format, is_printed) = (outputs.format(), outputs.is_printed());
    let summary = ("Connect Four positions", Format::Markdown);
    outputs.write(summary, |format| render(format, replayed), out)?;
    if is_printed && format == Format::Table && io::stdout().is_terminal() {
        out.write_all(table::LEGEND.as_bytes())?;
    }
    let line = replayed.results.totals.bench_line();
    match format {
        Format::Table => writeln!(out, "{line}")?,
        _ => writeln!(err, "{line}")?,
    }
    Ok(())
}

/// Returns a replay as text that ends with a line break.
fn render(format: Format, replayed: &Replayed<'_>) -> Result<String, Failure> {
    match format {
        Format::Table => Ok(table::render(replayed)),
        Format::Json => json(replayed),
        Format::Jsonl => jsonl::render(replayed.measured),
        Format::Csv => csv::render(replayed.results),
        Format::Markdown => Ok(markdown::render(replayed)),
        Format::Junit => Ok(junit::of_replay(replayed)),
        Format::Github => github::render(replayed.results),
        Format::Bencher => bencher::render(replayed.results),
    }
}

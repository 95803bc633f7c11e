//! The formats of reports.
//!
//! | file | idea |
//! |---|---|
//! | `format.rs` | the formats by name |
//! | `outputs.rs` | the reports of a run with their files |
//! | `table.rs`, `markdown.rs`, `github.rs` | a replay in one format each |
//! | `junit.rs` | checks as the test cases of a CI |
//! | `comparison.rs` | the report on a comparison |
//! | `tables.rs`, `units.rs` | aligned columns, Markdown, and numbers for people |

pub(crate) mod comparison;
pub(crate) mod format;
mod github;
mod junit;
mod markdown;
pub(crate) mod outputs;
mod table;
pub(crate) mod tables;
pub(crate) mod units;

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use self::format::ReplayFormat;
use self::outputs::Outputs;
use crate::compare::comparison::Comparison;
use crate::failure::Failure;
use crate::replay::results::ReplayResults;

/// A replay to report on.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Replayed<'a> {
    #[serde(flatten)]
    pub(crate) results: &'a ReplayResults,
    /// The comparison with a baseline, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comparison: Option<&'a Comparison>,
}

/// Returns a document for programs as JSON, with a line break at its end.
pub(crate) fn json(document: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string_pretty(document).map_err(io::Error::from)? + "\n")
}

/// Returns contents as JSON, with the version of their form and the program that wrote them.
pub(crate) fn document(schema_version: u32, contents: &impl Serialize) -> Result<String, Failure> {
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

/// Writes the reports on a replay. The line for tools follows the first report if that is a table; otherwise it is
/// written to standard error.
pub(crate) fn write(
    replayed: &Replayed<'_>,
    outputs: Outputs<ReplayFormat>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), Failure> {
    let (format, is_printed) = (outputs.format(), outputs.is_printed());
    let summary = ("Connect Four positions", ReplayFormat::Markdown);
    outputs.write(summary, |format| render(format, replayed), out)?;
    if is_printed && format == ReplayFormat::Table && io::stdout().is_terminal() {
        out.write_all(table::LEGEND.as_bytes())?;
    }
    let line = replayed.results.totals.bench_line();
    match format {
        ReplayFormat::Table => writeln!(out, "{line}")?,
        _ => writeln!(err, "{line}")?,
    }
    Ok(())
}

/// Returns a replay as text that ends with a line break.
fn render(format: ReplayFormat, replayed: &Replayed<'_>) -> Result<String, Failure> {
    match format {
        ReplayFormat::Table => Ok(table::render(replayed)),
        ReplayFormat::Json => json(replayed),
        ReplayFormat::Markdown => Ok(markdown::render(replayed)),
        ReplayFormat::Junit => Ok(junit::of_replay(replayed)),
        ReplayFormat::Github => github::render(replayed.results),
    }
}

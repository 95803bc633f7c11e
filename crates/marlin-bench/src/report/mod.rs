//! The formats of reports.
//!
//! | file | idea |
//! |---|---|
//! | `format.rs` | the formats by name |
//! | `outputs.rs` | the reports of a replay, and where they go |
//! | `table.rs`, `markdown.rs`, `csv.rs`, `jsonl.rs`, `github.rs`, `bencher.rs` | a replay in one format each |
//! | `comparison.rs`, `boards.rs` | the reports of other commands |
//! | `tables.rs`, `units.rs` | aligned columns, Markdown, and numbers for people |

mod bencher;
pub(crate) mod boards;
pub(crate) mod comparison;
mod csv;
pub(crate) mod format;
mod github;
mod jsonl;
mod markdown;
pub(crate) mod outputs;
mod table;
pub(crate) mod tables;
pub(crate) mod units;

use std::io;

use serde::Serialize;

use self::format::Format;
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

/// Returns a replay as text that ends with a line break.
fn render(format: Format, replayed: &Replayed<'_>) -> Result<String, Failure> {
    match format {
        Format::Table => Ok(table::render(replayed)),
        Format::Json => json(replayed),
        Format::Jsonl => jsonl::render(replayed.measured),
        Format::Csv => csv::render(replayed.results),
        Format::Markdown => Ok(markdown::render(replayed)),
        Format::Github => github::render(replayed.results),
        Format::Bencher => bencher::render(replayed.results),
    }
}

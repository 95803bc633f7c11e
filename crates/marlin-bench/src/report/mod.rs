//! The forms to write results in.

mod bencher;
pub(crate) mod boards;
mod comparison;
mod csv;
mod github;
mod jsonl;
mod markdown;
mod table;
pub(crate) mod units;

pub(crate) use comparison::{markdown as comparison_markdown, table as comparison_table};
pub(crate) use markdown::{paragraph as markdown_paragraph, table as markdown_table};
pub(crate) use table::{LEGEND, aligned};

use std::io;

use serde::Serialize;

use crate::commands::args::Format;
use crate::failure::Failure;
use crate::replay::measurement::Measured;
use crate::replay::results::Results;

/// Returns what programs are to read as JSON, with a line break at its end.
pub(crate) fn json(document: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string_pretty(document).map_err(io::Error::from)? + "\n")
}

/// Returns results as text that ends with a line break.
pub(crate) fn render(
    format: Format,
    results: &Results,
    measured: &[Measured<'_>],
) -> Result<String, Failure> {
    match format {
        Format::Table => Ok(table::render(results)),
        Format::Json => json(results),
        Format::Jsonl => jsonl::render(measured),
        Format::Csv => Ok(csv::render(results)),
        Format::Markdown => Ok(markdown::render(results)),
        Format::Github => github::render(results),
        Format::Bencher => bencher::render(results),
    }
}

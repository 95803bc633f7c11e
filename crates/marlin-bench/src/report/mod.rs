//! The formats of reports.
//!
//! | file | idea |
//! |---|---|
//! | `outputs.rs` | the reports of a run with their files |
//! | `replay.rs`, `comparison.rs` | the report on a replay and on a comparison, in each format |
//! | `junit.rs` | both as the test cases of a CI |
//! | `tables.rs` | aligned columns, Markdown, and numbers for people |

pub(crate) mod comparison;
mod junit;
pub(crate) mod outputs;
pub(crate) mod replay;
pub(crate) mod tables;

use std::io;

use clap::ValueEnum;
use serde::Serialize;

use crate::failure::Failure;

/// The formats of a short report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShortFormat {
    /// Aligned columns for people to read
    Table,
    /// One JSON object with all numbers
    Json,
    /// A Markdown table for a document
    Markdown,
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

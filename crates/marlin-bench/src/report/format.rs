//! The forms of reports.

use clap::ValueEnum;

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns for people to read
    Table,
    /// One JSON object with all numbers, the machine and a schema version
    Json,
    /// A JSON object for each position, one per line
    Jsonl,
    /// Comma-separated values, with a row for each set
    Csv,
    /// A Markdown table for a document
    Markdown,
    /// Test cases in the XML form of `JUnit`, which the systems of a CI read
    Junit,
    /// The format `customSmallerIsBetter` of github-action-benchmark
    Github,
    /// The Bencher Metric Format, which bencher.dev reads
    Bencher,
}

/// The forms of a short report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShortFormat {
    /// Aligned columns for people to read
    Table,
    /// One JSON object with all numbers
    Json,
    /// A Markdown table for a document
    Markdown,
}

/// The forms of a report on a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ComparisonFormat {
    /// Aligned columns for people to read
    Table,
    /// One JSON object with all numbers
    Json,
    /// A Markdown table for a document
    Markdown,
    /// Test cases in the XML form of `JUnit`, which the systems of a CI read
    Junit,
}

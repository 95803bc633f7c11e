//! The formats of reports, as values of options.

use clap::ValueEnum;

/// The formats of a report on a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReplayFormat {
    /// Aligned columns for people to read
    Table,
    /// One JSON object with all numbers, the machine and a schema version
    Json,
    /// A Markdown table for a document
    Markdown,
    /// Test cases in the XML form of `JUnit`, which the systems of a CI read
    Junit,
    /// The format `customSmallerIsBetter` of github-action-benchmark
    Github,
}

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

/// The formats of a report on a comparison.
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

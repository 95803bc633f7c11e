//! [`Report`]: the result of a replay, and the forms to write it in.

mod csv;
mod json;
mod markdown;
mod table;
pub(crate) mod units;

use serde::Serialize;

use crate::args::Format;
use crate::failure::Failure;
use crate::measurement::Summary;

/// What the replay was asked to do.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Config {
    /// Threads that solve positions.
    pub(crate) threads: u16,
    /// Threads that search one position together.
    pub(crate) search_threads: u16,
    /// MiB of each thread's table.
    pub(crate) hash_mib: usize,
    /// Milliseconds for one position, if limited.
    pub(crate) limit_ms: Option<u64>,
    /// The CPU level of the solvers' kernels.
    pub(crate) cpu: &'static str,
}

/// The numbers of every set, and of all together.
#[derive(Debug, Clone)]
pub(crate) struct Report {
    pub(crate) config: Config,
    pub(crate) sets: Vec<Summary>,
    pub(crate) totals: Summary,
}

impl Report {
    /// Returns the report as text that ends with a line break.
    pub(crate) fn render(&self, format: Format) -> Result<String, Failure> {
        match format {
            Format::Table => Ok(table::render(self)),
            Format::Json => json::render(self),
            Format::Csv => Ok(csv::render(self)),
            Format::Markdown => Ok(markdown::render(self)),
        }
    }

    /// Returns the sets and then the totals.
    fn rows(&self) -> impl Iterator<Item = &Summary> {
        self.sets.iter().chain([&self.totals])
    }
}

#[cfg(test)]
fn sample() -> Report {
    let summary = |name: &str, wrong| Summary {
        name: name.to_owned(),
        positions: 1000,
        wrong,
        unproven: 0,
        mean_us: 12.34,
        median_us: 1234.5,
        p95_us: 2_000_000.0,
        max_us: 31_000_000.0,
        mean_nodes: 1234.56,
        total_nodes: 1_234_560,
        nps: 12_345_678,
    };
    Report {
        config: Config { threads: 2, search_threads: 1, hash_mib: 64, limit_ms: None, cpu: "baseline" },
        sets: vec![summary("L2_R1", 0), summary("a,b", 0)],
        totals: summary("total", 0),
    }
}

//! [`ReplayResults`]: the results of a replay, as they are written to result files and read back.

use std::path::Path;

use marlin_support::files::read_text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::failure::Failure;
use crate::host::Host;
use crate::replay::measurement::Measured;
use crate::replay::summary::Summary;
use crate::sets::TOTAL;

/// Raised when a field changes its meaning or is removed; new fields do not raise it.
const SCHEMA_VERSION: u32 = 2;

/// The settings of a replay.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ReplayConfig {
    /// Positions that are solved at a time.
    pub(crate) jobs: u16,
    /// Threads that search one position.
    pub(crate) threads: u16,
    /// MiB of each solver's table.
    pub(crate) hash_mib: usize,
    /// Milliseconds for one position, if limited.
    pub(crate) time_ms: Option<u64>,
    /// The CPU level of the solvers' kernels.
    pub(crate) cpu: String,
    /// Rounds.
    #[serde(default = "one")]
    pub(crate) repeat: u32,
    /// The artificial slowdown of every position, in percent.
    #[serde(default)]
    pub(crate) slowdown: f64,
}

const fn one() -> u32 {
    1
}

impl ReplayConfig {
    /// Returns whether nodes are the same in every run: one thread at a position, and no clock.
    pub(crate) const fn is_deterministic(&self) -> bool {
        self.threads == 1 && self.time_ms.is_none()
    }
}

/// The identity of the search over the sets of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunSignature {
    /// A hash of the positions with the scores as computed, if all are proven.
    pub(crate) scores: Option<String>,
    /// Nodes visited, if they are the same in every run.
    pub(crate) nodes: Option<u64>,
}

/// A result file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ReplayResults {
    schema_version: u32,
    tool: String,
    version: String,
    #[serde(default)]
    pub(crate) host: Host,
    pub(crate) config: ReplayConfig,
    #[serde(default)]
    pub(crate) signatures: RunSignature,
    pub(crate) sets: Vec<Summary>,
    pub(crate) totals: Summary,
}

impl ReplayResults {
    /// Sums up a run.
    pub(crate) fn new(host: Host, config: ReplayConfig, measured: &[Measured<'_>]) -> Self {
        let totals = Summary::new(TOTAL, measured);
        let nodes = config.is_deterministic().then_some(totals.total_nodes);
        Self {
            schema_version: SCHEMA_VERSION,
            tool: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            host,
            config,
            signatures: RunSignature { scores: totals.scores.clone(), nodes },
            sets: measured.iter().map(|one| Summary::new(&one.0.name, std::slice::from_ref(one))).collect(),
            totals,
        }
    }

    /// Reads a result file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let text = read_text(path).map_err(|error| Failure::file(path, &error))?;
        Self::parse(&text).map_err(|reason| Failure::file(path, &reason))
    }

    /// Reads results from JSON, or returns the reason why the text is invalid.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let invalid =
            |error| format!("not a result file: {error} (`marlin-bench --save-baseline FILE` writes one)");
        let json: Value = serde_json::from_str(text).map_err(invalid)?;
        match json["schema_version"].as_u64() {
            Some(version) if version != u64::from(SCHEMA_VERSION) => Err(format!(
                "schema version {version}, where {SCHEMA_VERSION} is understood: use the marlin-bench that wrote it"
            )),
            _ => serde_json::from_value(json).map_err(invalid),
        }
    }

    /// Returns the summary of a set.
    pub(crate) fn set(&self, name: &str) -> Option<&Summary> {
        self.sets.iter().find(|set| set.name == name)
    }

    /// Returns the sets and then the totals.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Summary> {
        self.sets.iter().chain([&self.totals])
    }

    /// Returns a text for each set with wrong or unproven scores.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = String> {
        self.sets.iter().filter(|set| set.wrong + set.unproven > 0).map(
            |Summary { name, wrong, unproven, .. }| format!("{name}: {wrong} wrong, {unproven} unproven"),
        )
    }
}

#[cfg(test)]
pub(crate) fn sample() -> ReplayResults {
    let summary = |name: &str| Summary {
        name: name.to_owned(),
        board: Some("7x6".to_owned()),
        positions: 1000,
        wrong: 0,
        unproven: 0,
        mean_us: 12.34,
        median_us: 1234.5,
        p95_us: 2_000_000.0,
        max_us: 31_000_000.0,
        mean_nodes: 1234.56,
        total_nodes: 1_234_560,
        nps: 12_345_678,
        rounds_us: vec![12.34],
        cpu_rounds_us: Vec::new(),
        scores: Some("ab".to_owned()),
        histogram: " ".repeat(super::histogram::HISTOGRAM_HEADING.len()),
    };
    ReplayResults {
        schema_version: SCHEMA_VERSION,
        tool: "marlin-bench".to_owned(),
        version: "0.0.0".to_owned(),
        host: Host::default(),
        config: ReplayConfig {
            jobs: 2,
            threads: 1,
            hash_mib: 64,
            time_ms: None,
            cpu: "baseline".to_owned(),
            repeat: 1,
            slowdown: 0.0,
        },
        signatures: RunSignature { scores: Some("ab".to_owned()), nodes: Some(1_234_560) },
        sets: vec![summary("L2_R1"), summary("a,b|c")],
        totals: summary("total"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(results: &ReplayResults) -> serde_json::Result<String> {
        serde_json::to_string_pretty(results)
    }

    #[test]
    fn a_written_file_is_read_back() {
        let text = json(&sample()).unwrap();
        assert_eq!(json(&ReplayResults::parse(&text).unwrap()).unwrap(), text);
    }

    #[test]
    fn results_of_a_build_without_signatures_are_read() {
        let mut old: serde_json::Value = serde_json::from_str(&json(&sample()).unwrap()).unwrap();
        for field in ["host", "signatures"] {
            old.as_object_mut().unwrap().remove(field);
        }
        old["sets"][0].as_object_mut().unwrap().remove("rounds_us");
        let read = ReplayResults::parse(&old.to_string()).unwrap();
        assert_eq!((read.signatures, &read.sets[0].rounds_us[..]), (RunSignature::default(), &[][..]));
    }

    #[test]
    fn another_file_is_refused_with_the_way_to_make_a_result_file() {
        assert!(ReplayResults::parse("[]").unwrap_err().contains("--save-baseline"));
        let later = json(&sample()).unwrap().replace("\"schema_version\": 2", "\"schema_version\": 3");
        assert!(
            ReplayResults::parse(&later).unwrap_err().starts_with("schema version 3, where 2 is understood")
        );
    }
}

//! [`ReplayResults`]: the results of a replay, as they are written to result files and read back.

use std::path::Path;

use marlin_core::{BoardSize, Cpu};
use marlin_support::exit::InFile;
use marlin_support::files::read_text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use super::first_wrong;
use super::runner::{Measured, Measurement, Replay, ScoreCheck, hash_of_results};
use crate::Result;
use crate::sets::TOTAL;
use crate::stats::{geometric_mean, median, micros, nearest_rank, nodes_per_second, rounded_mean};

/// Raised when a field changes its meaning or is removed; new fields do not raise it.
const SCHEMA_VERSION: u32 = 2;

/// The settings of a replay.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ReplayConfig {
    /// Positions that are solved at a time.
    pub(crate) jobs: u16,
    /// Threads that search one position.
    pub(crate) threads: usize,
    /// MiB of each solver's table.
    pub(crate) hash_mib: usize,
    /// Milliseconds for one position, if limited.
    pub(crate) time_ms: Option<u64>,
    /// The CPU level of the solvers' kernels.
    pub(crate) cpu: String,
    /// Rounds.
    pub(crate) repeat: u32,
    /// The artificial slowdown of every position, in percent.
    pub(crate) slowdown: f64,
}

impl ReplayConfig {
    /// Returns whether nodes are the same in every run: one thread for a position, and no time limit.
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
    pub(crate) host: Host,
    pub(crate) config: ReplayConfig,
    pub(crate) signatures: RunSignature,
    pub(crate) sets: Vec<Summary>,
    pub(crate) totals: Summary,
    /// Seconds of a round on the clock: of all jobs together.
    pub(crate) elapsed_s: f64,
    /// Nodes per second of all jobs together.
    pub(crate) nps_together: u64,
    /// The mean time of the reference in each round, in microseconds; empty without one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) reference_us: Vec<f64>,
}

impl ReplayResults {
    /// Sums up a run.
    pub(crate) fn new(config: ReplayConfig, (measured, elapsed): &Replay<'_>) -> Self {
        let totals = Summary::new(TOTAL, measured);
        let nodes = config.is_deterministic().then_some(totals.total_nodes);
        let with_reference =
            measured.iter().flat_map(|(_, of_set)| of_set).filter(|m| !m.reference_us.is_empty());
        let measurements: Vec<_> = with_reference.collect();
        Self {
            schema_version: SCHEMA_VERSION,
            tool: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            host: Host::detect(),
            config,
            signatures: RunSignature { scores: totals.scores.clone(), nodes },
            sets: measured.iter().map(|one| Summary::new(&one.0.name, std::slice::from_ref(one))).collect(),
            elapsed_s: rounded_mean(elapsed.as_secs_f64()),
            nps_together: nodes_per_second(totals.total_nodes, micros(*elapsed)),
            reference_us: mean_of_rounds(&measurements, |m| &m.reference_us),
            totals,
        }
    }

    /// Reads a result file.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = read_text(path).in_file(path)?;
        Self::parse(&text).in_file(path)
    }

    /// Reads results from JSON, or returns the reason why the text is invalid.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let invalid =
            |error| format!("not a result file: {error} (`marlin-bench --save-baseline FILE` writes one)");
        let json: Value = serde_json::from_str(text).map_err(invalid)?;
        match json["schema_version"].as_u64() {
            Some(version) if version != u64::from(SCHEMA_VERSION) => Err(format!(
                "schema version {version}, but this program reads version {SCHEMA_VERSION}: use the marlin-bench that wrote it"
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

    /// Returns the last lines of a run: the one that tools look for, and the speed of all jobs together.
    pub(crate) fn last_lines(&self) -> String {
        let Self { totals, elapsed_s, nps_together, config: ReplayConfig { jobs, .. }, .. } = self;
        let (bench, Summary { total_nodes: nodes, nps, .. }) = (totals.bench_line(), totals);
        let jobs = format!("{jobs} job{}", if *jobs == 1 { "" } else { "s" });
        format!(
            "{bench}\n{jobs}: {nodes} nodes in {elapsed_s:.2} s, {nps_together} nodes/s together, {nps} nodes/s of one"
        )
    }

    /// Returns a text for each set with wrong or unproven scores.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = String> {
        self.sets.iter().filter_map(Summary::remark)
    }
}

/// The machine that a run was made on. Unknown values are `None` or empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Host {
    pub(crate) os: String,
    pub(crate) arch: String,
    /// The name of the processor.
    pub(crate) processor: Option<String>,
    /// Threads that can run at once.
    pub(crate) threads: usize,
    pub(crate) memory_mib: Option<u64>,
    /// The CPU levels that a search may use here.
    pub(crate) levels: Vec<String>,
}

impl Host {
    /// Returns the description of this machine.
    pub(crate) fn detect() -> Self {
        let wanted = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(wanted);
        let processor = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
        Self {
            os: System::long_os_version().unwrap_or_else(|| std::env::consts::OS.to_owned()),
            arch: std::env::consts::ARCH.to_owned(),
            processor: processor.filter(|name| !name.is_empty()),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory_mib: Some(system.total_memory() >> 20).filter(|&mib| mib > 0),
            levels: Cpu::available().map(|cpu| cpu.name().to_owned()).collect(),
        }
    }
}

/// The figures of a set, or of several together. Times are of one position, in microseconds.
///
/// Positions are averaged arithmetically, and rounds geometrically. So the ratio of two means is the mean of
/// the ratios, and a comparison shows the same mean as the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Summary {
    pub(crate) name: String,
    /// The board, as in 7x6; `None` for sets of several boards together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) board: Option<String>,
    pub(crate) positions: usize,
    pub(crate) wrong: usize,
    pub(crate) unproven: usize,
    /// The geometric mean of `rounds_us`.
    pub(crate) mean_us: f64,
    pub(crate) median_us: f64,
    pub(crate) p95_us: f64,
    pub(crate) max_us: f64,
    pub(crate) mean_nodes: f64,
    pub(crate) total_nodes: u64,
    /// Nodes per second of solving time: the speed of one search, for any number of jobs.
    pub(crate) nps: u64,
    /// The mean time in each round.
    pub(crate) rounds_us: Vec<f64>,
    /// The mean CPU time in each round; empty if it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cpu_rounds_us: Vec<f64>,
    /// The score signature: a hash of the positions with the scores as computed, if all are proven.
    pub(crate) scores: Option<String>,
    /// The first wrong score, with the command that reproduces it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) first_wrong: Option<String>,
    /// The distribution of the times as text.
    #[serde(skip)]
    pub(crate) histogram: String,
}

impl Summary {
    /// Sums up the measurements of one set or more.
    pub(crate) fn new(name: &str, results: &[Measured<'_>]) -> Self {
        let measurements: Vec<_> = results.iter().flat_map(|(_, measured)| measured).collect();
        let count = |check| measurements.iter().filter(|m| m.check == check).count();
        let mut times: Vec<f64> = measurements.iter().map(|m| m.time_us()).collect();
        times.sort_by(f64::total_cmp);
        let total_nodes = measurements.iter().map(|m| m.nodes).sum();
        let positions = measurements.len();
        let has_all = |board: &BoardSize| results.iter().all(|(set, _)| set.board == *board);
        let board = results.first().map(|(set, _)| set.board).filter(has_all);
        let rounds_us = mean_of_rounds(&measurements, |m| &m.rounds_us);
        let mean_us = geometric_mean(&rounds_us);
        Self {
            name: name.to_owned(),
            board: board.map(|board| board.to_string()),
            positions,
            wrong: count(ScoreCheck::Wrong),
            unproven: count(ScoreCheck::Unproven),
            mean_us,
            median_us: rounded_mean(median(&times)),
            p95_us: nearest_rank(&times, 95),
            max_us: nearest_rank(&times, 100),
            mean_nodes: rounded_mean(total_nodes as f64 / positions.max(1) as f64),
            total_nodes,
            nps: nodes_per_second(total_nodes, mean_us * positions as f64),
            rounds_us,
            cpu_rounds_us: mean_of_rounds(&measurements, |m| &m.cpu_rounds_us),
            scores: hash_of_results(results),
            first_wrong: first_wrong(results),
            histogram: histogram(&times),
        }
    }

    /// Returns the geometric mean of the CPU times of the rounds, `None` if they are not known.
    pub(crate) fn mean_cpu_us(&self) -> Option<f64> {
        (!self.cpu_rounds_us.is_empty()).then(|| geometric_mean(&self.cpu_rounds_us))
    }

    /// Returns a text on wrong or unproven scores, if there are any.
    pub(crate) fn remark(&self) -> Option<String> {
        let Self { name, wrong, unproven, first_wrong, .. } = self;
        let first = first_wrong.as_ref().map_or_else(String::new, |first| format!("; {first}"));
        (wrong + unproven > 0).then(|| format!("{name}: {wrong} wrong, {unproven} unproven{first}"))
    }

    /// Returns the line that tools look for at the end of a benchmark.
    pub(crate) fn bench_line(&self) -> String {
        format!("Bench: {} nodes {} nps", self.total_nodes, self.nps)
    }
}

/// Returns the mean time of a position in each round.
fn mean_of_rounds(measurements: &[&Measurement], times: fn(&Measurement) -> &[f64]) -> Vec<f64> {
    let rounds = measurements.iter().map(|m| times(m).len()).min().unwrap_or(0);
    let mean = |round: usize| {
        rounded_mean(measurements.iter().map(|m| times(m)[round]).sum::<f64>() / measurements.len() as f64)
    };
    (0..rounds).map(mean).collect()
}

/// The heading of a histogram, of the same width: each label begins at its time.
pub(crate) const HISTOGRAM_HEADING: &str = "1us......1ms......1s....";

/// Characters of a histogram.
const BUCKETS: usize = HISTOGRAM_HEADING.len();

/// Characters for ten times as long.
const BUCKETS_PER_DECADE: f64 = 3.0;

/// Draws a histogram: a character for each part of a logarithmic scale.
fn histogram(times: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let mut counts = [0; BUCKETS];
    for time in times {
        counts[bucket(*time)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    counts
        .map(|count| if count == 0 { ' ' } else { BARS[(count * BARS.len()).div_ceil(most) - 1] })
        .iter()
        .collect()
}

/// Returns the index of the character for a time in microseconds. Times beyond the scale count at its ends.
fn bucket(time: f64) -> usize {
    // A negative number becomes 0.
    ((time.max(1e-3).log10() * BUCKETS_PER_DECADE) as usize).min(BUCKETS - 1)
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;

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
            first_wrong: None,
            histogram: " ".repeat(HISTOGRAM_HEADING.len()),
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
            elapsed_s: 0.25,
            nps_together: 4_938_240,
            reference_us: vec![100.0; 3],
        }
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::{Bounds, Game, Score};

    use super::samples::sample;
    use super::*;
    use crate::sets::PositionSet;

    fn json(results: &ReplayResults) -> serde_json::Result<String> {
        serde_json::to_string_pretty(results)
    }

    #[test]
    fn a_written_file_is_read_back() {
        let text = json(&sample()).unwrap();
        assert_eq!(json(&ReplayResults::parse(&text).unwrap()).unwrap(), text);
    }

    #[test]
    fn another_file_is_refused_with_the_way_to_make_a_result_file() {
        assert!(ReplayResults::parse("[]").unwrap_err().contains("--save-baseline"));
        let later = json(&sample()).unwrap().replace("\"schema_version\": 2", "\"schema_version\": 3");
        assert!(
            ReplayResults::parse(&later)
                .unwrap_err()
                .starts_with("schema version 3, but this program reads version 2")
        );
    }

    fn summary(times: &[(f64, u64)]) -> Summary {
        let (board, draw) = (BoardSize::STANDARD, Score::DRAW);
        let line = (Game::on(board), draw);
        let set = PositionSet { name: "x".to_owned(), board, lines: vec![line; times.len()] };
        let measurement = |&(time, nodes): &(f64, u64)| Measurement {
            bounds: Bounds::exact(draw),
            nodes,
            is_deterministic: true,
            rounds_us: vec![time, time + 2.0],
            cpu_rounds_us: Vec::new(),
            reference_us: Vec::new(),
            check: ScoreCheck::Right,
        };
        Summary::new("x", &[(&set, times.iter().map(measurement).collect())])
    }

    #[test]
    fn statistics_are_those_of_the_textbook() {
        let times: Vec<_> = (1..=20_u32).map(|k| (f64::from(k) * 10.0 - 1.0, k.into())).collect();
        let summary = summary(&times);
        assert_eq!((summary.positions, summary.total_nodes), (20, 210));
        assert_eq!((summary.median_us.round(), summary.p95_us.round()), (105.0, 190.0));
        assert_eq!((summary.max_us.round(), summary.mean_nodes), (200.0, 10.5));
        assert_eq!(summary.nps, 100_004, "a round takes 104 us a position, and another 106");
        assert_eq!(summary.bench_line(), "Bench: 210 nodes 100004 nps");
        assert_eq!(summary.rounds_us, [104.0, 106.0]);
    }

    #[test]
    fn one_position_is_its_own_statistics() {
        let summary = summary(&[(6.0, 1)]);
        for time in [summary.mean_us, summary.median_us, summary.p95_us, summary.max_us] {
            assert!((time - 48.0_f64.sqrt()).abs() < 1e-6, "rounds of 6 and 8 us");
        }
    }

    #[test]
    fn the_histogram_has_a_bar_where_the_times_are() {
        assert_eq!(histogram(&[0.2, 1.5, 2.0, 2.1, 1100.0, 1e9]), "█        ▂             ▂");
        for (label, time) in [("1us", 1.01), ("1ms", 1.01e3), ("1s", 1.01e6)] {
            assert_eq!(HISTOGRAM_HEADING.find(label), Some(bucket(time)), "{label}");
        }
        assert_eq!(histogram(&[]).len(), BUCKETS);
    }

    #[test]
    fn the_host_has_an_operating_system_and_at_least_one_cpu_level() {
        let host = Host::detect();
        assert!(!host.os.is_empty() && !host.levels.is_empty() && host.threads > 0, "{host:?}");
    }
}

//! What is measured at one position, and what that says about a whole set.

use std::time::Duration;

use marlin_core::{Bounds, Report};
use serde::Serialize;

/// One position, solved or given up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measurement {
    /// What was proven.
    pub(crate) bounds: Bounds,
    /// Nodes visited.
    pub(crate) nodes: u64,
    /// Time taken.
    pub(crate) elapsed: Duration,
    /// What the set says about it.
    pub(crate) verdict: Verdict,
}

/// How what was proven compares to the score that was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The expected score is proven.
    Right,
    /// The expected score is excluded.
    Wrong,
    /// Time ran out with the expected score still possible.
    Unproven,
}

impl Measurement {
    /// Compares a report with the score that was expected.
    pub(crate) fn new(report: &Report, expected: marlin_core::Score) -> Self {
        let bounds = report.bounds;
        let verdict = if expected < bounds.lower() || bounds.upper() < expected {
            Verdict::Wrong
        } else if bounds.score().is_some() {
            Verdict::Right
        } else {
            Verdict::Unproven
        };
        Self { bounds, nodes: report.nodes, elapsed: report.elapsed, verdict }
    }
}

/// The numbers of a set, or of several together. Times are of one position, in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Summary {
    pub(crate) name: String,
    pub(crate) positions: usize,
    pub(crate) wrong: usize,
    pub(crate) unproven: usize,
    pub(crate) mean_us: f64,
    pub(crate) median_us: f64,
    pub(crate) p95_us: f64,
    pub(crate) max_us: f64,
    pub(crate) mean_nodes: f64,
    pub(crate) total_nodes: u64,
    /// Nodes per second of solving time: what one thread does, however many there are.
    pub(crate) nps: u64,
}

impl Summary {
    /// Sums up measurements, of which there is at least one.
    pub(crate) fn new<'a>(name: &str, measurements: impl IntoIterator<Item = &'a Measurement>) -> Self {
        let measurements: Vec<_> = measurements.into_iter().collect();
        let count = |verdict| measurements.iter().filter(|m| m.verdict == verdict).count();
        let mut times: Vec<f64> = measurements.iter().map(|m| m.elapsed.as_secs_f64() * 1e6).collect();
        times.sort_by(f64::total_cmp);
        let total_us: f64 = times.iter().sum();
        let total_nodes = measurements.iter().map(|m| m.nodes).sum();
        let positions = measurements.len();
        Self {
            name: name.to_owned(),
            positions,
            wrong: count(Verdict::Wrong),
            unproven: count(Verdict::Unproven),
            mean_us: total_us / positions.max(1) as f64,
            median_us: median(&times),
            p95_us: nearest_rank(&times, 95),
            max_us: nearest_rank(&times, 100),
            mean_nodes: total_nodes as f64 / positions.max(1) as f64,
            total_nodes,
            nps: (total_nodes as f64 / total_us.max(1e-3) * 1e6) as u64,
        }
    }

    /// Returns the line that tools look for at the end of a benchmark.
    pub(crate) fn bench_line(&self) -> String {
        format!("Bench: {} nodes {} nps", self.total_nodes, self.nps)
    }
}

/// Returns the middle of sorted values, of an even number the mean of the two in the middle.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted {
        [] => 0.0,
        _ if sorted.len() % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// Returns the smallest of sorted values that at least `percent` of them don't exceed.
fn nearest_rank(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use marlin_core::{Limits, Position, Score, Solver};

    fn measurement(micros: u64, nodes: u64) -> Measurement {
        let bounds = Bounds::exact(Score::DRAW);
        Measurement { bounds, nodes, elapsed: Duration::from_micros(micros), verdict: Verdict::Right }
    }

    #[test]
    fn statistics_are_those_of_the_textbook() {
        let measurements: Vec<_> = (1..=20).map(|k| measurement(k * 10, k)).collect();
        let summary = Summary::new("x", &measurements);
        assert_eq!((summary.positions, summary.total_nodes), (20, 210));
        assert_eq!((summary.median_us.round(), summary.p95_us.round()), (105.0, 190.0));
        assert_eq!((summary.max_us.round(), summary.mean_nodes), (200.0, 10.5));
        assert_eq!(summary.nps, 100_000);
        assert_eq!(summary.bench_line(), "Bench: 210 nodes 100000 nps");
    }

    #[test]
    fn one_position_is_its_own_statistics() {
        let summary = Summary::new("x", &[measurement(7, 1)]);
        for time in [summary.mean_us, summary.median_us, summary.p95_us, summary.max_us] {
            assert!((time - 7.0).abs() < 1e-9);
        }
    }

    #[test]
    fn only_a_proven_score_is_right_or_wrong() {
        let solver = Solver::new().without_book();
        let no_nodes = Limits { nodes: Some(0), ..Limits::NONE };
        let position: Position = "44".parse().unwrap();
        let report = solver.solve_within(&position, &no_nodes, &mut |_| {});
        assert_eq!(Measurement::new(&report, Score::DRAW).verdict, Verdict::Unproven);

        let won: Position = "444333".parse().unwrap();
        let report = solver.solve_within(&won, &Limits::NONE, &mut |_| {});
        let score = report.bounds.score().unwrap();
        assert_eq!(Measurement::new(&report, score).verdict, Verdict::Right);
        assert_eq!(Measurement::new(&report, -score).verdict, Verdict::Wrong);
    }
}

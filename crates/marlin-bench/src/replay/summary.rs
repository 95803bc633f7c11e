//! [`Summary`]: the figures of a set.

use marlin_core::BoardSize;
use serde::{Deserialize, Serialize};

use super::histogram::histogram;
use super::measurement::{Measured, Measurement, ScoreCheck};
use super::score_hash;
use crate::stats::{geometric_mean, median, nearest_rank, nodes_per_second, rounded_mean};

/// The figures of a set, or of several together. Times are of one position, in microseconds.
///
/// Positions are averaged arithmetically, and rounds geometrically. So the ratio of two means is the mean of the ratios, and
/// a comparison shows the same mean as the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Summary {
    pub(crate) name: String,
    /// The board, as in 7x6; `None` for sets of several boards together, and in files of builds that supported 7x6 alone.
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
    /// The mean time in each round; empty in files of builds without rounds.
    #[serde(default)]
    pub(crate) rounds_us: Vec<f64>,
    /// The mean CPU time in each round; empty if it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cpu_rounds_us: Vec<f64>,
    /// The score signature: a hash of the positions with the scores as computed, if all are proven.
    #[serde(default)]
    pub(crate) scores: Option<String>,
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
        let rounds_us = mean_of_rounds(&measurements, |m| &m.rounds_us);
        let mean_us = geometric_mean(&rounds_us);
        Self {
            name: name.to_owned(),
            board: common_board(results).map(|board| board.to_string()),
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
            scores: score_hash::of_results(results),
            histogram: histogram(&times),
        }
    }

    /// Returns the geometric mean of the CPU times of the rounds, `None` if they are not known.
    pub(crate) fn mean_cpu_us(&self) -> Option<f64> {
        (!self.cpu_rounds_us.is_empty()).then(|| geometric_mean(&self.cpu_rounds_us))
    }

    /// Returns the line that tools look for at the end of a benchmark.
    pub(crate) fn bench_line(&self) -> String {
        format!("Bench: {} nodes {} nps", self.total_nodes, self.nps)
    }
}

/// Returns the board of some sets, `None` if they are of several.
fn common_board(results: &[Measured<'_>]) -> Option<BoardSize> {
    let mut boards = results.iter().map(|(set, _)| set.board);
    let first = boards.next()?;
    boards.all(|board| board == first).then_some(first)
}

/// Returns the mean time of a position in each round.
fn mean_of_rounds(measurements: &[&Measurement], times: fn(&Measurement) -> &[f64]) -> Vec<f64> {
    let rounds = measurements.iter().map(|m| times(m).len()).min().unwrap_or(0);
    let mean = |round: usize| {
        rounded_mean(measurements.iter().map(|m| times(m)[round]).sum::<f64>() / measurements.len() as f64)
    };
    (0..rounds).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::PositionSet;
    use marlin_core::{Bounds, Game, Score};

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
}

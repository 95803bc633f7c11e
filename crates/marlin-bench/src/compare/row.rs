//! [`Row`]: a set in two runs, side by side.

use serde::Serialize;

use super::thresholds::Thresholds;
use super::verdict::{Verdict, Verdicts};
use crate::ratio::{Ratio, percent};
use crate::replay::summary::Summary;
use crate::stats::geometric_mean;

/// A set in two runs. Times are of one position, in microseconds.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) old_us: f64,
    pub(crate) new_us: f64,
    /// New time to old time.
    pub(crate) time: Ratio,
    pub(crate) old_nodes: u64,
    pub(crate) new_nodes: u64,
    pub(crate) verdict: Verdicts,
}

impl Row {
    /// Compares times that were measured apart.
    pub(crate) fn apart(name: &str, old: &Run, new: &Run, thresholds: &Thresholds) -> Self {
        let time = Ratio::of_samples(&old.rounds_us, &new.rounds_us);
        Self::new(name, old, new, time, thresholds)
    }

    /// Compares times that were measured side by side, round by round.
    pub(crate) fn paired(name: &str, old: &Run, new: &Run, thresholds: &Thresholds) -> Self {
        let pairs: Vec<_> = old.rounds_us.iter().copied().zip(new.rounds_us.iter().copied()).collect();
        Self::new(name, old, new, Ratio::of_pairs(&pairs), thresholds)
    }

    fn new(name: &str, old: &Run, new: &Run, time: Ratio, thresholds: &Thresholds) -> Self {
        Self {
            name: name.to_owned(),
            old_us: geometric_mean(&old.rounds_us),
            new_us: geometric_mean(&new.rounds_us),
            time,
            old_nodes: old.nodes,
            new_nodes: new.nodes,
            verdict: Verdicts::new(time, nodes_ratio(old.nodes, new.nodes), thresholds),
        }
    }

    /// Returns new nodes to old nodes.
    pub(crate) fn nodes(&self) -> f64 {
        nodes_ratio(self.old_nodes, self.new_nodes)
    }

    /// Describes the measures that are worse than they may be.
    pub(crate) fn regressions(&self, thresholds: &Thresholds) -> impl Iterator<Item = String> {
        let Self { name, verdict, .. } = self;
        let time = thresholds.fail_time.filter(|_| verdict.time == Some(Verdict::Fail));
        let nodes = thresholds.fail_nodes.filter(|_| verdict.nodes == Some(Verdict::Fail));
        let time =
            time.map(|allowed| format!("{name}: {} % time, {allowed} % allowed", self.time.percent_text()));
        let nodes = nodes.map(|allowed| {
            let (old, new) = (self.old_nodes, self.new_nodes);
            format!("{name}: {:+.2} % nodes ({old}, now {new}), {allowed} % allowed", percent(self.nodes()))
        });
        time.into_iter().chain(nodes)
    }
}

/// Returns new nodes to old nodes.
fn nodes_ratio(old: u64, new: u64) -> f64 {
    // Positions that the rules decide take no nodes. Compared with no nodes, any number is infinitely more.
    if old == new { 1.0 } else { new as f64 / old as f64 }
}

/// The measurements of one side at a set, or at several together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Run {
    positions: usize,
    nodes: u64,
    /// The mean time of a position in each round.
    rounds_us: Vec<f64>,
}

impl Run {
    pub(crate) fn of(summary: &Summary) -> Self {
        let rounds = &summary.rounds_us;
        let rounds_us = if rounds.is_empty() { vec![summary.mean_us] } else { rounds.clone() };
        Self { positions: summary.positions, nodes: summary.total_nodes, rounds_us }
    }

    /// Returns the runs of one build over a set as one. Each round has two runs, and counts by their geometric mean.
    pub(crate) fn of_rounds(summaries: &[&Summary]) -> Self {
        let times: Vec<_> = summaries.iter().map(|summary| summary.mean_us).collect();
        let first = summaries.first();
        Self {
            positions: first.map_or(0, |summary| summary.positions),
            nodes: first.map_or(0, |summary| summary.total_nodes),
            rounds_us: times.chunks(2).map(geometric_mean).collect(),
        }
    }

    /// Returns several sets as one.
    pub(crate) fn total(sets: &[Self]) -> Self {
        let positions: usize = sets.iter().map(|set| set.positions).sum();
        let rounds = sets.iter().map(|set| set.rounds_us.len()).min().unwrap_or(0);
        let of_round = |round: usize| {
            let sum: f64 = sets.iter().map(|set| set.rounds_us[round] * set.positions as f64).sum();
            sum / positions.max(1) as f64
        };
        let nodes = sets.iter().map(|set| set.nodes).sum();
        Self { positions, nodes, rounds_us: (0..rounds).map(of_round).collect() }
    }
}

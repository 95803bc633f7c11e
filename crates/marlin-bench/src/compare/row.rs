//! [`Row`]: a set in two runs, side by side.

use serde::Serialize;

use super::verdict::{Thresholds, Verdict, Verdicts};
use crate::replay::results::Summary;
use crate::stats::{Ratio, geometric_mean, percent};

/// A set in two runs. Times are of one position, in microseconds.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) old_us: f64,
    pub(crate) new_us: f64,
    /// New time to old time.
    pub(crate) time: Ratio,
    /// New CPU time to old CPU time, if both runs have it: then it is judged, because other work on the machine changes it
    /// far less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cpu_time: Option<Ratio>,
    pub(crate) old_nodes: u64,
    pub(crate) new_nodes: u64,
    pub(crate) verdict: Verdicts,
}

/// Returns the ratio of new times to old ones, which were measured in rounds.
pub(super) type RatioOfTimes = fn(&[f64], &[f64]) -> Ratio;

impl Row {
    pub(super) fn new(
        name: &str,
        [old, new]: [&RunFigures; 2],
        ratio: RatioOfTimes,
        thresholds: &Thresholds,
    ) -> Self {
        let time = ratio(&old.rounds_us, &new.rounds_us);
        let has_cpu_time =
            |run: &RunFigures| !run.rounds_us.is_empty() && run.cpu_rounds_us.len() == run.rounds_us.len();
        let cpu_time =
            (has_cpu_time(old) && has_cpu_time(new)).then(|| ratio(&old.cpu_rounds_us, &new.cpu_rounds_us));
        Self {
            name: name.to_owned(),
            old_us: geometric_mean(&old.rounds_us),
            new_us: geometric_mean(&new.rounds_us),
            time,
            cpu_time,
            old_nodes: old.nodes,
            new_nodes: new.nodes,
            verdict: Verdicts::new(cpu_time.unwrap_or(time), nodes_ratio(old.nodes, new.nodes), thresholds),
        }
    }

    /// Returns the ratio of times that is judged.
    pub(crate) fn judged_time(&self) -> Ratio {
        self.cpu_time.unwrap_or(self.time)
    }

    /// Returns new nodes to old nodes.
    pub(crate) fn nodes(&self) -> f64 {
        nodes_ratio(self.old_nodes, self.new_nodes)
    }

    /// Describes the measures that exceed their thresholds.
    pub(crate) fn regressions(&self, thresholds: &Thresholds) -> impl Iterator<Item = String> {
        let Self { name, verdict, .. } = self;
        let time = thresholds.fail_time.filter(|_| verdict.time == Some(Verdict::Fail));
        let nodes = thresholds.fail_nodes.filter(|_| verdict.nodes == Some(Verdict::Fail));
        let measure = if self.cpu_time.is_some() { "CPU time" } else { "time" };
        let more = self.judged_time().percent_text();
        let time = time.map(|allowed| format!("{name}: {more} % {measure}, {allowed} % allowed"));
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

/// The figures of one run on a set, or on several together.
#[derive(Debug, Clone, Default)]
pub(crate) struct RunFigures {
    positions: usize,
    nodes: u64,
    /// The mean time of a position in each round.
    rounds_us: Vec<f64>,
    /// The mean CPU time of a position in each round; empty if it is not known.
    cpu_rounds_us: Vec<f64>,
}

impl RunFigures {
    pub(crate) fn of(summary: &Summary) -> Self {
        let rounds = &summary.rounds_us;
        let rounds_us = if rounds.is_empty() { vec![summary.mean_us] } else { rounds.clone() };
        let cpu_rounds_us = summary.cpu_rounds_us.clone();
        Self { positions: summary.positions, nodes: summary.total_nodes, rounds_us, cpu_rounds_us }
    }

    /// Returns the runs of one build over a set as one. Each round has two runs, and counts by their geometric mean.
    pub(crate) fn of_rounds(summaries: &[&Summary]) -> Self {
        let times: Vec<_> = summaries.iter().map(|summary| summary.mean_us).collect();
        let cpu_times: Option<Vec<_>> = summaries.iter().map(|summary| summary.mean_cpu_us()).collect();
        let of_rounds = |times: &[f64]| times.chunks(2).map(geometric_mean).collect();
        let first = summaries.first();
        Self {
            positions: first.map_or(0, |summary| summary.positions),
            nodes: first.map_or(0, |summary| summary.total_nodes),
            rounds_us: of_rounds(&times),
            cpu_rounds_us: of_rounds(&cpu_times.unwrap_or_default()),
        }
    }

    /// Returns several sets as one.
    pub(crate) fn total(sets: &[Self]) -> Self {
        let positions: usize = sets.iter().map(|set| set.positions).sum();
        let mean = |times: fn(&Self) -> &[f64]| {
            let rounds = sets.iter().map(|set| times(set).len()).min().unwrap_or(0);
            let of_round = |round: usize| {
                let sum: f64 = sets.iter().map(|set| times(set)[round] * set.positions as f64).sum();
                sum / positions.max(1) as f64
            };
            (0..rounds).map(of_round).collect()
        };
        let nodes = sets.iter().map(|set| set.nodes).sum();
        let (rounds_us, cpu_rounds_us) = (mean(|set| &set.rounds_us), mean(|set| &set.cpu_rounds_us));
        Self { positions, nodes, rounds_us, cpu_rounds_us }
    }
}

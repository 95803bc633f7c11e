//! [`Row`]: a set in two runs, side by side, and its [`Verdict`].

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::args::percentage;
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
    /// New CPU time to old CPU time, if both runs have it: then it is judged, because other work on the
    /// machine changes it far less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cpu_time: Option<Ratio>,
    /// The ratio that is judged: of CPU times if both runs have them, and corrected by the reference if the
    /// runs were made apart.
    pub(crate) judged: Ratio,
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
        reference: Option<[&[f64]; 2]>,
        thresholds: &Thresholds,
    ) -> Self {
        let clock = [&old.rounds_us[..], &new.rounds_us];
        let cpu = [&old.cpu_rounds_us[..], &new.cpu_rounds_us];
        let time = ratio(clock[0], clock[1]);
        let has_cpu_time =
            |run: &RunFigures| !run.rounds_us.is_empty() && run.cpu_rounds_us.len() == run.rounds_us.len();
        let cpu_time = (has_cpu_time(old) && has_cpu_time(new)).then(|| ratio(cpu[0], cpu[1]));
        let judged = match reference {
            Some(reference) => Ratio::corrected(if cpu_time.is_some() { cpu } else { clock }, reference),
            None => cpu_time.unwrap_or(time),
        };
        let of_time = |allowed| match of_time(judged, limit(allowed), reference.is_some()) {
            Verdict::Fail if is_shorter(time) => Verdict::Unclear,
            verdict => verdict,
        };
        let exceeds = |allowed: f64| nodes_ratio(old.nodes, new.nodes) > limit(allowed);
        let of_nodes = |allowed| if exceeds(allowed) { Verdict::Fail } else { Verdict::Pass };
        Self {
            name: name.to_owned(),
            old_us: geometric_mean(&old.rounds_us),
            new_us: geometric_mean(&new.rounds_us),
            time,
            cpu_time,
            judged,
            old_nodes: old.nodes,
            new_nodes: new.nodes,
            verdict: Verdicts {
                time: thresholds.fail_time.map(of_time),
                nodes: thresholds.fail_nodes.map(of_nodes),
            },
        }
    }

    /// Returns the ratio of times that is judged with its interval, as text.
    pub(crate) fn judged_text(&self) -> String {
        let measure = if self.cpu_time.is_some() { "CPU time" } else { "time" };
        let clock =
            Some(self.time.interval_text()).filter(|_| is_shorter(self.time) && self.cpu_time.is_some());
        let clock = clock.map_or_else(String::new, |clock| format!(", on the clock {clock}"));
        format!("{} % {measure}, {}{clock}", self.judged.percent_text(), self.judged.interval_text())
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
        let more = self.judged.percent_text();
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
    // Positions that the rules decide take no nodes, and the ratio of any other number to 0 is infinite.
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

    /// Returns the runs of one build over a set as one. Each round has two runs, and counts by their
    /// geometric mean.
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
    pub(crate) fn total(sets: &[&Self]) -> Self {
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

/// The limits of a comparison, in percent. A difference without a threshold is only reported.
#[derive(Debug, Clone, Copy, Args, Serialize)]
pub(crate) struct Thresholds {
    /// Exit with 3 if the time of a set grows by more than PCT percent, and its confidence interval is above
    /// 0 %
    #[arg(long, value_name = "PCT", value_parser = percentage)]
    pub(crate) fail_time: Option<f64>,
    /// Exit with 3 if the nodes of a set grow by more than PCT percent; node counts are exact, so 0 makes
    /// sense
    #[arg(long, value_name = "PCT", value_parser = percentage)]
    pub(crate) fail_nodes: Option<f64>,
    /// Exit code if the interval of a time is too wide for --fail-time to decide
    #[arg(long, value_enum, value_name = "VERDICT", default_value_t = OnUnclear::Pass, requires = "fail_time")]
    pub(crate) on_unclear: OnUnclear,
}

/// The exit code of a run with unclear times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OnUnclear {
    /// Exit with 0, and warn
    Pass,
    /// Exit with 3
    Fail,
}

impl Thresholds {
    /// No limits.
    pub(crate) const NONE: Self = Self { fail_time: None, fail_nodes: None, on_unclear: OnUnclear::Pass };

    /// Returns whether there is a threshold.
    pub(crate) const fn has_any(&self) -> bool {
        self.fail_time.is_some() || self.fail_nodes.is_some()
    }

    /// Describes the thresholds, and the measures without one.
    pub(crate) fn describe(&self) -> String {
        let describe = |measure: &str, allowed: Option<f64>| {
            let allowed = allowed.map(|allowed| format!("{measure}: at most {allowed} % more"));
            allowed.unwrap_or_else(|| format!("{measure}: not judged without --fail-{measure}"))
        };
        format!("{}; {}", describe("time", self.fail_time), describe("nodes", self.fail_nodes))
    }
}

/// The result of comparing a measure with its threshold, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// The measure is within its threshold.
    Pass,
    /// The interval of a time is too wide for a decision.
    Unclear,
    /// The measure exceeds its threshold.
    Fail,
}

/// The verdicts on the two measures of a set, `None` for a measure without a threshold.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Verdicts {
    pub(crate) time: Option<Verdict>,
    pub(crate) nodes: Option<Verdict>,
}

/// Returns the maximum ratio that a threshold in percent allows.
fn limit(allowed: f64) -> f64 {
    1.0 + allowed / 100.0
}

/// Returns whether a time has become shorter beyond chance.
fn is_shorter(time: Ratio) -> bool {
    time.interval.is_some_and(|(_, upper)| upper < 1.0)
}

/// Returns the verdict on a time. It fails if it exceeds the limit and the interval is above 1. Of runs that
/// were made apart the whole interval must exceed the limit, because an interval of rounds does not show how
/// runs differ.
///
/// It passes only if the interval is narrow enough. Either the whole interval is within the limit. Or the
/// interval extends from the estimate to each side by at most the factor `limit`: then any estimate beyond
/// the limit would have had its interval above 1, and so would have failed. With a wider interval a time
/// beyond the limit might not fail.
fn of_time(Ratio { estimate, interval }: Ratio, limit: f64, is_apart: bool) -> Verdict {
    match interval {
        Some((lower, _)) if lower > if is_apart { limit } else { 1.0 } && estimate > limit => Verdict::Fail,
        Some((_, upper)) if upper <= limit => Verdict::Pass,
        Some(_) if is_apart && estimate > limit => Verdict::Unclear,
        // In logarithms the estimate is the middle, so both sides are the same factor.
        Some((lower, _)) if estimate / lower <= limit => Verdict::Pass,
        _ => Verdict::Unclear,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(estimate: f64, factor: f64) -> Ratio {
        Ratio { estimate, interval: Some((estimate / factor, estimate * factor)) }
    }

    #[test]
    fn a_time_beyond_the_threshold_never_passes() {
        for (allowed, is_apart) in
            [0.0, 1.0, 5.0, 100.0].into_iter().flat_map(|allowed| [(allowed, false), (allowed, true)])
        {
            let limit = limit(allowed);
            for estimate in (1..=300).map(|percent| f64::from(percent) / 100.0) {
                for factor in [1.0, 1.001, 1.01, 1.04, 1.05, 1.06, 1.5, 3.0, 1e9] {
                    let verdict = of_time(ratio(estimate, factor), limit, is_apart);
                    assert!(
                        verdict != Verdict::Pass || estimate <= limit,
                        "{estimate} by {factor}, {allowed} % allowed"
                    );
                }
            }
        }
    }

    #[test]
    fn only_an_interval_that_is_too_wide_and_not_all_on_one_side_is_unclear() {
        let cases = [
            (ratio(1.0, 1.04), Verdict::Pass, "narrow enough to see 5 %"),
            (ratio(1.03, 1.04), Verdict::Pass, "more, but not too much, and well known"),
            (ratio(1.0, 1.06), Verdict::Unclear, "6 % might hide"),
            (ratio(1.06, 1.1), Verdict::Unclear, "beyond the threshold, or not"),
            (ratio(1.2, 1.1), Verdict::Fail, "wide, and above 1 as a whole"),
            (ratio(0.5, 1.9), Verdict::Pass, "wide, and below the limit as a whole"),
            (Ratio { estimate: 1.0, interval: None }, Verdict::Unclear, "a single time"),
            (Ratio { estimate: 0.0, interval: Some((0.0, f64::INFINITY)) }, Verdict::Unclear, "anything"),
        ];
        for (time, expected, reason) in cases {
            assert_eq!(of_time(time, limit(5.0), false), expected, "{reason}");
        }
        for (time, expected) in [
            (ratio(1.2, 1.1), Verdict::Fail),
            (ratio(1.1, 1.06), Verdict::Unclear),
            (ratio(1.0, 1.04), Verdict::Pass),
        ] {
            assert_eq!(of_time(time, limit(5.0), true), expected, "{time:?} of runs that were made apart");
        }
    }
}

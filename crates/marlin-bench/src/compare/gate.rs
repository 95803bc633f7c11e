//! The gate: whether a run is worse than it may be, and whether its times can tell at all.

use std::io::Write;

use serde::Serialize;

use crate::commands::args::{OnUnclear, Thresholds};
use crate::compare::comparison::Comparison;
use crate::compare::row::{Delta, percent_text};
use crate::failure::Failure;
use crate::github::{self, Level};
use crate::stats::Ratio;

/// What the gate says, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// It isn't worse than it may be.
    Pass,
    /// The interval of a time is too wide to tell.
    Unclear,
    /// It is worse than it may be.
    Fail,
}

/// What the gate says of a set; nothing of a measure that has no threshold.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Verdicts {
    pub(crate) time: Option<Verdict>,
    pub(crate) nodes: Option<Verdict>,
}

impl Verdicts {
    /// Judges a time with its interval, and an exact ratio of nodes.
    pub(crate) fn new(time: Ratio, nodes: f64, thresholds: &Thresholds) -> Self {
        Self {
            time: thresholds.fail_time.map(|allowed| of_time(time, limit(allowed))),
            nodes: thresholds.fail_nodes.map(|allowed| of_nodes(nodes, limit(allowed))),
        }
    }

    /// Returns the worse of the two, `None` if nothing is judged.
    pub(crate) fn worst(self) -> Option<Verdict> {
        self.time.max(self.nodes)
    }
}

/// Returns the greatest ratio that a threshold in percent allows.
fn limit(allowed: f64) -> f64 {
    1.0 + allowed / 100.0
}

fn of_nodes(ratio: f64, limit: f64) -> Verdict {
    if ratio > limit { Verdict::Fail } else { Verdict::Pass }
}

/// Judges a time. It fails if it exceeds the limit and the interval lies above 1.
///
/// It passes only where the gate can see. Either the whole interval is within the limit. Or the interval extends from the
/// estimate to each side by at most the factor `limit`: then any estimate beyond the limit would have had its interval
/// above 1, and so would have failed. With a wider interval an estimate beyond the limit may pass for want of certainty.
fn of_time(Ratio { estimate, interval }: Ratio, limit: f64) -> Verdict {
    match interval {
        Some((lower, _)) if lower > 1.0 && estimate > limit => Verdict::Fail,
        Some((_, upper)) if upper <= limit => Verdict::Pass,
        // In logarithms the estimate is the middle, so both sides are the same factor.
        Some((lower, _)) if estimate / lower <= limit => Verdict::Pass,
        _ => Verdict::Unclear,
    }
}

impl Comparison {
    /// Says what the thresholds make of the comparison, a line a thought.
    pub(crate) fn conclusion(&self) -> Vec<String> {
        let verdict = match (self.verdict, self.thresholds.on_unclear) {
            (None, _) => "none without --fail-time or --fail-nodes".to_owned(),
            (Some(Verdict::Pass), _) => format!("pass ({})", self.thresholds.describe()),
            (Some(Verdict::Fail), _) => "fail".to_owned(),
            (Some(Verdict::Unclear), OnUnclear::Pass) => {
                "unclear, which counts as a pass (--on-unclear fail makes it exit with 3)".to_owned()
            }
            (Some(Verdict::Unclear), OnUnclear::Fail) => {
                "unclear, which counts as a failure (--on-unclear fail)".to_owned()
            }
        };
        let regressions = self.regressions().into_iter().map(|text| format!("regression: {text}"));
        let unclear = self.unclear().map(|text| format!("unclear: {text}"));
        [format!("verdict: {verdict}")].into_iter().chain(regressions).chain(unclear).collect()
    }

    /// Warns of what is unclear where that is no failure, and returns an error if the gate is to fail.
    pub(crate) fn check(&self, err: &mut dyn Write) -> Result<(), Failure> {
        let unclear = self.unclear();
        match (self.verdict, self.thresholds.on_unclear, unclear) {
            (Some(Verdict::Fail), ..) => Err(Failure::Regression(self.regressions().join("; "))),
            (_, OnUnclear::Fail, Some(unclear)) => Err(Failure::Unclear(unclear)),
            (_, OnUnclear::Pass, Some(unclear)) => {
                // The report says it too, so a standard error that is gone loses nothing.
                let _ = writeln!(err, "{}", github::message(Level::Warning, &format!("unclear: {unclear}")));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn regressions(&self) -> Vec<String> {
        self.rows().flat_map(|delta| delta.regressions(&self.thresholds)).collect()
    }

    /// Names the rows whose times can't be judged, and what to do about it; `None` if there are none.
    fn unclear(&self) -> Option<String> {
        let allowed = self.thresholds.fail_time?;
        let rows = self.rows().filter(|row| row.verdict.time == Some(Verdict::Unclear));
        let rows: Vec<_> =
            rows.map(|Delta { name, time, .. }| format!("{name} ({})", interval(*time))).collect();
        let remedy = if allowed > 0.0 {
            format!("more rounds make it narrower ({})", self.rounds_option)
        } else {
            "no number of rounds makes it a point, so choose a threshold above 0".to_owned()
        };
        (!rows.is_empty()).then(|| {
            format!(
                "the interval is wider than the threshold of {allowed} % to either side: {}; {remedy}",
                rows.join(", ")
            )
        })
    }
}

/// Writes the interval of a ratio in percent.
pub(crate) fn interval(time: Ratio) -> String {
    time.interval.map_or_else(
        || "-".to_owned(),
        |(lower, upper)| format!("{} to {} %", percent_text(lower), percent_text(upper)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(estimate: f64, factor: f64) -> Ratio {
        Ratio { estimate, interval: Some((estimate / factor, estimate * factor)) }
    }

    #[test]
    fn a_time_beyond_the_threshold_never_passes() {
        for allowed in [0.0, 1.0, 5.0, 100.0] {
            let limit = limit(allowed);
            for estimate in (1..=300).map(|percent| f64::from(percent) / 100.0) {
                for factor in [1.0, 1.001, 1.01, 1.04, 1.05, 1.06, 1.5, 3.0, 1e9] {
                    let verdict = of_time(ratio(estimate, factor), limit);
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
            assert_eq!(of_time(time, limit(5.0)), expected, "{reason}");
        }
    }
}

//! [`Thresholds`]: the limits of a comparison.

use clap::ValueEnum;
use serde::Serialize;

/// The limits of a comparison, in percent. A difference without a threshold is only reported.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Thresholds {
    /// The allowed increase of the time of a set.
    pub(crate) fail_time: Option<f64>,
    /// The allowed increase of its nodes.
    pub(crate) fail_nodes: Option<f64>,
    /// The outcome of a run with an unclear time.
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

//! The arguments of every command that compares.

use clap::Args;

use super::values::percentage;
use crate::compare::thresholds::{OnUnclear, Thresholds};

/// The limits of a comparison, as arguments.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ThresholdArgs {
    /// Exit with 3 if the time of a set grows by more than PCT percent, and its confidence interval is above 0 %
    #[arg(long, value_name = "PCT", value_parser = percentage)]
    fail_time: Option<f64>,
    /// Exit with 3 if the nodes of a set grow by more than PCT percent; node counts are exact, so 0 makes sense
    #[arg(long, value_name = "PCT", value_parser = percentage)]
    fail_nodes: Option<f64>,
    /// Exit code if the interval of a time is too wide for --fail-time to decide
    #[arg(long, value_enum, value_name = "VERDICT", default_value_t = OnUnclear::Pass, requires = "fail_time")]
    on_unclear: OnUnclear,
}

impl From<ThresholdArgs> for Thresholds {
    fn from(ThresholdArgs { fail_time, fail_nodes, on_unclear }: ThresholdArgs) -> Self {
        Self { fail_time, fail_nodes, on_unclear }
    }
}

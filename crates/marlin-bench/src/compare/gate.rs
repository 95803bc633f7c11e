//! The gate: the conclusion of a comparison, and its failure.

use std::io::Write;

use super::comparison::Comparison;
use super::verdict::{OnUnclear, Verdict};
use crate::failure::Failure;
use crate::github::{self, Severity};

impl Comparison {
    /// Returns the verdict with its reasons, one per line.
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

    /// Returns an error if the gate fails; warns of an unclear time if that is no failure.
    pub(crate) fn check(&self, err: &mut dyn Write) -> Result<(), Failure> {
        let unclear = self.unclear();
        match (self.verdict, self.thresholds.on_unclear, unclear) {
            (Some(Verdict::Fail), ..) => Err(Failure::Regression(self.regressions().join("; "))),
            (_, OnUnclear::Fail, Some(unclear)) => Err(Failure::Unclear(unclear)),
            (_, OnUnclear::Pass, Some(unclear)) => {
                // The report has the warning too: nothing is lost if standard error is closed.
                let _ =
                    writeln!(err, "{}", github::message(Severity::Warning, &format!("unclear: {unclear}")));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn regressions(&self) -> Vec<String> {
        self.rows().flat_map(|row| row.regressions(&self.thresholds)).collect()
    }

    /// Names the rows with unclear times, and the remedy; `None` if there are none.
    fn unclear(&self) -> Option<String> {
        let allowed = self.thresholds.fail_time?;
        let rows = self.rows().filter(|row| row.verdict.time == Some(Verdict::Unclear));
        let rows: Vec<_> =
            rows.map(|row| format!("{} ({})", row.name, row.judged_time().interval_text())).collect();
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

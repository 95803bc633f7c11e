//! [`Comparison`]: two runs over the same positions, side by side, with a verdict.

use std::io::Write;

use serde::Serialize;

use super::comparable::{SetSize, check_comparable, check_same_scores, nothing_in_common};
use super::row::{RatioOfTimes, Row, RunFigures};
use super::verdict::{OnUnclear, Thresholds, Verdict};
use crate::failure::{Failure, Severity, message};
use crate::replay::results::ReplayResults;
use crate::sets::TOTAL;
use crate::stats::Ratio;

/// Two runs side by side.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Comparison {
    pub(crate) sets: Vec<Row>,
    pub(crate) total: Row,
    /// Differences between the runs that may matter.
    pub(crate) remarks: Vec<String>,
    /// The limits of the comparison.
    pub(crate) thresholds: Thresholds,
    /// The worst verdict, `None` without thresholds.
    pub(crate) verdict: Option<Verdict>,
    /// The option that gives more rounds.
    #[serde(skip)]
    pub(crate) rounds_option: &'static str,
}

impl Comparison {
    /// Compares two runs that were made apart.
    ///
    /// # Errors
    ///
    /// Those of [`check_comparable`], and a failure if a score is wrong, unproven, or different from the earlier one.
    pub(crate) fn new(
        old: &ReplayResults,
        new: &ReplayResults,
        thresholds: &Thresholds,
    ) -> Result<Self, Failure> {
        let sizes: Vec<_> = new.sets.iter().map(SetSize::of_summary).collect();
        let mut remarks = check_comparable(old, &new.config, &sizes, thresholds)?;
        if old.host.processor != new.host.processor {
            let name = |results: &ReplayResults| {
                results.host.processor.clone().unwrap_or_else(|| "unknown".to_owned())
            };
            let (old, new) = (name(old), name(new));
            remarks.push(format!("other processors, so times say little: {old}, now {new}"));
        }
        let (mut names, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        for set in &new.sets {
            let Some(earlier) = old.set(&set.name) else { continue };
            check_same_scores(earlier, set)?;
            names.push(set.name.as_str());
            before.push(RunFigures::of(earlier));
            after.push(RunFigures::of(set));
        }
        let pair = RunPair { names: &names, old: &before, new: &after };
        Ok(Self { remarks, ..pair.compare(Ratio::of_samples, thresholds, "--repeat") })
    }

    /// Compares two builds that ran alternately: runs `2k` and `2k + 1` of both were made in the same round.
    ///
    /// # Errors
    ///
    /// As of [`Self::new`].
    pub(crate) fn of_alternate_runs<'a>(
        old: &'a [ReplayResults],
        new: &'a [ReplayResults],
        thresholds: &Thresholds,
    ) -> Result<Self, Failure> {
        let Some(first) = old.first() else { return Err(nothing_in_common()) };
        let names = |run: &'a ReplayResults| run.sets.iter().map(|set| set.name.as_str()).collect::<Vec<_>>();
        for run in old.iter().chain(new) {
            if names(run) != names(first) {
                return Err(Failure::input("the builds report on different sets"));
            }
            let sizes: Vec<_> = run.sets.iter().map(SetSize::of_summary).collect();
            check_comparable(first, &run.config, &sizes, &Thresholds::NONE)?;
            first
                .sets
                .iter()
                .zip(&run.sets)
                .try_for_each(|(earlier, set)| check_same_scores(earlier, set))?;
        }
        let names = names(first);
        let rounds = |runs: &[ReplayResults]| -> Vec<RunFigures> {
            let of_set = |name: &&str| runs.iter().filter_map(|run| run.set(name)).collect::<Vec<_>>();
            names.iter().map(|name| RunFigures::of_rounds(&of_set(name))).collect()
        };
        let pair = RunPair { names: &names, old: &rounds(old), new: &rounds(new) };
        let of_pairs = |old: &[f64], new: &[f64]| {
            Ratio::of_pairs(&old.iter().copied().zip(new.iter().copied()).collect::<Vec<_>>())
        };
        Ok(pair.compare(of_pairs, thresholds, "--rounds"))
    }

    /// Returns the sets and then the total.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.sets.iter().chain([&self.total])
    }

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
                let _ = writeln!(err, "{}", message(Severity::Warning, &format!("unclear: {unclear}")));
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

/// The figures of two runs on the sets that they have in common.
struct RunPair<'a> {
    names: &'a [&'a str],
    old: &'a [RunFigures],
    new: &'a [RunFigures],
}

impl RunPair<'_> {
    fn compare(
        &self,
        ratio: RatioOfTimes,
        thresholds: &Thresholds,
        rounds_option: &'static str,
    ) -> Comparison {
        let pairs = self.names.iter().zip(self.old.iter().zip(self.new));
        let row = |name, old, new| Row::new(name, [old, new], ratio, thresholds);
        let sets: Vec<_> = pairs.map(|(name, (old, new))| row(name, old, new)).collect();
        let total = row(TOTAL, &RunFigures::total(self.old), &RunFigures::total(self.new));
        let verdict = sets.iter().chain([&total]).filter_map(|one| one.verdict.worst()).max();
        Comparison { sets, total, remarks: Vec::new(), thresholds: *thresholds, verdict, rounds_option }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::results::{ReplayConfig, Summary, sample};
    use std::io;

    const BOTH: Thresholds = Thresholds { fail_time: Some(5.0), fail_nodes: Some(0.0), ..Thresholds::NONE };

    /// Returns results whose first set took these times and nodes.
    fn results(rounds_us: &[f64], nodes: u64) -> ReplayResults {
        let mut results = sample();
        results.config.repeat = 3;
        results.sets[0].rounds_us = rounds_us.to_vec();
        results.sets[0].total_nodes = nodes;
        results
    }

    fn compare(old: &ReplayResults, new: &ReplayResults) -> Result<Comparison, Failure> {
        Comparison::new(old, new, &Thresholds::NONE)
    }

    fn code(old: &ReplayResults, new: &ReplayResults) -> Option<u8> {
        let compared =
            Comparison::new(old, new, &BOTH).and_then(|comparison| comparison.check(&mut io::sink()));
        compared.err().map(|failure| failure.exit_code())
    }

    #[test]
    fn more_nodes_than_allowed_are_a_regression_and_fewer_are_not() {
        let old = results(&[10.0; 3], 1000);
        assert_eq!(code(&old, &results(&[10.0; 3], 1001)), Some(3));
        assert_eq!(code(&old, &results(&[10.0; 3], 1000)), None);
        assert_eq!(code(&old, &results(&[10.0; 3], 900)), None);
        let (none, one) = (results(&[10.0; 3], 0), results(&[10.0; 3], 1));
        assert_eq!((code(&none, &one), code(&none, &none)), (Some(3), None));
    }

    #[test]
    fn more_time_is_a_regression_if_the_repeats_distinguish_it_from_noise() {
        let old = results(&[10.0, 10.1, 9.9], 1);
        assert_eq!(code(&old, &results(&[11.0, 11.1, 10.9], 1)), Some(3), "10 % more, 5 allowed");
        assert_eq!(code(&old, &results(&[10.3, 10.4, 10.2], 1)), None, "3 % more");
        assert_eq!(code(&old, &results(&[8.0, 17.0, 9.0], 1)), None, "the interval is too wide");
        let mut once = old.clone();
        once.config.repeat = 1;
        assert_eq!((code(&once, &old), code(&old, &once)), (Some(2), Some(2)), "a single time is noise");
    }

    #[test]
    fn a_regression_is_named_with_its_measure() {
        let (old, new) = (results(&[10.0; 3], 1000), results(&[12.0; 3], 1100));
        let text =
            Comparison::new(&old, &new, &BOTH).unwrap().check(&mut io::sink()).unwrap_err().to_string();
        assert!(
            text.starts_with("regression: L2_R1: +20.0 % time, 5 % allowed; L2_R1: +10.00 % nodes (1000, now 1100), 0 % allowed; total: "),
            "{text}"
        );
        assert!(compare(&old, &new).unwrap().check(&mut io::sink()).is_ok());
    }

    #[test]
    fn wrong_or_unproven_scores_are_not_compared() {
        let old = sample();
        let changed = |change: fn(&mut Summary)| {
            let mut results = sample();
            change(&mut results.sets[1]);
            results
        };
        let code = |old: &ReplayResults, new: &ReplayResults| {
            compare(old, new).err().map(|failure| failure.exit_code())
        };
        let (wrong, unproven) = (changed(|set| set.wrong = 1), changed(|set| set.unproven = 1));
        assert_eq!((code(&old, &wrong), code(&old, &unproven)), (Some(1), Some(4)));
        assert_eq!((code(&wrong, &old), code(&unproven, &old)), (Some(2), Some(2)));
    }

    #[test]
    fn counts_that_differ_from_run_to_run_have_no_threshold() {
        let (old, mut new) = (results(&[1.0; 3], 1), results(&[1.0; 3], 1));
        assert_eq!(code(&old, &new), None);
        new.config.time_ms = Some(5);
        assert_eq!(code(&old, &new), Some(2));
        let mut old = old;
        (old.config.threads, new.config) = (2, ReplayConfig { threads: 2, time_ms: None, ..new.config });
        assert_eq!(code(&old, &new), Some(2));
    }

    #[test]
    fn runs_with_other_settings_are_not_compared() {
        let (old, mut new) = (sample(), sample());
        new.config.hash_mib = 1;
        assert!(compare(&old, &new).unwrap_err().to_string().contains("--hash 64, not with 1"));
        let mut new = sample();
        new.sets[0].positions = 7;
        assert!(
            compare(&old, &new).unwrap_err().to_string().contains("1000 positions in the baseline, 7 now")
        );
        let mut new = sample();
        new.sets[0].scores = Some("cd".to_owned());
        assert_eq!(compare(&old, &new).unwrap_err().exit_code(), 1, "a score signature may never change");
        let mut new = sample();
        new.sets.iter_mut().for_each(|set| set.name.push('x'));
        assert!(compare(&old, &new).unwrap_err().to_string().contains("no set in common"));
    }

    #[test]
    fn differences_that_may_matter_are_noted() {
        let (old, mut new) = (sample(), sample());
        new.config.jobs = 5;
        new.host.processor = Some("another".to_owned());
        new.sets.remove(1);
        let remarks = compare(&old, &new).unwrap().remarks;
        assert_eq!(remarks.len(), 3, "{remarks:?}");
    }

    #[test]
    fn the_total_weighs_sets_by_their_positions() {
        let (mut old, mut new) = (sample(), sample());
        for (results, times) in [(&mut old, [10.0, 100.0]), (&mut new, [10.0, 200.0])] {
            for (set, time) in results.sets.iter_mut().zip(times) {
                set.rounds_us = vec![time];
            }
        }
        new.sets[0].positions = 9000;
        old.sets[0].positions = 9000;
        let total = compare(&old, &new).unwrap().total;
        assert!((total.old_us - 19.0).abs() < 1e-9 && (total.new_us - 29.0).abs() < 1e-9, "{total:?}");
    }

    #[test]
    fn alternating_builds_are_compared_round_by_round() {
        let run = |time: f64| {
            let mut run = sample();
            run.sets.iter_mut().for_each(|set| set.mean_us = time);
            run
        };
        // The machine slows down all the time, and the second of each pair meets it a tenth slower: A B, B A, A B, B A.
        let old = [run(10.0), run(22.0), run(40.0), run(88.0)];
        let new = [run(11.0), run(20.0), run(44.0), run(80.0)];
        let Row { time, .. } = Comparison::of_alternate_runs(&old, &new, &Thresholds::NONE).unwrap().total;
        let (lower, upper) = time.interval.unwrap();
        assert!((time.estimate - 1.0).abs() < 1e-9 && lower > 0.99 && upper < 1.01, "{time:?}");
        let mut other = run(1.0);
        other.sets.remove(1);
        assert!(Comparison::of_alternate_runs(&old, &[other], &Thresholds::NONE).is_err());
    }
}

//! [`Comparison`]: two runs over the same positions, side by side, with a verdict.

use marlin_core::BoardSize;
use marlin_support::exit::Failure;
use serde::Serialize;

use super::row::{OnUnclear, RatioOfTimes, Row, RunFigures, Thresholds, Verdict};
use crate::replay::results::{ReplayConfig, ReplayResults, Summary};
use crate::sets::{PositionSet, TOTAL};
use crate::stats::Ratio;
use crate::{Result, annotate, complain};

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
    /// Those of [`check_comparable`], and a failure if a score is wrong, unproven, or different from the
    /// earlier one.
    pub(crate) fn new(old: &ReplayResults, new: &ReplayResults, thresholds: &Thresholds) -> Result<Self> {
        let sizes: Vec<_> = new.sets.iter().map(size_of_summary).collect();
        let mut remarks = check_comparable(old, &new.config, &sizes, thresholds)?;
        if old.host.processor != new.host.processor {
            let [old, new] = [old, new].map(|run| run.host.processor.as_deref().unwrap_or("unknown"));
            remarks.push(format!("other processors, so times say little: {old}, now {new}"));
        }
        let references = [&old.reference_us[..], &new.reference_us];
        let change = Ratio::of_samples(references[0], references[1]);
        if change.estimate > 0.0 {
            let (time, interval) = (change.percent_text(), change.interval_text());
            remarks.push(format!(
                "the reference took {time} % time ({interval}), and the judged times are divided by it"
            ));
        }
        let mut sets = Vec::new();
        for set in &new.sets {
            if let Some(earlier) = old.set(&set.name) {
                check_same_scores(earlier, set)?;
                sets.push((set.name.as_str(), [earlier, set].map(RunFigures::of)));
            }
        }
        let compared = Self::of_figures(&sets, Ratio::of_samples, Some(references), thresholds, "--repeat");
        Ok(Self { remarks, ..compared })
    }

    /// Compares two builds that ran alternately: runs `2k` and `2k + 1` of both were made in the same round.
    ///
    /// # Errors
    ///
    /// As of [`Self::new`].
    pub(super) fn of_alternate_runs(
        old: &[ReplayResults],
        new: &[ReplayResults],
        thresholds: &Thresholds,
    ) -> Result<Self> {
        let Some(first) = old.first() else { return Err(nothing_in_common()) };
        for run in old.iter().chain(new) {
            if !run.sets.iter().map(|set| &set.name).eq(first.sets.iter().map(|set| &set.name)) {
                return Err(Failure::usage("the builds report on different sets"));
            }
            let sizes: Vec<_> = run.sets.iter().map(size_of_summary).collect();
            check_comparable(first, &run.config, &sizes, &Thresholds::NONE)?;
            let mut sets = first.sets.iter().zip(&run.sets);
            sets.try_for_each(|(earlier, set)| check_same_scores(earlier, set))?;
        }
        let figures = |index: usize| {
            let of_build = |runs: &[ReplayResults]| {
                RunFigures::of_rounds(&runs.iter().map(|run| &run.sets[index]).collect::<Vec<_>>())
            };
            (first.sets[index].name.as_str(), [old, new].map(of_build))
        };
        let sets: Vec<_> = (0..first.sets.len()).map(figures).collect();
        Ok(Self::of_figures(&sets, Ratio::of_pairs, None, thresholds, "--rounds"))
    }

    /// Compares the figures of two runs on the sets that they have in common.
    fn of_figures(
        sets: &[(&str, [RunFigures; 2])],
        ratio: RatioOfTimes,
        reference: Option<[&[f64]; 2]>,
        thresholds: &Thresholds,
        rounds_option: &'static str,
    ) -> Self {
        let row = |name, both: [&RunFigures; 2]| Row::new(name, both, ratio, reference, thresholds);
        let total =
            [0, 1].map(|run| RunFigures::total(&sets.iter().map(|(_, both)| &both[run]).collect::<Vec<_>>()));
        let total = row(TOTAL, total.each_ref());
        let sets: Vec<_> = sets.iter().map(|(name, both)| row(name, both.each_ref())).collect();
        let verdict =
            sets.iter().chain([&total]).filter_map(|one| one.verdict.time.max(one.verdict.nodes)).max();
        Self { sets, total, remarks: Vec::new(), thresholds: *thresholds, verdict, rounds_option }
    }

    /// Returns the sets and then the total.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.sets.iter().chain([&self.total])
    }

    /// Returns the verdict with its reasons, one per line.
    pub(crate) fn conclusion(&self) -> Vec<String> {
        let verdict = match (self.verdict, self.thresholds.on_unclear) {
            (None, _) => "none without --fail-time or --fail-nodes".to_owned(),
            (Some(Verdict::Pass), _) => {
                let sets: Vec<_> = self.sets.iter().map(|row| row.name.as_str()).collect();
                format!("pass ({}; sets: {})", self.thresholds.describe(), sets.join(", "))
            }
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
    pub(crate) fn check(&self) -> Result<()> {
        let unclear = self.unclear();
        match (self.verdict, self.thresholds.on_unclear, unclear) {
            (Some(Verdict::Fail), ..) => {
                Err(Failure::regression(format_args!("regression: {}", self.regressions().join("; "))))
            }
            (_, OnUnclear::Fail, Some(unclear)) => {
                Err(Failure::regression(format_args!("unclear: {unclear}")))
            }
            (_, OnUnclear::Pass, Some(unclear)) => {
                // The report has the warning too: nothing is lost if standard error is closed.
                let unclear = format!("unclear: {unclear}");
                complain(&format!("warning: {unclear}"));
                annotate("warning", &unclear);
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
        let rows: Vec<_> = rows.map(|row| format!("{} ({})", row.name, row.judged_text())).collect();
        let remedy = if allowed > 0.0 {
            let is_apart = self.rounds_option == "--repeat";
            let other = if is_apart { "; if the machine has changed, use `marlin-bench ab`" } else { "" };
            format!("more rounds make it narrower ({}){other}", self.rounds_option)
        } else {
            "no number of rounds makes its width 0, so choose a threshold above 0".to_owned()
        };
        (!rows.is_empty()).then(|| {
            format!(
                "the interval is too wide for the threshold of {allowed} %: {}; {remedy}",
                rows.join(", ")
            )
        })
    }
}

/// The name of a set, with its board and number of positions, which must be the same in both runs.
pub(crate) type SetSize<'a> = (&'a str, String, usize);

pub(crate) fn size_of_set(set: &PositionSet) -> SetSize<'_> {
    (&set.name, set.board.to_string(), set.lines.len())
}

fn size_of_summary(set: &Summary) -> SetSize<'_> {
    // Results that name no board are of 7x6.
    (&set.name, set.board.clone().unwrap_or_else(|| BoardSize::STANDARD.to_string()), set.positions)
}

/// Returns remarks on the differences between a run and an earlier one, or an error if the two are not
/// comparable. A threshold judges every set: without a threshold, a set that only one side has gives a
/// remark.
///
/// # Errors
///
/// [`Failure::usage`], before the run.
pub(crate) fn check_comparable(
    old: &ReplayResults,
    new: &ReplayConfig,
    sizes: &[SetSize<'_>],
    thresholds: &Thresholds,
) -> Result<Vec<String>> {
    check_conclusive(&old.config, new, thresholds)?;
    let is_here = |name: &str| sizes.iter().any(|here| here.0 == name);
    if !old.sets.iter().any(|set| is_here(&set.name)) {
        return Err(nothing_in_common());
    }
    for size in sizes {
        old.set(size.0).map_or(Ok(()), |set| check_baseline(set, size))?;
    }
    let added = sizes.iter().filter(|size| old.set(size.0).is_none());
    let missing = old.sets.iter().filter(|set| !is_here(&set.name));
    let unmatched: Vec<_> = (added.map(|(name, ..)| format!("{name}: not in the baseline")))
        .chain(missing.map(|set| format!("{}: in the baseline only", set.name)))
        .collect();
    if thresholds.has_any() && !unmatched.is_empty() {
        let sets = unmatched.join("; ");
        return Err(Failure::usage(format!("{sets}: a threshold needs the same sets on both sides")));
    }
    Ok(differences(&old.config, new).chain(unmatched).collect())
}

/// Returns an error if two runs have settings that make a comparison meaningless, too few rounds to
/// distinguish a regression from chance, or inexact node counts.
fn check_conclusive(old: &ReplayConfig, new: &ReplayConfig, thresholds: &Thresholds) -> Result<()> {
    let settings = |run: &ReplayConfig| [run.hash_mib, run.threads, run.jobs.into()];
    let settings = settings(old).into_iter().zip(settings(new));
    for (name, (old, new)) in ["--hash", "--threads", "--jobs"].into_iter().zip(settings) {
        if old != new {
            return Err(Failure::usage(format!("the baseline was made with {name} {old}, not with {new}")));
        }
    }
    if thresholds.fail_time.is_some() && old.repeat.min(new.repeat) < 2 {
        return Err(Failure::usage(format!(
            "--fail-time needs results of --repeat 2 or more, because a single time is noise: the earlier ones have {}, \
             the later ones {}",
            old.repeat, new.repeat
        )));
    }
    if thresholds.fail_nodes.is_some() && !(old.is_deterministic() && new.is_deterministic()) {
        return Err(Failure::usage(
            "--fail-nodes needs counts that are the same in every run: no --threads, no --time",
        ));
    }
    Ok(())
}

/// Returns an error unless an earlier set has this size, and its positions are all proven and right.
fn check_baseline(set: &Summary, (_, board, positions): &SetSize<'_>) -> Result<()> {
    let Summary { name, unproven, wrong, .. } = set;
    let (_, old_board, old_positions) = size_of_summary(set);
    Err(Failure::usage(if old_board != *board {
        format!("{name}: board {old_board} in the baseline, {board} now")
    } else if old_positions != *positions {
        format!("{name}: {old_positions} positions in the baseline, {positions} now")
    } else if unproven + wrong > 0 {
        format!("{name}: {unproven} positions of the baseline are unproven, {wrong} wrong")
    } else {
        return Ok(());
    }))
}

/// Remarks on settings that may have changed the times.
fn differences(old: &ReplayConfig, new: &ReplayConfig) -> impl Iterator<Item = String> {
    let text = |config: &ReplayConfig| {
        let limit = config.time_ms.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
        [config.cpu.clone(), limit, config.slowdown.to_string()]
    };
    let names = ["--cpu", "--time", "--slowdown"].into_iter();
    let differ = names.zip(text(old).into_iter().zip(text(new))).filter(|(_, (old, new))| old != new);
    differ.map(|(name, (old, new))| format!("{name} {old} in the baseline, now {new}: times may differ"))
}

fn nothing_in_common() -> Failure {
    Failure::usage("the two have no set in common: there is nothing to compare")
}

/// Returns an error unless all scores of a set are proven, and the same as before.
fn check_same_scores(old: &Summary, new: &Summary) -> Result<()> {
    let Summary { name, wrong, unproven, positions, .. } = new;
    if *wrong > 0 {
        return Err(Failure::failed(format!("{name}: {wrong} of {positions} scores are wrong")));
    }
    if *unproven > 0 {
        return Err(Failure::unproven(format!("{name}: {unproven} of {positions} positions are not proven")));
    }
    match (&old.scores, &new.scores) {
        (Some(old), Some(new)) if old != new => Err(Failure::failed(format!(
            "{name}: the score signature is {new}, and in the baseline {old}: other positions, or a wrong score"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::results::samples::sample;

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
        let compared = Comparison::new(old, new, &BOTH).and_then(|comparison| comparison.check());
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
    fn a_machine_that_has_changed_makes_a_time_unclear_and_a_regression_still_shows() {
        let old = results(&[10.0, 10.1, 9.9], 1);
        let new = |times: f64, reference: f64| {
            let mut new = results(&[10.0, 10.1, 9.9].map(|time| time * times), 1);
            new.reference_us = [99.0, 101.0, 100.0].map(|time| time * reference).to_vec();
            new
        };
        let unclear = Some(Verdict::Unclear);
        for (times, reference, expected) in [
            (1.27, 1.25, unclear),
            (1.27, 1.0, Some(Verdict::Fail)),
            (1.27, 0.8, Some(Verdict::Fail)),
            (1.0, 1.25, Some(Verdict::Pass)),
            (1.0, 0.8, unclear),
            (1.0, 1.0, Some(Verdict::Pass)),
            (1.9, 1.25, Some(Verdict::Fail)),
        ] {
            let compared =
                Comparison::new(&old, &new(times, reference), &Thresholds { fail_nodes: None, ..BOTH });
            assert_eq!(compared.unwrap().sets[0].verdict.time, expected, "{times} beside {reference}");
        }
        let verdict = |new: &ReplayResults| Comparison::new(&old, new, &BOTH).unwrap().sets[0].verdict.time;
        let mut blind = new(1.27, 1.0);
        blind.reference_us.clear();
        assert_eq!(verdict(&blind), unclear, "without a reference");
    }

    #[test]
    fn a_clock_that_contradicts_the_cpu_time_makes_it_unclear() {
        let (mut old, mut new) = (results(&[10.0, 10.1, 9.9], 1), results(&[2.8, 2.9, 2.7], 1));
        (old.sets[0].cpu_rounds_us, new.sets[0].cpu_rounds_us) = (vec![10.0; 3], vec![12.7; 3]);
        let compared = Comparison::new(&old, &new, &BOTH).unwrap();
        assert_eq!(compared.sets[0].verdict.time, Some(Verdict::Unclear));
        let text = compared.conclusion().join("\n");
        assert!(text.contains("+27.0 % CPU time, +27.0 to +27.0 %, on the clock -7"), "{text}");
        assert!(text.contains("use `marlin-bench ab`"), "{text}");
        new.sets[0].rounds_us = vec![12.7; 3];
        assert_eq!(Comparison::new(&old, &new, &BOTH).unwrap().sets[0].verdict.time, Some(Verdict::Fail));
    }

    #[test]
    fn a_regression_is_named_with_its_measure() {
        let (old, new) = (results(&[10.0; 3], 1000), results(&[12.0; 3], 1100));
        let text = Comparison::new(&old, &new, &BOTH).unwrap().check().unwrap_err().to_string();
        assert!(
            text.starts_with("regression: L2_R1: +20.0 % time, 5 % allowed; L2_R1: +10.00 % nodes (1000, now 1100), 0 % allowed; total: "),
            "{text}"
        );
        assert!(compare(&old, &new).unwrap().check().is_ok());
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
        new.config.cpu = "another".to_owned();
        new.host.processor = Some("another".to_owned());
        new.sets.remove(1);
        let remarks = compare(&old, &new).unwrap().remarks;
        assert_eq!(remarks.len(), 4, "{remarks:?}");
        new.config.jobs = 5;
        assert!(compare(&old, &new).unwrap_err().to_string().contains("--jobs 2, not with 5"));
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
        // The machine slows down all the time, and the second of each pair meets it a tenth slower: A B, B A,
        // A B, B A.
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

//! The conditions of a comparison.

use std::borrow::Cow;

use marlin_core::BoardSize;

use super::verdict::Thresholds;
use crate::failure::Failure;
use crate::replay::results::{ReplayConfig, ReplayResults, Summary};
use crate::sets::PositionSet;

/// The name of a set with its board and number of positions, which must be the same in both runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SetSize<'a> {
    name: &'a str,
    board: Cow<'a, str>,
    positions: usize,
}

impl<'a> SetSize<'a> {
    pub(crate) fn of_set(set: &'a PositionSet) -> Self {
        Self { name: &set.name, board: set.board.to_string().into(), positions: set.lines.len() }
    }

    pub(crate) fn of_summary(set: &'a Summary) -> Self {
        // A build that names no board knew 7x6 alone.
        let board = set.board.as_deref().map_or_else(|| BoardSize::STANDARD.to_string().into(), Cow::from);
        Self { name: &set.name, board, positions: set.positions }
    }
}

/// Returns remarks on the differences between a run and an earlier one, or an error if the two are not comparable. A threshold
/// judges every set: without one, a set of one side alone is a remark.
///
/// # Errors
///
/// [`Failure::Input`], before the run.
pub(crate) fn check_comparable(
    old: &ReplayResults,
    new: &ReplayConfig,
    sizes: &[SetSize<'_>],
    thresholds: &Thresholds,
) -> Result<Vec<String>, Failure> {
    check_same_config(&old.config, new)?;
    check_conclusive(&old.config, new, thresholds)?;
    let is_here = |name: &str| sizes.iter().any(|here| here.name == name);
    if !old.sets.iter().any(|set| is_here(&set.name)) {
        return Err(nothing_in_common());
    }
    for size in sizes {
        old.set(size.name).map_or(Ok(()), |set| check_baseline(set, size))?;
    }
    let added = sizes.iter().filter(|size| old.set(size.name).is_none());
    let missing = old.sets.iter().filter(|set| !is_here(&set.name));
    let unmatched: Vec<_> = (added.map(|SetSize { name, .. }| format!("{name}: not in the baseline")))
        .chain(missing.map(|set| format!("{}: in the baseline only", set.name)))
        .collect();
    if thresholds.has_any() && !unmatched.is_empty() {
        let sets = unmatched.join("; ");
        return Err(Failure::Input(format!("{sets}: a threshold needs the same sets on both sides")));
    }
    Ok(differences(&old.config, new).chain(unmatched).collect())
}

/// Returns an error if two runs have settings that make a comparison meaningless.
fn check_same_config(old: &ReplayConfig, new: &ReplayConfig) -> Result<(), Failure> {
    let must_agree = [("--hash", old.hash_mib, new.hash_mib), ("--threads", old.threads, new.threads)];
    match must_agree.into_iter().find(|(_, old, new)| old != new) {
        None => Ok(()),
        Some((name, old, new)) => {
            Err(Failure::Input(format!("the baseline was made with {name} {old}, not with {new}")))
        }
    }
}

/// Returns an error if the two runs have too few rounds to distinguish a regression from chance, or inexact node counts.
fn check_conclusive(old: &ReplayConfig, new: &ReplayConfig, thresholds: &Thresholds) -> Result<(), Failure> {
    if thresholds.fail_time.is_some() && old.repeat.min(new.repeat) < 2 {
        return Err(Failure::Input(format!(
            "--fail-time needs results of --repeat 2 or more, because a single time is noise: the earlier ones have {}, \
             the later ones {}",
            old.repeat, new.repeat
        )));
    }
    if thresholds.fail_nodes.is_some() && !(old.is_deterministic() && new.is_deterministic()) {
        return Err(Failure::input(
            "--fail-nodes needs counts that are the same in every run: no --threads, no --time",
        ));
    }
    Ok(())
}

/// Returns an error unless an earlier set has this size, and its positions are all proven and right.
fn check_baseline(set: &Summary, now: &SetSize<'_>) -> Result<(), Failure> {
    let Summary { name, unproven, wrong, .. } = set;
    let before = SetSize::of_summary(set);
    if before.board != now.board {
        let reason = format!("{name}: board {} in the baseline, {} now", before.board, now.board);
        return Err(Failure::Input(reason));
    }
    if before.positions != now.positions {
        let (before, now) = (before.positions, now.positions);
        return Err(Failure::Input(format!("{name}: {before} positions in the baseline, {now} now")));
    }
    if unproven + wrong > 0 {
        let reason = format!("{name}: {unproven} positions of the baseline are unproven, {wrong} wrong");
        return Err(Failure::Input(reason));
    }
    Ok(())
}

/// Remarks on settings that may have changed the times.
fn differences(old: &ReplayConfig, new: &ReplayConfig) -> impl Iterator<Item = String> {
    let text = |config: &ReplayConfig| {
        let limit = config.time_ms.map_or_else(|| "none".to_owned(), |limit| limit.to_string());
        [config.jobs.to_string(), config.cpu.clone(), limit, config.slowdown.to_string()]
    };
    let names = ["--jobs", "--cpu", "--time", "--slowdown"].into_iter();
    let differ = names.zip(text(old).into_iter().zip(text(new))).filter(|(_, (old, new))| old != new);
    differ.map(|(name, (old, new))| format!("{name} {old} in the baseline, now {new}: times may differ"))
}

pub(crate) fn nothing_in_common() -> Failure {
    Failure::input("the two have no set in common: there is nothing to compare")
}

/// Returns an error unless all scores of a set are proven, and the same as before.
pub(crate) fn check_same_scores(old: &Summary, new: &Summary) -> Result<(), Failure> {
    let Summary { name, wrong, unproven, positions, .. } = new;
    if *wrong > 0 {
        return Err(Failure::Wrong(format!("{name}: {wrong} of {positions} scores are wrong")));
    }
    if *unproven > 0 {
        return Err(Failure::TimeLimit(format!(
            "{name}: {unproven} of {positions} positions are not proven"
        )));
    }
    match (&old.scores, &new.scores) {
        (Some(old), Some(new)) if old != new => Err(Failure::Wrong(format!(
            "{name}: the score signature is {new}, and in the baseline {old}: other positions, or a wrong score"
        ))),
        _ => Ok(()),
    }
}

//! [`Comparison`]: two runs over the same positions, side by side, and whether the new one is worse than it may be.

use std::collections::HashMap;

use serde::Serialize;

use crate::args::Thresholds;
use crate::failure::Failure;
use crate::results::{Config, Results};
use crate::stats::{Ratio, median};
use crate::summary::Summary;

/// What has become of a set. Times are of one position, in microseconds.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Delta {
    pub(crate) name: String,
    pub(crate) old_us: f64,
    pub(crate) new_us: f64,
    /// New time to old time.
    pub(crate) time: Ratio,
    pub(crate) old_nodes: u64,
    pub(crate) new_nodes: u64,
}

impl Delta {
    /// Compares times that were measured apart.
    fn apart(name: &str, old: &Run, new: &Run) -> Self {
        let time = Ratio::of_samples(&old.rounds_us, &new.rounds_us);
        Self::new(name, old, new, time)
    }

    /// Compares times that were measured side by side, round by round.
    fn paired(name: &str, old: &Run, new: &Run) -> Self {
        let pairs: Vec<_> = old.rounds_us.iter().copied().zip(new.rounds_us.iter().copied()).collect();
        Self::new(name, old, new, Ratio::of_pairs(&pairs))
    }

    fn new(name: &str, old: &Run, new: &Run, time: Ratio) -> Self {
        Self {
            name: name.to_owned(),
            old_us: old.median_us(),
            new_us: new.median_us(),
            time,
            old_nodes: old.nodes,
            new_nodes: new.nodes,
        }
    }

    /// Returns new nodes to old nodes.
    pub(crate) fn nodes(&self) -> f64 {
        // Positions that the rules decide take none.
        if self.old_nodes == self.new_nodes {
            1.0
        } else {
            self.new_nodes as f64 / self.old_nodes.max(1) as f64
        }
    }

    /// Says what is worse than it may be.
    fn regressions(&self, thresholds: &Thresholds) -> impl Iterator<Item = String> {
        let Ratio { estimate, interval } = self.time;
        // What repeats don't tell from noise is none.
        let is_sure = interval.is_none_or(|(lower, _)| lower > 1.0);
        let exceeds = |ratio: f64, allowed: f64| ratio > 1.0 + allowed / 100.0;
        let time = thresholds.fail_time.filter(|&allowed| is_sure && exceeds(estimate, allowed));
        let nodes = thresholds.fail_nodes.filter(|&allowed| exceeds(self.nodes(), allowed));
        let name = &self.name;
        let time =
            time.map(|allowed| format!("{name}: {:+.1} % time, {allowed} % allowed", percent(estimate)));
        let nodes = nodes.map(|allowed| {
            let (old, new) = (self.old_nodes, self.new_nodes);
            format!("{name}: {:+.2} % nodes ({old}, now {new}), {allowed} % allowed", percent(self.nodes()))
        });
        time.into_iter().chain(nodes)
    }
}

/// Returns what a ratio is more than 1, in percent.
pub(crate) fn percent(ratio: f64) -> f64 {
    (ratio - 1.0) * 100.0
}

/// What one side has measured at a set, or at several together.
#[derive(Debug, Clone, Default)]
struct Run {
    positions: usize,
    nodes: u64,
    /// The mean time of a position in each round.
    rounds_us: Vec<f64>,
}

impl Run {
    fn of(summary: &Summary) -> Self {
        let rounds = &summary.rounds_us;
        let rounds_us = if rounds.is_empty() { vec![summary.mean_us] } else { rounds.clone() };
        Self { positions: summary.positions, nodes: summary.total_nodes, rounds_us }
    }

    /// Returns several runs of one build over a set as one.
    fn joined(summaries: &[&Summary]) -> Self {
        let rounds_us = summaries.iter().map(|summary| summary.mean_us).collect();
        let first = summaries.first();
        let positions = first.map_or(0, |summary| summary.positions);
        Self { positions, nodes: first.map_or(0, |summary| summary.total_nodes), rounds_us }
    }

    /// Returns several sets as one.
    fn total(sets: &[Self]) -> Self {
        let positions: usize = sets.iter().map(|set| set.positions).sum();
        let rounds = sets.iter().map(|set| set.rounds_us.len()).min().unwrap_or(0);
        let of_round = |round: usize| {
            let sum: f64 = sets.iter().map(|set| set.rounds_us[round] * set.positions as f64).sum();
            sum / positions.max(1) as f64
        };
        let nodes = sets.iter().map(|set| set.nodes).sum();
        Self { positions, nodes, rounds_us: (0..rounds).map(of_round).collect() }
    }

    fn median_us(&self) -> f64 {
        let mut times = self.rounds_us.clone();
        times.sort_by(f64::total_cmp);
        median(&times)
    }
}

/// Two runs side by side.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Comparison {
    pub(crate) sets: Vec<Delta>,
    pub(crate) total: Delta,
    /// What makes the comparison less than it could be.
    pub(crate) remarks: Vec<String>,
}

impl Comparison {
    /// Compares two runs that were made apart.
    ///
    /// # Errors
    ///
    /// [`Failure::Input`] if the runs aren't comparable, [`Failure::Wrong`] if the same positions have other scores.
    pub(crate) fn new(old: &Results, new: &Results) -> Result<Self, Failure> {
        let mut remarks = differences(&old.config, &new.config)?;
        if old.host.processor != new.host.processor {
            let name =
                |results: &Results| results.host.processor.clone().unwrap_or_else(|| "unknown".to_owned());
            remarks.push(format!("other processors, so times say little: {}, now {}", name(old), name(new)));
        }
        let olds: HashMap<_, _> = old.sets.iter().map(|set| (set.name.as_str(), set)).collect();
        let (mut names, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        for set in &new.sets {
            let Some(earlier) = olds.get(set.name.as_str()) else {
                remarks.push(format!("{}: not in the baseline", set.name));
                continue;
            };
            same_positions(earlier, set)?;
            names.push(set.name.as_str());
            before.push(Run::of(earlier));
            after.push(Run::of(set));
        }
        let missing = old.sets.iter().filter(|set| new.sets.iter().all(|other| other.name != set.name));
        remarks.extend(missing.map(|set| format!("{}: in the baseline only", set.name)));
        Self::of(&names, &before, &after, Delta::apart, remarks)
    }

    /// Compares two builds that took turns: run `k` of one was made beside run `k` of the other.
    pub(crate) fn of_turns(old: &[Results], new: &[Results]) -> Result<Self, Failure> {
        let names: Vec<_> =
            old.first().map_or_else(Vec::new, |run| run.sets.iter().map(|set| set.name.as_str()).collect());
        let joined = |runs: &[Results]| -> Vec<Run> {
            let set = |index: usize| runs.iter().filter_map(|run| run.sets.get(index)).collect::<Vec<_>>();
            (0..names.len()).map(|index| Run::joined(&set(index))).collect()
        };
        Self::of(&names, &joined(old), &joined(new), Delta::paired, Vec::new())
    }

    fn of(
        names: &[&str],
        old: &[Run],
        new: &[Run],
        delta: fn(&str, &Run, &Run) -> Delta,
        remarks: Vec<String>,
    ) -> Result<Self, Failure> {
        if names.is_empty() {
            return Err(Failure::Input(
                "the two have no set in common: there is nothing to compare".to_owned(),
            ));
        }
        let sets =
            names.iter().zip(old.iter().zip(new)).map(|(name, (old, new))| delta(name, old, new)).collect();
        Ok(Self { sets, total: delta("total", &Run::total(old), &Run::total(new)), remarks })
    }

    /// Returns the sets and then the total.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Delta> {
        self.sets.iter().chain([&self.total])
    }

    /// Returns an error if anything is worse than it may be.
    pub(crate) fn check(&self, thresholds: &Thresholds) -> Result<(), Failure> {
        let found: Vec<_> = self.rows().flat_map(|delta| delta.regressions(thresholds)).collect();
        if found.is_empty() { Ok(()) } else { Err(Failure::Regression(found.join("; "))) }
    }
}

/// Returns an error if two runs were asked for what can't be compared, and remarks on what may matter.
fn differences(old: &Config, new: &Config) -> Result<Vec<String>, Failure> {
    let must_agree = [
        ("--hash", old.hash_mib, new.hash_mib),
        ("--search-threads", old.search_threads.into(), new.search_threads.into()),
    ];
    for (name, old, new) in must_agree {
        if old != new {
            return Err(Failure::Input(format!("the baseline was made with {name} {old}, not with {new}")));
        }
    }
    let may_differ = [
        ("--threads", old.threads.to_string(), new.threads.to_string()),
        ("--cpu", old.cpu.clone(), new.cpu.clone()),
    ];
    let differ = may_differ.into_iter().filter(|(_, old, new)| old != new);
    Ok(differ
        .map(|(name, old, new)| format!("{name} {old} in the baseline, now {new}: times may differ"))
        .collect())
}

/// Returns an error unless two runs of a set have the same positions and scores, all of them proven.
fn same_positions(old: &Summary, new: &Summary) -> Result<(), Failure> {
    let name = &new.name;
    if old.positions != new.positions {
        let reason = format!("{name}: {} positions in the baseline, {} now", old.positions, new.positions);
        return Err(Failure::Input(reason));
    }
    match (&old.scores, &new.scores) {
        (Some(old), Some(new)) if old != new => Err(Failure::Wrong(format!(
            "{name}: the score signature is {new}, and in the baseline {old}: other positions, or a wrong score"
        ))),
        (None, _) if old.unproven > 0 => {
            Err(Failure::Input(format!("{name}: {} positions of the baseline are unproven", old.unproven)))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::sample;

    const ANY: Thresholds = Thresholds { fail_time: Some(5.0), fail_nodes: Some(0.0) };

    /// Returns results of which the first set took times and nodes.
    fn results(rounds_us: &[f64], nodes: u64) -> Results {
        let mut results = sample();
        results.sets[0].rounds_us = rounds_us.to_vec();
        results.sets[0].total_nodes = nodes;
        results
    }

    fn code(old: &Results, new: &Results) -> Option<u8> {
        let compared = Comparison::new(old, new).and_then(|comparison| comparison.check(&ANY));
        compared.err().map(|failure| failure.exit_code())
    }

    #[test]
    fn more_nodes_than_allowed_are_a_regression_and_fewer_are_none() {
        let old = results(&[10.0], 1000);
        assert_eq!(code(&old, &results(&[10.0], 1001)), Some(3));
        assert_eq!(code(&old, &results(&[10.0], 1000)), None);
        assert_eq!(code(&old, &results(&[10.0], 900)), None);
    }

    #[test]
    fn more_time_is_a_regression_if_the_repeats_tell_it_from_noise() {
        let old = results(&[10.0, 10.1, 9.9], 1);
        assert_eq!(code(&old, &results(&[11.0, 11.1, 10.9], 1)), Some(3), "10 % more, 5 allowed");
        assert_eq!(code(&old, &results(&[10.3, 10.4, 10.2], 1)), None, "3 % more");
        assert_eq!(code(&old, &results(&[8.0, 17.0, 9.0], 1)), None, "nobody knows");
        assert_eq!(
            code(&results(&[10.0], 1), &results(&[11.0], 1)),
            Some(3),
            "without repeats the number counts"
        );
    }

    #[test]
    fn a_regression_is_named_with_its_measure() {
        let compared = Comparison::new(&results(&[10.0], 1000), &results(&[12.0], 1100)).unwrap();
        let text = compared.check(&ANY).unwrap_err().to_string();
        assert!(
            text.starts_with("regression: L2_R1: +20.0 % time, 5 % allowed; L2_R1: +10.00 % nodes (1000, now 1100), 0 % allowed; total: "),
            "{text}"
        );
        assert!(compared.check(&Thresholds { fail_time: None, fail_nodes: None }).is_ok());
    }

    #[test]
    fn what_was_asked_for_otherwise_is_not_compared() {
        let (old, mut new) = (sample(), sample());
        new.config.hash_mib = 1;
        assert!(Comparison::new(&old, &new).unwrap_err().to_string().contains("--hash 64, not with 1"));
        let mut new = sample();
        new.sets[0].positions = 7;
        assert_eq!(code(&old, &new), Some(2));
        let mut new = sample();
        new.sets[0].scores = Some("cd".to_owned());
        assert_eq!(code(&old, &new), Some(1), "a score signature may never change");
        let mut new = sample();
        new.sets.iter_mut().for_each(|set| set.name.push('x'));
        assert_eq!(code(&old, &new), Some(2), "nothing in common");
    }

    #[test]
    fn what_may_matter_is_remarked() {
        let (old, mut new) = (sample(), sample());
        new.config.threads = 5;
        new.host.processor = Some("another".to_owned());
        new.sets.remove(1);
        let remarks = Comparison::new(&old, &new).unwrap().remarks;
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
        let total = Comparison::new(&old, &new).unwrap().total;
        assert!((total.old_us - 19.0).abs() < 1e-9 && (total.new_us - 29.0).abs() < 1e-9, "{total:?}");
    }

    #[test]
    fn builds_that_take_turns_are_compared_turn_by_turn() {
        let run = |time: f64| {
            let mut run = sample();
            run.sets.iter_mut().for_each(|set| set.mean_us = time);
            run
        };
        // The machine slows down as a whole, and the ratio stays.
        let (old, new) = ([run(10.0), run(20.0), run(40.0)], [run(11.0), run(22.0), run(44.0)]);
        let Delta { time, .. } = Comparison::of_turns(&old, &new).unwrap().total;
        let (lower, upper) = time.interval.unwrap();
        assert!((time.estimate - 1.1).abs() < 1e-9 && lower > 1.09 && upper < 1.11, "{time:?}");
    }
}

//! What is measured at one position.

use std::time::Duration;

use marlin_core::{Bounds, Report, Score};

use crate::sets::PositionSet;
use crate::stats::{geometric_mean, micros};

/// A set and what was measured at each of its positions.
pub(crate) type Measured<'a> = (&'a PositionSet, Vec<Measurement>);

/// One position, solved or given up, once or in several rounds.
#[derive(Debug, Clone)]
pub(crate) struct Measurement {
    /// What was proven.
    pub(crate) bounds: Bounds,
    /// Nodes visited, the first time.
    pub(crate) nodes: u64,
    /// Whether they were the same in every round.
    pub(crate) is_steady: bool,
    /// Time taken in each round, in microseconds.
    pub(crate) rounds_us: Vec<f64>,
    /// What the set says about it.
    pub(crate) verdict: Verdict,
}

/// How what was proven compares to the score that was expected, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// The expected score is proven.
    Right,
    /// Time ran out with the expected score still possible.
    Unproven,
    /// The expected score is excluded.
    Wrong,
}

impl Measurement {
    /// Compares a report with the score that was expected.
    pub(crate) fn new(report: &Report, elapsed: Duration, expected: Score) -> Self {
        let bounds = report.bounds;
        let verdict = if expected < bounds.lower() || bounds.upper() < expected {
            Verdict::Wrong
        } else if bounds.score().is_some() {
            Verdict::Right
        } else {
            Verdict::Unproven
        };
        let rounds_us = vec![micros(elapsed)];
        Self { bounds, nodes: report.nodes, is_steady: true, rounds_us, verdict }
    }

    /// Adds another round, of which the worse verdict counts.
    pub(crate) fn add(&mut self, round: Self) {
        self.rounds_us.extend(round.rounds_us);
        self.is_steady &= round.nodes == self.nodes;
        if round.verdict > self.verdict {
            (self.bounds, self.verdict) = (round.bounds, round.verdict);
        }
    }

    /// Returns the time of the position, in microseconds: the geometric mean over the rounds, as everywhere.
    pub(crate) fn time_us(&self) -> f64 {
        geometric_mean(&self.rounds_us)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marlin_core::{Limits, Position, Solver};

    fn measure(moves: &str, limits: &Limits, expected: impl Fn(Score) -> Score) -> Measurement {
        let solver = Solver::builder().without_book().build();
        let position: Position = moves.parse().unwrap();
        let report = solver.query(&position).limits(limits).solve();
        let expected = expected(report.bounds.score().unwrap_or(Score::DRAW));
        Measurement::new(&report, Duration::from_micros(10), expected)
    }

    #[test]
    fn only_a_proven_score_is_right_or_wrong() {
        let no_nodes = Limits { nodes: Some(0), ..Limits::NONE };
        assert_eq!(measure("44", &no_nodes, |score| score).verdict, Verdict::Unproven);
        assert_eq!(measure("444333", &Limits::NONE, |score| score).verdict, Verdict::Right);
        assert_eq!(measure("444333", &Limits::NONE, |score| -score).verdict, Verdict::Wrong);
    }

    #[test]
    fn of_several_rounds_the_worst_verdict_counts() {
        let mut measurement = measure("444333", &Limits::NONE, |score| score);
        measurement.add(measure("444333", &Limits::NONE, |score| -score));
        measurement.add(measure("444333", &Limits::NONE, |score| score));
        assert_eq!((measurement.verdict, measurement.rounds_us.len()), (Verdict::Wrong, 3));
        assert!((measurement.time_us() - 10.0).abs() < 1e-9);
    }
}

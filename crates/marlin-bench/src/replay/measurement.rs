//! [`Measurement`]: the nodes and times of one position; and the score signature of sets.

use std::fmt::Display;
use std::time::Duration;

use marlin_core::{Bounds, Report, Score};
use sha2::{Digest, Sha256};

use crate::sets::{PositionSet, board_head};
use crate::stats::{geometric_mean, micros};

/// A set and the measurement of each of its positions.
pub(crate) type Measured<'a> = (&'a PositionSet, Vec<Measurement>);

/// One position, solved or unproven, once or in several rounds.
#[derive(Debug, Clone)]
pub(crate) struct Measurement {
    /// The proven bounds of the score.
    pub(crate) bounds: Bounds,
    /// Nodes visited in the first round.
    pub(crate) nodes: u64,
    /// Whether the nodes were the same in every round.
    pub(crate) is_deterministic: bool,
    /// Time taken in each round, in microseconds.
    pub(crate) rounds_us: Vec<f64>,
    /// CPU time in each round, in microseconds; empty if it is not known.
    pub(crate) cpu_rounds_us: Vec<f64>,
    /// The verdict on the bounds, by the score that the set states.
    pub(crate) check: ScoreCheck,
}

/// Whether the expected score is proven, from good to bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ScoreCheck {
    /// The expected score is proven.
    Right,
    /// Time ran out, and the expected score is still possible.
    Unproven,
    /// The expected score is excluded.
    Wrong,
}

impl Measurement {
    /// Compares a report with the score that was expected.
    pub(crate) fn new(report: &Report, wall: Duration, cpu: Option<Duration>, expected: Score) -> Self {
        let bounds = report.bounds;
        let check = if expected < bounds.lower() || bounds.upper() < expected {
            ScoreCheck::Wrong
        } else if bounds.score().is_some() {
            ScoreCheck::Right
        } else {
            ScoreCheck::Unproven
        };
        let rounds_us = vec![micros(wall)];
        let cpu_rounds_us = cpu.map(micros).into_iter().collect();
        Self { bounds, nodes: report.nodes, is_deterministic: true, rounds_us, cpu_rounds_us, check }
    }

    /// Adds another round. The worse of the two checks counts.
    pub(crate) fn add(&mut self, round: Self) {
        self.rounds_us.extend(round.rounds_us);
        self.cpu_rounds_us.extend(round.cpu_rounds_us);
        self.is_deterministic &= round.nodes == self.nodes;
        if round.check > self.check {
            (self.bounds, self.check) = (round.bounds, round.check);
        }
    }

    /// Returns the time of the position, in microseconds: the geometric mean over the rounds, as everywhere.
    pub(crate) fn time_us(&self) -> f64 {
        geometric_mean(&self.rounds_us)
    }
}

/// Returns the score signature of some sets with the scores as computed, `None` unless all are proven: SHA-256 over lines
/// `MOVES SCORE`. For a set of another board than 7x6 the line that states the board is hashed first.
pub(crate) fn hash_of_results(results: &[Measured<'_>]) -> Option<String> {
    let mut hash = Sha256::new();
    for (set, measured) in results {
        hash.update(board_head(set.board));
        for ((game, _), Measurement { bounds, .. }) in set.lines.iter().zip(measured) {
            add_line(&mut hash, game, bounds.score()?);
        }
    }
    Some(hex::encode(hash.finalize()))
}

/// Returns the same of a set with the scores that it states.
pub(crate) fn hash_of_set(set: &PositionSet) -> String {
    let mut hash = Sha256::new();
    hash.update(board_head(set.board));
    set.lines.iter().for_each(|(game, score)| add_line(&mut hash, game, score));
    hex::encode(hash.finalize())
}

fn add_line(hash: &mut Sha256, game: &impl Display, score: impl Display) {
    hash.update(format!("{game} {score}\n"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use marlin_core::{BoardSize, Limits, Position, SolverBuilder};

    fn measure(moves: &str, limits: &Limits, expected: impl Fn(Score) -> Score) -> Measurement {
        let board = BoardSize::STANDARD;
        let solver = SolverBuilder::on(board).without_book().build();
        let position = Position::parse(board, moves).unwrap();
        let report = solver.query(&position).limits(limits).score();
        let expected = expected(report.bounds.score().unwrap_or(Score::DRAW));
        let [cpu, wall] = [5, 10].map(Duration::from_micros);
        Measurement::new(&report, wall, Some(cpu), expected)
    }

    #[test]
    fn only_a_proven_score_is_right_or_wrong() {
        let no_nodes = Limits { nodes: Some(0), ..Limits::NONE };
        assert_eq!(measure("44", &no_nodes, |score| score).check, ScoreCheck::Unproven);
        assert_eq!(measure("444333", &Limits::NONE, |score| score).check, ScoreCheck::Right);
        assert_eq!(measure("444333", &Limits::NONE, |score| -score).check, ScoreCheck::Wrong);
    }

    #[test]
    fn the_worst_check_of_several_rounds_counts() {
        let mut measurement = measure("444333", &Limits::NONE, |score| score);
        measurement.add(measure("444333", &Limits::NONE, |score| -score));
        measurement.add(measure("444333", &Limits::NONE, |score| score));
        assert_eq!((measurement.check, measurement.rounds_us.len()), (ScoreCheck::Wrong, 3));
        assert!((measurement.time_us() - 10.0).abs() < 1e-9);
        assert_eq!(measurement.cpu_rounds_us, [5.0; 3]);
    }
}

//! [`Solved`]: what a search found out about an empty board, and whether that agrees with what is published.

use std::time::Duration;

use marlin_core::{Bounds, Cpu, Limits, Position, Solver};
use serde::Serialize;

use super::ending::Ending;
use crate::failure::Failure;
use crate::stats::{micros, nodes_per_second};

/// How to solve a board.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) search_threads: usize,
    pub(crate) hash_mib: usize,
    /// The time for one board.
    pub(crate) limit: Option<Duration>,
    pub(crate) cpu: Cpu,
}

/// An empty board, solved or given up.
#[derive(Debug, Clone)]
pub(crate) struct Solved {
    pub(crate) board: String,
    /// The lowest and the highest score that are still possible.
    pub(crate) bounds: (i32, i32),
    /// How the game ends under best play, if that is proven.
    pub(crate) ending: Option<Ending>,
    pub(crate) published: Option<Ending>,
    pub(crate) agreement: Agreement,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
}

/// How what was proven compares to what is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Agreement {
    /// It is the same.
    Agrees,
    /// It can't be the same.
    Disagrees,
    /// Time ran out with the same result still possible.
    Open,
    /// There is nothing to compare it to.
    Unpublished,
}

/// Solves an empty board of a size, and compares the result with the published one.
pub(crate) fn solve<const W: usize, const H: usize>(
    published: Option<Ending>,
    settings: &Settings,
) -> Result<Solved, Failure> {
    let solver = Solver::<W, H>::with_hash_mib(settings.hash_mib)
        .map_err(|error| Failure::Input(error.to_string()))?
        .without_book()
        .with_cpu(settings.cpu)
        .with_threads(settings.search_threads);
    // The system hands out the memory at its first use, and two threads that ask for it together wait for each other.
    solver.table().prefault();
    let limits = Limits { time: settings.limit, ..Limits::NONE };
    let report = solver.solve_within(&Position::default(), &limits, &mut |_| {});
    let bounds = report.bounds;
    Ok(Solved {
        board: format!("{W}x{H}"),
        bounds: (bounds.lower().get(), bounds.upper().get()),
        ending: bounds.score().map(Ending::of),
        published,
        agreement: published.map_or(Agreement::Unpublished, |published| compare(bounds, published)),
        nodes: report.nodes,
        elapsed: report.elapsed,
    })
}

/// Compares bounds with an ending: those that aren't exact yet may exclude it already.
fn compare<const W: usize, const H: usize>(bounds: Bounds<W, H>, published: Ending) -> Agreement {
    let is_possible =
        published.score().is_some_and(|score| bounds.lower() <= score && score <= bounds.upper());
    match bounds.score() {
        _ if !is_possible => Agreement::Disagrees,
        Some(_) => Agreement::Agrees,
        None => Agreement::Open,
    }
}

impl Solved {
    /// Says what was proven: the ending, or the bounds of the score.
    pub(crate) fn result(&self) -> String {
        let (lower, upper) = self.bounds;
        self.ending.map_or_else(|| format!("score in {lower}..{upper}"), |ending| ending.to_string())
    }

    /// Names what doesn't agree, `None` if nothing is known to.
    pub(crate) fn disagreement(&self) -> Option<String> {
        let published = self.published.filter(|_| self.agreement == Agreement::Disagrees)?;
        Some(format!("{}: published is '{published}', found '{}'", self.board, self.result()))
    }

    /// Returns the nodes per second.
    pub(crate) fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, micros(self.elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use marlin_core::Score;

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds::new(Score::new(lower).unwrap(), Score::new(upper).unwrap()).unwrap()
    }

    #[test]
    fn only_a_proven_result_agrees() {
        let published = Ending::FirstWins(41);
        assert_eq!(compare(bounds(1, 1), published), Agreement::Agrees);
        assert_eq!(compare(bounds(0, 2), published), Agreement::Open);
    }

    #[test]
    fn bounds_that_exclude_the_published_result_disagree() {
        let published = Ending::FirstWins(41);
        for (lower, upper) in [(0, 0), (2, 2), (-18, 0), (2, 18)] {
            assert_eq!(compare(bounds(lower, upper), published), Agreement::Disagrees);
        }
        // A result that the board can't have is none either.
        assert_eq!(compare(bounds(-18, 18), Ending::FirstWins(40)), Agreement::Disagrees);
    }

    #[test]
    fn small_boards_end_as_published_on_every_cpu_level() {
        let solve_all = |cpu| {
            let settings = Settings { search_threads: 1, hash_mib: 1, limit: None, cpu };
            [
                solve::<4, 4>(Some(Ending::Draw), &settings).unwrap(),
                solve::<5, 4>(Some(Ending::Draw), &settings).unwrap(),
                solve::<6, 4>(Some(Ending::SecondWins(24)), &settings).unwrap(),
            ]
        };
        let nodes = |results: &[Solved]| results.iter().map(|solved| solved.nodes).collect::<Vec<_>>();
        let baseline = nodes(&solve_all(Cpu::BASELINE));
        for cpu in Cpu::available() {
            let results = solve_all(cpu);
            assert!(results.iter().all(|solved| solved.agreement == Agreement::Agrees), "{results:?}");
            assert_eq!(nodes(&results), baseline, "{cpu}");
        }
    }

    #[test]
    fn a_disagreement_is_named_with_both_results() {
        let settings = Settings { search_threads: 1, hash_mib: 1, limit: None, cpu: Cpu::detect() };
        let solved = solve::<4, 4>(Some(Ending::SecondWins(12)), &settings).unwrap();
        let expected = "4x4: published is 'second player wins at move 12', found 'draw'";
        assert_eq!(solved.disagreement().as_deref(), Some(expected));
    }
}

//! [`Question`]: a question about a position, and [`Measurement`]: the work of its answer.

use std::time::Duration;

use marlin_core::{Position, Score, Solver};
use serde::Serialize;

use crate::replay::stopwatch::Stopwatch;

/// A question about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Question {
    /// The score of the position.
    Score,
    /// The scores of all columns: the score of the position, and all best moves.
    Columns,
}

impl Question {
    /// All questions.
    pub(crate) const ALL: [Self; 2] = [Self::Score, Self::Columns];

    /// Returns the name of the question in a table.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Columns => "all columns",
        }
    }

    /// Answers the question on one thread, from an empty table.
    pub(crate) fn measure(self, solver: &Solver, position: &Position) -> Measurement {
        solver.table().clear();
        let query = solver.query(position);
        let stopwatch = Stopwatch::start(1);
        let (bounds, nodes) = match self {
            Self::Score => {
                let report = query.score();
                (report.bounds, report.nodes)
            }
            Self::Columns => {
                let analysis = query.analyze();
                (analysis.bounds, analysis.nodes)
            }
        };
        let times = stopwatch.times();
        Measurement { score: bounds.score(), nodes, time: times.cpu.unwrap_or(times.wall) }
    }
}

/// The answer to a question with its work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measurement {
    /// The score of the position; a search without limits always has one.
    pub(crate) score: Option<Score>,
    /// Nodes of the search, 0 without one.
    pub(crate) nodes: u64,
    /// CPU time of the thread, or time on the clock if that is unknown: on a busy machine the slowest of many times on
    /// the clock are those in which another program ran.
    pub(crate) time: Duration,
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use marlin_core::SolverBuilder;

    use super::*;

    #[test]
    fn the_book_answers_up_to_its_plies_without_a_search() {
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().threads(1).build();
        let measure = |question: Question, moves| {
            question.measure(&solver, &Position::parse(BoardSize::STANDARD, moves).unwrap())
        };
        // 13 stones, and a child of them.
        assert_eq!(measure(Question::Score, "3342212265547").nodes, 0);
        let [score, columns] = Question::ALL.map(|question| measure(question, "33422122655477"));
        assert!(score.nodes > 0 && columns.nodes >= score.nodes, "{score:?} {columns:?}");
        assert_eq!(score.score, columns.score);
    }
}

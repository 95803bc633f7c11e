//! [`ScoreRecord`]: the score of a position as plain data.

use std::time::Duration;

use marlin_core::any::{Analysis, Bounds, Position, Report, Score};
use marlin_core::{BoardSize, Cell, Column, Outcome, Source};
use serde::Serialize;

use super::{winning_cells, with_fields};

with_fields! {
/// The score of a position, or its outcome, as plain data.
///
/// # Examples
///
/// ```
/// use marlin_coach::record::ScoreRecord;
/// use marlin_core::any::{Position, Solver};
/// use marlin_core::{BoardSize, Outcome};
///
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let solver = Solver::on(BoardSize::STANDARD);
/// let record = ScoreRecord::of_score("4433", &position, &solver.query(&position).solve_with_move());
/// assert_eq!((record.score.unwrap().get(), record.outcome, record.final_move), (18, Some(Outcome::Win), Some(7)));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Score"))]
#[non_exhaustive]
pub struct ScoreRecord {
    /// The position as given.
    pub position: String,
    /// The score.
    pub score: Option<Score>,
    /// The outcome for the side to move.
    pub outcome: Option<Outcome>,
    /// The plies until the game ends.
    pub plies_to_end: Option<u32>,
    /// The number of the last move of the game.
    pub final_move: Option<u32>,
    /// The source of the score.
    pub source: Source,
    /// The nodes of the search.
    pub nodes: u64,
    /// The time of the search, in microseconds.
    pub time_us: u64,
    /// The best move, or before its proof the most promising one.
    pub best: Option<Column>,
    /// Whether the score is proven, or the outcome if that was the goal.
    pub proven: bool,
    /// The bounds of the score, if it is unproven.
    pub bounds: Option<Bounds>,
    /// Whether the best move is proven to keep the score.
    pub best_proven: Option<bool>,
    /// The cells of the stones that won; null without a winner.
    pub winning_cells: Option<Vec<Cell>>,
    /// The size of the board.
    pub board: BoardSize,
    /// The moves of best play, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv: Option<Vec<Column>>,
}
}

impl ScoreRecord {
    /// Returns the record of a search for the score and a move that keeps it.
    pub fn of_score(given: &str, position: &Position, found: &Analysis) -> Self {
        let Analysis { bounds, best, source, nodes, elapsed, .. } = *found;
        let score = bounds.score();
        let record = Self::new(given, position, (bounds, source), (nodes, elapsed), (score, score.is_some()));
        Self { best, best_proven: best.map(|_| found.best_is_proven()), ..record }
    }

    /// Returns the record of a search for the outcome. It has no score, even where that is proven too: programs should not rely
    /// on a field that is rarely filled.
    pub fn of_outcome(given: &str, position: &Position, found: &Report) -> Self {
        let Report { bounds, source, nodes, elapsed, .. } = *found;
        let is_proven = bounds.outcome().is_some();
        Self::new(given, position, (bounds, source), (nodes, elapsed), (None, is_proven))
    }

    /// Returns the record with the moves of best play, which begin with the best move.
    #[must_use]
    pub fn with_line(self, line: &[Column]) -> Self {
        let pv = Some(line.to_vec());
        match line.first() {
            Some(&best) => Self { best: Some(best), best_proven: Some(true), pv, ..self },
            None => Self { pv, ..self },
        }
    }

    fn new(
        given: &str,
        position: &Position,
        (bounds, source): (Bounds, Source),
        (nodes, elapsed): (u64, Duration),
        (score, is_proven): (Option<Score>, bool),
    ) -> Self {
        let ending = score.map(|score| position.ending(score));
        Self {
            position: given.to_owned(),
            score,
            outcome: bounds.outcome(),
            plies_to_end: ending.map(|ending| ending.plies),
            final_move: ending.map(|ending| ending.final_move),
            source,
            nodes,
            time_us: elapsed.as_micros() as u64,
            best: None,
            proven: is_proven,
            bounds: (!is_proven).then_some(bounds),
            best_proven: None,
            winning_cells: winning_cells(position),
            board: position.size(),
            pv: None,
        }
    }
}

//! [`ScoreRecord`]: the score of a position as plain data.

use std::time::Duration;

use marlin_core::any::{Analysis, Bounds, Position, Report, Score};
use marlin_core::{Column, Source};
use serde::Serialize;

use super::{numbers, winning_cells};

/// The score of a position, or who wins it, as plain data.
///
/// # Examples
///
/// ```
/// use marlin_coach::answer::ScoreRecord;
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
///
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let solver = Solver::on(BoardSize::STANDARD);
/// let record = ScoreRecord::of_score("4433", &position, &solver.query(&position).solve_with_move());
/// assert_eq!((record.score.unwrap().get(), record.outcome.as_deref(), record.final_move), (18, Some("win"), Some(7)));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScoreRecord {
    /// The position as it was given.
    pub position: String,
    /// The score.
    pub score: Option<Score>,
    /// `win`, `draw` or `loss`.
    pub outcome: Option<String>,
    /// The plies until the game ends.
    pub plies_to_end: Option<u32>,
    /// The number of the last move of the game.
    pub final_move: Option<u32>,
    /// Where the answer comes from: `rules`, `book` or `search`.
    pub source: String,
    /// The nodes that were searched.
    pub nodes: u64,
    /// The time that it took, in microseconds.
    pub time_us: u64,
    /// The best move, or as long as it isn't proven the one that looks best.
    pub best: Option<usize>,
    /// Whether what was asked for is proven.
    pub proven: bool,
    /// The bounds of the score, if it isn't proven.
    pub bounds: Option<Bounds>,
    /// Whether the best move is proven to keep the score.
    pub best_proven: Option<bool>,
    /// The stones that have won.
    pub winning_cells: Option<Vec<String>>,
    /// The size of the board, as in `7x6`.
    pub board: String,
    /// The moves of best play, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv: Option<Vec<usize>>,
}

impl ScoreRecord {
    /// The names of the fields that every record has.
    pub const FIELDS: [&str; 14] = [
        "position",
        "score",
        "outcome",
        "plies_to_end",
        "final_move",
        "source",
        "nodes",
        "time_us",
        "best",
        "proven",
        "bounds",
        "best_proven",
        "winning_cells",
        "board",
    ];

    /// Returns the answer of a search for the score and a move that keeps it.
    pub fn of_score(given: &str, position: &Position, found: &Analysis) -> Self {
        let Analysis { bounds, best, source, nodes, elapsed, .. } = *found;
        let score = bounds.score();
        let record = Self::new(given, position, (bounds, source), (nodes, elapsed), (score, score.is_some()));
        Self { best: best.map(Column::number), best_proven: best.map(|_| found.best_is_proven()), ..record }
    }

    /// Returns the answer of a search for who wins. It has no score, even where that became known on the way: nobody should
    /// rely on a field that is rarely filled.
    pub fn of_outcome(given: &str, position: &Position, found: &Report) -> Self {
        let Report { bounds, source, nodes, elapsed, .. } = *found;
        let is_proven = bounds.outcome().is_some();
        Self::new(given, position, (bounds, source), (nodes, elapsed), (None, is_proven))
    }

    /// Returns the record with the moves of best play, which begin with the best move.
    #[must_use]
    pub fn with_line(self, line: &[Column]) -> Self {
        let pv = Some(numbers(line));
        match line.first() {
            Some(best) => Self { best: Some(best.number()), best_proven: Some(true), pv, ..self },
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
        let nb_moves = position.nb_moves();
        Self {
            position: given.to_owned(),
            score,
            outcome: bounds.outcome().map(|outcome| outcome.to_string()),
            plies_to_end: score.map(|score| score.plies_to_end(nb_moves)),
            final_move: score.map(|score| score.final_move(nb_moves)),
            source: source.to_string(),
            nodes,
            time_us: elapsed.as_micros() as u64,
            best: None,
            proven: is_proven,
            bounds: (!is_proven).then_some(bounds),
            best_proven: None,
            winning_cells: winning_cells(position),
            board: position.size().to_string(),
            pv: None,
        }
    }
}

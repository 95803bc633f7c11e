//! [`ScoreRecord`]: the score of a position as plain data.

use marlin_core::Column;
use marlin_core::any::{Position, Report, Score};
use serde::Serialize;

use super::{numbers, pair, winning_cells};

/// The score of a position, or who wins it, as plain data.
///
/// # Examples
///
/// ```
/// use marlin_coach::answer::{Best, ScoreRecord};
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
///
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let solver = Solver::on(BoardSize::STANDARD);
/// let record = ScoreRecord::of_score("4433", &position, &solver.query(&position).solve(), Best::default());
/// assert_eq!((record.score, record.outcome.as_deref(), record.final_move), (Some(18), Some("win"), Some(7)));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScoreRecord {
    /// The position as it was given.
    pub position: String,
    /// The score.
    pub score: Option<i32>,
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
    pub bounds: Option<[i32; 2]>,
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

/// The best move, if it is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Best {
    /// The move, if there is one to show.
    pub column: Option<Column>,
    /// Whether it is proven to keep the score.
    pub is_proven: bool,
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

    /// Returns the answer of a search for the score.
    pub fn of_score(given: &str, position: &Position, report: &Report, best: Best) -> Self {
        let score = report.bounds.score();
        Self::new(given, position, report, (score, score.is_some()), best)
    }

    /// Returns the answer of a search for who wins. It has no score, even where that became known on the way: nobody should
    /// rely on a field that is rarely filled.
    pub fn of_outcome(given: &str, position: &Position, report: &Report) -> Self {
        let is_proven = report.bounds.outcome().is_some();
        Self::new(given, position, report, (None, is_proven), Best::default())
    }

    /// Returns the record with the moves of best play.
    #[must_use]
    pub fn with_line(self, line: &[Column]) -> Self {
        Self { pv: Some(numbers(line)), ..self }
    }

    fn new(
        given: &str,
        position: &Position,
        report: &Report,
        (score, is_proven): (Option<Score>, bool),
        best: Best,
    ) -> Self {
        let nb_moves = position.nb_moves();
        Self {
            position: given.to_owned(),
            score: score.map(Score::get),
            outcome: report.bounds.outcome().map(|outcome| outcome.to_string()),
            plies_to_end: score.map(|score| score.plies_to_end(nb_moves)),
            final_move: score.map(|score| score.final_move(nb_moves)),
            source: report.source.to_string(),
            nodes: report.nodes,
            time_us: report.elapsed.as_micros() as u64,
            best: best.column.map(Column::number),
            proven: is_proven,
            bounds: (!is_proven).then(|| pair(report.bounds)),
            best_proven: best.column.map(|_| best.is_proven),
            winning_cells: winning_cells(position),
            board: position.size().to_string(),
            pv: None,
        }
    }
}

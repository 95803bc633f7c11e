//! [`ColumnsRecord`]: the scores of all columns of a position as plain data.

use marlin_core::any::{Analysis, Bounds, Position, Score};
use marlin_core::{Column, Columns};
use serde::Serialize;

use super::{numbers, winning_cells};

/// The scores of all columns of a position as plain data.
///
/// # Examples
///
/// ```
/// use marlin_coach::answer::ColumnsRecord;
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
///
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let analysis = Solver::on(BoardSize::STANDARD).query(&position).analyze();
/// let record = ColumnsRecord::new("4433", &position, &analysis);
/// assert_eq!(record.scores.map(|score| score.unwrap().get()), [-3, 18, 2, 2, 18, -3, -4]);
/// assert_eq!(record.best_columns, Some(vec![2, 5]));
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ColumnsRecord {
    /// The position as it was given.
    pub position: String,
    /// The score of each column, from the left; `None` for one that can't be played or isn't proven.
    pub scores: Columns<Option<Score>>,
    /// The best move, or as long as it isn't proven the one that looks best.
    pub best: Option<usize>,
    /// The score of the position.
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
    /// The columns that keep the score, none when the game is over.
    pub best_columns: Option<Vec<usize>>,
    /// Whether all scores are proven.
    pub proven: bool,
    /// The bounds of the score of the position, if not all scores are proven.
    pub bounds: Option<Bounds>,
    /// The bounds of the score of each column, if not all scores are proven.
    pub column_bounds: Option<Columns<Option<Bounds>>>,
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

impl ColumnsRecord {
    /// The names of the fields that every record has.
    pub const FIELDS: [&str; 17] = [
        "position",
        "scores",
        "best",
        "score",
        "outcome",
        "plies_to_end",
        "final_move",
        "source",
        "nodes",
        "time_us",
        "best_columns",
        "proven",
        "bounds",
        "column_bounds",
        "best_proven",
        "winning_cells",
        "board",
    ];

    /// Returns the answer of a search for the scores of all columns.
    pub fn new(given: &str, position: &Position, analysis: &Analysis) -> Self {
        let nb_moves = position.nb_moves();
        let (score, is_proven) = (analysis.bounds.score(), analysis.is_complete());
        Self {
            position: given.to_owned(),
            scores: analysis.columns.map(|bounds| bounds.and_then(Bounds::score)),
            best: analysis.best.map(Column::number),
            score,
            outcome: analysis.bounds.outcome().map(|outcome| outcome.to_string()),
            plies_to_end: score.map(|score| score.plies_to_end(nb_moves)),
            final_move: score.map(|score| score.final_move(nb_moves)),
            source: analysis.source.to_string(),
            nodes: analysis.nodes,
            time_us: analysis.elapsed.as_micros() as u64,
            best_columns: is_proven.then(|| numbers(&best_columns(analysis))),
            proven: is_proven,
            bounds: (!is_proven).then_some(analysis.bounds),
            column_bounds: (!is_proven).then_some(analysis.columns),
            best_proven: analysis.best.map(|_| analysis.best_is_proven()),
            winning_cells: winning_cells(position),
            board: position.size().to_string(),
            pv: None,
        }
    }

    /// Returns the record with the moves of best play.
    #[must_use]
    pub fn with_line(self, line: &[Column]) -> Self {
        Self { pv: Some(numbers(line)), ..self }
    }
}

/// Returns the columns that keep the score, none when the game is over.
fn best_columns(analysis: &Analysis) -> Vec<Column> {
    let columns = analysis.columns.by_column();
    columns.filter(|(_, bounds)| **bounds == Some(analysis.bounds)).map(|(column, _)| column).collect()
}

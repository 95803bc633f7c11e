//! [`ColumnsRecord`]: the scores of all columns of a position as plain data.

use marlin_core::any::{Analysis, Bounds, Position, Score};
use marlin_core::{BoardSize, Cell, Column, Columns, Ending, Outcome, Source};
use serde::Serialize;

use super::{winning_cells, with_fields};

with_fields! {
/// The scores of all columns of a position as plain data.
///
/// # Examples
///
/// ```
/// use marlin_coach::record::ColumnsRecord;
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
///
/// let position = Position::parse(BoardSize::STANDARD, "4433")?;
/// let analysis = Solver::on(BoardSize::STANDARD).query(&position).analyze();
/// let record = ColumnsRecord::new("4433", &position, &analysis);
/// assert_eq!(record.scores.map(|score| score.unwrap().get()), [-3, 18, 2, 2, 18, -3, -4]);
/// assert_eq!(record.best_columns.unwrap().len(), 2);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Columns"))]
#[non_exhaustive]
pub struct ColumnsRecord {
    /// The position as given.
    pub position: String,
    /// The score of each column, from the left; null for one that is full or without a proof.
    pub scores: Columns<Option<Score>>,
    /// The best move, or before its proof the most promising one.
    pub best: Option<Column>,
    /// The score of the position.
    pub score: Option<Score>,
    /// The outcome for the side to move.
    pub outcome: Option<Outcome>,
    /// The plies until the game ends.
    pub plies_to_end: Option<u32>,
    /// The number of the last move of the game.
    pub final_move: Option<u32>,
    /// The source of the scores.
    pub source: Source,
    /// The nodes of the search.
    pub nodes: u64,
    /// The time of the search, in microseconds.
    pub time_us: u64,
    /// All columns that keep the score, none after the end of the game; null if not all scores are proven.
    pub best_columns: Option<Vec<Column>>,
    /// Whether all scores are proven.
    pub proven: bool,
    /// The bounds of the score of the position, if not all scores are proven.
    pub bounds: Option<Bounds>,
    /// The bounds of the score of each column, if not all are proven.
    pub column_bounds: Option<Columns<Option<Bounds>>>,
    /// Whether the best move is proven to keep the score.
    pub best_proven: Option<bool>,
    /// The cells of the stones that won; null without a winner.
    pub winning_cells: Option<Vec<Cell>>,
    /// The size of the board.
    pub board: BoardSize,
    /// The height of the score on an evaluation bar, from the view of X: 1 for a win of X with the next stone, 0 for a draw, -1
    /// for one of O.
    pub evaluation: Option<f64>,
    /// The moves of best play, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv: Option<Vec<Column>>,
}
}

impl ColumnsRecord {
    /// Returns the record of an analysis.
    pub fn new(given: &str, position: &Position, analysis: &Analysis) -> Self {
        let (score, is_proven) = (analysis.bounds.score(), analysis.is_complete());
        let ending = score.map(|score| position.ending(score));
        Self {
            position: given.to_owned(),
            scores: analysis.columns.map(|bounds| bounds.and_then(Bounds::score)),
            best: analysis.best,
            score,
            outcome: analysis.bounds.outcome(),
            plies_to_end: ending.map(|ending| ending.plies),
            final_move: ending.map(|ending| ending.final_move),
            source: analysis.source,
            nodes: analysis.nodes,
            time_us: analysis.elapsed.as_micros() as u64,
            best_columns: is_proven.then(|| best_columns(analysis)),
            proven: is_proven,
            bounds: (!is_proven).then_some(analysis.bounds),
            column_bounds: (!is_proven).then_some(analysis.columns),
            best_proven: analysis.best.map(|_| analysis.best_is_proven()),
            winning_cells: winning_cells(position),
            board: position.size(),
            evaluation: ending.map(Ending::evaluation),
            pv: None,
        }
    }

    /// Returns the record with the moves of best play.
    #[must_use]
    pub fn with_line(self, line: &[Column]) -> Self {
        Self { pv: Some(line.to_vec()), ..self }
    }
}

/// Returns the columns that keep the score, none after the end of the game.
fn best_columns(analysis: &Analysis) -> Vec<Column> {
    let columns = analysis.columns.by_column();
    columns.filter(|(_, bounds)| **bounds == Some(analysis.bounds)).map(|(column, _)| column).collect()
}

//! Answers about positions as plain data, for JSON and the like. The names of the fields are part of the interface, and new
//! ones come last.
//!
//! | file | contents |
//! |---|---|
//! | `score` | [`ScoreRecord`]: the score of a position |
//! | `columns` | [`ColumnsRecord`]: the scores of all columns |
//! | `position` | [`PositionRecord`]: what the rules alone say of a position |
//! | `reach` | [`ReachRecord`]: whether a board can arise in a game |
//! | `explained` | [`ExplainedRecord`]: why a position has its score |
//! | `progress` | [`ProgressRecord`]: the progress of a search or of a task |
//!
//! Columns are numbered from 1 on the left, scores are from the side to move, and cells are named as in `d3`. A fact that
//! isn't proven is `None`.

mod columns;
mod explained;
mod position;
mod progress;
mod reach;
mod score;

use marlin_core::Column;
use marlin_core::any::Position;

pub use self::columns::ColumnsRecord;
pub use self::explained::ExplainedRecord;
pub use self::position::{PositionRecord, ThreatsRecord};
pub use self::progress::ProgressRecord;
pub use self::reach::ReachRecord;
pub use self::score::ScoreRecord;

/// Returns the names of the cells whose stones won, `None` if nobody has won.
fn winning_cells(position: &Position) -> Option<Vec<String>> {
    let stones = position.winning_stones();
    (!stones.is_empty()).then(|| stones.iter().map(|cell| cell.to_string()).collect())
}

/// Returns the numbers of columns.
fn numbers(columns: &[Column]) -> Vec<usize> {
    columns.iter().map(|column| column.number()).collect()
}

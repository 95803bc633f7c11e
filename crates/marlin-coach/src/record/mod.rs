//! Records: results as plain data, for JSON and the like. The names of the fields are part of the interface, and new ones are
//! added at the end.
//!
//! | file | contents |
//! |---|---|
//! | `score` | [`ScoreRecord`]: the score of a position |
//! | `columns` | [`ColumnsRecord`]: the scores of all columns |
//! | `position` | [`PositionRecord`]: a position by the rules |
//! | `reach` | [`ReachRecord`]: the game that leads to a board |
//! | `level` | [`LevelMoveRecord`]: the move of a player of a level |
//! | `review` | [`ReviewRecord`]: the quality of the moves of a game |
//! | `explanation` | [`ExplanationRecord`]: the reasons for a score |
//! | `exploration` | [`ExplorationRecord`]: the facts about a position in a tree of openings |
//! | `puzzle` | [`PuzzleRecord`]: a puzzle |
//! | `progress` | [`ProgressRecord`]: the progress of a search or of a task |
//!
//! Columns are numbered from 1 on the left, scores are from the side to move, and cells are named as in `d3`. A fact without a
//! proof is `None`.
//!
//! With the feature `schema` every record has a JSON Schema, of `schema_generator`. The OpenAPI document of the server and the
//! TypeScript of the package for pages are derived from these.

mod columns;
mod explanation;
mod exploration;
mod level;
mod position;
mod progress;
mod puzzle;
mod reach;
mod review;
#[cfg(feature = "schema")]
mod schema;
mod score;

use marlin_core::any::Position;
use marlin_core::{Cell, GameOutcome, Player};
use serde::Serialize;

pub use self::columns::ColumnsRecord;
pub use self::explanation::{BranchRecord, ExplanationRecord, StepRecord};
pub use self::exploration::{
    ColumnShareRecord, ExplorationRecord, ExploredColumnRecord, LevelSharesRecord, PlyCensusRecord,
};
pub use self::level::LevelMoveRecord;
pub use self::position::{PositionRecord, ThreatsRecord};
pub use self::progress::ProgressRecord;
pub use self::puzzle::PuzzleRecord;
pub use self::reach::ReachRecord;
pub use self::review::{ReviewRecord, ReviewedMoveRecord, ReviewedSideRecord};
#[cfg(feature = "schema")]
pub use self::schema::schema_generator;
pub use self::score::ScoreRecord;

/// Declares a record with the names of its fields.
macro_rules! with_fields {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$field_about:meta])* pub $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$field_about])* pub $field: $type,)*
        }

        impl $name {
            /// The names of the fields, in their order.
            pub const FIELDS: &[&str] = &[$(stringify!($field)),*];
        }
    };
}
use with_fields;

/// The result of a game: its winner, or a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameResult"))]
pub enum ResultRecord {
    /// X wins.
    X,
    /// O wins.
    O,
    /// The board is full without four in a row.
    #[serde(rename = "draw")]
    Draw,
}

impl From<Player> for ResultRecord {
    fn from(winner: Player) -> Self {
        match winner {
            Player::X => Self::X,
            Player::O => Self::O,
        }
    }
}

impl From<GameOutcome> for ResultRecord {
    fn from(outcome: GameOutcome) -> Self {
        match outcome {
            GameOutcome::Won(winner) => winner.into(),
            GameOutcome::Drawn => Self::Draw,
        }
    }
}

/// Returns the cells of the stones that won, `None` without a winner.
fn winning_cells(position: &Position) -> Option<Vec<Cell>> {
    let stones = position.winning_stones();
    (!stones.is_empty()).then(|| stones.iter().collect())
}

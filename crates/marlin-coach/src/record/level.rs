//! [`LevelMoveRecord`]: the move of a player of a level as plain data.

use marlin_core::any::{Bounds, Position, Score};
use marlin_core::{BoardSize, Column};
use serde::Serialize;

use crate::level::{ChosenMove, SkillLevel};

/// The move of a player of a level as plain data.
///
/// # Examples
///
/// ```
/// use marlin_coach::level::{SkillLevel, Opponent};
/// use marlin_coach::record::LevelMoveRecord;
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
///
/// let (position, solver) = (Position::parse(BoardSize::STANDARD, "4433")?, Solver::on(BoardSize::STANDARD));
/// let choice = Opponent::new(SkillLevel::MAX, 1).choose(&position, &solver);
/// let record = LevelMoveRecord::new("4433", &position, (SkillLevel::MAX, 1), choice.as_ref());
/// assert_eq!((record.level, record.best_proven), (10, Some(true)));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LevelMove"))]
#[non_exhaustive]
pub struct LevelMoveRecord {
    /// The position as given.
    pub position: String,
    /// The size of the board.
    pub board: BoardSize,
    /// The level of the player, from 1 to 10.
    pub level: usize,
    /// The seed of its choices.
    pub seed: u64,
    /// The column to play; null after the end of the game.
    pub best: Option<Column>,
    /// The score after that move, from the side to move before it; null without a proof.
    pub score: Option<Score>,
    /// Whether the move is proven to keep the score of the position.
    pub best_proven: Option<bool>,
}

impl LevelMoveRecord {
    /// Returns the record of a choice, `None` after the end of the game, by a player of a level with a seed.
    pub fn new(
        given: &str,
        position: &Position,
        (level, seed): (SkillLevel, u64),
        choice: Option<&ChosenMove>,
    ) -> Self {
        let bounds = choice.and_then(|choice| choice.analysis.columns[choice.column]);
        Self {
            position: given.to_owned(),
            board: position.size(),
            level: level.get(),
            seed,
            best: choice.map(|choice| choice.column),
            score: bounds.and_then(Bounds::score),
            best_proven: choice.map(ChosenMove::keeps_score),
        }
    }
}

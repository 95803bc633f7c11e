//! [`LevelTask`]: the move of a player of a level.

use marlin_coach::level::{Level, Opponent};
use marlin_core::Column;
use marlin_core::Limits;
use marlin_core::any::{Position, Solver};

use super::search::{Asked, Search};
use super::{Answer, LevelRecord, Step};
use crate::error::Error;

/// The nodes with which the perfect level chooses where it couldn't solve the position.
const NODES_OF_A_GUESS: u64 = 200_000;

/// The move of a player of a level.
#[derive(Debug)]
pub(crate) struct LevelTask {
    search: Search,
    level: Level,
    seed: u64,
}

impl LevelTask {
    pub(super) fn new(
        solver: Solver,
        position: Position,
        level: usize,
        seed: u64,
        budget: Option<u64>,
    ) -> Result<Self, Error> {
        let level = Level::new(level).ok_or(Error::Level { found: level })?;
        Ok(Self { search: Search::new(solver, position, Asked::Columns, budget), level, seed })
    }

    pub(super) fn step(&mut self, nodes: Option<u64>) -> Step {
        let mut limits = Limits::NONE;
        // Below the perfect level a move takes a few milliseconds. The perfect one solves the position first, slice by slice.
        if self.level == Level::MAX {
            let Some(analysis) = self.search.step(nodes) else {
                return Step::Progress(self.search.progress());
            };
            if !analysis.is_complete() {
                limits.nodes = Some(NODES_OF_A_GUESS);
            }
        }
        let opponent = Opponent { limits, ..Opponent::new(self.level, self.seed) };
        let choice = opponent.choose(self.search.position(), self.search.solver());
        Step::result(Answer::Level(LevelRecord {
            board: self.search.position().size().to_string(),
            level: self.level.get(),
            seed: self.seed,
            column: choice.map(|choice| Column::number(choice.column)),
        }))
    }
}

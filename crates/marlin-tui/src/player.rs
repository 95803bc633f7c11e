//! The engine as a player of a level.

use marlin_coach::level::{Level, Opponent};
use marlin_core::Column;
use marlin_core::any::{Position, Progress, Solver};
use marlin_core::{Limits, StopFlag};

/// Where a position is too hard to solve, the part of the time that a choice by what is seen may take beyond it.
const SHARE_FOR_SIGHT: u32 = 4;

/// Returns the move of a player of a level; `None` if the game is over. If the limits end the search, it is one that looks
/// best by what is known.
pub(crate) fn choose(
    solver: &Solver,
    position: &Position,
    level: Level,
    seed: u64,
    limits: &Limits,
    progress: impl FnMut(&Progress),
) -> Option<Column> {
    let mut limits = limits.clone();
    if level == Level::MAX {
        // This search reports its progress, and leaves to the next one what it has proven.
        let analysis = solver.query(position).limits(&limits).on_progress(progress).analyze();
        if limits.stop.as_ref().is_some_and(StopFlag::is_stopped) {
            return analysis.best;
        }
        if !analysis.is_complete() {
            limits.time = limits.time.map(|time| time / SHARE_FOR_SIGHT);
        }
    }
    let opponent = Opponent { limits, ..Opponent::new(level, seed) };
    Some(opponent.choose(position, solver)?.column)
}

//! The engine as a player of a level.

use std::time::Duration;

use marlin_core::StopFlag;
use marlin_core::any::{Column, Position, Progress, Solver};

/// Returns the move of a player of a level; `None` if the game is over. If the time is up, it is the best that is known.
pub(crate) fn choose(
    solver: &Solver,
    position: &Position,
    _level: u8,
    _seed: u64,
    time: Duration,
    stop: &StopFlag,
    progress: impl FnMut(&Progress),
) -> Option<Column> {
    solver.query(position).time(time).stop(stop.clone()).on_progress(progress).best_move().best
}

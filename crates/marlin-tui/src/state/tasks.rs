//! The tasks that a game has for the engine.

use marlin_core::{Bounds, Position};

use super::play::{Play, Shown};
use crate::task::EngineTask;

impl Play {
    /// Returns the task for the engine now: its move first, then results that are shown and not known yet.
    pub fn engine_task(&self) -> Option<EngineTask> {
        let position = *self.game.position();
        if let Some(level) = self.engine_to_move()
            && !self.is_paused
        {
            return Some(EngineTask::Move { position, level });
        }
        self.position_task().or_else(|| self.review_task()).or_else(|| self.graph_task())
    }

    /// Returns the task for the position on the board.
    fn position_task(&self) -> Option<EngineTask> {
        let position = *self.game.position();
        if self.game.outcome().is_some() || self.story().is_some() {
            return None;
        }
        if self.shown.needs_columns() && !self.analyses.contains_key(&position) {
            return Some(EngineTask::Analyze { position });
        }
        let is_unexplained = self.is_explaining() && !self.explanations.contains_key(&position);
        is_unexplained.then_some(EngineTask::Explain { position })
    }

    /// Returns the task for the review.
    fn review_task(&self) -> Option<EngineTask> {
        let is_unknown = self.wants_review && self.review().is_none();
        is_unknown.then(|| EngineTask::Review { game: self.game.clone() })
    }

    fn graph_task(&self) -> Option<EngineTask> {
        if !self.shown.graph {
            return None;
        }
        let unknown = self.positions().into_iter().rev().find(|position| !self.scores.contains_key(position));
        unknown.map(|position| EngineTask::Score { position })
    }

    /// Returns all positions of the game with the bounds of their scores, where known, from the view of their sides to move.
    pub fn evaluations(&self) -> Vec<(Position, Option<Bounds>)> {
        let positions = self.positions();
        positions.into_iter().map(|position| (position, self.scores.get(&position).copied())).collect()
    }

    /// Forgets unproven results, so that they are searched again.
    pub(super) fn forget_unproven(&mut self) {
        self.analyses.retain(|_, (analysis, _)| analysis.is_complete());
        self.explanations.retain(|_, explanation| explanation.score_layer.is_some());
        self.scores.retain(|_, bounds| bounds.score().is_some());
    }

    /// Gives up the results that are not known, after a failure of the engine.
    pub(super) fn give_up_results(&mut self) {
        self.is_paused = true;
        self.wants_review = false;
        self.dialog.take_if(|dialog| dialog.needs_engine());
        self.shown = Shown { threats: self.shown.threats, ..Shown::default() };
    }

    /// Returns the positions of the game, the first one included.
    fn positions(&self) -> Vec<Position> {
        let mut position = *self.game.start();
        let mut positions = vec![position];
        for &column in self.game.moves() {
            position.play_unchecked(column);
            positions.push(position);
        }
        positions
    }
}

impl Shown {
    /// Returns whether a shown part needs the analysis of the columns.
    const fn needs_columns(self) -> bool {
        self.hints || self.line
    }
}

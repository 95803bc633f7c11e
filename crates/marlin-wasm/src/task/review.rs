//! [`ReviewTask`]: the quality of each move of a game.

use marlin_coach::review::{LINE_PLIES, Review, ReviewedMove, after_setup};
use marlin_core::Column;
use marlin_core::any::{Game, Position, Solver};

use super::search::{Asked, Search};
use super::walk::{Choice, Walk};
use super::{Answer, ProgressRecord, Step};
use crate::error::Error;

/// The quality of each move of a game. The last moves come first, because they help the search of the others.
#[derive(Debug)]
pub(crate) struct ReviewTask {
    solver: Solver,
    game: Game,
    budget: Option<u64>,
    /// The positions that are left, each with the move that was played there.
    left: Vec<(Position, Column)>,
    /// The position that is being searched.
    search: Option<(Search, Column)>,
    /// The blunder whose better line is being searched.
    blunder: Option<(ReviewedMove, Walk)>,
    /// The moves that are done, from the last one on.
    done: Vec<ReviewedMove>,
    nodes: u64,
    time_us: u64,
}

impl ReviewTask {
    pub(super) fn new(solver: Solver, game: &Game, setup: usize, budget: Option<u64>) -> Result<Self, Error> {
        if game.start().nb_moves() > 0 {
            return Err(Error::NeedsMoves);
        }
        let few = || Error::Setup { stones: setup, moves: game.moves().len() };
        let game = after_setup(game, setup).ok_or_else(few)?;
        let mut position = *game.start();
        let left = game.moves().iter().map(|&column| {
            let before = position;
            position.make_move(column);
            (before, column)
        });
        let left = left.collect();
        let (search, blunder, done) = (None, None, Vec::new());
        Ok(Self { solver, game, budget, left, search, blunder, done, nodes: 0, time_us: 0 })
    }

    pub(super) fn step(&mut self, nodes: Option<u64>) -> Step {
        // Positions that the book or the rules answer cost no slice.
        let before = self.nodes;
        loop {
            if !self.has_more() {
                let mut moves = std::mem::take(&mut self.done);
                moves.reverse();
                return Step::result(Answer::Review(Review::from_moves(self.game.clone(), moves).record()));
            }
            self.work(nodes);
            if nodes.is_some() && self.nodes > before {
                return Step::Progress(self.progress());
            }
        }
    }

    fn has_more(&self) -> bool {
        !self.left.is_empty() || self.search.is_some() || self.blunder.is_some()
    }

    /// Does the next piece of work, a slice at most.
    fn work(&mut self, nodes: Option<u64>) {
        if let Some((mut played, mut walk)) = self.blunder.take() {
            if walk.step(&self.solver, nodes) {
                walk.line().clone_into(&mut played.line);
                self.done.push(played);
            } else {
                self.nodes += nodes.unwrap_or(0);
                self.blunder = Some((played, walk));
            }
        } else if let Some((mut search, column)) = self.search.take().or_else(|| self.next()) {
            let before = search.progress();
            let found = search.step(nodes);
            let after = search.progress();
            self.nodes += after.nodes - before.nodes;
            self.time_us += after.time_us - before.time_us;
            let Some(analysis) = found else {
                self.search = Some((search, column));
                return;
            };
            let played = ReviewedMove::new(search.position(), column, &analysis);
            if played.is_blunder() {
                let walk = Walk::new(*search.position(), Choice::Best, LINE_PLIES, self.budget);
                self.blunder = Some((played, walk));
            } else {
                self.done.push(played);
            }
        }
    }

    /// Returns the search of the next position.
    fn next(&mut self) -> Option<(Search, Column)> {
        let (position, column) = self.left.pop()?;
        Some((Search::new(self.solver.clone(), position, Asked::Columns, self.budget), column))
    }

    fn progress(&self) -> ProgressRecord {
        let left = self.game.moves().len() - self.done.len();
        ProgressRecord {
            nodes: self.nodes,
            time_us: self.time_us,
            left: Some(left),
            ..ProgressRecord::default()
        }
    }
}

//! [`RatedMove`]: a player's move in a position, and its quality.

use std::time::{Duration, Instant};

use marlin_core::{Column, Game, Score, Solver};

use crate::players::{Agent, Forfeit, play_move};

/// A player's move in a position, with the true scores.
#[derive(Debug)]
pub struct RatedMove {
    /// The position, and the moves that lead to it.
    pub game: Game,
    /// The column played, or the reason for a forfeit.
    pub column: Result<Column, Forfeit>,
    /// The true score of every column.
    pub scores: Vec<Option<Score>>,
    /// The time that the player took.
    pub elapsed: Duration,
}

impl RatedMove {
    /// Returns the score of the column played.
    pub(super) fn score(&self) -> Option<Score> {
        self.scores[self.column.as_ref().ok()?.index()]
    }

    /// Describes the failure of the player, if it failed.
    pub fn failure(&self) -> Option<&str> {
        self.column.as_ref().err()?.failure()
    }

    /// Returns the greatest score of a column.
    pub(super) fn best(&self) -> Option<Score> {
        self.scores.iter().flatten().max().copied()
    }

    /// Returns whether the move keeps the outcome.
    pub(super) fn is_good(&self) -> bool {
        self.score().map(Score::outcome) == self.best().map(Score::outcome)
    }

    /// Returns whether the move keeps the score.
    pub(super) fn is_perfect(&self) -> bool {
        self.score() == self.best()
    }

    /// Returns the cost of the move, for an order. No legal move is the worst; then the loss of outcome counts, then the loss of
    /// score.
    pub(super) fn cost(&self) -> (bool, u8, i32) {
        let (Some(score), Some(best)) = (self.score(), self.best()) else { return (true, 0, 0) };
        (false, best.outcome() as u8 - score.outcome() as u8, best.get() - score.get())
    }
}

/// Asks a player for a move in a position, as in a new game, and solves the position.
pub fn rate_move(agent: &mut dyn Agent, game: Game, time: Option<Duration>, solver: &Solver) -> RatedMove {
    let mut played = game.clone();
    let ready = agent.new_game().map_err(Forfeit::from);
    let asked = Instant::now();
    let column = ready.and_then(|()| play_move(agent, &mut played, time));
    let elapsed = asked.elapsed();
    // Only now: a player with the same solver would find the result in the table.
    let scores = solver.query(game.position()).analyze().scores().to_vec();
    RatedMove { game, column, scores, elapsed }
}

//! Positions for tests: some by hand, many at random.

use marlin_core::{Game, Outcome, Position, Solver};

/// A position that is solved in no time: O is to move and loses in four.
pub(crate) const LATE: &str = "2252576253462244111563365343671351441";

/// Games played at random, the same ones for a seed.
#[derive(Debug)]
pub(crate) struct RandomGames(u64);

impl RandomGames {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below a bound.
    pub(crate) fn number(&mut self, bound: usize) -> usize {
        // A linear congruential generator with Knuth's constants; its high bits are the good ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Returns a game that has gone on for some plies, and still goes on unless the board is full.
    pub(crate) fn of_plies(&mut self, plies: usize) -> Game {
        loop {
            let game = self.up_to(plies);
            if game.moves().len() == plies && game.position().winner().is_none() {
                return game;
            }
        }
    }

    /// Returns a game that a player has won.
    pub(crate) fn won(&mut self) -> Game {
        loop {
            let game = self.up_to(42);
            if game.position().winner().is_some() {
                return game;
            }
        }
    }

    /// Returns a game of this number of plies, or fewer if it is over before.
    fn up_to(&mut self, plies: usize) -> Game {
        let mut game = Game::new();
        while game.moves().len() < plies && game.outcome().is_none() {
            let moves: Vec<_> = game.legal_moves().collect();
            game.play(moves[self.number(moves.len())]).unwrap();
        }
        game
    }
}

/// Returns the scores of all columns, each by itself, from the score of the position after it.
pub(crate) fn column_scores(solver: &Solver, position: &Position) -> Vec<Option<i32>> {
    let score = |column| {
        let mut child = *position;
        child.play(column).ok()?;
        Some(-solver.solve(&child).get())
    };
    position.size().columns().map(score).collect()
}

/// Returns 1, 0 or -1 for a score.
pub(crate) fn sign(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

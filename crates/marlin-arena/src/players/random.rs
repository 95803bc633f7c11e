//! Random moves.

use std::time::Duration;

use marlin_core::Game;
use marlin_support::random::Random;

use super::agent::{Agent, AgentMove};
use super::error::AgentError;

/// Plays any open column.
#[derive(Debug)]
pub(super) struct RandomPlayer(pub(super) Random);

impl Agent for RandomPlayer {
    fn name(&self) -> &'static str {
        "random"
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: Option<Duration>) -> Result<AgentMove, AgentError> {
        Ok(self.0.one_of(&game.legal_moves()).into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use marlin_core::{BoardSize, Column};

    use super::*;

    #[test]
    fn every_column_that_is_not_full_is_played_and_no_other() {
        let mut agent = RandomPlayer(Random::new(1, 0));
        let game = Game::parse(BoardSize::STANDARD, "444444").unwrap();
        let choices =
            (0..200).map(|_| agent.choose(&game, None).unwrap().play_in(&mut game.clone()).unwrap());
        let columns: HashSet<usize> = choices.map(Column::index).collect();
        assert_eq!(columns, HashSet::from([0, 1, 2, 4, 5, 6]));
    }
}

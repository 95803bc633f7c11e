//! A player of one of Marlin's levels, in this process.

use std::time::Duration;

use marlin_coach::level::{Opponent, SkillLevel};
use marlin_core::{Column, Game, Limits, Solver};
use marlin_support::random::Random;

use super::agent::{Agent, AgentMove};
use super::error::AgentError;

/// Plays as a level does, each game with its own seed.
#[derive(Debug)]
pub(super) struct LevelPlayer {
    name: String,
    level: SkillLevel,
    seed: u64,
    solver: Solver,
    random: Random,
}

impl LevelPlayer {
    pub(super) fn new(level: SkillLevel, solver: Solver, random: Random) -> Self {
        Self { name: format!("level:{level}"), level, seed: 0, solver, random }
    }
}

impl Agent for LevelPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        self.seed = self.random.below(u32::MAX).into();
        Ok(())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError> {
        let limits = Limits::NONE.time(time);
        let opponent = Opponent { limits, ..Opponent::new(self.level, self.seed) };
        let column: Option<Column> =
            opponent.choose(game.position(), &self.solver).map(|choice| choice.column);
        Ok(column.into())
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use marlin_core::SolverBuilder;

    use super::*;

    #[test]
    fn the_games_of_a_level_differ_and_are_the_same_for_a_seed() {
        let solver = SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().build();
        let games = |seed| -> Vec<String> {
            let level = SkillLevel::new(3).unwrap();
            let mut agent = LevelPlayer::new(level, solver.clone(), Random::new(seed, 0));
            let mut game = || {
                agent.new_game().unwrap();
                let mut game = Game::on(BoardSize::STANDARD);
                while !game.position().is_over() {
                    agent.choose(&game, None).unwrap().play_in(&mut game).unwrap();
                }
                game.to_string()
            };
            vec![game(), game()]
        };
        assert_eq!(games(1), games(1));
        assert_ne!(games(1), games(2));
        assert_ne!(games(1)[0], games(1)[1]);
    }
}

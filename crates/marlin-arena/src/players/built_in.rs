//! Players in this process: Marlin itself, its levels, and random moves.

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
        let limits = Limits { time, ..Limits::NONE };
        let opponent = Opponent { limits, ..Opponent::new(self.level, self.seed) };
        let column: Option<Column> =
            opponent.choose(game.position(), &self.solver).map(|choice| choice.column);
        Ok(column.into())
    }
}

/// Plays as the perfect level does.
#[derive(Debug)]
pub(super) struct PerfectPlayer(pub(super) Solver);

impl Agent for PerfectPlayer {
    fn name(&self) -> &'static str {
        "perfect"
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        // Proven scores hold in any game.
        Ok(())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError> {
        let limits = Limits { time, ..Limits::NONE };
        let opponent = Opponent { limits, ..Opponent::new(SkillLevel::MAX, 0) };
        Ok(opponent.choose(game.position(), &self.0).map(|choice| choice.column).into())
    }
}

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

    use marlin_core::{BoardSize, SolverBuilder};

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

    #[test]
    fn the_best_move_is_played_with_and_without_a_limit() {
        let mut agent =
            PerfectPlayer(SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().without_book().build());
        let game = Game::parse(BoardSize::STANDARD, "2252576253462244111563365343671351441").unwrap();
        for time in [None, Some(Duration::from_secs(60))] {
            let column = agent.choose(&game, time).unwrap().play_in(&mut game.clone()).unwrap();
            assert_eq!(column.number(), 6);
        }
    }

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

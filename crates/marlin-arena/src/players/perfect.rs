//! Marlin itself, in this process.

use std::time::Duration;

use marlin_coach::level::{Opponent, SkillLevel};
use marlin_core::{Game, Limits, Solver};

use super::agent::{Agent, AgentMove};
use super::error::AgentError;

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
        let limits = Limits::NONE.time(time);
        let opponent = Opponent { limits, ..Opponent::new(SkillLevel::MAX, 0) };
        Ok(opponent.choose(game.position(), &self.0).map(|choice| choice.column).into())
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use marlin_core::SolverBuilder;

    use super::*;

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
}

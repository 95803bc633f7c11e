//! [`RestartingAgent`]: a player that is started again after it has failed.

use std::time::Duration;

use marlin_core::Game;

use super::agent::{Agent, AgentMove};
use super::error::AgentError;

/// Failures in a row, without a move between them, after which a player is not started again.
pub const MAX_FAILURES: u32 = 3;

/// A player that is started again after it has failed.
///
/// It is stopped as soon as it fails, so that nothing it writes later can be taken for an answer, and is started again when it
/// is next needed.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use marlin_arena::{Agent, AgentError, AgentMove, RestartingAgent};
/// use marlin_core::{BoardSize, Game};
///
/// /// A player that never answers.
/// struct Mute;
///
/// impl Agent for Mute {
///     fn name(&self) -> &str {
///         "mute"
///     }
///
///     fn new_game(&mut self) -> Result<(), AgentError> {
///         Ok(())
///     }
///
///     fn choose(&mut self, _: &Game, _: Option<Duration>) -> Result<AgentMove, AgentError> {
///         Err(AgentError::NotReading { name: "mute".to_owned(), sent: "go".to_owned() })
///     }
/// }
///
/// let mut player = RestartingAgent::new(|| Ok(Box::new(Mute)))?;
/// for _ in 0..3 {
///     assert!(!player.has_failed_too_often());
///     assert!(player.choose(&Game::on(BoardSize::STANDARD), None).is_err());
/// }
/// assert!(player.has_failed_too_often());
/// # Ok::<(), AgentError>(())
/// ```
pub struct RestartingAgent {
    start: Box<dyn Fn() -> Result<Box<dyn Agent>, AgentError>>,
    name: String,
    agent: Option<Box<dyn Agent>>,
    failures: u32,
}

impl RestartingAgent {
    /// Starts a player for the first time.
    ///
    /// # Errors
    ///
    /// That of the start.
    pub fn new(start: impl Fn() -> Result<Box<dyn Agent>, AgentError> + 'static) -> Result<Self, AgentError> {
        let agent = start()?;
        let name = agent.name().to_owned();
        Ok(Self { start: Box::new(start), name, agent: Some(agent), failures: 0 })
    }

    /// Returns whether the player has failed [`MAX_FAILURES`] times in a row, without a move in between.
    pub const fn has_failed_too_often(&self) -> bool {
        self.failures >= MAX_FAILURES
    }

    /// Calls the player, and starts it first unless it is running.
    fn act<T>(&mut self, act: impl FnOnce(&mut dyn Agent) -> Result<T, AgentError>) -> Result<T, AgentError> {
        let running = self.agent.take().map_or_else(&self.start, Ok);
        let acted = running.and_then(|mut agent| {
            let done = act(agent.as_mut())?;
            self.agent = Some(agent);
            Ok(done)
        });
        self.failures += u32::from(acted.is_err());
        acted
    }
}

impl std::fmt::Debug for RestartingAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, failures, .. } = self;
        f.debug_struct("RestartingAgent")
            .field("name", name)
            .field("failures", failures)
            .finish_non_exhaustive()
    }
}

impl Agent for RestartingAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        self.act(|agent| agent.new_game())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, AgentError> {
        let agent_move = self.act(|agent| agent.choose(game, time))?;
        self.failures = 0;
        Ok(agent_move)
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::BoardSize;

    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    /// Answers a number of questions, and then fails.
    struct Frail(u32);

    fn failure() -> AgentError {
        AgentError::NotReading { name: "frail".to_owned(), sent: String::new() }
    }

    impl Agent for Frail {
        fn name(&self) -> &'static str {
            "frail"
        }

        fn new_game(&mut self) -> Result<(), AgentError> {
            Ok(())
        }

        fn choose(&mut self, _: &Game, _: Option<Duration>) -> Result<AgentMove, AgentError> {
            self.0 = self.0.checked_sub(1).ok_or_else(failure)?;
            Ok(AgentMove::Other("x".to_owned()))
        }
    }

    /// Returns a player and the number of its starts. The list has the number of questions that it
    /// answers after each start. After the last of these starts it cannot be started again.
    fn frail(answers: &'static [u32]) -> (RestartingAgent, Rc<Cell<usize>>) {
        let starts = Rc::new(Cell::new(0));
        let counter = Rc::clone(&starts);
        let start = move || -> Result<Box<dyn Agent>, AgentError> {
            counter.set(counter.get() + 1);
            Ok(Box::new(Frail(*answers.get(counter.get() - 1).ok_or_else(failure)?)))
        };
        (RestartingAgent::new(start).unwrap(), starts)
    }

    #[test]
    fn a_player_is_started_again_only_after_it_failed() {
        let (mut agent, starts) = frail(&[2, 1]);
        let mut answers = || agent.choose(&Game::on(BoardSize::STANDARD), None).is_ok();
        assert_eq!([answers(), answers(), answers(), answers()], [true, true, false, true]);
        assert_eq!(starts.get(), 2);
    }

    #[test]
    fn a_player_has_failed_too_often_after_consecutive_failures_and_a_move_resets_the_count() {
        let (mut agent, _) = frail(&[0, 0, 1, 0, 0]);
        let mut given_up_after = |questions: u32| {
            for _ in 0..questions {
                let _ = agent.choose(&Game::on(BoardSize::STANDARD), None);
            }
            agent.has_failed_too_often()
        };
        assert!(!given_up_after(2));
        // It answers once, then fails three times, the last one because it cannot be started.
        assert!(!given_up_after(3));
        assert!(given_up_after(1));
        assert_eq!(agent.name(), "frail");
    }

    #[test]
    fn a_new_game_does_not_count_as_a_move() {
        let (mut agent, _) = frail(&[0, 0, 0]);
        for _ in 0..MAX_FAILURES {
            agent.new_game().unwrap();
            agent.choose(&Game::on(BoardSize::STANDARD), None).unwrap_err();
        }
        assert!(agent.has_failed_too_often());
    }

    #[test]
    fn a_player_that_cannot_be_started_at_first_is_an_error() {
        assert!(RestartingAgent::new(|| Err(failure())).is_err());
    }
}

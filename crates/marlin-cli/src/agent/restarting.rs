//! [`Restarting`]: a player that is started again after it has failed.

use std::time::Duration;

use marlin_core::Game;

use super::{Agent, AgentError, Choice};

/// Failures in a row, without a move between them, after which a player is of no use.
pub(crate) const GIVE_UP: u32 = 3;

/// A player, and how to start it. One that fails is stopped at once, so that nothing it says later can be taken for an
/// answer, and is started again when it is next needed.
pub(crate) struct Restarting {
    start: Box<dyn Fn() -> Result<Box<dyn Agent>, AgentError>>,
    name: String,
    agent: Option<Box<dyn Agent>>,
    failures: u32,
}

impl Restarting {
    /// Starts a player for the first time.
    pub(super) fn new(
        start: impl Fn() -> Result<Box<dyn Agent>, AgentError> + 'static,
    ) -> Result<Self, AgentError> {
        let agent = start()?;
        let name = agent.name().to_owned();
        Ok(Self { start: Box::new(start), name, agent: Some(agent), failures: 0 })
    }

    /// Returns whether the player has failed [`GIVE_UP`] times in a row without a move between the failures.
    pub(crate) const fn is_given_up(&self) -> bool {
        self.failures >= GIVE_UP
    }

    /// Lets the player act, after starting it if it isn't running.
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

impl Agent for Restarting {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self) -> Result<(), AgentError> {
        self.act(|agent| agent.new_game())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<Choice, AgentError> {
        let choice = self.act(|agent| agent.choose(game, time))?;
        self.failures = 0;
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    /// Answers until it is asked more often than it can bear.
    struct Frail(u32);

    fn failure() -> AgentError {
        AgentError::Deaf { name: "frail".to_owned(), sent: String::new() }
    }

    impl Agent for Frail {
        fn name(&self) -> &'static str {
            "frail"
        }

        fn new_game(&mut self) -> Result<(), AgentError> {
            Ok(())
        }

        fn choose(&mut self, _: &Game, _: Option<Duration>) -> Result<Choice, AgentError> {
            self.0 = self.0.checked_sub(1).ok_or_else(failure)?;
            Ok(Choice::Other("x".to_owned()))
        }
    }

    /// Returns a player that answers as many questions after each start as a list says, can't be started after
    /// the last of them, and counts the starts.
    fn frail(answers: &'static [u32]) -> (Restarting, Rc<Cell<usize>>) {
        let starts = Rc::new(Cell::new(0));
        let counter = Rc::clone(&starts);
        let start = move || -> Result<Box<dyn Agent>, AgentError> {
            counter.set(counter.get() + 1);
            Ok(Box::new(Frail(*answers.get(counter.get() - 1).ok_or_else(failure)?)))
        };
        (Restarting::new(start).unwrap(), starts)
    }

    #[test]
    fn a_player_is_started_again_only_after_it_failed() {
        let (mut agent, starts) = frail(&[2, 1]);
        let mut answers = || agent.choose(&Game::new(), None).is_ok();
        assert_eq!([answers(), answers(), answers(), answers()], [true, true, false, true]);
        assert_eq!(starts.get(), 2);
    }

    #[test]
    fn a_player_is_given_up_after_failures_in_a_row_and_a_move_begins_the_count_again() {
        let (mut agent, _) = frail(&[0, 0, 1, 0, 0]);
        let mut given_up_after = |questions: u32| {
            for _ in 0..questions {
                let _ = agent.choose(&Game::new(), None);
            }
            agent.is_given_up()
        };
        assert!(!given_up_after(2));
        // It answers once, then fails three times, the last one because it can't be started.
        assert!(!given_up_after(3));
        assert!(given_up_after(1));
        assert_eq!(agent.name(), "frail");
    }

    #[test]
    fn a_new_game_is_no_move() {
        let (mut agent, _) = frail(&[0, 0, 0]);
        for _ in 0..GIVE_UP {
            agent.new_game().unwrap();
            agent.choose(&Game::new(), None).unwrap_err();
        }
        assert!(agent.is_given_up());
    }

    #[test]
    fn a_player_that_cannot_be_started_at_first_is_an_error() {
        assert!(Restarting::new(|| Err(failure())).is_err());
    }
}

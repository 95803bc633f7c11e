//! [`Agent`]: a player, [`AgentMove`]: its answer, [`Forfeit`]: the lack of one, and [`RestartingAgent`]: a player that is
//! started again after it has failed.

use std::time::Duration;

use marlin_core::{Column, Game};

/// A player.
pub(crate) trait Agent {
    /// Begins a new game, unrelated to the games before. Most players know positions, not games.
    ///
    /// # Errors
    ///
    /// The program gives no reply.
    fn new_game(&mut self) -> Result<(), Forfeit> {
        Ok(())
    }

    /// Returns the player's move in an unfinished game, within a time if there is a limit.
    ///
    /// # Errors
    ///
    /// The program gives no reply.
    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, Forfeit>;
}

/// A player's answer to the request for a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AgentMove {
    /// It plays a column, which may be full.
    Column(Column),
    /// It answers with something other than a column, fit to print.
    Other(String),
}

impl AgentMove {
    /// Plays the move and returns its column. An illegal move leaves the game unchanged; the error has the reason.
    pub(crate) fn play_in(self, game: &mut Game) -> Result<Column, String> {
        match self {
            Self::Column(column) => game.play(column).map(|()| column).map_err(|error| error.to_string()),
            Self::Other(found) => Err(format!("'{found}' is no move")),
        }
    }
}

/// The move of a player that returns a column if there is one.
impl From<Option<Column>> for AgentMove {
    fn from(found: Option<Column>) -> Self {
        found.map_or_else(|| Self::Other("nothing".to_owned()), Self::Column)
    }
}

/// The lack of a legal move in time. In a match it loses the game. Foreign text in its description is fit to print.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub(crate) struct Forfeit {
    pub(super) kind: ForfeitKind,
    pub(super) text: String,
}

/// The kind of a [`Forfeit`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ForfeitKind {
    /// The player answers with something other than a legal move.
    Illegal,
    /// It cannot be started.
    Start,
    /// It ends.
    Crash,
    /// It is silent for longer than the timeout, or does not read.
    Timeout,
    /// The move is too late, and time is strict.
    Overstep,
}

impl Forfeit {
    pub(super) fn new(kind: ForfeitKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// Returns the illegal reply with the reason, if it was one.
    pub(crate) fn illegal(&self) -> Option<&str> {
        (self.kind == ForfeitKind::Illegal).then_some(&self.text)
    }

    /// Describes the failure of the player, if it was one.
    pub(crate) fn failure(&self) -> Option<&str> {
        let is_failure = !matches!(self.kind, ForfeitKind::Illegal | ForfeitKind::Overstep);
        is_failure.then_some(&self.text)
    }

    /// Returns whether the player could not be started.
    pub(crate) fn is_of_start(&self) -> bool {
        self.kind == ForfeitKind::Start
    }
}

/// Asks a player for a move, plays it and returns its column. After a forfeit the game is unchanged.
pub(crate) fn play_move(
    agent: &mut dyn Agent,
    game: &mut Game,
    time: Option<Duration>,
) -> Result<Column, Forfeit> {
    agent.choose(game, time)?.play_in(game).map_err(|text| Forfeit::new(ForfeitKind::Illegal, text))
}

/// Failures in a row, without a move between them, after which a player is not started again.
pub(crate) const MAX_FAILURES: u32 = 3;

/// A player that is started again after it has failed.
///
/// It is stopped as soon as it fails, so that nothing it writes later can be taken for an answer, and is started again when it
/// is next needed.
pub(crate) struct RestartingAgent {
    start: Box<dyn Fn() -> Result<Box<dyn Agent>, Forfeit>>,
    /// The player's name, fit to print.
    pub(crate) name: String,
    agent: Option<Box<dyn Agent>>,
    failures: u32,
}

impl RestartingAgent {
    /// Starts a player for the first time.
    ///
    /// # Errors
    ///
    /// That of the start.
    pub(crate) fn new(
        name: String,
        start: impl Fn() -> Result<Box<dyn Agent>, Forfeit> + 'static,
    ) -> Result<Self, Forfeit> {
        let agent = start()?;
        Ok(Self { start: Box::new(start), name, agent: Some(agent), failures: 0 })
    }

    /// Returns whether the player has failed [`MAX_FAILURES`] times in a row, without a move in between.
    pub(crate) const fn has_failed_too_often(&self) -> bool {
        self.failures >= MAX_FAILURES
    }

    /// Calls the player, and starts it first unless it is running.
    fn act<T>(&mut self, act: impl FnOnce(&mut dyn Agent) -> Result<T, Forfeit>) -> Result<T, Forfeit> {
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

impl Agent for RestartingAgent {
    fn new_game(&mut self) -> Result<(), Forfeit> {
        self.act(|agent| agent.new_game())
    }

    fn choose(&mut self, game: &Game, time: Option<Duration>) -> Result<AgentMove, Forfeit> {
        let agent_move = self.act(|agent| agent.choose(game, time))?;
        self.failures = 0;
        Ok(agent_move)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use marlin_core::BoardSize;

    use super::*;

    #[test]
    fn a_move_is_played_or_refused_with_its_reason() {
        let mut game = Game::parse(BoardSize::STANDARD, "111111").unwrap();
        let full = AgentMove::Column(Column::A).play_in(&mut game);
        assert_eq!(full, Err("column 1 is full".to_owned()));
        assert_eq!(
            AgentMove::Other("e2e4".to_owned()).play_in(&mut game),
            Err("'e2e4' is no move".to_owned())
        );
        let column = Column::D;
        assert_eq!(AgentMove::Column(column).play_in(&mut game), Ok(column));
        assert_eq!(game.to_string(), "1111114");
    }

    /// Answers a number of questions, and then fails.
    struct Frail(u32);

    fn failure() -> Forfeit {
        Forfeit::new(ForfeitKind::Timeout, "it does not read")
    }

    impl Agent for Frail {
        fn choose(&mut self, _: &Game, _: Option<Duration>) -> Result<AgentMove, Forfeit> {
            self.0 = self.0.checked_sub(1).ok_or_else(failure)?;
            Ok(AgentMove::Other("x".to_owned()))
        }
    }

    /// Returns a player and the number of its starts. The list has the number of questions that it
    /// answers after each start. After the last of these starts it cannot be started again.
    fn frail(answers: &'static [u32]) -> (RestartingAgent, Rc<Cell<usize>>) {
        let starts = Rc::new(Cell::new(0));
        let counter = Rc::clone(&starts);
        let start = move || -> Result<Box<dyn Agent>, Forfeit> {
            counter.set(counter.get() + 1);
            Ok(Box::new(Frail(*answers.get(counter.get() - 1).ok_or_else(failure)?)))
        };
        (RestartingAgent::new("frail".to_owned(), start).unwrap(), starts)
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
        assert!(RestartingAgent::new("frail".to_owned(), || Err(failure())).is_err());
    }
}

//! [`Series`]: the games of a README.

use marlin_core::Solver;

use crate::finished::{self, FinishedError, FinishedGame, GameResult};
use crate::settings::{GameSettings, SettingsError};
use crate::state::{GameState, LoggedMove, StateError};

/// The games of a README, one after the other: the contents of their folder. Files are texts here; the caller reads and
/// writes them.
///
/// # Examples
///
/// ```
/// use marlin_readme::{Series, GameState};
///
/// let series = Series::new(GameState::new("octocat/octocat", 1));
/// let again = Series::parse("", &series.state_text(), &series.finished_text())?;
/// assert_eq!(again, series);
/// # Ok::<(), marlin_readme::SeriesError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The owner's choices.
    pub settings: GameSettings,
    /// The running game.
    pub state: GameState,
    /// The finished games, the first one first. The running game is among them from its end on.
    pub finished: Vec<FinishedGame>,
}

/// The error of an invalid file.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum SeriesError {
    /// In `settings.toml`.
    Settings(#[from] SettingsError),
    /// In `state.toml`.
    State(#[from] StateError),
    /// In `finished.jsonl`.
    Finished(#[from] FinishedError),
}

/// The error of a request to take back more moves than the games have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there {} to take back", match .0 { 0 => "is no move".to_owned(), 1 => "is only 1 move".to_owned(), moves => format!("are only {moves} moves") })]
pub struct UndoError(pub usize);

impl Series {
    /// Returns a series that begins with a first game, with the default settings.
    pub fn new(state: GameState) -> Self {
        Self { settings: GameSettings::default(), state, finished: Vec::new() }
    }

    /// Reads `settings.toml` and `finished.jsonl` beside a state that begins a first game, or the next one after those that
    /// are finished.
    ///
    /// # Errors
    ///
    /// [`SeriesError`] with the file and the line.
    pub fn with_state(state: GameState, settings: &str, finished: &str) -> Result<Self, SeriesError> {
        let (settings, finished) = (GameSettings::parse(settings)?, finished::parse(finished)?);
        let game = finished.last().map_or(state.game, |last| last.game + 1);
        Ok(Self { settings, state: GameState { game, ..state }, finished })
    }

    /// Reads the contents of `settings.toml`, `state.toml` and `finished.jsonl`.
    ///
    /// # Errors
    ///
    /// [`SeriesError`] with the file and the line.
    pub fn parse(settings: &str, state: &str, finished: &str) -> Result<Self, SeriesError> {
        Ok(Self {
            settings: GameSettings::parse(settings)?,
            state: GameState::parse(state)?,
            finished: finished::parse(finished)?,
        })
    }

    /// Returns the contents of `state.toml`.
    pub fn state_text(&self) -> String {
        self.state.to_string()
    }

    /// Returns the contents of `finished.jsonl`.
    pub fn finished_text(&self) -> String {
        finished::to_lines(&self.finished)
    }

    /// Returns the running game if it is finished.
    pub(crate) fn ended(&self) -> Option<&FinishedGame> {
        self.finished.last().filter(|last| last.game == self.state.game)
    }

    /// Returns the moves of all games.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &LoggedMove> {
        let running = self.state.moves.iter();
        let ended = self.finished.iter().filter(|finished| finished.game != self.state.game);
        ended.flat_map(|finished| &finished.log).chain(running)
    }

    /// Computes the results and reviews of the finished games from their logs. Adds the running game to them if it has ended,
    /// and removes it if it goes on. This repairs the series after a killed run or a change in an editor.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Solver};
    /// use marlin_readme::{Series, GameState, import};
    ///
    /// // Red has won.
    /// let state = import("bitboards: [15, 896]", "octocat/octocat", 1)?;
    /// let mut series = Series::new(state);
    /// series.recompute(&Solver::on(BoardSize::STANDARD));
    /// assert_eq!(series.finished.len(), 1);
    /// # Ok::<(), marlin_readme::ImportError>(())
    /// ```
    pub fn recompute(&mut self, solver: &Solver) {
        self.unfile();
        for finished in &mut self.finished {
            if let Some(recomputed) = finished.recomputed(solver) {
                *finished = recomputed;
            }
        }
        self.file_ended_game(solver);
    }

    /// Returns whether the running game is among the finished ones before its end.
    pub(crate) fn is_filed_early(&self) -> bool {
        self.ended().is_some() && self.state.board().outcome().is_none()
    }

    /// Removes what a killed run has left among the finished games: the running game before its end, and later games of issues
    /// that are not done. The state is the truth, and these issues are applied again.
    pub(crate) fn unfile(&mut self) {
        let GameState { game, done, .. } = &self.state;
        let is_done = |played: &LoggedMove| played.issue.is_none_or(|issue| done.contains(issue));
        self.finished.retain(|finished| finished.game <= *game || finished.log.iter().any(is_done));
        if self.is_filed_early() {
            self.finished.pop();
        }
    }

    /// Adds the running game to the finished ones if it has just ended.
    pub(crate) fn file_ended_game(&mut self, solver: &Solver) {
        if self.ended().is_none() && self.state.board().outcome().is_some() {
            self.finished.push(FinishedGame::new(&self.state, solver));
        }
    }

    /// Begins the next game. An unfinished one is abandoned.
    pub(crate) fn begin_next_game(&mut self, solver: &Solver) {
        if self.ended().is_none() {
            self.finished.push(FinishedGame::new(&self.state, solver));
        }
        self.state.game += 1;
        self.state.moves.clear();
    }

    /// Takes back the last moves of the running game. Its beginning counts as one more move, before which is the game before
    /// it. The issues of these moves remain done.
    ///
    /// # Errors
    ///
    /// [`UndoError`] if the games have fewer moves; then nothing is changed.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_readme::{Series, GameState, UndoError};
    ///
    /// let mut series = Series::new(GameState::new("octocat/octocat", 1));
    /// assert_eq!(series.undo(1), Err(UndoError(0)));
    /// ```
    pub fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        let mut earlier = self.clone();
        earlier.unfile();
        for step in 0..count {
            earlier.undo_once().ok_or(UndoError(step))?;
        }
        *self = earlier;
        Ok(())
    }

    fn undo_once(&mut self) -> Option<()> {
        if self.state.moves.pop().is_some() {
            self.finished.retain(|finished| finished.game != self.state.game);
            return Some(());
        }
        let last = self.finished.last()?.clone();
        self.state.game = last.game;
        self.state.moves = last.log;
        if last.result == GameResult::Abandoned {
            self.finished.pop();
        }
        Some(())
    }
}

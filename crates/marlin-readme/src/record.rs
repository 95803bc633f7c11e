//! [`Record`]: all that is kept of the games of a README.

use marlin_core::any::Solver;

use crate::finished::{self, Ending, FinishedError, FinishedGame};
use crate::settings::{Settings, SettingsError};
use crate::state::{Move, State, StateError};

/// All that is kept of the games of a README: what its folder has. Files are texts here; reading and writing them is up to
/// the caller.
///
/// # Examples
///
/// ```
/// use marlin_readme::{Record, State};
///
/// let record = Record::new(State::new("octocat/octocat", 1));
/// let again = Record::parse("", &record.state_text(), &record.finished_text())?;
/// assert_eq!(again, record);
/// # Ok::<(), marlin_readme::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The owner's choices.
    pub settings: Settings,
    /// The running game.
    pub state: State,
    /// The games that are over, the first one first. The running game is among them from its end on.
    pub finished: Vec<FinishedGame>,
}

/// The error of files that can't be read.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum RecordError {
    /// In `settings.toml`.
    Settings(#[from] SettingsError),
    /// In `state.toml`.
    State(#[from] StateError),
    /// In `finished.jsonl`.
    Finished(#[from] FinishedError),
}

/// The error of a wish to take back more than there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there {} to take back", match .0 { 0 => "is no move".to_owned(), 1 => "is only 1 move".to_owned(), moves => format!("are only {moves} moves") })]
pub struct UndoError(pub usize);

impl Record {
    /// Returns the record of a first game with the default settings.
    pub fn new(state: State) -> Self {
        Self { settings: Settings::default(), state, finished: Vec::new() }
    }

    /// Reads `settings.toml` and `finished.jsonl` where there is no state: a first game, or the next one after those that are
    /// over.
    ///
    /// # Errors
    ///
    /// [`RecordError`], which names the file and the line.
    pub fn with_state(state: State, settings: &str, finished: &str) -> Result<Self, RecordError> {
        let (settings, finished) = (Settings::parse(settings)?, finished::parse(finished)?);
        let game = finished.last().map_or(state.game, |last| last.game + 1);
        Ok(Self { settings, state: State { game, ..state }, finished })
    }

    /// Reads the contents of `settings.toml`, `state.toml` and `finished.jsonl`.
    ///
    /// # Errors
    ///
    /// [`RecordError`], which names the file and the line.
    pub fn parse(settings: &str, state: &str, finished: &str) -> Result<Self, RecordError> {
        Ok(Self {
            settings: Settings::parse(settings)?,
            state: State::parse(state)?,
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

    /// Returns the running game if it is over.
    pub(crate) fn ended(&self) -> Option<&FinishedGame> {
        self.finished.last().filter(|last| last.game == self.state.game)
    }

    /// Returns the moves of all games.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &Move> {
        let running = self.state.moves.iter();
        let ended = self.finished.iter().filter(|finished| finished.game != self.state.game);
        ended.flat_map(|finished| &finished.log).chain(running)
    }

    /// Computes anew all that follows from the logs of the games that are over, and adds the running game to them if it has
    /// ended: what an editor may have left undone.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Solver;
    /// use marlin_readme::{Record, State, import};
    ///
    /// // Red has won.
    /// let state = import("bitboards: [15, 896]", "octocat/octocat", 1)?;
    /// let mut record = Record::new(state);
    /// record.settle(&Solver::on(BoardSize::STANDARD));
    /// assert_eq!(record.finished.len(), 1);
    /// # Ok::<(), marlin_readme::ImportError>(())
    /// ```
    pub fn settle(&mut self, solver: &Solver) {
        for finished in &mut self.finished {
            if let Some(recomputed) = finished.recomputed(solver) {
                *finished = recomputed;
            }
        }
        self.file_ended_game(solver);
    }

    /// Adds the running game to those that are over if it has just ended.
    pub(crate) fn file_ended_game(&mut self, solver: &Solver) {
        if self.ended().is_none() && self.state.board().outcome().is_some() {
            self.finished.push(FinishedGame::new(&self.state, solver));
        }
    }

    /// Begins the next game. One that isn't over is abandoned.
    pub(crate) fn begin_next_game(&mut self, solver: &Solver) {
        if self.ended().is_none() {
            self.finished.push(FinishedGame::new(&self.state, solver));
        }
        self.state.game += 1;
        self.state.moves.clear();
    }

    /// Takes back the last moves: those of the running game, and if it has none, the beginning of the game as one more. The
    /// issues of these moves stay done.
    ///
    /// # Errors
    ///
    /// [`UndoError`] if there aren't so many; then nothing is changed.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_readme::{Record, State, UndoError};
    ///
    /// let mut record = Record::new(State::new("octocat/octocat", 1));
    /// assert_eq!(record.undo(1), Err(UndoError(0)));
    /// ```
    pub fn undo(&mut self, count: usize) -> Result<(), UndoError> {
        let mut earlier = self.clone();
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
        if last.result == Ending::Abandoned {
            self.finished.pop();
        }
        Some(())
    }
}

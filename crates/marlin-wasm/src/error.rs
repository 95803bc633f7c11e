//! [`Error`]: the error of a request, and [`ErrorRecord`], the same as plain data.

use marlin_coach::level::SkillLevel;
use marlin_core::{BookError, Cell, ParseError, TableError};
use serde::Serialize;

use crate::given::GivenError;

/// The error of a request, which leaves the engine as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is no request.
    #[error("not a request: {0}")]
    Request(#[from] serde_json::Error),
    /// The text is no position.
    #[error(transparent)]
    Given(#[from] GivenError),
    /// Only a game that is given by its moves can be reviewed.
    #[error("a review needs the moves of a game, as in 4433: a board alone doesn't tell their order")]
    NeedsMoves,
    /// A setup has more stones than the game has moves.
    #[error("a setup of {stones} stones, and {moves} moves")]
    Setup {
        /// The stones of the setup.
        stones: usize,
        /// The moves of the game.
        moves: usize,
    },
    /// The number is no level.
    #[error("there is no level {found}: levels are {} to {}", SkillLevel::MIN, SkillLevel::MAX)]
    Level {
        /// The number given.
        found: usize,
    },
    /// The board has no such column.
    #[error("there is no column {found}: columns are 1 to {width}")]
    Column {
        /// The number given.
        found: usize,
        /// The columns of the board.
        width: usize,
    },
    /// No game on this board can have this score.
    #[error("no game on {board} has the score {found}")]
    Score {
        /// The number given.
        found: i32,
        /// The size of the board.
        board: String,
    },
    /// The table cannot have this size.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The bytes are no book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The task is not running: it has ended, was cancelled, or never began.
    #[error("there is no task {task}: `start` begins one")]
    NoTask {
        /// The number given.
        task: u32,
    },
}

/// An error as plain data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ErrorRecord {
    /// The kind, for programs.
    pub code: &'static str,
    /// The reason, for people.
    pub message: String,
    /// The place of the error in the text of a position, in characters from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The cell with the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<Cell>,
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        GivenError::from(error).into()
    }
}

impl Error {
    /// Returns the error as plain data.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_wasm::{Error, Given};
    ///
    /// let error = Given { position: "44x".into(), ..Given::default() }.game().unwrap_err();
    /// let record = Error::from(error).record();
    /// assert_eq!((record.code, record.index), ("position", Some(2)));
    /// ```
    pub fn record(&self) -> ErrorRecord {
        let (index, cell) = match self {
            Self::Given(GivenError::Position(error)) => (error.index(), error.cell()),
            _ => (None, None),
        };
        ErrorRecord { code: self.code(), message: self.to_string(), index, cell }
    }

    const fn code(&self) -> &'static str {
        match self {
            Self::Request(_) => "request",
            Self::Given(GivenError::Board(_)) => "board",
            Self::Given(GivenError::Base(_)) => "base",
            Self::Given(GivenError::Position(_)) => "position",
            Self::NeedsMoves => "needs_moves",
            Self::Setup { .. } => "setup",
            Self::Level { .. } => "level",
            Self::Column { .. } => "column",
            Self::Score { .. } => "score",
            Self::Table(_) => "table",
            Self::Book(_) => "book",
            Self::NoTask { .. } => "no_task",
        }
    }
}

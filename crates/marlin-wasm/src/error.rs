//! [`Error`]: why a request has no answer, and [`ErrorRecord`], the same as plain data.

use marlin_coach::level::Level;
use marlin_core::any::Cell;
use marlin_core::{BoardSizeError, BookError, DropError, ParsePositionError, TableSizeError};
use serde::Serialize;

/// Why a request has no answer. The engine goes on as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It isn't a request.
    #[error("not a request: {0}")]
    Request(#[from] serde_json::Error),
    /// It isn't a size of a board.
    #[error(transparent)]
    Board(#[from] BoardSizeError),
    /// It isn't a position of a game.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A position in Kaggle's form that can't be read.
    #[error("not an observation of Kaggle's: {0} (it is {{\"board\": [0, 1, 2 ...], \"mark\": 1}})")]
    Kaggle(serde_json::Error),
    /// A drop that the rules don't allow, or that isn't one.
    #[error("drop {index}: {source}")]
    Drop {
        /// Which of the drops it is, from 0.
        index: usize,
        /// The reason.
        source: DropError,
    },
    /// Only a game that is given by its moves can be reviewed.
    #[error("a review needs the moves of a game, as in 4433: a board alone doesn't tell their order")]
    NeedsMoves,
    /// It isn't a level.
    #[error("there is no level {found}: levels are {} to {}", Level::MIN, Level::MAX)]
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
    /// The table can't have this size.
    #[error(transparent)]
    Table(#[from] TableSizeError),
    /// The bytes aren't a book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A task that isn't running: it has ended, was cancelled, or never began.
    #[error("there is no task {task}: `start` begins one")]
    NoTask {
        /// The number given.
        task: u32,
    },
}

/// An error as plain data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ErrorRecord {
    /// The kind, for programs.
    pub code: &'static str,
    /// The reason, for people.
    pub message: String,
    /// Where the text of a position goes wrong, in characters from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The cell that can't be as it is, as in `d3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
}

impl Error {
    /// Returns the error as plain data.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Position;
    /// use marlin_wasm::Error;
    ///
    /// let error = Position::parse("7x6".parse()?, "44x").unwrap_err();
    /// let record = Error::from(error).record();
    /// assert_eq!((record.code, record.index), ("position", Some(2)));
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn record(&self) -> ErrorRecord {
        let (index, cell) = match self {
            Self::Position(error) => place(error),
            _ => (None, None),
        };
        ErrorRecord { code: self.code(), message: self.to_string(), index, cell }
    }

    const fn code(&self) -> &'static str {
        match self {
            Self::Request(_) => "request",
            Self::Board(_) => "board",
            Self::Position(_) | Self::Kaggle(_) | Self::Drop { .. } => "position",
            Self::NeedsMoves => "needs_moves",
            Self::Level { .. } => "level",
            Self::Column { .. } => "column",
            Self::Score { .. } => "score",
            Self::Table(_) => "table",
            Self::Book(_) => "book",
            Self::NoTask { .. } => "no_task",
        }
    }
}

/// Returns where a text goes wrong, or which cell of a board.
fn place(error: &ParsePositionError) -> (Option<usize>, Option<String>) {
    match *error {
        ParsePositionError::InvalidCharacter { index, .. }
        | ParsePositionError::SecondWord { index }
        | ParsePositionError::IllegalMove { index, .. } => (Some(index), None),
        ParsePositionError::FloatingStone { column, row } | ParsePositionError::Overlap { column, row } => {
            (None, cell_name(column, row))
        }
        _ => (None, None),
    }
}

/// Returns the name of a cell whose column and row count from 1.
fn cell_name(column: usize, row: usize) -> Option<String> {
    let column = marlin_core::any::Column::from_number(column)?;
    Some(Cell::new(column, row.checked_sub(1)?)?.to_string())
}

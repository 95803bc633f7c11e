//! The position on the command line.

use marlin_core::BoardSize;
use marlin_core::any::Game;
use marlin_core::notation::{NotationError, Reader};

use crate::args::PositionArgs;
use crate::failure::Reason;

/// An argument that is no position of the board.
#[derive(Debug, thiserror::Error)]
#[error("invalid {argument}: {source}")]
pub(super) struct PositionError {
    /// The argument, as the help names it.
    pub(super) argument: &'static str,
    /// The reason.
    pub(super) source: NotationError,
}

impl Reason for PositionError {}

/// Returns the game of a position, in any notation. Its words may be separate arguments.
pub(super) fn read(position: &PositionArgs, board: Option<BoardSize>) -> Result<Game, PositionError> {
    let reader = Reader::new().board(board).base(position.base.base);
    let read = reader.read(&position.moves.join(" ")).map(|read| read.game);
    read.map_err(|source| PositionError { argument: "MOVES", source })
}

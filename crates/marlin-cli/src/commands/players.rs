//! The parts that `match` and `score-agent` share.

use marlin_core::BoardSize;

use super::refused::{TooManyPlies, check_plies};
use crate::arena::{AgentError, AgentSpecError};
use crate::failure::{BAD_INPUT, FAILED, Reason};

/// The usual least number of stones of a random position.
pub(super) const USUAL_PLIES: u32 = 8;

/// A player crashed or was silent. The report has been printed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct PlayerFailed(pub(super) String);

impl Reason for PlayerFailed {
    fn exit_code(&self) -> u8 {
        FAILED
    }
}

impl Reason for AgentSpecError {}

impl Reason for AgentError {
    fn exit_code(&self) -> u8 {
        if matches!(self, Self::Start { .. }) { BAD_INPUT } else { FAILED }
    }
}

/// Returns the number of stones of an option, otherwise the usual one, or the greatest of a small board. At least
/// `empty` cells stay empty: longer random games are rare.
pub(super) fn plies(
    option: &'static str,
    given: Option<u32>,
    usual: u32,
    board: BoardSize,
    empty: u32,
) -> Result<u32, TooManyPlies> {
    let most = board.cells().saturating_sub(empty);
    check_plies(option, given.unwrap_or(usual.min(most)), board, empty)
}

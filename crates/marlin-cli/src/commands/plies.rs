//! [`TooManyPlies`]: more stones than a board has room for.

use marlin_core::BoardSize;

use crate::failure::Reason;

/// More stones than a board has room for.
#[derive(Debug, thiserror::Error)]
#[error("{option} is at most {most} on a board of {board}")]
pub(super) struct TooManyPlies {
    option: &'static str,
    most: u32,
    board: BoardSize,
}

impl Reason for TooManyPlies {}

/// Checks that a board has room for the stones of an option, and for `empty` more. Returns their number.
pub(super) fn check(
    option: &'static str,
    plies: u32,
    board: BoardSize,
    empty: u32,
) -> Result<u32, TooManyPlies> {
    let most = board.cells().saturating_sub(empty);
    if plies <= most { Ok(plies) } else { Err(TooManyPlies { option, most, board }) }
}

//! Options that are refused: [`UnusedOption`], since the user expects an effect, and [`TooManyPlies`].

use marlin_core::BoardSize;
use marlin_support::options::EngineOptions;

use crate::failure::Reason;

/// An option that the command does not use.
#[derive(Debug, thiserror::Error)]
#[error("'{command}' does not use {option}: leave it out{}", if *.option == "--book" && command.starts_with("book") {
    "; the book is named after the command, as in 'marlin-cli book info FILE'"
} else {
    ""
})]
pub(super) struct UnusedOption {
    option: &'static str,
    command: &'static str,
}

impl Reason for UnusedOption {}

/// Refuses an option for a command, if one is given.
pub(super) fn refuse(option: Option<&'static str>, command: &'static str) -> Result<(), UnusedOption> {
    option.map_or(Ok(()), |option| Err(UnusedOption { option, command }))
}

/// Returns the name of an option of the engine that is given, the board included.
pub(super) fn first_given(engine: &EngineOptions) -> Option<&'static str> {
    engine.search.board.map(|_| "--board").or(engine.given())
}

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
pub(super) fn check_plies(
    option: &'static str,
    plies: u32,
    board: BoardSize,
    empty: u32,
) -> Result<u32, TooManyPlies> {
    let most = board.cells().saturating_sub(empty);
    if plies <= most { Ok(plies) } else { Err(TooManyPlies { option, most, board }) }
}

//! The position on the command line.

use std::io::{self, IsTerminal as _, Read as _};

use marlin_core::{BoardSize, Game, ParseError, ParseErrorKind, notation::Reader};

use crate::args::PositionArgs;
use crate::failure::{Failure, Reason};
use crate::files::FileError;

/// An argument that is no position of the board.
#[derive(Debug, thiserror::Error)]
#[error("invalid {argument}: {}", in_words(source))]
pub(super) struct PositionError {
    /// The argument, as the help names it.
    pub(super) argument: &'static str,
    /// The reason.
    pub(super) source: ParseError,
}

impl Reason for PositionError {}

/// Returns the reason with the option that helps.
pub(super) fn in_words(error: &ParseError) -> String {
    match error.kind() {
        ParseErrorKind::ColumnZero => format!("{error}; --base 0 reads columns from 0"),
        _ => error.to_string(),
    }
}

/// The greatest size of a position on standard input, in bytes: the largest drawing takes much less.
const MAX_INPUT: u64 = 1 << 16;

/// Returns the game of a position, in any notation. Its words may be separate arguments; `-` is standard input.
pub(super) fn read(position: &PositionArgs, board: Option<BoardSize>) -> Result<Game, Failure> {
    match &position.moves[..] {
        [only] if only == "-" => read_input(position, board),
        words => read_text(position, board, "MOVES", &words.join(" ")),
    }
}

/// Returns the game of a position, which a pipe may bring: without arguments it is what standard input has, unless that is a
/// terminal.
pub(super) fn read_or_piped(position: &PositionArgs, board: Option<BoardSize>) -> Result<Game, Failure> {
    if position.moves.is_empty() && !io::stdin().is_terminal() {
        return read_input(position, board);
    }
    read(position, board)
}

fn read_input(position: &PositionArgs, board: Option<BoardSize>) -> Result<Game, Failure> {
    let mut text = String::new();
    let failed = |source| FileError::Read { name: "standard input".to_owned(), source };
    io::stdin().take(MAX_INPUT).read_to_string(&mut text).map_err(failed)?;
    read_text(position, board, "standard input", &text)
}

fn read_text(
    position: &PositionArgs,
    board: Option<BoardSize>,
    argument: &'static str,
    text: &str,
) -> Result<Game, Failure> {
    let reader = Reader::new().board(board).base(position.base.base);
    let read = reader.read(text).map(|read| read.game);
    Ok(read.map_err(|source| PositionError { argument, source })?)
}

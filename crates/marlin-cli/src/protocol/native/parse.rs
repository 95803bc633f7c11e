//! Lines of Marlin's own dialect to commands.

use std::time::Duration;

use marlin_core::{BoardSize, Column, Game, GameOutcome, ParseError, ParseErrorKind, PlayError};
use marlin_support::text::{excerpt, printable};

use super::help;
use crate::protocol::command::{Command, Dialect, Go, parse_set_option, split_word};
use crate::protocol::error::ProtocolError;

/// Reads a line without its end.
pub(crate) fn parse(line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(line.trim());
    match word.to_ascii_lowercase().as_str() {
        "" => Ok(Command::Nothing),
        "position" => position(rest, board).map(Command::Position),
        "play" => column(rest, board),
        "new" => without_arguments("new", rest, Command::Position(Game::on(board))),
        "moves" => without_arguments("moves", rest, Command::Moves),
        "hint" => without_arguments("hint", rest, Command::Hint),
        "go" => time(rest).map(|time| Command::Go(Go { time, ..Go::default() })),
        "analyze" => without_arguments("analyze", rest, Command::Analyze),
        "stop" => without_arguments("stop", rest, Command::Stop),
        "undo" => without_arguments("undo", rest, Command::Undo),
        "display" => without_arguments("display", rest, Command::Display),
        "d" => without_arguments("d", rest, Command::Display),
        "setoption" => parse_set_option(rest, board),
        "board" => board_size(rest),
        "uci" => without_arguments("uci", rest, Command::SwitchTo(Dialect::Uci)),
        "ugi" => without_arguments("ugi", rest, Command::SwitchTo(Dialect::Ugi)),
        "help" | "?" => help(rest),
        "quit" => without_arguments("quit", rest, Command::Quit),
        "exit" => without_arguments("exit", rest, Command::Quit),
        _ => without_command(line.trim(), board),
    }
}

/// Reads a line without a command: a column alone is played, and a game is most likely meant for `position`.
fn without_command(line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let is_column = |name: u8| Column::from_char(name.into()).is_some_and(|column| board.has_column(column));
    let only_moves = |command| Err(ProtocolError::OnlyMoves { moves: excerpt(line), command });
    match line.as_bytes() {
        [b'0'..=b'9'] => column(line, board),
        &[name] if is_column(name) => column(line, board),
        // On a wide board a number is a column, as people count them, rather than two moves.
        [b'1'..=b'9', _] if numbered(line, board).is_some() => only_moves("play"),
        [first, ..] if first.is_ascii_alphanumeric() && Game::parse(board, line).is_ok() => {
            only_moves("position")
        }
        _ => Err(ProtocolError::UnknownCommand { word: excerpt(split_word(line).0) }),
    }
}

/// Returns the column of a board with a number, counted from 1.
fn numbered(word: &str, board: BoardSize) -> Option<Column> {
    word.parse().ok().and_then(Column::from_number).filter(|&column| board.has_column(column))
}

/// Reads the column of `play`.
fn column(rest: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Err(ProtocolError::MissingColumn);
    }
    // A number, as people count columns, or the digit or letter of a move string.
    let mut chars = word.chars();
    let by_char = chars.next().filter(|_| chars.as_str().is_empty()).and_then(Column::from_char);
    let column = numbered(word, board).or_else(|| by_char.filter(|&column| board.has_column(column)));
    let no_column = || ProtocolError::InvalidColumn { found: excerpt(word), board };
    let column = column.ok_or_else(no_column)?;
    without_arguments("play", rest, Command::Play(column))
}

/// Reads the size of a board.
fn board_size(rest: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Err(ProtocolError::MissingBoard);
    }
    let board = word.parse().map_err(ProtocolError::Board)?;
    without_arguments("board", rest, Command::Board(board))
}

/// Reads the command to explain.
fn help(rest: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Ok(Command::Help(None));
    }
    let no_help = || ProtocolError::NoHelp { word: excerpt(word), topics: help::topics() };
    let text = help::on(word).ok_or_else(no_help)?;
    without_arguments("help COMMAND", rest, Command::Help(Some(text)))
}

/// Returns a command that takes no further arguments.
fn without_arguments(name: &'static str, rest: &str, command: Command) -> Result<Command, ProtocolError> {
    match split_word(rest).0 {
        "" => Ok(command),
        extra => Err(ProtocolError::ExtraWords { command: name, extra: excerpt(extra) }),
    }
}

/// Reads `[startpos] [moves] [MOVES]`.
fn position(rest: &str, board: BoardSize) -> Result<Game, ProtocolError> {
    let rest = without_keyword(without_keyword(rest, "startpos"), "moves");
    Game::parse(board, rest).map_err(move_error)
}

/// Returns the text after a keyword, or the whole text without it.
fn without_keyword<'a>(text: &'a str, keyword: &str) -> &'a str {
    match split_word(text) {
        (word, rest) if word.eq_ignore_ascii_case(keyword) => rest,
        _ => text,
    }
}

/// Returns the error of the protocol for an error in a text of moves.
fn move_error(error: ParseError) -> ProtocolError {
    let index = error.index().unwrap_or_default();
    match error.kind() {
        ParseErrorKind::Character { found, expected } => {
            ProtocolError::InvalidCharacter { index, expected: expected.clone(), found: printable(*found) }
        }
        ParseErrorKind::Move { reason: PlayError::ColumnFull { number }, .. } => {
            ProtocolError::ColumnFull { index, number: *number }
        }
        ParseErrorKind::Move { number, reason: PlayError::GameOver { winner } } => {
            let outcome = winner.map_or(GameOutcome::Drawn, GameOutcome::Won);
            ProtocolError::AfterTheEnd { number: *number, outcome }
        }
        _ => ProtocolError::Position(error),
    }
}

/// Reads the time of `go` in milliseconds.
fn time(rest: &str) -> Result<Option<Duration>, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Ok(None);
    }
    let millis = word.parse().map_err(|_| ProtocolError::InvalidTime { found: excerpt(word) })?;
    without_arguments("go MS", rest, Command::Nothing).map(|_| Some(Duration::from_millis(millis)))
}

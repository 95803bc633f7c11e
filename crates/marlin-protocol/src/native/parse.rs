//! Lines of Marlin's own dialect to commands.

use std::time::Duration;

use marlin_core::{Column, Game, GameOutcome, ParsePositionError, PlayError};
use marlin_support::text::{excerpt, printable};

use super::help;
use crate::command::{Command, Go};
use crate::dialect::Dialect;
use crate::error::ProtocolError;
use crate::words::{option, split_word};

/// Reads a line without its end.
pub(crate) fn parse(line: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(line.trim());
    match word.to_ascii_lowercase().as_str() {
        "" => Ok(Command::Nothing),
        "position" => position(rest).map(Command::Position),
        "play" => column(rest),
        "new" => without_arguments("new", rest, Command::Position(Game::new())),
        "moves" => without_arguments("moves", rest, Command::Moves),
        "hint" => without_arguments("hint", rest, Command::Hint),
        "go" => time(rest).map(|time| Command::Go(Go { time, ..Go::default() })),
        "analyze" => without_arguments("analyze", rest, Command::Analyze),
        "stop" => without_arguments("stop", rest, Command::Stop),
        "undo" => without_arguments("undo", rest, Command::Undo),
        "display" => without_arguments("display", rest, Command::Display),
        "d" => without_arguments("d", rest, Command::Display),
        "setoption" => option(rest),
        "uci" => without_arguments("uci", rest, Command::SwitchTo(Dialect::Uci)),
        "ugi" => without_arguments("ugi", rest, Command::SwitchTo(Dialect::Ugi)),
        "help" | "?" => help(rest),
        "quit" => without_arguments("quit", rest, Command::Quit),
        "exit" => without_arguments("exit", rest, Command::Quit),
        _ => without_command(line.trim()),
    }
}

/// Reads a line without a command: a column alone is played, and a game is most likely meant for `position`.
fn without_command(line: &str) -> Result<Command, ProtocolError> {
    match line.as_bytes() {
        [b'0'..=b'9'] => column(line),
        [b'0'..=b'9', ..] if line.parse::<Game>().is_ok() => {
            Err(ProtocolError::OnlyMoves { moves: excerpt(line) })
        }
        _ => Err(ProtocolError::UnknownCommand { word: excerpt(split_word(line).0) }),
    }
}

/// Reads the column of `play`.
fn column(rest: &str) -> Result<Command, ProtocolError> {
    let (word, rest) = split_word(rest);
    if word.is_empty() {
        return Err(ProtocolError::MissingColumn);
    }
    let number = word.parse().ok().and_then(Column::from_number);
    let column = number.ok_or_else(|| ProtocolError::InvalidColumn { found: excerpt(word) })?;
    without_arguments("play", rest, Command::Play(column))
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
fn position(rest: &str) -> Result<Game, ProtocolError> {
    let rest = without_keyword(without_keyword(rest, "startpos"), "moves");
    rest.parse().map_err(|error| move_error(rest, error))
}

/// Returns what follows a keyword, everything if it isn't there.
fn without_keyword<'a>(text: &'a str, keyword: &str) -> &'a str {
    match split_word(text) {
        (word, rest) if word.eq_ignore_ascii_case(keyword) => rest,
        _ => text,
    }
}

/// Returns the error of the protocol for an error in a text of moves.
fn move_error(text: &str, error: ParsePositionError) -> ProtocolError {
    match error {
        ParsePositionError::InvalidCharacter { index, found, expected } => {
            ProtocolError::InvalidCharacter { index, expected, found: printable(found) }
        }
        ParsePositionError::IllegalMove { index, source: PlayError::ColumnFull { number }, .. } => {
            ProtocolError::ColumnFull { index, number }
        }
        ParsePositionError::IllegalMove { index, source: PlayError::GameOver { winner }, .. } => {
            // The index counts characters, and every digit up to it is a move.
            let number = text.chars().take(index + 1).filter(char::is_ascii_digit).count();
            let outcome = winner.map_or(GameOutcome::Drawn, GameOutcome::Won);
            ProtocolError::AfterTheEnd { number, outcome }
        }
        error => ProtocolError::Position(error),
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

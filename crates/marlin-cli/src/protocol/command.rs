//! [`Command`]: a line of the protocol, understood.

use std::str::FromStr;
use std::time::Duration;

use marlin_core::{Game, GameOutcome, ParsePositionError, PlayError};

use super::ProtocolError;
use crate::setting::{self, Setting};
use crate::text::{excerpt, printable};

/// What a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// Nothing: an empty line.
    Nothing,
    /// Set up the position at the end of a game.
    Position(Game),
    /// Find the best move.
    Go {
        /// The time that it may take.
        time: Option<Duration>,
    },
    /// Prove the score of every column.
    Analyze,
    /// End the running search.
    Stop,
    /// Take back a move.
    Undo,
    /// Draw the board.
    Display,
    /// List the commands.
    Help,
    /// Change what the engine has to work with.
    SetOption(Setting),
    /// End the session.
    Quit,
}

/// Understands a line without its end.
///
/// # Errors
///
/// Any [`ProtocolError`] but those of carrying a command out.
impl FromStr for Command {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let line = line.trim();
        let (word, rest) = split_word(line);
        match word {
            "" => Ok(Self::Nothing),
            "position" => position(rest).map(Self::Position),
            "go" => time(rest).map(|time| Self::Go { time }),
            "analyze" => alone("analyze", rest, Self::Analyze),
            "stop" => alone("stop", rest, Self::Stop),
            "undo" => alone("undo", rest, Self::Undo),
            "display" => alone("display", rest, Self::Display),
            "d" => alone("d", rest, Self::Display),
            "setoption" => option(rest).map(Self::SetOption),
            "help" => alone("help", rest, Self::Help),
            "quit" => alone("quit", rest, Self::Quit),
            "exit" => alone("exit", rest, Self::Quit),
            _ => Err(ProtocolError::UnknownCommand { word: excerpt(word) }),
        }
    }
}

/// Returns the first word and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Returns a command that stands alone on its line.
fn alone(name: &'static str, rest: &str, command: Command) -> Result<Command, ProtocolError> {
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
        (word, rest) if word == keyword => rest,
        _ => text,
    }
}

/// Says in the words of the protocol what is wrong with the moves in a text.
fn move_error(text: &str, error: ParsePositionError) -> ProtocolError {
    match error {
        ParsePositionError::InvalidCharacter { found, .. } => {
            ProtocolError::InvalidCharacter { found: printable(found) }
        }
        ParsePositionError::IllegalMove { source: PlayError::ColumnFull { number }, .. } => {
            ProtocolError::ColumnFull { number }
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
    alone("go MS", rest, Command::Nothing).map(|_| Some(Duration::from_millis(millis)))
}

/// Reads `name NAME [value VALUE]`; the name is the same in small letters and in capitals.
fn option(rest: &str) -> Result<Setting, ProtocolError> {
    let ("name", rest) = split_word(rest) else { return Err(ProtocolError::OptionSyntax) };
    let (name, value) =
        rest.split_once(" value ").map_or((rest, None), |(name, value)| (name, Some(value.trim())));
    let name = name.trim();
    match (name.to_ascii_lowercase().as_str(), value) {
        ("threads", Some(value)) => Ok(Setting::Threads(setting::threads(value)?)),
        ("hash", Some(value)) => Ok(Setting::HashMib(setting::hash_mib(value)?)),
        ("clear hash", None) => Ok(Setting::ClearHash),
        ("ownbook", Some(value)) => Ok(Setting::OwnBook(setting::switch(value)?)),
        ("bookfile", Some(value)) => Ok(Setting::BookFile(setting::book_file(value))),
        ("" | "threads" | "hash" | "clear hash" | "ownbook" | "bookfile", _) => {
            Err(ProtocolError::OptionSyntax)
        }
        _ => Err(ProtocolError::UnknownOption { name: excerpt(name) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, ProtocolError> {
        line.parse()
    }

    fn answer(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    fn position(moves: &str) -> Command {
        Command::Position(moves.parse().unwrap())
    }

    #[test]
    fn every_command_is_understood() {
        assert_eq!(parse("go"), Ok(Command::Go { time: None }));
        assert_eq!(parse("go 500"), Ok(Command::Go { time: Some(Duration::from_millis(500)) }));
        assert_eq!(parse("analyze"), Ok(Command::Analyze));
        assert_eq!(parse("stop"), Ok(Command::Stop));
        assert_eq!(parse("undo"), Ok(Command::Undo));
        assert_eq!(parse("display"), Ok(Command::Display));
        assert_eq!(parse("d"), Ok(Command::Display));
        assert_eq!(parse("help"), Ok(Command::Help));
        assert_eq!(parse("quit"), Ok(Command::Quit));
        assert_eq!(parse("exit"), Ok(Command::Quit));
    }

    #[test]
    fn white_space_around_words_means_nothing() {
        assert_eq!(parse(""), Ok(Command::Nothing));
        assert_eq!(parse(" \t "), Ok(Command::Nothing));
        assert_eq!(parse("\tgo   7 "), Ok(Command::Go { time: Some(Duration::from_millis(7)) }));
        assert_eq!(parse("  position   44  "), Ok(position("44")));
    }

    #[test]
    fn a_position_is_given_in_any_of_the_usual_forms() {
        for line in [
            "position 4433",
            "position 4 4 3 3",
            "position 4,4, 3,3",
            "position startpos moves 4 4 3 3",
            "position startpos moves 4433",
            "position startpos 4433",
            "position moves 4433",
        ] {
            assert_eq!(parse(line), Ok(position("4433")), "{line}");
        }
        for line in ["position", "position startpos", "position moves", "position startpos moves"] {
            assert_eq!(parse(line), Ok(position("")), "{line}");
        }
    }

    #[test]
    fn a_character_that_is_no_column_is_named() {
        for found in ["x", "0", "8", "9", "-", "'", "é"] {
            let expected = format!("Error: Invalid character '{found}' in move string");
            assert_eq!(answer(&format!("position 44{found}")), expected);
        }
        assert_eq!(answer("position 4\u{7}4"), "Error: Invalid character '\\u{7}' in move string");
        assert_eq!(answer("position startposition"), "Error: Invalid character 's' in move string");
    }

    #[test]
    fn a_full_column_is_named() {
        assert_eq!(answer("position 1111111"), "Error: Column 1 is full");
    }

    #[test]
    fn a_move_after_the_end_is_counted_and_the_end_named() {
        let expected = "Error: Move 8 comes after the end of the game: X has won";
        assert_eq!(answer("position 12121213"), expected);
        assert_eq!(answer("position 1, 2 1 2 1 2 1 3"), expected);
        let full_board = "656173566152215676422337377473141445425321";
        let expected = "Error: Move 43 comes after the end of the game: the game is a draw";
        assert_eq!(answer(&format!("position {full_board}1")), expected);
    }

    #[test]
    fn a_time_is_a_whole_number_of_milliseconds() {
        for word in ["x", "-1", "1.5", "99999999999999999999999999", "5s"] {
            let expected =
                format!("Error: Invalid time '{word}' (milliseconds are expected, as in 'go 500')");
            assert_eq!(answer(&format!("go {word}")), expected);
        }
        assert_eq!(answer("go 5 6"), "Error: 'go MS' doesn't take '6'");
    }

    #[test]
    fn options_are_set_by_name() {
        let set = |setting| Ok(Command::SetOption(setting));
        assert_eq!(parse("setoption name Threads value 3"), set(Setting::Threads(3)));
        assert_eq!(parse(" setoption  name hash  value  16 "), set(Setting::HashMib(16)));
        assert_eq!(parse("setoption name Clear Hash"), set(Setting::ClearHash));
        assert_eq!(parse("setoption name OwnBook value False"), set(Setting::OwnBook(false)));
        let file = |name: &str| set(Setting::BookFile(Some(name.into())));
        assert_eq!(parse("setoption name BookFile value a b.book"), file("a b.book"));
        assert_eq!(parse("setoption name BookFile value <empty>"), set(Setting::BookFile(None)));
        let expected = "Error: invalid value 'on': true or false is expected";
        assert_eq!(answer("setoption name OwnBook value on"), expected);
        let expected = "Error: invalid number of threads '0': a whole number from 1 to 256 is expected";
        assert_eq!(answer("setoption name Threads value 0"), expected);
        let expected = "Error: invalid hash size 'x': a whole number of MiB from 1 to 4096 is expected";
        assert_eq!(answer("setoption name Hash value x"), expected);
        let expected =
            "Error: No option 'Ponder' (there are Threads, Hash, Clear Hash, OwnBook and BookFile)";
        assert_eq!(answer("setoption name Ponder value true"), expected);
        for line in ["setoption", "setoption Threads 3", "setoption name", "setoption name Threads"] {
            assert!(answer(line).starts_with("Error: 'setoption' expects 'name NAME value VALUE'"), "{line}");
        }
    }

    #[test]
    fn words_too_many_are_refused() {
        assert_eq!(answer("undo 3"), "Error: 'undo' doesn't take '3'");
    }

    #[test]
    fn other_words_are_no_commands() {
        assert_eq!(answer("fly to the moon"), "Unknown command: fly (type 'help' for commands)");
        assert_eq!(answer("Go"), "Unknown command: Go (type 'help' for commands)");
        assert_eq!(answer("\u{1b}[2J"), "Unknown command: \\u{1b}[2J (type 'help' for commands)");
        let huge = answer(&"z".repeat(4000));
        assert!(huge.len() < 120 && huge.contains("zzz... ("), "{huge}");
    }
}

//! The text protocols as pure functions: a line of text to a [`Command`], and a [`Reply`] to text. The dialects differ only in
//! their words: a command has the same effect in all of them. The session carries the commands out.
//!
//! | module | contents |
//! |---|---|
//! | `native` | Marlin's own dialect, and its help |
//! | `uci` | UCI with the variant `cfour`, on other boards `cfour-8x7`, for Cute Chess and similar programs, and UGI, for Cute Games |
//! | `message` | the dialects by name, the meaning of a line, and a reply before a dialect puts it into words |
//! | [`setting`] | the options of the engine, and boards as variants of UCI |

mod message;
mod native;
pub(crate) mod setting;
pub(crate) mod uci;

use std::fmt::Display;

use marlin_core::{BoardSize, Game};
use marlin_support::lines::LineError;

pub(crate) use self::message::{
    Command, Dialect, Go, Reply, ReplyOn, SearchRequest, SearchResult, Variation,
};
use self::setting::Setting;
use self::uci::Words;

impl Dialect {
    /// Reads a line without its end. The board is that of the session, on which its moves are played.
    pub(crate) fn parse(self, line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
        match self {
            Self::Native => native::parse(line, board),
            Self::Uci => uci::parse(&Words::UCI, line, board),
            Self::Ugi => uci::parse(&Words::UGI, line, board),
        }
    }

    /// Returns the lines of a reply; none if this dialect has no words for it.
    pub(crate) fn print(self, reply: &Reply<'_>) -> String {
        match self {
            Self::Native => native::print(reply),
            Self::Uci => uci::print(&Words::UCI, reply),
            Self::Ugi => uci::print(&Words::UGI, reply),
        }
    }
}

/// Reads a line in each dialect, and returns the game that it sets up, if it does, or the text of its error. For fuzzing.
pub fn games_of_line(line: &str, board: BoardSize) -> [Result<Option<Game>, String>; 3] {
    [Dialect::Native, Dialect::Uci, Dialect::Ugi].map(|dialect| match dialect.parse(line, board) {
        Ok(Command::Position(game)) => Ok(Some(game)),
        Ok(Command::Board(size)) => Ok(Some(Game::on(size))),
        Ok(_) => Ok(None),
        Err(error) => Err(error.to_string()),
    })
}

/// The reason why a line is refused. Its text is the whole reply, and foreign text in it is fit to print.
///
/// Scripts look for the texts of the unknown command, the invalid character and the full column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub(crate) struct ProtocolError {
    text: String,
    refused: Refused,
}

/// The kind of a line that is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refused {
    Position,
    /// A `go`.
    Search,
    Other,
}

impl ProtocolError {
    /// Returns the error of an unknown command, with advice.
    fn unknown(word: &str, advice: impl Display) -> Self {
        Self { text: format!("Unknown command: {word} ({advice})"), refused: Refused::Other }
    }

    /// Returns the error of a line.
    pub(crate) fn new(reason: impl Display) -> Self {
        Self { text: format!("Error: {reason}"), refused: Refused::Other }
    }

    /// Returns the error of a line that sets up a position.
    pub(crate) fn of_position(reason: impl Display) -> Self {
        Self { refused: Refused::Position, ..Self::new(reason) }
    }

    /// Returns the error of a `go`.
    pub(crate) fn of_go(reason: impl Display) -> Self {
        Self { refused: Refused::Search, ..Self::new(reason) }
    }

    /// Returns the error of a search that ended without a result.
    pub(crate) fn search_failed() -> Self {
        Self::of_go("The search failed; the position is unchanged")
    }

    /// Returns whether this answers a `go`: in UCI `bestmove` must follow.
    pub(crate) fn answers_go(&self) -> bool {
        self.refused == Refused::Search
    }

    /// Returns the reason why a position is refused, if this is the reply to one.
    pub(crate) fn reason_against_position(&self) -> Option<&str> {
        let reason = self.text.strip_prefix("Error: ").unwrap_or(&self.text);
        (self.refused == Refused::Position).then_some(reason)
    }
}

/// The line is no text. It may have set up a position.
impl From<LineError> for ProtocolError {
    fn from(error: LineError) -> Self {
        let reason = format!("Unreadable input: {error}");
        let is_of_position = error.start().split_whitespace().any(|word| word == "position");
        if is_of_position { Self::of_position(reason) } else { Self::new(reason) }
    }
}

/// Returns the first word of a text and the rest.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Reads `name NAME [value VALUE]`.
fn parse_set_option(rest: &str, board: BoardSize) -> Result<Command, ProtocolError> {
    let ("name", rest) = split_word(rest) else {
        let expected = "'name NAME value VALUE', as in 'setoption name Threads value 4'";
        return Err(ProtocolError::new(format_args!("'setoption' expects {expected}")));
    };
    let rest = format!("{rest} ");
    let (name, value) =
        rest.split_once(" value ").map_or((&*rest, None), |(name, value)| (name, Some(value.trim())));
    let setting = Setting::parse(name.trim(), value, board).map_err(ProtocolError::new)?;
    Ok(Command::SetOption(setting))
}

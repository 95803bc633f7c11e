//! The text protocols as pure functions: a line of text to a [`Command`], and a [`Reply`] to text. The
//! dialects differ only in their words: a command has the same effect in all of them. The session carries the
//! commands out.
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

use marlin_core::{BoardSize, Game};

pub(crate) use self::message::{
    Command, Dialect, Go, ProtocolError, Reply, ReplyOn, SearchRequest, SearchResult, Variation,
};
use self::uci::Words;

impl Dialect {
    /// Reads a line without its end. `board` is the board of the session, on which the moves of the line are
    /// played.
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

/// Reads a line in each dialect, and returns the game that it sets up, if it does, or the text of its error.
/// For fuzzing.
pub fn games_of_line(line: &str, board: BoardSize) -> [Result<Option<Game>, String>; 3] {
    [Dialect::Native, Dialect::Uci, Dialect::Ugi].map(|dialect| match dialect.parse(line, board) {
        Ok(Command::Position(game)) => Ok(Some(game)),
        Ok(Command::Board(size)) => Ok(Some(Game::on(size))),
        Ok(_) => Ok(None),
        Err(error) => Err(error.to_string()),
    })
}

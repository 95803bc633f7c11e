//! Translation between text and the typed commands and replies.

use marlin_core::BoardSize;

use crate::command::{Command, Dialect};
use crate::error::ProtocolError;
use crate::reply::Reply;
use crate::{native, uci, ugi};

impl Dialect {
    /// Reads a line without its end. The board is that of the session, on which its moves are played.
    ///
    /// # Errors
    ///
    /// Any [`ProtocolError`] but those of carrying a command out.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_protocol::{Command, Dialect};
    ///
    /// let board = BoardSize::STANDARD;
    /// let line = "position startpos moves P@d1 P@d2";
    /// let Command::Position(game) = Dialect::Uci.parse(line, board)? else { panic!("it is a position") };
    /// assert_eq!(game.to_string(), "44");
    /// assert!(Dialect::Native.parse("position 44x", board).is_err());
    /// # Ok::<(), marlin_protocol::ProtocolError>(())
    /// ```
    pub fn parse(self, line: &str, board: BoardSize) -> Result<Command, ProtocolError> {
        match self {
            Self::Native => native::parse(line, board),
            Self::Uci => uci::parse(line, board),
            Self::Ugi => ugi::parse(line, board),
        }
    }

    /// Returns the lines of a reply; none if this dialect has no words for it.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_protocol::{Dialect, Reply};
    ///
    /// assert_eq!(Dialect::Native.print(&Reply::Position(2)), "Played 2 moves\n");
    /// assert_eq!(Dialect::Uci.print(&Reply::Ready), "readyok\n");
    /// ```
    pub fn print(self, reply: &Reply<'_>) -> String {
        match self {
            Self::Native => native::print(reply),
            Self::Uci => uci::print(reply),
            Self::Ugi => ugi::print(reply),
        }
    }
}

//! [`Reply`]: a reply of a session, before a dialect puts it into words.

use marlin_core::{BoardSize, Column, Game, Position, Progress};

use crate::command::GameQuery;
use crate::error::ProtocolError;
use crate::result::{SearchRequest, SearchResult};
use crate::setting::{OptionLine, Setting};

/// A reply of a session.
///
/// # Examples
///
/// ```
/// use marlin_core::{BoardSize, Game};
/// use marlin_protocol::{Dialect, Reply};
///
/// let game = Game::parse(BoardSize::STANDARD, "4433")?;
/// assert_eq!(Dialect::Native.print(&Reply::Board(&game)), game.to_drawing());
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug)]
pub enum Reply<'a> {
    /// The name of the engine, and its options.
    Introduction(&'a [OptionLine]),
    /// Everything before is done.
    Ready,
    /// A position is set up, this number of moves from the empty board.
    Position(usize),
    /// A game has begun on a board of another size.
    NewBoard(BoardSize),
    /// A move is played, the last of the game so far.
    Played(&'a Game),
    /// The moves played so far.
    Moves(&'a Game),
    /// The last move, in this column, is taken back: this number of moves has been played.
    Undone(Column, usize),
    /// The board.
    Board(&'a Game),
    /// An option is set.
    Set(&'a Setting),
    /// The list of commands, or the help on one.
    Help(Option<&'static str>),
    /// The number of move sequences that begin with each column.
    Perft(&'a Position, Vec<(Column, u64)>),
    /// The result of a query about the game.
    Query(GameQuery, &'a Game),
    /// The progress of a search, and the line of play to show.
    Progress(&'a SearchRequest, &'a Progress, &'a [Column]),
    /// The lines of play of a search for the best move.
    Lines(&'a SearchResult),
    /// The best move.
    Best(&'a SearchResult),
    /// The best move in plain words.
    Hint(&'a SearchResult),
    /// The scores of all columns.
    Columns(&'a SearchResult),
    /// There is no best move: the game is over.
    GameOver(&'a Game),
    /// There is no hint: the game is over.
    NoHint(&'a Game),
    /// A line is refused.
    Error(&'a ProtocolError),
    /// The session ends.
    Goodbye,
}

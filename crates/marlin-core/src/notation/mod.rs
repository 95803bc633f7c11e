//! Every text or array form of a position or a game, and the one reader of them.
//!
//! | form | read | written |
//! |---|---|---|
//! | moves as digits, `4433` | `Game::from_str`, `Position::from_str` | `Game`'s `Display` |
//! | column indices one by one | `Game::from_columns` | `Game::moves` |
//! | the cells of the moves, with move numbers and the result or without | `Game::from_movetext` | `Game::to_movetext` |
//! | a drawn board | `Position::from_str`, `Position::from_drawing` | `Position`'s `Display`, `Game::to_drawing` |
//! | two bitboards | `Position::from_bitboards` | `Position::stones` |
//! | a board on one line, `/` between rows | `Position::from_rows` | `Position::to_rows` |
//! | FEN with drops, as in UCI's variant `cfour` | `Position::from_fen` | `Position::to_fen` |
//! | a move as a drop, `P@d1` | `DropMove::parse` | `DropMove`'s `Display` |
//! | cells row by row from the top | `Position::from_cells` | `Position::to_cells` |
//! | an observation of Kaggle's `ConnectX`, in JSON | [`Reader`] | `Position::to_cells` |
//! | a row of UCI's `connect-4.data` | `Position::from_connect4_data` | `Position::to_connect4_data` |
//!
//! Each is read and written here, for any board. Lines of position sets are those of [`suite`]. The reason why a text is
//! refused is a [`ParseError`].
//!
//! # Notations that are recognised
//!
//! A [`Reader`] reads a text in any of these notations:
//!
//! | notation | example | recognised by |
//! |---|---|---|
//! | [moves](Notation::Moves), with [base 0](Base) or 1 | `4433` or `4 4 3 3` | no sign of another notation |
//! | [cells](Notation::Cells), drops, games with numbers and a result | `d1 d2`, `P@d1 P@d2`, `1. d1 d2 *` | the first word |
//! | [a board](Notation::Board) on many lines, in a frame or without | `. . X O` | `.`, `\|`, or a row of `X` and `O` |
//! | [a board](Notation::Board) on one line | `..../..../..O./.XX.` | `/` |
//! | [FEN](Notation::Fen) | `7/7/7/7/3p3/3P3 w` | `/` with digits or the letter P, or `[` |
//! | [Kaggle's observation](Notation::Kaggle), with the feature `json` | `{"board": [0, 1, ...], "mark": 1}` | `{` |
//! | [a row of connect-4.data](Notation::Connect4Data) | `b,x,o,...` | letters with commas; if the first letter is a column of the board, one for each cell |
//! | [a line of a position set](Notation::Set) | `4433 18` | a score after the moves, on a [line](Reader::read_line) |

mod arrays;
mod drawing;
mod error;
mod fen;
#[cfg(feature = "json")]
mod json;
mod moves;
mod reader;
mod rows;
pub mod suite;

pub use self::drawing::join_rows;
pub use self::error::{ParseError, ParseErrorKind};
pub use self::moves::{Base, DropMove};
pub use self::reader::{Notation, Reader, Reading};

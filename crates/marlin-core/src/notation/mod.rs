//! Every text or array form of a position or a game, and the one reader of them.
//!
//! | form | read | written |
//! |---|---|---|
//! | moves as digits, `4433` | `Game::from_str`, `Position::from_str` | `Game`'s `Display` |
//! | the cells of the moves, with move numbers and the result or without | `Position::from_str` | `Game::to_movetext` |
//! | a drawn board | `Position::from_str` | `Position`'s `Display` |
//! | a board on one line, `/` between rows | `Position::from_str` | `Position::to_rows` |
//! | FEN with drops, as in UCI's variant `cfour` | `Position::from_str` | `Position::to_fen` |
//! | two bitboards | `Position::from_bitboards` | `Position::stones` |
//! | cells row by row from the top | `Position::from_cells` | `Position::to_cells` |
//! | an observation of Kaggle's `ConnectX`, in JSON | `Position::from_str` | `Position::to_cells` |
//! | a row of UCI's `connect-4.data` | `Position::from_str` | |
//!
//! `Position::parse` reads the same as `Position::from_str`, on any board. Lines of position sets are those of [`suite`]. The
//! reason why a text is refused is a [`ParseError`].
//!
//! # Notations that are recognised
//!
//! | notation | example | recognised by |
//! |---|---|---|
//! | moves, columns counted from 1 | `4433` or `4 4 3 3` | no sign of another notation |
//! | cells, drops, games with numbers and a result | `d1 d2`, `P@d1 P@d2`, `1. d1 d2 *` | the first word |
//! | a board on many lines, in a frame or without | `. . X O` | `.`, `\|`, or a row of `X` and `O` |
//! | a board on one line | `..../..../..O./.XX.` | `/` |
//! | FEN | `7/7/7/7/3p3/3P3 w` | `/` with digits or the letter P, or `[` |
//! | Kaggle's observation, with the feature `json` | `{"board": [0, 1, ...], "mark": 1}` | `{` |
//! | a row of connect-4.data | `b,x,o,...` | letters with commas; if the first letter is a column of the board, one for each cell |
//!
//! # Drawn boards
//!
//! - Stones are `X` and `O`, `x` and `o`, `1` and `2`, or `●` and `○`, the first player's first. Small beside capital letters
//!   of one player are those of a won game, whose winning stones alone are capitals.
//! - Empty cells are `.`, `-`, `_`, `*` or `·`, beside digits `0`, and between two bars a blank: one sign in all rows.
//! - Rows are in bars, cell by cell or as a whole, or not at all, or in brackets, as `NumPy` prints them.
//! - A frame, the names of columns and rows, and the lines that Marlin writes below a board are skipped.
//!
//! No cell is skipped: where blanks may be cells and cannot be counted, the text is refused.

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

pub use self::error::{ParseError, ParseErrorKind};
#[cfg(feature = "internals")]
pub use self::{
    drawing::join_rows,
    moves::{Base, DropMove},
    reader::{Notation, Reader, Reading},
};

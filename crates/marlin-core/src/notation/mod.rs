//! The text and array forms of positions and games that this library writes, and their readers. The README of the crate lists
//! them; the crate marlin-notation reads those of other programs.

mod arrays;
mod drawing;
mod error;
mod fen;
mod moves;
mod parse;
pub mod suite;

pub use self::error::{ParseError, ParseErrorKind};
#[cfg(feature = "serde")]
pub(crate) use self::parse::any_board;

//! Every text or array form of a position or a game, and the one reader of them. The README of the crate lists them.

mod arrays;
mod drawing;
mod error;
mod fen;
mod guess;
mod moves;
mod reader;
mod rows;
mod stated;
pub mod suite;

#[cfg(feature = "serde")]
pub(crate) use self::drawing::from_rows;
pub use self::error::{ParseError, ParseErrorKind};
#[cfg(all(feature = "serde", not(feature = "internals")))]
pub(crate) use self::reader::Reader;
#[cfg(feature = "internals")]
pub use self::{
    drawing::join_rows,
    error::excerpt,
    guess::Notation,
    moves::{Base, DropMove},
    reader::{Reader, Reading},
    stated::{Claims, ParseObject, Refused, Stated},
};

#![doc = include_str!("../README.md")]

mod connect4_data;
mod drawing;
mod guess;
mod movetext;
mod object;
mod reader;
mod reading;
mod rows;
mod text;

pub use self::connect4_data::to_connect4_data;
pub use self::drawing::join_rows;
pub use self::guess::Notation;
pub use self::movetext::{DropMove, movetext};
pub use self::object::Records;
pub use self::reader::Reader;
pub use self::reading::{Base, Claims, Reading};
pub use self::text::excerpt;

//! Every text or array form of a position or a game, and the one error of reading them.
//!
//! | form | read | written |
//! |---|---|---|
//! | moves as digits, `4433` | [`Game::from_str`], [`Position::from_str`] | `Game`'s `Display` |
//! | column indices one by one | [`Game::from_columns`], [`Position::from_columns`] | [`Game::moves`] |
//! | a drawn board | [`Position::from_drawing`] | `Position`'s `Display` |
//! | two bitboards | [`Position::from_bitboards`] | [`Position::stones`] |
//! | cells row by row from the top | [`Position::from_cells`] | [`Position::to_cells`] |

mod bitboards;
mod cells;
mod drawing;
mod error;
mod moves;

pub use self::error::ParsePositionError;

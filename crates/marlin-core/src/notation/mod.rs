//! Every text or array form of a position or a game, and the one error of reading them.
//!
//! | form | read | written |
//! |---|---|---|
//! | moves as digits, `4433` | `Game::from_str`, `Position::from_str` | `Game`'s `Display` |
//! | column indices one by one | `Game::from_columns`, `Position::from_columns` | `Game::moves` |
//! | a drawn board | `Position::from_drawing` | `Position`'s `Display` |
//! | two bitboards | `Position::from_bitboards` | `Position::stones` |
//! | a board on one line, `/` between rows | `Position::from_rows` | `Position::to_rows` |
//! | FEN with drops, as in UCI's variant `cfour` | `Position::from_fen` | `Position::to_fen` |
//! | a move as a drop, `P@d1` | `DropMove::from_str` | `DropMove`'s `Display` |
//! | cells row by row from the top | `Position::from_cells` | `Position::to_cells` |
//! | an observation of Kaggle's `ConnectX` | `Position::from_kaggle` | `Position::to_cells` |
//! | a row of UCI's `connect-4.data` | `Position::from_connect4_data` | `Position::to_connect4_data` |
//!
//! [`any::Position`](crate::any::Position) and [`any::Game`](crate::any::Game) have all of them too. Each is read and written
//! here, for any board.

mod bitboards;
mod cells;
mod connect4_data;
mod drawing;
mod drops;
mod error;
mod fen;
mod kaggle;
mod moves;

pub(crate) use self::bitboards::from_bitboards;
pub(crate) use self::cells::{from_cells, to_cells};
pub use self::drops::{DropError, DropMove};
pub use self::error::ParsePositionError;

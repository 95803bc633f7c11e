//! Boards whose size is chosen at run time.
//!
//! The types of this module are those of the crate's root, with a [`BoardSize`](crate::BoardSize) as a value where those
//! have it in their type: a program that uses them is compiled once and plays on every board. The rules and the search are
//! the same code. On 7x6 it runs with the same constants, on the other boards with numbers that it looks up.

mod ask;
mod bitboard;
mod book;
mod bounds;
mod claimeven;
mod decided;
mod drops;
mod game;
mod key;
mod notation;
mod perft;
mod position;
mod query;
mod report;
mod score;
mod solver;
pub mod suite;
mod threats;

pub use self::bitboard::Bitboard;
pub use self::book::Book;
pub use self::bounds::Bounds;
pub use self::claimeven::{Claimeven, claimeven};
pub use self::decided::decided;
pub use self::drops::DropMove;
pub use self::game::Game;
pub use self::perft::{perft, perft_divide};
pub use self::position::Position;
pub use self::query::Query;
pub use self::report::{Analysis, Line, Progress, Report};
pub use self::score::Score;
pub use self::solver::{Solver, SolverBuilder};
pub use crate::transposition::Table as TranspositionTable;

/// The columns of the widest board: on a narrower board some of them don't exist, and playing one is an error.
pub type Column = crate::Column<{ crate::BoardSize::MAX_WIDTH }>;
/// The cells of the widest and the highest board: one of a smaller board may lie outside it, and then holds no stone.
pub type Cell = crate::Cell<{ crate::BoardSize::MAX_WIDTH }, { crate::BoardSize::MAX_HEIGHT }>;

#![doc = include_str!("../README.md")]

pub mod any;
mod bitboard;
mod board_size;
mod book;
mod bounds;
mod claimeven;
mod clock;
mod column;
mod columns;
mod cpu;
mod game;
mod geometry;
mod limits;
pub mod notation;
mod perft;
mod player;
mod position;
mod query;
mod raw_bounds;
mod raw_position;
mod raw_query;
mod reach;
mod report;
#[cfg(feature = "schema")]
mod schema;
mod score;
mod search;
#[cfg(feature = "serde")]
mod serde;
mod solver;
pub mod suite;
mod transposition;

pub use bitboard::{Bitboard, Cell, Cells};
pub use board_size::{BoardSize, BoardSizeError};
pub use book::{Book, BookError, BuildError};
pub use bounds::Bounds;
pub use claimeven::{Claimeven, SecondFour, claimeven};
pub use clock::set_clock;
pub use column::Column;
pub use columns::Columns;
pub use cpu::{Cpu, ParseCpuError};
pub use game::Game;
pub use limits::{Limits, StopFlag};
pub use notation::{DropError, DropMove, ParsePositionError};
pub use perft::{perft, perft_divide};
pub use player::{GameOutcome, PlayError, Player};
pub use position::Position;
pub use query::Query;
pub use reach::NoGameError;
pub use report::{Line, Progress, Report, Source};
pub use score::{Ending, Outcome, Score};
pub use solver::{Solver, SolverBuilder};
pub use transposition::{ReadTableError, TableSizeError, TranspositionTable};

#[cfg(feature = "internals")]
#[doc(hidden)]
pub use search::internals;

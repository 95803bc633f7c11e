#![doc = include_str!("../README.md")]

pub mod any;
mod ask;
mod bitboard;
mod board;
mod board_size;
mod book;
mod bounds;
mod builder;
mod claimeven;
mod clock;
mod column;
mod columns;
mod cpu;
mod decided;
mod game;
mod game_outcome;
mod geometry;
mod key;
mod limits;
pub mod notation;
mod perft;
mod play_error;
mod player;
mod position;
mod progress;
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
mod standard;
mod static_bounds;
mod stones;
pub mod suite;
mod target;
mod threats;
mod transposition;

pub use bitboard::{Bitboard, Cell, Cells};
pub use board::Board;
pub use board_size::{BoardSize, BoardSizeError};
pub use book::{Book, BookError, BuildError};
pub use bounds::Bounds;
pub use builder::SolverBuilder;
pub use claimeven::{Claimeven, LateFour, claimeven};
pub use clock::set_clock;
pub use column::Column;
pub use columns::Columns;
pub use cpu::{Cpu, ParseCpuError};
pub use decided::decided;
pub use game::Game;
pub use game_outcome::GameOutcome;
pub use geometry::{Size, Standard};
pub use key::Key;
pub use limits::{Limits, StopFlag};
pub use notation::{DropError, DropMove, ParsePositionError};
pub use perft::{perft, perft_divide};
pub use play_error::PlayError;
pub use player::Player;
pub use position::Position;
pub use progress::Progress;
pub use query::Query;
pub use reach::NoGameError;
pub use report::{Analysis, Line, RankedLine, Report, Source};
pub use score::{Ending, Outcome, Score};
pub use solver::Solver;
pub use transposition::{ReadTableError, TableSizeError, TranspositionTable};

#[cfg(feature = "internals")]
#[doc(hidden)]
pub use search::internals;

#![doc = include_str!("../README.md")]

mod bitboard;
mod book;
mod column;
mod cpu;
mod game;
mod geometry;
mod notation;
mod perft;
mod position;
mod report;
mod score;
mod search;
mod solver;
pub mod suite;
mod transposition;

pub use book::{Book, BookError, BuildError};
pub use column::Column;
pub use cpu::{Cpu, ParseCpuError};
pub use game::{Cell, Game, GameOutcome};
pub use geometry::Geometry;
pub use notation::{DropError, DropMove, ParsePositionError};
pub use perft::{perft, perft_divide};
pub use position::{Key, PlayError, Player, Position};
pub use report::{Analysis, Line, Report, Source};
pub use score::{Bounds, Outcome, Score};
pub use solver::{Limits, Progress, Solver, StopFlag};
pub use transposition::{TableSizeError, TranspositionTable};

#[doc(hidden)]
pub use search::internals;

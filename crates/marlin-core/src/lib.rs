// Links for the README. Its own definitions lead to docs.rs; the first of two definitions counts.
//! [`Position`]: crate::Position
//! [`Game`]: crate::Game
//! [`Solver`]: crate::Solver
//! [`Query`]: crate::Query
//! [`Score`]: crate::Score
//! [`Bounds`]: crate::Bounds
//! [`Outcome`]: crate::Outcome
//! [`Book`]: crate::Book
//! [`TranspositionTable`]: crate::TranspositionTable
//! [`Report`]: crate::Report
//! [`Line`]: crate::Line
//! [`Progress`]: crate::Progress
//! [`Bitboard`]: crate::Bitboard
//! [`Column`]: crate::Column
//! [`Columns`]: crate::Columns
//! [`BoardSize`]: crate::BoardSize
//! [`suite`]: crate::suite
#![doc = include_str!("../README.md")]

// The page of a type has its methods in the order of these modules.

// The rules.
mod bitboard;
mod columns;
mod game;
#[cfg_attr(not(feature = "internals"), expect(unreachable_pub, reason = "`internals` shows it"))]
mod geometry;
mod grid;
mod player;
mod position;
#[cfg_attr(not(feature = "internals"), expect(unreachable_pub, reason = "`internals` shows it"))]
mod raw_position;
mod reachability;
#[cfg_attr(not(feature = "internals"), expect(unreachable_pub, reason = "`internals` shows it"))]
mod word;

// Proofs by the rules.
mod bounds;
mod claimeven;
mod score;

// Text and data.
mod notation;
#[cfg(feature = "serde")]
mod serde;

// Questions and answers.
mod limits;
mod query;
mod report;
mod solver;

// The parts that answer them.
mod book;
mod cpu;
mod search;
mod target;
#[cfg_attr(not(feature = "internals"), expect(unreachable_pub, reason = "`internals` shows it"))]
mod transposition;

pub use bitboard::{Bitboard, Cell};
pub use book::{Book, BookError};
pub use bounds::Bounds;
pub use claimeven::{Claimeven, SecondFour};
pub use columns::Columns;
pub use cpu::Cpu;
pub use game::Game;
pub use geometry::{BoardSize, Column};
pub use grid::{Direction, Grid};
pub use limits::{Limits, StopFlag};
pub use notation::{ParseError, ParseErrorKind, suite};
pub use player::{GameOutcome, PlayError, Player};
pub use position::{Position, perft};
pub use query::{Lookup, Query};
pub use report::{Line, Progress, Report, Source};
pub use score::{Ending, Outcome, Score, Verdict};
pub use solver::{Solver, SolverBuilder};
#[cfg(any(target_os = "unknown", doc))]
pub use target::set_clock;
pub use transposition::{TableError, TranspositionTable};

/// Items for the other crates of the workspace. They may change in any release.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub use crate::search::internals;

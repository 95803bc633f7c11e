//! Short names for the types of boards whose size is chosen at run time: [`any::Position`](Position) is a
//! [`Position<BoardSize>`](crate::Position). A program that uses them is compiled once and plays on every board.
//!
//! # Examples
//!
//! ```
//! use marlin_core::any::{Position, Solver};
//! use marlin_core::{BoardSize, Size};
//!
//! let size: BoardSize = "5x4".parse()?;
//! let position: Position = Position::parse(size, "33")?;
//! let solver: Solver = Solver::on(size);
//! assert_eq!(solver.solve(&position).get(), 0);
//! assert_eq!(position.cast(), Some("33".parse::<marlin_core::Position<Size<5, 4>>>()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board_size::BoardSize;

/// A position on a board of any size.
pub type Position = crate::Position<BoardSize>;
/// A game on a board of any size.
pub type Game = crate::Game<BoardSize>;
/// A set of cells of a board of any size.
pub type Bitboard = crate::Bitboard<BoardSize>;
/// A score on a board of any size.
pub type Score = crate::Score<BoardSize>;
/// The bounds of a score on a board of any size.
pub type Bounds = crate::Bounds<BoardSize>;
/// A solver for a board of any size.
pub type Solver = crate::Solver<BoardSize>;
/// The builder of a solver for a board of any size.
pub type SolverBuilder = crate::SolverBuilder<BoardSize>;
/// A question about a position on a board of any size.
pub type Query<'a> = crate::Query<'a, BoardSize>;
/// The answer to a question for a score on a board of any size.
pub type Report = crate::Report<BoardSize>;
/// The answer to a question for all columns of a board of any size.
pub type Analysis = crate::Analysis<BoardSize>;
/// The progress of a search on a board of any size.
pub type Progress = crate::Progress<BoardSize>;
/// A line of play with bounds on a board of any size.
pub type RankedLine = crate::RankedLine<BoardSize>;
/// An opening book of a board of any size.
pub type Book = crate::Book<BoardSize>;
/// The bound of claimeven on a board of any size.
pub type Claimeven = crate::Claimeven<BoardSize>;
/// A four that comes too late on a board of any size.
pub type LateFour = crate::LateFour<BoardSize>;
/// A line of a set of positions of any board.
pub type SuiteLine = crate::suite::SuiteLine<BoardSize>;
/// A set of positions of any board.
pub type Suite = crate::suite::Suite<BoardSize>;

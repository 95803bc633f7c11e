//! The opening explorer: the facts about a position that a tree of openings shows at each of its nodes.
//!
//! | file | contents |
//! |---|---|
//! | `explore` | the exploration of a position |
//! | `count` | the number of move orders, and the won, drawn and lost positions of each ply |
//!
//! A book of the standard board has all positions of up to 13 stones, so an exploration needs no search up to
//! 11 stones: it looks two plies ahead. Other positions and boards take a search.
//!
//! # Examples
//!
//! ```
//! use marlin_coach::opening::explore;
//! use marlin_core::{BoardSize, Limits, Position, Solver};
//!
//! let solver = Solver::on(BoardSize::STANDARD);
//! let found = explore(&solver, &Position::parse(BoardSize::STANDARD, "4")?, &Limits::NONE);
//! // X wins with a single one of its seven replies to 1. d1 d2.
//! let centre = &found.columns[3];
//! assert_eq!((centre.cell.to_string(), centre.holding, centre.replies), ("d2".to_owned(), Some(1), 7));
//! # Ok::<(), marlin_core::ParseError>(())
//! ```

mod count;
mod explore;

pub use self::count::{CENSUS, PlyCensus, move_orders};
pub use self::explore::{Exploration, ExplorationTask, ExploredColumn, explore};

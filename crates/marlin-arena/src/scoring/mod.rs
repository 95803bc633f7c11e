//! Scores of a player: its moves, compared with the true scores of the columns.
//!
//! | module | contents |
//! |---|---|
//! | `positions` | the positions: random ones, or those of a file |
//! | `rated_move` | a player's move in a position, and its quality |
//! | `report` | all moves as a table or an object |
//!
//! # Examples
//!
//! ```
//! use std::time::Duration;
//!
//! use marlin_arena::{AgentSpec, Random, scoring};
//! use marlin_core::{BoardSize, SolverBuilder};
//!
//! let board = BoardSize::STANDARD;
//! let solver = SolverBuilder::on(board).hash_mib(8)?.without_book().build();
//! let spec = AgentSpec::from_words(&["depth:2".to_owned()])?;
//! let mut player = spec.start(&solver, Random::new(1, 1), Duration::from_secs(60))?;
//! let games = scoring::random_positions(board, 5, &(24..=30), 1);
//! let moves: Vec<_> =
//!     games.into_iter().map(|game| scoring::rate_move(&mut player, game, None, &solver)).collect();
//! print!("{}", scoring::QualityReport::new("depth:2", &moves, 3).table());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod positions;
mod rated_move;
mod report;

pub use self::positions::{ReadPositionsError, random_positions, read_positions};
pub use self::rated_move::{RatedMove, rate_move};
pub use self::report::QualityReport;

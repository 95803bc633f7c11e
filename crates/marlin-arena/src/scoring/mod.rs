//! Scores of a player: its moves, compared with the true scores of the columns.
//!
//! | module | contents |
//! |---|---|
//! | `positions` | the positions to ask about: random ones, or those of a file |
//! | `answer` | a player's answer to a position, and its quality |
//! | `report` | all answers as a table or an object |
//!
//! # Examples
//!
//! ```
//! use std::time::Duration;
//!
//! use marlin_arena::{Random, Spec, scoring};
//! use marlin_core::BoardSize;
//! use marlin_core::any::Solver;
//!
//! let board = BoardSize::STANDARD;
//! let solver = Solver::builder_on(board).hash_mib(8)?.without_book().build();
//! let spec = Spec::from_words(&["depth:2".to_owned()])?;
//! let mut player = spec.start(&solver, Random::new(1, 1), Duration::from_secs(60))?;
//! let games = scoring::random_positions(board, 5, &(24..=30), 1);
//! let answers: Vec<_> =
//!     games.into_iter().map(|game| scoring::ask(&mut player, game, None, &solver)).collect();
//! print!("{}", scoring::Report::new("depth:2", &answers, 3).table());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod positions;
mod report;

pub use self::answer::{Answer, ask};
pub use self::positions::{ReadPositionsError, random_positions, read_positions};
pub use self::report::Report;

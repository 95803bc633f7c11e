//! A weak solution of the standard board: X's moves from the empty board that win against every reply,
//! without a search.
//!
//! The solution is a tree. X's moves are stored as far as the leaves; from a leaf on, X plays by a [`Rule`],
//! a short list of cells with their conditions. [`verify`] plays every reply of O to the end by the rules of
//! the game, so a file that passes is a proof, without any solver or book. [`WeakPlayer`] plays by a
//! solution.
//!
//! | module | contents |
//! |---|---|
//! | `stones` | the stones of both players, and the decisions of the rules: wins, double threats, odd threats |
//! | `rule` | the rule of a leaf |
//! | `solution` | the tree and its file |
//! | `play` | X's play, and the proof: every reply played to the end |
//!
//! # Examples
//!
//! ```
//! use marlin_coach::weak::{FILE, Solution, WeakPlayer};
//!
//! let solution: Solution = FILE.parse()?;
//! // O plays the leftmost column that is not full, and loses.
//! let mut player = WeakPlayer::new(&solution);
//! let mut heights = [0, 0, 0, 1, 0, 0, 0];
//! while !player.has_won() {
//!     let column = (0..7).find(|&column| heights[column] < 6).unwrap_or(0);
//!     heights[column] += 1;
//!     player = player.answer(column as u32 + 1)?.0;
//!     heights[player.column() as usize - 1] += 1;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod play;
mod rule;
mod solution;
mod stones;

pub use play::{Fault, LostLine, Proof, Reason, WeakPlayer, verify};
pub use rule::{Contents, Item, ParseRuleError, Rule};
pub use solution::{ParseSolutionError, Solution};
pub use stones::Stones;

/// The file of the solution. `marlin-lab weak` makes it.
pub const FILE: &str = include_str!("../../weak.txt");

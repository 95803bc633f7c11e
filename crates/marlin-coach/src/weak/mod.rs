//! A weak solution of the standard board: X's moves from the empty board that win against every reply, without a search.
//!
//! The solution is a tree. X's moves are stored as far as the leaves; from a leaf on, X plays by a [`Rule`], a short list that
//! says which cell to play. [`verify`] plays every reply of O to the end by the rules of the game, so a file that passes is a
//! proof: no solver and no book has a part in it. [`WeakPlayer`] plays by a solution.
//!
//! | module | contents |
//! |---|---|
//! | `stones` | the stones of both players, wins, safe moves, double threats |
//! | `claims` | answers above each stone, and the odd threat that wins by them |
//! | `turn` | the decisions of the rules with X to move |
//! | `rule` | the rule of a leaf |
//! | `solution` | the tree and its file |
//! | `player` | X's play, move by move |
//! | `verify` | the proof: every reply played to the end |
//! | `drawing` | the tree as SVG |
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

mod claims;
mod drawing;
mod player;
mod rule;
mod solution;
mod stones;
mod turn;
mod verify;

pub use drawing::draw;
pub use player::{Fault, Reason, WeakPlayer};
pub use rule::{Contents, Item, ParseRuleError, Rule};
pub use solution::{ParseSolutionError, Solution};
pub use stones::Stones;
pub use verify::{LostLine, Proof, verify};

/// The file of the solution. `marlin-bench weak` makes it.
///
/// # Examples
///
/// ```
/// assert!(marlin_coach::weak::FILE.len() < 150_000);
/// ```
pub const FILE: &str = include_str!("../../weak.txt");

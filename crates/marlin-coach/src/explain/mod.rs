//! Explanations of positions: the reasons for a score, each with its proof.
//!
//! An [`Explanation`] looks at a position in [layers](Layer), from a glance at the next stones to a search,
//! and ends with the first layer that proves the score. Each [`Statement`] is data: the player, the cells and
//! the moves. It has a [sentence](Step::sentence) for people, [cells to highlight](Statement::marks), and a
//! [board](Step::drawing) where the cells matter.
//!
//! Every statement is true, by a proof and not by a rule of thumb. The tests check each kind with code that
//! knows only the rules of the game.

mod proof;
mod search;
mod show;
mod statement;
mod tactics;
mod words;

pub use self::proof::by_rules;
pub use self::search::{ExplanationTask, explain};
pub use self::show::{Mark, MarkedCell};
pub use self::statement::{
    Branch, Claimeven, Entry, Explanation, Fork, ForkKind, Layer, Opening, Search, SecondFour, Statement,
    Step, Threat, Worth,
};
pub use self::words::headline;
pub(crate) use self::words::{BranchGroup, groups, line, list};

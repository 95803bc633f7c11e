//! The parts of the search that the learner and the benches of a node use. They are no part of the public interface.
//!
//! It is a part of `search`, so that nothing else has to be visible outside of it.

pub mod learn;
mod lines;
pub mod node;

pub use super::ordering::learned::order_as_in_wasm;

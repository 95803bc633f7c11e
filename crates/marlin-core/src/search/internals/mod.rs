//! What of the search the learner and the benches of a node use. It is no part of the public interface, and promises nothing.
//!
//! It is a part of `search`, so that nothing else has to be visible outside of it.

pub mod learn;
mod lines;
pub mod node;

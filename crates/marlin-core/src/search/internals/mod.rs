//! The parts of the search that the learner and the benches of a node use. They are no part of the public interface.
//!
//! It is a part of `search`, so that nothing else has to be visible outside of it.

pub mod learn;
mod lines;
pub mod node;

use super::ordering::learned;

/// Lets every search from now on order moves as in a page, which has fewer weights: so it searches the nodes that a page
/// does. Call it before the first search.
pub fn order_as_in_a_page() {
    learned::use_those_of_a_page();
}

//! Samples of ordinary searches, from which the weights of the ordering are learned.
//!
//! This is no part of the interface that users can rely on: `marlin-learn` alone needs it.
//!
//! | file | idea |
//! |---|---|
//! | `moves.rs` | samples of moves: what came of each move of a node |
//! | `nodes.rs` | results of nodes: which fail high, and at what cost |
//! | `ordered.rs` | the priorities that the candidates of a node had |

mod moves;
mod nodes;
mod ordered;

use super::lines;
use crate::cpu::Cpu;
use crate::geometry::{Geometry, Standard};
use crate::limits::Limits;
use crate::position::Position;
use crate::search::driver::Driver;
use crate::search::observer::Observer;
use crate::search::ordering::patterns;
use crate::search::root::Root;
use crate::search::search_thread::SearchThread;
use crate::search::windows::Goal;
use crate::transposition::{TableSizeError, TranspositionTable};

pub use self::moves::{Move, Sample, sample};
pub use self::nodes::{NodeSample, node_samples};
pub use self::ordered::{OrderedNode, ordered_nodes};
pub use crate::search::ordering::classical::CLASSICAL;
pub use crate::search::ordering::features::CHILD_FEATURES;
pub use crate::search::ordering::history::SEARCH_FEATURES;
pub use crate::search::ordering::network::{self, Network, NetworkTerm};
pub use crate::search::ordering::patterns::{PatternTables, Patterns};
pub use crate::search::ordering::weights::{CLASSES, ClassWeights, OrderingWeights};

/// The number of stones from which on the search uses no pattern tables.
pub const PATTERN_PLIES: u32 = patterns::PLIES;

/// The length of a pattern table.
pub const PATTERN_TABLE_LEN: usize = patterns::TABLE_LEN;

/// Returns the threshold of a row of the last layer of the network.
pub const fn threshold_of(row: usize) -> i32 {
    row as i32 + network::LOWEST_THRESHOLD
}

/// Returns, for each index in a pattern table, that of the mirror image.
pub fn mirrored_indices() -> Vec<u16> {
    lines::mirrored_indices()
}

/// Solves a position of the standard board from an empty table, and returns the observer of the search and its nodes.
fn solve_observed<O: Observer<Standard>>(
    position: &Position,
    weights: OrderingWeights<'_>,
    observer: O,
) -> Result<(O, u64), TableSizeError> {
    let table = TranspositionTable::<7, 6>::new(64)?;
    let search = SearchThread::observed(
        Geometry::<7, 6>,
        table.raw(),
        Cpu::detect(),
        weights,
        &Limits::NONE,
        None,
        observer,
    );
    let mut driver = Driver::serial(search);
    if !position.is_over() {
        let _never_interrupted = driver.prove(&mut Root::new(Geometry::<7, 6>, position.raw), Goal::Score);
    }
    let search = driver.into_search();
    Ok((search.observer, search.nodes))
}

/// Returns the nodes that it takes to solve a position of the standard board, beginning with an empty table.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`].
pub fn work(position: &Position, weights: OrderingWeights<'_>) -> Result<u64, TableSizeError> {
    Ok(solve_observed(position, weights, ())?.1)
}

/// Returns the weights that the search uses.
pub fn learned() -> OrderingWeights<'static> {
    OrderingWeights::of_board(&Standard::MASKS)
}

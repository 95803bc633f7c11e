//! Samples of ordinary searches, from which the weights of the ordering are learned.
//!
//! This is no part of the interface that users can rely on: `marlin-learn` alone needs it.
//!
//! | file | idea |
//! |---|---|
//! | `moves.rs` | samples of moves: the result of each move of a node |
//! | `nodes.rs` | results of nodes: which fail high, and at what cost |
//! | `ordered.rs` | the priorities that the candidates of a node had |
//! | `tried.rs` | the results of the moves of nodes with few stones |
//! | `board.rs` | the lines of a board, and the map from its cells and lines to the standard board |
//! | `inputs.rs` | the map from the inputs of a board to the rows of the network |

mod board;
mod inputs;
mod moves;
mod nodes;
mod ordered;
mod tried;

use crate::board_size::BoardSize;
use crate::cpu::Cpu;
use crate::geometry::Masks;
use crate::limits::Limits;
use crate::raw_position::RawPosition;
use crate::search::children::Children;
use crate::search::driver::Driver;
use crate::search::node::Node;
use crate::search::ordering::patterns;
use crate::search::ordering::picker::MovePicker;
use crate::search::poll::Interrupted;
use crate::search::root::Root;
use crate::search::search_thread::{Observer, SearchThread};
use crate::search::windows::Goal;
use crate::transposition::{TableSizeError, TranspositionTable};

use self::moves::MoveSampler;
use self::nodes::NodeSampler;
use self::ordered::OrderSampler;
use self::tried::TrialSampler;

pub use self::board::SampledBoard;
pub use self::inputs::NetworkInputs;
pub use self::moves::{Move, Sample, sample};
pub use self::nodes::{NodeSample, node_samples};
pub use self::ordered::{OrderedNode, ordered_nodes};
pub use self::tried::{TriedMove, TriedNode, tried_nodes};
pub use crate::search::ordering::history::SEARCH_FEATURES;
pub use crate::search::ordering::learned::{BOARDS, Learned, STANDARD};
pub use crate::search::ordering::network::{self, Network, NetworkTerm};
pub use crate::search::ordering::patterns::{PatternTables, Patterns};
pub use crate::search::ordering::transfer::BoardWeights;
pub use crate::search::ordering::weights::{
    CHILD_FEATURES, CLASSES, CLASSICAL, ClassWeights, OrderingWeights,
};

/// Returns the number of stones at which the search of a board stops using pattern tables.
pub fn pattern_plies(size: BoardSize) -> u32 {
    patterns::plies(size.masks())
}

/// The length of a pattern table.
pub const PATTERN_TABLE_LEN: usize = patterns::TABLE_LEN;

/// Returns the threshold of a row of the last layer of the network.
pub const fn threshold_of(row: usize) -> i32 {
    row as i32 + network::LOWEST_THRESHOLD
}

/// Returns, for each index in a pattern table of the standard board, that of the mirror image.
pub fn mirrored_indices() -> Vec<u16> {
    patterns::mirrored_indices()
}

/// Random words (Marsaglia's xorshift), from a seed other than 0.
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// A search that is sampled. Its forms of the node take long to compile, so all samplers have the same.
type SampledSearch<'a> = SearchThread<'a, &'static Masks, Sampler>;

/// The observer of a search that is sampled.
enum Sampler {
    None,
    Moves(MoveSampler),
    Nodes(NodeSampler),
    Order(OrderSampler),
    Trials(TrialSampler),
}

impl Observer<&'static Masks> for Sampler {
    fn before_moves<const L: usize>(
        search: &mut SampledSearch<'_>,
        node: &Node<&'static Masks>,
        children: &Children<L>,
        picker: &MovePicker<L>,
        alpha: i32,
    ) -> Result<(), Interrupted> {
        match &mut search.observer {
            Self::None | Self::Nodes(_) => Ok(()),
            Self::Moves(_) => moves::before_moves(search, node, children, picker, alpha),
            Self::Order(sampler) => {
                sampler.before_moves(node, children, picker, alpha);
                Ok(())
            }
            Self::Trials(_) => tried::before_moves(search, node, children, picker, alpha),
        }
    }

    fn after_node(&mut self, node: &Node<&'static Masks>, alpha: i32, fails_high: bool, nodes: u64) {
        match self {
            Self::Nodes(sampler) => sampler.after_node(node, alpha, fails_high, nodes),
            Self::Order(sampler) => sampler.after_node(node, fails_high, nodes),
            Self::None | Self::Moves(_) | Self::Trials(_) => {}
        }
    }
}

/// Solves a position from an empty table, or searches it up to the limits, and returns the sampler and the nodes of the
/// search.
fn solve_sampled(
    size: BoardSize,
    position: RawPosition,
    weights: OrderingWeights<'_>,
    limits: &Limits,
    sampler: Sampler,
) -> Result<(Sampler, u64), TableSizeError> {
    let board = size.masks();
    let table = TranspositionTable::on(size, 64)?;
    let search = SearchThread::observed(board, &table, Cpu::detect(), weights, limits, None, sampler);
    let mut driver = Driver::serial(search);
    if !position.is_over(board) {
        let _at_limits = driver.prove(&mut Root::new(board, position), Goal::Score);
    }
    let search = driver.into_search();
    Ok((search.observer, search.nodes))
}

/// Returns the nodes that it takes to solve a position, beginning with an empty table.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`](crate::TranspositionTable::new).
pub fn work(position: &crate::Position, weights: OrderingWeights<'_>) -> Result<u64, TableSizeError> {
    Ok(solve_sampled(position.size(), position.raw, weights, &Limits::NONE, Sampler::None)?.1)
}

/// Returns the weights that the search uses on the standard board.
pub fn standard() -> OrderingWeights<'static> {
    OrderingWeights::of_board(BoardSize::STANDARD.masks())
}

/// Returns the numbers of a board's family, in the layout of the standard board.
pub fn learned(size: BoardSize) -> &'static Learned {
    Learned::of_board(size.masks())
}

/// Returns the weights of a board, transferred from weights of the standard board, without a network.
pub fn transferred<'a>(size: BoardSize, source: &OrderingWeights<'a>) -> BoardWeights<'a> {
    BoardWeights::transferred(size.masks(), source)
}

//! Samples of moves: the result of each move of a node, independent of the order of the search.

use std::mem;

use super::{Random, SampledSearch, Sampler, solve_sampled};
use crate::board_size::BoardSize;
use crate::geometry::Masks;
use crate::limits::Limits;
use crate::raw_position::RawPosition;
use crate::search::children::Children;
use crate::search::node::{Child, Node};
use crate::search::ordering::history::{HISTORY, SEARCH_FEATURES};
use crate::search::ordering::picker::MovePicker;
use crate::search::ordering::weights::{self, CHILD_FEATURES, OrderingInputs, OrderingWeights};
use crate::search::poll::Interrupted;
use crate::transposition::TableSizeError;

/// A node at which the order of the moves matters: some of them exceed alpha, and they cost different work.
///
/// It holds the state of the search and the results; the inputs of the ordering are computed from them.
#[derive(Debug, Clone)]
pub struct Sample {
    /// The size of the board.
    pub size: BoardSize,
    /// Stones of the side to move.
    pub us: u64,
    /// Stones of the other side.
    pub them: u64,
    /// The cell played last.
    pub last: u64,
    /// The lower end of the window that was tested.
    pub alpha: i32,
    /// The moves to be ordered, with their results.
    pub moves: Vec<Move>,
}

/// A move to be ordered, with its result.
#[derive(Debug, Clone)]
pub struct Move {
    /// The cell played.
    pub cell: u64,
    /// The search's features of the move.
    pub search_features: [i32; SEARCH_FEATURES],
    /// Whether the move exceeds alpha.
    pub exceeds_alpha: bool,
    /// Nodes of the search for this result.
    pub nodes: u64,
}

impl Sample {
    /// Returns the number of stones on the board.
    pub const fn nb_moves(&self) -> u32 {
        (self.us | self.them).count_ones()
    }

    /// Returns the class of nodes to which it belongs.
    pub fn class(&self) -> usize {
        weights::class(self.size.masks(), self.nb_moves(), self.alpha)
    }

    /// Returns the features of the child that a move makes.
    pub fn features(&self, cell: u64) -> [u32; CHILD_FEATURES] {
        let position = RawPosition { us: self.us, occupied: self.us | self.them };
        let node = Node { last: self.last, ..Node::root(self.size.masks(), position) };
        let child = Child::of(&node, cell);
        weights::features(&child, &OrderingInputs::of(&child))
    }
}

/// Solves a position and returns samples of its search; `seed` selects them.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`](crate::TranspositionTable::new).
pub fn sample(
    position: &crate::Position,
    weights: OrderingWeights<'_>,
    seed: u64,
) -> Result<Vec<Sample>, TableSizeError> {
    let size = position.size();
    let sampler = MoveSampler { size, random: Random(seed), is_labelling: false, samples: Vec::new() };
    let sampler = Sampler::Moves(sampler);
    let (mut sampler, _) = solve_sampled(size, position.raw, weights, &Limits::NONE, sampler)?;
    let teaches = |sample: &Sample| sample.moves.iter().any(|of_sample| of_sample.exceeds_alpha);
    Ok(mem::take(&mut of(&mut sampler).samples).into_iter().filter(teaches).collect())
}

/// Labels the moves of some nodes.
#[derive(Debug)]
pub(super) struct MoveSampler {
    size: BoardSize,
    random: Random,
    /// Whether the moves of a node are being labelled; nodes below it are not sampled.
    is_labelling: bool,
    samples: Vec<Sample>,
}

impl MoveSampler {
    /// Returns whether to label the moves of a node. Nodes with few empty cells are many, so they are sampled less
    /// often.
    fn wants(&mut self, nb_moves: u32, moves: u32) -> bool {
        let one_in = match self.size.cells() - nb_moves {
            31.. => 4,
            27..31 => 16,
            23..27 => 128,
            _ => 2048,
        };
        !self.is_labelling && moves >= 2 && self.random.next() >> 20 & 0xffff_ffff < (1 << 32) / one_in
    }
}

fn of(sampler: &mut Sampler) -> &mut MoveSampler {
    let Sampler::Moves(sampler) = sampler else { unreachable!("the sampler of this search") };
    sampler
}

/// Samples a node, perhaps.
pub(super) fn before_moves<const L: usize>(
    search: &mut SampledSearch<'_>,
    node: &Node<&'static Masks>,
    children: &Children<L>,
    picker: &MovePicker<L>,
    alpha: i32,
) -> Result<(), Interrupted> {
    let sampler = of(&mut search.observer);
    if sampler.wants(node.nb_moves, picker.left().count_ones()) {
        sampler.is_labelling = true;
        let moves = label_moves(search, node, children, picker.clone(), alpha)?;
        let sampler = of(&mut search.observer);
        sampler.is_labelling = false;
        let (us, them) = (node.position.us, node.position.them());
        sampler.samples.push(Sample { size: sampler.size, us, them, last: node.last, alpha, moves });
    }
    Ok(())
}

/// Searches all candidates of a node, from a random start, and returns the result of each.
#[cold]
fn label_moves<const L: usize>(
    search: &mut SampledSearch<'_>,
    node: &Node<&'static Masks>,
    children: &Children<L>,
    mut picker: MovePicker<L>,
    alpha: i32,
) -> Result<Vec<Move>, Interrupted> {
    let mut lanes: Vec<usize> = std::iter::from_fn(|| picker.next()).collect();
    let first = search.nodes as usize % lanes.len();
    lanes.rotate_left(first);
    let mut moves = Vec::new();
    for lane in lanes {
        let mut search_features = children.search_features(lane, &search.history_at(node));
        search_features[HISTORY] = search.history.of_cell(node.nb_moves, children.cell(lane)) as u32;
        let entered = search.nodes;
        let child = children.as_node(node, lane);
        let value = -search.search_node(&child, children.bounds(lane), -alpha - 1)?;
        moves.push(Move {
            cell: child.last,
            search_features: search_features.map(|feature| feature as i32),
            exceeds_alpha: value > alpha,
            nodes: (search.nodes - entered).max(1),
        });
    }
    Ok(moves)
}

//! Samples of ordinary searches, from which the weights of the ordering are learned.
//!
//! This is no part of the interface that users can rely on: `marlin-learn` alone needs it.

use std::sync::Arc;

use super::lines;
use crate::bitboard;
use crate::cpu::Cpu;
use crate::geometry::Geometry;
use crate::limits::Limits;
use crate::position::Position;
use crate::search::child::Child;
use crate::search::children::Children;
use crate::search::driver::Driver;
use crate::search::interrupted::Interrupted;
use crate::search::lanes::lanes;
use crate::search::node::Node;
use crate::search::observer::Observer;
use crate::search::ordering::features::{self, OrderingInputs};
use crate::search::ordering::history::HISTORY;
use crate::search::ordering::patterns::{self, CellStates};
use crate::search::ordering::picker::MovePicker;
use crate::search::ordering::weights;
use crate::search::root::Root;
use crate::search::search_thread::SearchThread;
use crate::search::windows::Goal;
use crate::transposition::{TableSizeError, TranspositionTable};

/// A node at which the order of the moves matters: some of them exceed alpha, and they cost different work.
///
/// It holds what the search knew and what came of it; the inputs of the ordering are worked out from that.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Stones of the side to move.
    pub us: u64,
    /// Stones of the other side.
    pub them: u64,
    /// The cell played last.
    pub last: u64,
    /// The lower end of the window that was tested.
    pub alpha: i32,
    /// The moves to be ordered, and what came of them.
    pub moves: Vec<Move>,
}

/// A move to be ordered, and what came of it.
#[derive(Debug, Clone)]
pub struct Move {
    /// The cell played.
    pub cell: u64,
    /// The search's features of the move.
    pub search_features: [i32; SEARCH_FEATURES],
    /// Whether the move exceeds alpha.
    pub exceeds_alpha: bool,
    /// Nodes that it took to find that out.
    pub nodes: u64,
}

impl Sample {
    /// Returns the number of stones on the board.
    pub const fn nb_moves(&self) -> u32 {
        (self.us | self.them).count_ones()
    }

    /// Returns the class of nodes that it is ordered in.
    pub fn class(&self) -> usize {
        weights::class::<7, 6>(self.nb_moves(), self.alpha)
    }

    /// Returns the features of the child that a move makes.
    pub fn features(&self, cell: u64) -> [u32; CHILD_FEATURES] {
        let position = Position::<7, 6>::from_stones(self.us, self.us | self.them);
        let node = Node { last: self.last, ..Node::root(position) };
        let child = Child::of(&node, cell);
        features::features::<7, 6>(&child, &OrderingInputs::of::<7, 6>(&child))
    }

    /// Calls `visit` with the indices in a pattern table of every line that a move changes, before it and after it.
    pub fn for_each_change(&self, cell: u64, visit: impl FnMut(usize, usize)) {
        let before = CellStates::of(self.us, self.them);
        let after = CellStates::of(self.us | cell, self.them);
        lines::for_each_change(before, after, bitboard::index(cell), visit);
    }
}

pub use crate::search::ordering::by_board::CLASSICAL;
pub use crate::search::ordering::features::CHILD_FEATURES;
pub use crate::search::ordering::history::SEARCH_FEATURES;
pub use crate::search::ordering::network::{self, Network, NetworkTerm};
pub use crate::search::ordering::patterns::Patterns;
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
fn solve_observed<O: Observer<7, 6>>(
    position: &Position,
    weights: OrderingWeights<'_>,
    observer: O,
) -> Result<(O, u64), TableSizeError> {
    let table = Arc::new(TranspositionTable::<7, 6>::new(64)?);
    let mut ignore = |_: &_| {};
    let search = SearchThread::observed(&table, Cpu::detect(), weights, &Limits::NONE, &mut ignore, observer);
    let mut driver = Driver::serial(search);
    if !position.is_over() {
        let _never_interrupted = driver.prove(&mut Root::new(*position), Goal::Score);
    }
    let search = driver.into_search();
    Ok((search.observer, search.nodes))
}

/// Solves a position of the standard board and returns samples of its search; `seed` decides which.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`].
pub fn sample(
    position: &Position,
    weights: OrderingWeights<'_>,
    seed: u64,
) -> Result<Vec<Sample>, TableSizeError> {
    let sampler = MoveSampler { random: seed, is_labelling: false, samples: Vec::new() };
    let (sampler, _) = solve_observed(position, weights, sampler)?;
    let teaches = |sample: &Sample| sample.moves.iter().any(|of_sample| of_sample.exceeds_alpha);
    Ok(sampler.samples.into_iter().filter(teaches).collect())
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
pub const fn learned() -> OrderingWeights<'static> {
    OrderingWeights::of_board::<7, 6>()
}

/// The result of a node of an ordinary search.
#[derive(Debug, Clone, Copy)]
pub struct NodeSample {
    /// Stones of the side to move.
    pub us: u64,
    /// Stones of the side that has just moved.
    pub them: u64,
    /// The class of the node before the move.
    pub class: usize,
    /// Stones on the board.
    pub nb_moves: u32,
    /// Whether the node fails high: then the last move didn't exceed alpha at the position before it.
    pub fails_high: bool,
    /// Nodes that it took to find that out.
    pub nodes: u64,
}

impl NodeSample {
    /// Calls `visit` with the index in a pattern table of every line of the board, as the side that has just moved sees it.
    pub fn for_each_line(&self, visit: impl FnMut(usize)) {
        lines::for_each_line(CellStates::of(self.them, self.us), visit);
    }
}

/// Solves a position of the standard board and returns what came of the nodes with at most `most_stones` stones.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`].
pub fn node_samples(
    position: &Position,
    weights: OrderingWeights<'_>,
    most_stones: u32,
) -> Result<Vec<NodeSample>, TableSizeError> {
    Ok(solve_observed(position, weights, NodeSampler { most_stones, samples: Vec::new() })?.0.samples)
}

/// A node of an ordinary search with more than one candidate, the priorities that they had, and what came of the node.
#[derive(Debug, Clone, Copy)]
pub struct OrderedNode {
    /// Stones of the side to move.
    pub us: u64,
    /// Stones of the other side.
    pub them: u64,
    /// The lower end of the window that was tested.
    pub alpha: i32,
    /// By column, the priority of a candidate.
    pub priorities: [Option<i32>; 7],
    /// Whether the node fails high: a move exceeds alpha.
    pub fails_high: bool,
    /// Nodes that it took to find that out.
    pub nodes: u64,
}

impl OrderedNode {
    /// Returns the position.
    pub const fn position(&self) -> Position {
        Position::from_stones(self.us, self.us | self.them)
    }
}

/// Solves a position of the standard board and returns the nodes of fewer than `below_stones` stones with more than one candidate.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`].
pub fn ordered_nodes(
    position: &Position,
    weights: OrderingWeights<'_>,
    below_stones: u32,
) -> Result<Vec<OrderedNode>, TableSizeError> {
    let sampler = OrderSampler { below_stones, open: [None; 64], nodes: Vec::new() };
    Ok(solve_observed(position, weights, sampler)?.0.nodes)
}

/// Writes down in which order the moves of nodes with few stones are tried.
#[derive(Debug)]
struct OrderSampler {
    below_stones: u32,
    /// By number of stones, the node on the path to here.
    open: [Option<OrderedNode>; 64],
    nodes: Vec<OrderedNode>,
}

impl Observer<7, 6> for OrderSampler {
    fn before_moves<const L: usize>(
        search: &mut SearchThread<'_, 7, 6, Self>,
        node: &Node<7, 6>,
        children: &Children<L>,
        picker: &MovePicker<L>,
        alpha: i32,
    ) -> Result<(), Interrupted> {
        let sampler = &mut search.observer;
        if node.nb_moves >= sampler.below_stones {
            return Ok(());
        }
        let mut priorities = [None; 7];
        for lane in lanes(picker.left()) {
            let column = Geometry::<7, 6>::column_of(children.cell(lane));
            priorities[column] = Some(picker.priority(lane) as i32);
        }
        let several = priorities.iter().flatten().count() > 1;
        sampler.open[node.nb_moves as usize] = several.then(|| OrderedNode {
            us: node.position.us().bits(),
            them: node.position.them().bits(),
            alpha,
            priorities,
            fails_high: false,
            nodes: 0,
        });
        Ok(())
    }

    fn after_node(&mut self, node: &Node<7, 6>, _alpha: i32, fails_high: bool, nodes: u64) {
        if node.nb_moves < self.below_stones {
            let ordered = self.open[node.nb_moves as usize].take();
            self.nodes.extend(ordered.map(|ordered| OrderedNode { fails_high, nodes, ..ordered }));
        }
    }
}

/// Writes down what came of the nodes with few stones.
#[derive(Debug)]
struct NodeSampler {
    most_stones: u32,
    samples: Vec<NodeSample>,
}

impl Observer<7, 6> for NodeSampler {
    fn after_node(&mut self, node: &Node<7, 6>, alpha: i32, fails_high: bool, nodes: u64) {
        if node.nb_moves <= self.most_stones {
            self.samples.push(NodeSample {
                us: node.position.us().bits(),
                them: node.position.them().bits(),
                class: weights::class::<7, 6>(node.nb_moves - 1, -alpha - 1),
                nb_moves: node.nb_moves,
                fails_high,
                nodes,
            });
        }
    }
}

/// Labels the moves of some nodes.
#[derive(Debug)]
struct MoveSampler {
    random: u64,
    /// Whether the moves of a node are being labelled; nodes below it aren't sampled.
    is_labelling: bool,
    samples: Vec<Sample>,
}

impl MoveSampler {
    /// Returns a random word (Marsaglia's xorshift).
    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Returns whether to label the moves of a node. Nodes with many stones are many, so they are sampled less often.
    fn wants(&mut self, nb_moves: u32, moves: u32) -> bool {
        let one_in = match nb_moves {
            ..12 => 4,
            12..16 => 16,
            16..20 => 128,
            _ => 2048,
        };
        !self.is_labelling && moves >= 2 && self.next() >> 20 & 0xffff_ffff < (1 << 32) / one_in
    }
}

impl Observer<7, 6> for MoveSampler {
    fn before_moves<const L: usize>(
        search: &mut SearchThread<'_, 7, 6, Self>,
        node: &Node<7, 6>,
        children: &Children<L>,
        picker: &MovePicker<L>,
        alpha: i32,
    ) -> Result<(), Interrupted> {
        if search.observer.wants(node.nb_moves, picker.left().count_ones()) {
            search.observer.is_labelling = true;
            let moves = label_moves(search, node, children, picker.clone(), alpha)?;
            search.observer.is_labelling = false;
            let (us, them) = (node.position.us().bits(), node.position.them().bits());
            search.observer.samples.push(Sample { us, them, last: node.last, alpha, moves });
        }
        Ok(())
    }
}

/// Searches all candidates of a node, beginning with any of them, and returns what came of each.
#[cold]
fn label_moves<const L: usize>(
    search: &mut SearchThread<'_, 7, 6, MoveSampler>,
    node: &Node<7, 6>,
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

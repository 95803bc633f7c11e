//! Samples of ordinary searches, from which the weights of the order are learned.
//!
//! This is no part of the interface that users can rely on: `marlin-learn` alone needs it.

use std::sync::Arc;

use crate::bitboard;
use crate::cpu::Cpu;
use crate::geometry::Geometry;
use crate::limits::Limits;
use crate::position::Position;
use crate::search::Search;
use crate::search::children::{Child, Node};
use crate::search::observer::{Observer, PlayedOut, Unobserved};
use crate::search::ordering;
use crate::search::ordering::patterns::{self, Cells};
use crate::search::root::Root;
use crate::transposition::{TableSizeError, TranspositionTable};

/// A node at which the order of the moves matters: some of them exceed alpha, and they cost different work.
///
/// It holds what the search knew and what came of it; what the order sees of it is worked out from that.
#[derive(Debug, Clone)]
pub struct Sample {
    /// Stones of the side to move.
    pub current: u64,
    /// Stones of the other side.
    pub opponent: u64,
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
    /// What the search remembered of the move.
    pub memories: [i32; MEMORIES],
    /// Whether the move exceeds alpha.
    pub cuts: bool,
    /// Nodes that it took to find that out.
    pub nodes: u64,
}

impl Sample {
    /// Returns the number of stones on the board.
    pub const fn nb_moves(&self) -> u32 {
        (self.current | self.opponent).count_ones()
    }

    /// Returns the class of nodes that it is ordered in.
    pub fn class(&self) -> usize {
        ordering::class::<7, 6>(self.nb_moves(), self.alpha)
    }

    /// Returns the features of the child that a move makes.
    pub fn features(&self, cell: u64) -> [u32; FEATURES] {
        let position = Position::<7, 6>::from_stones(self.current, self.current | self.opponent);
        let node = Node { last: self.last, ..Node::root(position) };
        let child = Child::of(&node, cell);
        ordering::features::<7, 6>(&child, &child.outlook::<7, 6>())
    }

    /// Calls `gain` with the places in a pattern table of every line that a move changes, before it and after it.
    pub fn for_each_change(&self, cell: u64, gain: impl FnMut(usize, usize)) {
        let before = Cells::of(self.current, self.opponent);
        let after = Cells::of(self.current | cell, self.opponent);
        patterns::for_each_change(before, after, bitboard::index(cell), gain);
    }
}

pub use crate::search::ordering::history::MEMORIES;
pub use crate::search::ordering::network::{self, Network, NetworkTerm};
pub use crate::search::ordering::patterns::Patterns;
pub use crate::search::ordering::{CLASSES, CLASSICAL, FEATURES, Weighting, Weights};

/// The number of stones from which on the search uses no pattern tables.
pub const PATTERN_PLIES: u32 = patterns::PLIES;

/// The length of a pattern table.
pub const PATTERN_TABLE_LEN: usize = patterns::TABLE_LEN;

/// Returns the place in a pattern table of the mirror image of each place.
pub fn mirrored_places() -> Vec<u16> {
    patterns::mirrored_places()
}

/// Solves a position of the standard board from an empty table, and returns the observer of the search and its nodes.
fn solve_observed<O: Observer<7, 6>>(
    position: &Position,
    weighting: Weighting<'_>,
    observer: O,
) -> Result<(O, u64), TableSizeError> {
    let table = Arc::new(TranspositionTable::<7, 6>::new(64)?);
    let mut ignore = |_: &_| {};
    let mut search = Search::observed(&table, Cpu::detect(), weighting, &Limits::NONE, &mut ignore, observer);
    if !position.is_over() {
        let _never_interrupted = Root::new(*position).solve_until(&mut search, |_| false);
    }
    let nodes = search.nodes();
    Ok((search.observer, nodes))
}

/// Solves a position of the standard board and returns samples of its search; `seed` decides which.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`].
pub fn sample(
    position: &Position,
    weighting: Weighting<'_>,
    seed: u64,
) -> Result<Vec<Sample>, TableSizeError> {
    let sampler = Sampler { random: seed, open: 0, current: None, samples: Vec::new() };
    let (sampler, _) = solve_observed(position, weighting, sampler)?;
    let teaches = |sample: &Sample| sample.moves.iter().any(|of_sample| of_sample.cuts);
    Ok(sampler.samples.into_iter().filter(teaches).collect())
}

/// Returns the nodes that it takes to solve a position of the standard board, beginning with an empty table.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`].
pub fn work(position: &Position, weighting: Weighting<'_>) -> Result<u64, TableSizeError> {
    Ok(solve_observed(position, weighting, Unobserved)?.1)
}

/// Returns the order that the search uses.
pub const fn learned() -> Weighting<'static> {
    Weighting::of_board::<7, 6>()
}

/// What came of a node of an ordinary search, seen from the side that has just moved.
#[derive(Debug, Clone, Copy)]
pub struct Visit {
    /// Stones of the side that has just moved.
    pub mover: u64,
    /// Stones of the side to move.
    pub other: u64,
    /// The class of the node before the move.
    pub class: usize,
    /// Stones on the board.
    pub nb_moves: u32,
    /// Whether the move refuted the position before it.
    pub cuts: bool,
    /// Nodes that it took to find that out.
    pub nodes: u64,
}

impl Visit {
    /// Calls `see` with the place in a pattern table of every line of the board.
    pub fn for_each_line(&self, see: impl FnMut(usize)) {
        patterns::for_each_line(Cells::of(self.mover, self.other), see);
    }
}

/// Solves a position of the standard board and returns what came of the nodes with at most `most_moves` stones.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`].
pub fn visits(
    position: &Position,
    weighting: Weighting<'_>,
    most_moves: u32,
) -> Result<Vec<Visit>, TableSizeError> {
    Ok(solve_observed(position, weighting, Log { most_moves, visits: Vec::new() })?.0.visits)
}

/// A node of an ordinary search with more than one candidate, the priorities that they had, and what came of the node.
#[derive(Debug, Clone, Copy)]
pub struct Ordered {
    /// Stones of the side to move.
    pub current: u64,
    /// Stones of the other side.
    pub opponent: u64,
    /// The lower end of the window that was tested.
    pub alpha: i32,
    /// By column, the priority of a candidate.
    pub priorities: [Option<i32>; 7],
    /// Whether a move exceeds alpha.
    pub above: bool,
    /// Nodes that it took to find that out.
    pub nodes: u64,
}

impl Ordered {
    /// Returns the position.
    pub const fn position(&self) -> Position {
        Position::from_stones(self.current, self.current | self.opponent)
    }
}

/// Solves a position of the standard board and returns the nodes of fewer than `plies` stones with more than one candidate.
///
/// # Errors
///
/// Those of [`TranspositionTable::new`].
pub fn ordered(
    position: &Position,
    weighting: Weighting<'_>,
    plies: u32,
) -> Result<Vec<Ordered>, TableSizeError> {
    let log = OrderLog { plies, open: [None; 64], nodes: Vec::new() };
    Ok(solve_observed(position, weighting, log)?.0.nodes)
}

/// Writes down in which order the moves of nodes with few stones are tried.
#[derive(Debug)]
struct OrderLog {
    plies: u32,
    /// By number of stones, the node on the path to here.
    open: [Option<Ordered>; 64],
    nodes: Vec<Ordered>,
}

impl Observer<7, 6> for OrderLog {
    fn ordered(&mut self, node: &Node<7, 6>, alpha: i32, candidates: impl Iterator<Item = (u64, i64)>) {
        if node.nb_moves >= self.plies {
            return;
        }
        let mut priorities = [None; 7];
        for (cell, priority) in candidates {
            priorities[Geometry::<7, 6>::column_of(cell)] = Some(priority as i32);
        }
        let several = priorities.iter().flatten().count() > 1;
        self.open[node.nb_moves as usize] = several.then(|| Ordered {
            current: node.position.current(),
            opponent: node.position.opponent(),
            alpha,
            priorities,
            above: false,
            nodes: 0,
        });
    }

    fn leave(&mut self, node: &Node<7, 6>, _alpha: i32, above: bool, nodes: u64) {
        if node.nb_moves < self.plies {
            let ordered = self.open[node.nb_moves as usize].take();
            self.nodes.extend(ordered.map(|ordered| Ordered { above, nodes, ..ordered }));
        }
    }
}

/// Writes down what came of the nodes with few stones.
#[derive(Debug)]
struct Log {
    most_moves: u32,
    visits: Vec<Visit>,
}

impl Observer<7, 6> for Log {
    fn leave(&mut self, node: &Node<7, 6>, alpha: i32, above: bool, nodes: u64) {
        if node.nb_moves <= self.most_moves {
            self.visits.push(Visit {
                mover: node.position.opponent(),
                other: node.position.current(),
                class: ordering::class::<7, 6>(node.nb_moves - 1, -alpha - 1),
                nb_moves: node.nb_moves,
                cuts: !above,
                nodes,
            });
        }
    }
}

/// Has some nodes played out.
#[derive(Debug)]
struct Sampler {
    random: u64,
    /// Moves of the current node that are still to be played out.
    open: u32,
    current: Option<Sample>,
    samples: Vec<Sample>,
}

impl Sampler {
    /// Returns a random word (Marsaglia's xorshift).
    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }
}

impl Observer<7, 6> for Sampler {
    fn wants(&mut self, nb_moves: u32, moves: u32) -> bool {
        let one_in = match nb_moves {
            ..12 => 4,
            12..16 => 16,
            16..20 => 128,
            _ => 2048,
        };
        if self.open > 0 || moves < 2 || self.next() >> 20 & 0xffff_ffff >= (1 << 32) / one_in {
            return false;
        }
        self.open = moves;
        true
    }

    fn see(&mut self, node: &Node<7, 6>, alpha: i32, played: PlayedOut) {
        let sample = self.current.get_or_insert_with(|| Sample {
            current: node.position.current(),
            opponent: node.position.opponent(),
            last: node.last,
            alpha,
            moves: Vec::new(),
        });
        sample.moves.push(Move {
            cell: played.cell,
            memories: played.memories,
            cuts: played.value > alpha,
            nodes: played.nodes.max(1),
        });
        self.open -= 1;
        if self.open == 0 {
            self.samples.extend(self.current.take());
        }
    }
}

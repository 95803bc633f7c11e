//! Samples of ordinary searches, from which the weights of the ordering are learned.

use std::io;

use marlin_core::internals::history::{HISTORY, SEARCH_FEATURES};
use marlin_core::internals::weights::{self, CHILD_FEATURES, OrderingInputs, OrderingWeights};
use marlin_core::internals::{
    Child, Driver, Goal, Interrupted, Masks, MovePicker, Moves, Node, Observer, RawPosition, Root,
    SearchThread, Window, lanes, masks,
};
use marlin_core::{BoardSize, Limits, Position, TranspositionTable};
use serde::{Deserialize, Serialize};

/// A node of a search with more than one candidate, and moves of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// The size of the board.
    pub(crate) size: BoardSize,
    /// Stones of the side to move.
    pub(crate) us: u64,
    /// Stones of the other side.
    pub(crate) them: u64,
    /// The lower end of the window that was tested.
    pub(crate) alpha: i32,
    /// Whether all candidates were searched.
    pub(crate) is_explored: bool,
    /// The candidates: from the left, or in the order in which they were searched.
    pub(crate) moves: Vec<Move>,
    /// Nodes of the search for the result of the node, 0 where the sample is complete before.
    pub(crate) nodes: u64,
}

/// A candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Move {
    /// The cell played.
    pub(crate) cell: u64,
    /// The priority of the move.
    pub(crate) priority: i32,
    /// The search's features of the move.
    pub(crate) search_features: [i32; SEARCH_FEATURES],
    /// The proven bound of its score: a lower one above alpha, an upper one otherwise. `None` without a
    /// search.
    pub(crate) bound: Option<i32>,
    /// Nodes of the search for this bound.
    pub(crate) nodes: u64,
}

impl Sample {
    /// Returns the number of stones on the board.
    pub(crate) const fn nb_moves(&self) -> u32 {
        (self.us | self.them).count_ones()
    }

    /// Returns whether a move is proven to exceed alpha.
    pub(crate) fn exceeds_alpha(&self, m: &Move) -> bool {
        m.bound.is_some_and(|bound| bound > self.alpha)
    }

    /// Returns the position.
    pub(crate) fn position(&self) -> Position {
        let (first, second) =
            if self.nb_moves().is_multiple_of(2) { (self.us, self.them) } else { (self.them, self.us) };
        Position::from_bitboards(self.size, first.into(), second.into())
            .expect("a position that was searched")
    }

    /// Returns the class of nodes to which it belongs.
    pub(crate) fn class(&self) -> usize {
        weights::class(masks(self.size), self.nb_moves(), self.alpha)
    }

    /// Returns the features of the child that a move makes.
    pub(crate) fn features(&self, cell: u64) -> [u32; CHILD_FEATURES] {
        let position = RawPosition { us: self.us.into(), occupied: (self.us | self.them).into() };
        let child = Child::of(&Node::root(masks(self.size), &position), cell);
        weights::features(&child, &OrderingInputs::of(&child))
    }
}

/// The result of a node of an ordinary search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeResult {
    /// The size of the board.
    pub(crate) size: BoardSize,
    /// Stones of the side to move.
    pub(crate) us: u64,
    /// Stones of the side that has just moved.
    pub(crate) them: u64,
    /// The class of the node before the move.
    pub(crate) class: usize,
    /// Stones on the board.
    pub(crate) nb_moves: u32,
    /// Whether the node fails high: then the last move did not exceed alpha at the position before it.
    pub(crate) fails_high: bool,
    /// Nodes of the search for this result.
    pub(crate) nodes: u64,
}

/// Solves a position from an empty table, or searches it up to the limits of the plan, and returns the
/// sampler. The seed selects the nodes of some plans.
pub(crate) fn sampled(
    position: &Position,
    weights: OrderingWeights<'_>,
    plan: Plan,
    seed: u64,
) -> io::Result<Sampler> {
    let size = position.size();
    let sampler = Sampler {
        plan,
        size,
        random: seed,
        explores: false,
        open: vec![None; 64],
        samples: Vec::new(),
        results: Vec::new(),
        nodes: 0,
    };
    let most_nodes = if let Plan::Try { most_nodes, .. } = plan { Some(most_nodes) } else { None };
    let limits = Limits { nodes: most_nodes, ..Limits::NONE };
    let (board, table) = (masks(size), TranspositionTable::on(size, 64).map_err(io::Error::other)?);
    let search = SearchThread::observed(board, &table, weights, &limits, sampler);
    let mut driver = Driver::serial(search);
    if !position.is_over() {
        let raw = RawPosition { us: position.us().bits(), occupied: position.occupied().bits() };
        let _at_limits = driver.prove(&mut Root::new(board, raw), Goal::Score);
    }
    let search = driver.into_search();
    Ok(Sampler { nodes: search.nodes, ..search.observer })
}

/// The samples of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Plan {
    Nothing,
    /// Nodes at which the order of the moves matters, with all of their candidates searched from a random
    /// start.
    Explore,
    /// The moves that are tried at nodes with few stones, and at some of them the others too.
    Try {
        below_stones: u32,
        most_nodes: u64,
    },
    /// The priorities at nodes with few stones.
    Order {
        below_stones: u32,
    },
    /// The results of nodes.
    Results {
        most_stones: u32,
    },
}

/// The observer of a search that is sampled. Its forms of the node take long to compile, so all plans have
/// the same.
#[derive(Debug)]
pub(crate) struct Sampler {
    plan: Plan,
    size: BoardSize,
    /// The state of a random generator (Marsaglia's xorshift), other than 0 where it is used.
    random: u64,
    /// Whether all candidates of a node above are searched.
    explores: bool,
    /// By number of stones, the sample of the node on the path to here.
    open: Vec<Option<Sample>>,
    pub(crate) samples: Vec<Sample>,
    pub(crate) results: Vec<NodeResult>,
    /// The nodes of the search.
    pub(crate) nodes: u64,
}

type SampledSearch<'a> = SearchThread<'a, &'static Masks<u64>, Sampler>;

/// At one in this many nodes the moves after the first that exceeds alpha are tried too, as long as that is
/// not done above it already: more often at the nodes of the first plies, of which there are few.
const EXPLORED: u64 = 8;
const EXPLORED_FIRST: u64 = 2;
const FIRST_STONES: u32 = 8;

impl Sampler {
    /// Returns a random number of 44 bits.
    fn random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 20
    }

    /// Returns whether to search all candidates of a node. Nodes with few empty cells are many, so they are
    /// sampled less often.
    fn explores_node(&mut self, nb_moves: u32) -> bool {
        let one_in = match self.size.cells() - nb_moves {
            31.. => 4,
            27..31 => 16,
            23..27 => 128,
            _ => 2048,
        };
        !self.explores && self.random() & 0xffff_ffff < (1 << 32) / one_in
    }

    /// Returns whether to try the moves after the first that exceeds alpha too.
    fn tries_all(&mut self, nb_moves: u32) -> bool {
        let one_in = if nb_moves < FIRST_STONES { EXPLORED_FIRST } else { EXPLORED };
        !self.explores && self.random().is_multiple_of(one_in)
    }
}

impl Observer<&'static Masks<u64>> for Sampler {
    fn before_moves<const L: usize>(
        search: &mut SampledSearch<'_>,
        moves: &Moves<'_, &'static Masks<u64>, L>,
        picker: &MovePicker<L>,
    ) -> Result<(), Interrupted> {
        let candidates = Candidates { moves, picker };
        let (plan, nb_moves) = (search.observer.plan, moves.children.node.nb_moves);
        match plan {
            _ if picker.left().count_ones() < 2 => Ok(()),
            Plan::Explore if search.observer.explores_node(nb_moves) => candidates.explore(search),
            Plan::Try { below_stones, .. } if nb_moves < below_stones => candidates.try_moves(search),
            Plan::Order { below_stones } if nb_moves < below_stones => {
                let moves = lanes(picker.left()).map(|lane| candidates.unsearched(search, lane));
                let sample = candidates.sample(search, moves.collect(), false);
                search.observer.open[nb_moves as usize] = Some(sample);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn after_node(&mut self, node: &Node<&'static Masks<u64>>, alpha: i32, fails_high: bool, nodes: u64) {
        let (size, nb_moves) = (self.size, node.nb_moves);
        match self.plan {
            Plan::Order { below_stones } if nb_moves < below_stones => {
                let sample = self.open[nb_moves as usize].take();
                self.samples.extend(sample.map(|sample| Sample { nodes, ..sample }));
            }
            Plan::Results { most_stones } if nb_moves <= most_stones => {
                let (us, them) = (node.position.us, node.position.them());
                let class = weights::class(masks(size), nb_moves - 1, -alpha - 1);
                self.results.push(NodeResult { size, us, them, class, nb_moves, fails_high, nodes });
            }
            _ => {}
        }
    }
}

/// The candidates of a node.
struct Candidates<'a, const L: usize> {
    moves: &'a Moves<'a, &'static Masks<u64>, L>,
    picker: &'a MovePicker<L>,
}

impl<const L: usize> Candidates<'_, L> {
    /// Searches all of them, from a random start.
    #[cold]
    fn explore(&self, search: &mut SampledSearch<'_>) -> Result<(), Interrupted> {
        search.observer.explores = true;
        let mut left = self.picker.clone();
        let mut order: Vec<usize> = std::iter::from_fn(|| left.next()).collect();
        let first = search.nodes as usize % order.len();
        order.rotate_left(first);
        let moves = order.into_iter().map(|lane| self.searched(search, lane)).collect::<Result<_, _>>()?;
        search.observer.explores = false;
        let sample = self.sample(search, moves, true);
        if sample.moves.iter().any(|m| sample.exceeds_alpha(m)) {
            search.observer.samples.push(sample);
        }
        Ok(())
    }

    /// Tries them before the search does.
    fn try_moves(&self, search: &mut SampledSearch<'_>) -> Result<(), Interrupted> {
        let explores_above = search.observer.explores;
        let tries_all = search.observer.tries_all(self.moves.children.node.nb_moves);
        let mut left = self.picker.clone();
        let mut moves = Vec::new();
        while let Some(lane) = left.next() {
            let tried = self.searched(search, lane)?;
            let exceeds_alpha = tried.bound > Some(self.moves.alpha);
            moves.push(tried);
            if exceeds_alpha && !tries_all {
                break;
            }
            search.observer.explores |= exceeds_alpha;
        }
        search.observer.explores = explores_above;
        let sample = self.sample(search, moves, tries_all);
        search.observer.samples.push(sample);
        Ok(())
    }

    fn unsearched(&self, search: &SampledSearch<'_>, lane: usize) -> Move {
        let (node, cell) = (self.moves.children.node, self.moves.children.cells[lane]);
        let features = self.moves.search_features(lane, &search.history_at(node));
        let mut search_features = features.map(|feature| feature as i32);
        search_features[HISTORY] = search.history.of_cell(node.nb_moves, cell);
        Move { cell, priority: self.picker.priority(lane) as i32, search_features, bound: None, nodes: 0 }
    }

    fn searched(&self, search: &mut SampledSearch<'_>, lane: usize) -> Result<Move, Interrupted> {
        let (entered, candidate) = (search.nodes, self.unsearched(search, lane));
        let window = Window::new(self.moves.bounds.of_child(lane), -self.moves.alpha - 1);
        let bound = -search.search_node(&self.moves.child(lane), window)?;
        Ok(Move { bound: Some(bound), nodes: search.nodes - entered, ..candidate })
    }

    fn sample(&self, search: &SampledSearch<'_>, moves: Vec<Move>, is_explored: bool) -> Sample {
        let (size, stones) = (search.observer.size, self.moves.children.node.position);
        let (us, them, alpha) = (stones.us, stones.them(), self.moves.alpha);
        Sample { size, us, them, alpha, is_explored, moves, nodes: 0 }
    }
}

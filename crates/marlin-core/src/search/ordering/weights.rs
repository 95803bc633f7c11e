//! The features of a child, which count in the priority of its move, and the form of the weights.

use super::history::{HISTORY, SEARCH_FEATURES};
use super::network::NetworkTerm;
use super::patterns::PatternTables;
use crate::bitboard;
use crate::geometry::{Layout, Masks};
use crate::raw_position::Sides;
use crate::search::node::Child;
use crate::word::{MOST_BITS, Word};

/// By-products of the bounds and the hash of a child, as inputs of the ordering.
#[derive(Debug, Clone, Copy)]
pub struct OrderingInputs<W> {
    /// The fours that the side to move could still complete against claimeven.
    pub(in crate::search) our_fours: u32,
    /// Cells on lines that each side can still complete.
    pub(in crate::search) our_lines: W,
    pub(in crate::search) their_lines: W,
    /// Empty cells that still matter.
    pub(in crate::search) live: W,
}

impl<W: Word> OrderingInputs<W> {
    /// Returns the inputs of a single child.
    #[cfg(feature = "internals")]
    pub fn of<B: Layout<Word = W>>(child: &Child<B>) -> Self {
        let (our_fours, lines) = (child.claimeven().our_fours, child.open_lines());
        let (our_lines, their_lines, live) = (lines.our_lines, lines.their_lines, lines.live());
        Self { our_fours, our_lines, their_lines, live }
    }
}

/// The number of features of a child.
pub const CHILD_FEATURES: usize = 20;

/// Returns the features of a child, all of them small numbers. The first two count the winning cells of the
/// side that has just moved, in the rows of claimeven and in the others.
#[inline(always)]
pub fn features<B: Layout>(child: &Child<B>, inputs: &OrderingInputs<B::Word>) -> [u32; CHILD_FEATURES] {
    let masks = &child.board.masks();
    let Sides { playable, our_threats, their_threats, .. } = child.sides;
    let cell = child.cell;
    let new_threats = their_threats & !child.their_threats_before;
    let above = playable << 1;
    let our_fours = inputs.our_fours;
    [
        (their_threats & masks.claimeven_rows).count_ones(),
        (their_threats & masks.odd_threat_rows).count_ones(),
        (new_threats & masks.claimeven_rows).count_ones(),
        (new_threats & masks.odd_threat_rows).count_ones(),
        u32::from(their_threats & playable != B::Word::ZERO),
        (their_threats & their_threats << 1).count_ones(),
        (their_threats & above).count_ones(),
        (our_threats & above).count_ones(),
        child.moves.count_ones(),
        inputs.their_lines.count_ones(),
        inputs.our_lines.count_ones(),
        inputs.live.count_ones(),
        u32::from(child.their_threats_before & cell << 1 != B::Word::ZERO),
        u32::from(new_threats & cell << 1 != B::Word::ZERO),
        u32::from(cell & masks.claimeven_rows != B::Word::ZERO),
        (their_threats & !our_threats).count_ones(),
        our_fours,
        u32::from(our_fours <= 1),
        u32::from(our_fours <= 3),
        u32::from(our_fours <= 6),
    ]
}

/// The weights of a class of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassWeights {
    /// By feature of the child.
    pub child_features: [i32; CHILD_FEATURES],
    /// By the inputs from the search for the move.
    pub search_features: [i32; SEARCH_FEATURES],
    /// By cell of the board, in the bit order of its layout.
    pub cells: [i32; MOST_BITS],
}

/// All weights of the priorities.
#[derive(Debug, Clone, Copy)]
pub struct OrderingWeights<'a> {
    /// By class.
    pub classes: &'a [ClassWeights; CLASSES],
    /// The pattern tables.
    pub patterns: PatternTables<'a>,
    /// The term of the network of early plies.
    pub network: Option<NetworkTerm<'a>>,
}

impl ClassWeights {
    /// The number of weights in a file, which has 64 cells.
    pub(super) const LEN: usize = CHILD_FEATURES + SEARCH_FEATURES + 64;

    /// Weights of 0.
    pub const NONE: Self = Self {
        child_features: [0; CHILD_FEATURES],
        search_features: [0; SEARCH_FEATURES],
        cells: [0; MOST_BITS],
    };

    /// Returns the part of a move's priority from its cell and its history; `Moves::priorities` finds the
    /// rest.
    #[inline(always)]
    pub(in crate::search) fn of_cell(&self, cell: impl Word, history: i32) -> i32 {
        history * self.search_features[HISTORY] + self.cells[bitboard::index(cell)]
    }
}

/// Returns a weighted sum.
#[inline(always)]
pub(in crate::search) fn weighted_sum<const N: usize>(amounts: &[u32; N], weights: &[i32; N]) -> i64 {
    let mut sum = 0;
    for input in 0..N {
        sum += i64::from(amounts[input] as i32) * i64::from(weights[input]);
    }
    sum
}

/// The number of classes of nodes.
pub const CLASSES: usize = 24;

/// Returns the class of a node: by the cells left, by which side gets the last of them, and by whether the
/// question asks for a win.
///
/// The side to move gets the last cell if the number of cells left is odd: if the second player is to move on
/// a board with an even number of cells, or the first player on a board with an odd number. The value of a
/// side's threats depends on this parity.
#[inline(always)]
pub fn class<W>(masks: &Masks<W>, nb_moves: u32, alpha: i32) -> usize {
    let empty = masks.cells() - nb_moves;
    let phase = match empty {
        32.. => 0,
        28..32 => 1,
        24..28 => 2,
        20..24 => 3,
        16..20 => 4,
        _ => 5,
    };
    phase * 4 + (empty % 2) as usize * 2 + usize::from(alpha >= 0)
}

//! The form of the weights of a priority.

use super::features::CHILD_FEATURES;
use super::history::{HISTORY, SEARCH_FEATURES};
use super::network::NetworkTerm;
use super::patterns::PatternTables;
use crate::bitboard;
use crate::geometry::Masks;

/// The weights of a class of nodes.
#[derive(Debug, Clone)]
pub struct ClassWeights {
    /// By feature of the child.
    pub child_features: [i32; CHILD_FEATURES],
    /// By the inputs from the search for the move.
    pub search_features: [i32; SEARCH_FEATURES],
    /// By cell of the board, in the bit order of its layout.
    pub cells: [i32; 64],
}

/// All numbers that priorities are made with.
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
    /// Returns the part of a move's priority from its cell and its history; [`Children::prioritise`] finds the rest.
    ///
    /// [`Children::prioritise`]: crate::search::children::Children::prioritise
    #[inline(always)]
    pub(in crate::search) fn of_cell(&self, cell: u64, history: i32) -> i32 {
        history * self.search_features[HISTORY] + self.cells[bitboard::index(cell)]
    }
}

/// Returns a weighted sum.
#[inline(always)]
pub(in crate::search) fn weighted_sum<const N: usize>(amounts: &[u32; N], weights: &[i32; N]) -> i64 {
    let products =
        amounts.iter().zip(weights).map(|(&amount, &weight)| i64::from(amount as i32) * i64::from(weight));
    products.sum()
}

/// The number of classes of nodes.
pub const CLASSES: usize = 24;

/// Returns the class of a node: by the cells left, by which side gets the last of them, and by whether the question
/// asks for a win.
///
/// On the standard board the side to move gets the last cell if the second player is to move. The value of a side's
/// threats depends on the parity of the cells left, so on boards with an odd number of cells that is the first player.
#[inline(always)]
pub(in crate::search) fn class(masks: &Masks, nb_moves: u32, alpha: i32) -> usize {
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

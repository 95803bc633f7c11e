//! A small network that predicts which moves of early plies hold. `marlin-lab network` learns the network of
//! the standard board from the book, and `marlin-lab board-network` the network of all other boards from
//! searches.
//!
//! Its inputs are the cells of a child: the stones of both sides, their winning cells, the playable cells;
//! and the number of stones. Each input that is there adds a row of the first layer. A second layer follows,
//! and then one row of the last layer: the row for the threshold of the question. The result is the
//! probability that the child's score is above the threshold, as the natural logarithm of the odds. All of it
//! is integer arithmetic, so every machine counts the same nodes.
//!
//! A file of learned numbers ends with the numbers of [`Network`], field after field, 16 bits each with the
//! lower byte first:
//!
//! | numbers | layer | unit |
//! |---|---|---|
//! | 228 rows of 256 | first: by set of cells (our stones, theirs, our winning cells, theirs, playable cells) and cell, columns from the left and cells from the bottom; then by number of stones | 1/128 |
//! | 32 rows of 256, then 32 biases | second | 1/256 |
//! | 36 rows of 32, then 36 biases | last, by threshold from -18 to 17 | 1/256 |
//! | 4 rows of 256 | first: by trait of the board | 1/128 |
//!
//! A unit of the first two layers gives its sum, at least 0 and at most 1, in 128ths.

use crate::bitboard;
use crate::geometry::{Layout, Masks, Standard};
use crate::search::node::Node;
use crate::target::IS_WASM;
use crate::word::Word;

pub(super) const STANDARD: Masks<u64> = Standard::MASKS;

/// Sets of cells among the inputs: stones, winning cells, playable cells.
pub(super) const PLANES: usize = 5;

/// Cells of the standard board.
pub(super) const CELLS: usize = 42;

/// The maximum number of stones that the network distinguishes.
const MOST_STONES: usize = 17;

/// The number of different numbers of stones that the network distinguishes.
pub(super) const COUNTS: usize = MOST_STONES + 1;

/// Rows of the first layer: one for each cell of each set, and one for each number of stones.
pub const INPUTS: usize = PLANES * CELLS + COUNTS;

/// Rows of the first layer by which the size of a board differs from the standard one; the standard board has
/// none of them.
pub const TRAITS: usize = 4;

/// Units of the first layer.
pub const FIRST: usize = 256;

/// Units of the second layer.
pub const SECOND: usize = 32;

/// Thresholds that a score may be above.
pub const THRESHOLDS: usize = 36;

/// The lowest threshold.
pub const LOWEST_THRESHOLD: i32 = -18;

/// The maximum output of a unit, and 1 in the weights of the first layer.
pub const FULL: i16 = 128;

/// 1 in the weights of the other layers, and of the result.
pub const UNIT: i32 = 256;

/// The weights, in the order of a file.
#[derive(Debug, Clone)]
pub struct Network {
    /// Rows of the first layer, by input.
    pub first: [[i16; FIRST]; INPUTS],
    /// Rows of the second layer, by unit.
    pub second: [[i16; FIRST]; SECOND],
    /// The biases of the second layer, in the unit of the weights.
    pub second_bias: [i16; SECOND],
    /// Rows of the last layer, by threshold.
    pub last: [[i16; SECOND]; THRESHOLDS],
    /// The biases of the last layer.
    pub last_bias: [i16; THRESHOLDS],
    /// Rows of the first layer, by trait of the board.
    pub traits: [[i16; FIRST]; TRAITS],
}

/// Numbers of a network.
pub const LEN: usize = (INPUTS + TRAITS) * FIRST + SECOND * FIRST + SECOND + THRESHOLDS * SECOND + THRESHOLDS;

impl Network {
    /// Returns a row of the first layer. The rows of the inputs precede the rows of the traits.
    pub(super) fn row(&self, place: usize) -> &[i16; FIRST] {
        if place < INPUTS { &self.first[place] } else { &self.traits[place - INPUTS] }
    }

    /// Returns the logarithm of the odds that the score of the side to move of the standard board is above a
    /// threshold.
    #[cfg(any(test, feature = "internals"))]
    pub fn odds(&self, us: u64, them: u64, threshold: i32) -> i32 {
        self.odds_on(&STANDARD, &self.first, us, them, row_of(threshold))
    }

    /// Returns the logarithm of the odds that the score of the side to move is above the threshold of a row,
    /// by the first layer of a board.
    #[inline(always)]
    fn odds_on<W: Word>(&self, masks: &Masks<W>, first: &[[i16; FIRST]], us: W, them: W, row: usize) -> i32 {
        let mut sums = [0; FIRST];
        // Loops by index compile in less time than iterators, and each form of the node has this code.
        for_each_input(masks, us, them, |input| {
            for unit in 0..FIRST {
                sums[unit] += first[input][unit];
            }
        });
        for sum in &mut sums {
            *sum = (*sum).clamp(0, FULL);
        }
        let mut odds = i32::from(self.last_bias[row]) * i32::from(FULL);
        for unit in 0..SECOND {
            let mut sum = 0;
            for (input, &amount) in sums.iter().enumerate() {
                sum += i32::from(self.second[unit][input]) * i32::from(amount);
            }
            let bias = i32::from(self.second_bias[unit]) * i32::from(FULL) / UNIT;
            odds += (sum / UNIT + bias).clamp(0, i32::from(FULL)) * i32::from(self.last[row][unit]);
        }
        odds / i32::from(FULL)
    }
}

/// Returns the row of the last layer for a threshold.
#[inline(always)]
pub fn row_of(threshold: i32) -> usize {
    (threshold - LOWEST_THRESHOLD).clamp(0, THRESHOLDS as i32 - 1) as usize
}

/// Returns the row of the last layer for a threshold on a board. The sign of a score decides the winner, so
/// the thresholds -1 and 0 keep their rows. The distance of any other threshold from these is scaled from the
/// number of cells of the board to the number on the standard board.
#[inline(always)]
pub fn row_on<W>(masks: &Masks<W>, threshold: i32) -> usize {
    let cells = masks.cells() as i32;
    let scaled = |distance: i32| (2 * distance * CELLS as i32 + cells) / (2 * cells);
    row_of(if threshold < 0 { -1 - scaled(-1 - threshold) } else { scaled(threshold) })
}

/// Returns the row of the first layer for a cell of a set, by its bit number.
#[inline(always)]
pub(super) const fn row_of_cell<W>(masks: &Masks<W>, plane: usize, bit: usize) -> usize {
    plane * masks.cells() as usize + bit - bit / masks.stride() as usize
}

/// Calls `visit` with every input that the position of two sides has; the first side is to move.
#[inline(always)]
pub fn for_each_input<W: Word>(masks: &Masks<W>, us: W, them: W, mut visit: impl FnMut(usize)) {
    let occupied = us | them;
    let playable = (occupied + masks.bottom) & masks.board;
    let our_threats = bitboard::winning_cells(masks, us, occupied);
    let their_threats = bitboard::winning_cells(masks, them, occupied);
    for (plane, cells) in [us, them, our_threats, their_threats, playable].into_iter().enumerate() {
        for cell in bitboard::each(cells) {
            visit(row_of_cell(masks, plane, bitboard::index(cell)));
        }
    }
    visit(PLANES * masks.cells() as usize + (occupied.count_ones() as usize).min(MOST_STONES));
}

/// Odds below the negative of this count as that much, so that no priority overflows.
const MOST_ODDS: i32 = 64 * UNIT;

/// The use of a network in the ordering.
#[derive(Debug, Clone, Copy)]
pub struct NetworkTerm<'a> {
    /// The network.
    pub network: &'a Network,
    /// The rows of its first layer for the inputs of the board.
    pub first: &'a [[i16; FIRST]],
    /// The amount that one natural logarithm of the odds adds to the priority of a move.
    pub factor: i32,
    /// The odds, in 256ths, above which a move gains nothing more: among moves that surely hold the cheapest
    /// is best, and the network does not estimate the cost.
    pub enough: i32,
    /// The number of stones at which its use ends.
    pub plies: u32,
}

impl NetworkTerm<'_> {
    /// Returns the same term with another network, on the standard board.
    #[cfg(feature = "internals")]
    pub fn of(self, network: &Network) -> NetworkTerm<'_> {
        NetworkTerm { network, first: &network.first, ..self }
    }

    /// Returns the term that the odds of a move add to its priority.
    #[inline(always)]
    pub fn priority(self, odds: i32) -> i32 {
        odds.clamp(-MOST_ODDS, self.enough) * self.factor / UNIT
    }
}

/// Returns the term of a network in the priority of a move, by the odds that it exceeds alpha; 0 without a
/// network.
#[inline(always)]
pub(in crate::search) fn priority<B: Layout>(
    term: Option<NetworkTerm<'_>>,
    node: &Node<B>,
    cell: B::Word,
    alpha: i32,
) -> i32 {
    let masks = &node.masks();
    // Pages have no network, and no code for one.
    let Some(term) = term.filter(|term| !IS_WASM && node.nb_moves < term.plies) else {
        return 0;
    };
    // The move exceeds alpha if the child's score, which is the negative, is not above -alpha - 1.
    let row = row_on(masks, -alpha - 1);
    let odds = -term.network.odds_on(masks, term.first, node.position.them(), node.position.us | cell, row);
    term.priority(odds)
}

const _: () = assert!(STANDARD.cells() as usize == CELLS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    #[test]
    fn a_threshold_keeps_its_sign_and_order_on_every_board() {
        for size in BoardSize::all() {
            let rows: Vec<usize> = (-32..32).map(|threshold| row_on(size.masks(), threshold)).collect();
            assert!(rows.is_sorted());
            assert_eq!((rows[31], rows[32]), (row_of(-1), row_of(0)));
        }
        for threshold in -40..40 {
            assert_eq!(row_on(&STANDARD, threshold), row_of(threshold));
        }
    }
}

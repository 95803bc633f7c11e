//! A small network that predicts which moves of early plies hold: that of the standard board, learned from the book by
//! `marlin-learn network`. Other boards have one of the same form (`board_network.rs`).
//!
//! Its inputs are the cells of a child: the stones of both sides, their winning cells, the playable cells; and the
//! number of stones. Each input that is there adds a row of the first layer. A second layer follows, and then one row
//! of the last, that of the threshold of the question. The result is the probability that the child's score is above
//! the threshold, as the natural logarithm of the odds. All of it is integer arithmetic, so every machine counts the
//! same nodes.
//!
//! `network.bin` is the numbers of [`Network`], field after field, 16 bits each with the lower byte first:
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
use crate::target::IS_FOR_A_PAGE;

pub(super) const STANDARD: Masks = Standard::MASKS;

/// Sets of cells among the inputs: stones, winning cells, playable cells.
pub(super) const PLANES: usize = 5;

/// Cells of the standard board.
pub(super) const CELLS: usize = 42;

/// The greatest number of stones that the network distinguishes.
const MOST_STONES: usize = 17;

/// Numbers of stones that the network distinguishes.
pub(super) const COUNTS: usize = MOST_STONES + 1;

/// Rows of the first layer: one for each cell of each set, and one for each number of stones.
pub const INPUTS: usize = PLANES * CELLS + COUNTS;

/// Rows of the first layer by which the size of a board differs from the standard one; the standard board has none of them.
pub const TRAITS: usize = 4;

/// Units of the first layer.
pub const FIRST: usize = 256;

/// Units of the second layer.
pub const SECOND: usize = 32;

/// Thresholds that a score may be above.
pub const THRESHOLDS: usize = 36;

/// The lowest of them.
pub const LOWEST_THRESHOLD: i32 = -18;

/// The greatest output of a unit, and 1 in the weights of the first layer.
pub const FULL: i16 = 128;

/// 1 in the weights of the other layers, and of the result.
pub const UNIT: i32 = 256;

/// The weights in the order of `network.bin`, 16 bits each with the lower byte first.
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
    /// Returns the network from the numbers of a file.
    pub const fn read(bytes: &[u8; 2 * LEN]) -> Self {
        let (first, at) = rows(bytes, 0);
        let (second, at) = rows(bytes, at);
        let (second_bias, at) = row(bytes, at);
        let (last, at) = rows(bytes, at);
        let (last_bias, at) = row(bytes, at);
        let (traits, _) = rows(bytes, at);
        Self { first, second, second_bias, last, last_bias, traits }
    }

    /// Returns a row of the first layer: those of the inputs, then those of the traits.
    pub(super) fn row(&self, place: usize) -> &[i16; FIRST] {
        if place < INPUTS { &self.first[place] } else { &self.traits[place - INPUTS] }
    }

    /// Returns the logarithm of the odds that the score of the side to move of the standard board is above a threshold.
    #[cfg(any(test, feature = "internals"))]
    pub fn odds(&self, us: u64, them: u64, threshold: i32) -> i32 {
        self.odds_on(&STANDARD, &self.first, us, them, row_of(threshold))
    }

    /// Returns the logarithm of the odds that the score of the side to move is above the threshold of a row, by the first layer
    /// of a board.
    #[inline(always)]
    fn odds_on(&self, masks: &Masks, first: &[[i16; FIRST]], us: u64, them: u64, row: usize) -> i32 {
        let mut sums = [0; FIRST];
        for_each_input(masks, us, them, |input| {
            for (sum, weight) in sums.iter_mut().zip(&first[input]) {
                *sum += weight;
            }
        });
        for sum in &mut sums {
            *sum = (*sum).clamp(0, FULL);
        }
        let mut odds = i32::from(self.last_bias[row]) * i32::from(FULL);
        for ((weights, bias), weight) in self.second.iter().zip(&self.second_bias).zip(&self.last[row]) {
            let sum: i32 = weights.iter().zip(&sums).map(|(&w, &unit)| i32::from(w) * i32::from(unit)).sum();
            let unit = (sum / UNIT + i32::from(*bias) * i32::from(FULL) / UNIT).clamp(0, i32::from(FULL));
            odds += unit * i32::from(*weight);
        }
        odds / i32::from(FULL)
    }
}

/// Returns the row of the last layer for a threshold.
#[inline(always)]
pub fn row_of(threshold: i32) -> usize {
    (threshold - LOWEST_THRESHOLD).clamp(0, THRESHOLDS as i32 - 1) as usize
}

/// Returns the row of the last layer for a threshold on a board. Only the sign of a small score says who wins, so -1 and 0 keep
/// their rows, and the others are as far from them as their share of the board's greatest score.
#[inline(always)]
pub(crate) fn row_on(masks: &Masks, threshold: i32) -> usize {
    let cells = masks.cells() as i32;
    let scaled = |distance: i32| (2 * distance * CELLS as i32 + cells) / (2 * cells);
    row_of(if threshold < 0 { -1 - scaled(-1 - threshold) } else { scaled(threshold) })
}

/// Returns the next number of a file.
const fn number(bytes: &[u8; 2 * LEN], at: usize) -> i16 {
    i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]])
}

/// Returns the row at an offset, and the offset after it.
const fn row<const N: usize>(bytes: &[u8; 2 * LEN], at: usize) -> ([i16; N], usize) {
    let mut row = [0; N];
    let mut i = 0;
    while i < N {
        row[i] = number(bytes, at + i);
        i += 1;
    }
    (row, at + N)
}

/// Returns the rows at an offset, and the offset after them.
const fn rows<const N: usize, const M: usize>(bytes: &[u8; 2 * LEN], at: usize) -> ([[i16; N]; M], usize) {
    let mut rows = [[0; N]; M];
    let mut i = 0;
    while i < M {
        rows[i] = row(bytes, at + i * N).0;
        i += 1;
    }
    (rows, at + N * M)
}

/// Returns the row of the first layer for a cell of a set, by its bit number.
#[inline(always)]
pub(super) const fn row_of_cell(masks: &Masks, plane: usize, bit: usize) -> usize {
    plane * masks.cells() as usize + bit - bit / masks.stride() as usize
}

/// Calls `visit` with every input that the position of two sides has; it is the first one's turn.
#[inline(always)]
pub(in crate::search) fn for_each_input(masks: &Masks, us: u64, them: u64, mut visit: impl FnMut(usize)) {
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

/// How the ordering uses a network.
#[derive(Debug, Clone, Copy)]
pub struct NetworkTerm<'a> {
    /// The network.
    pub network: &'a Network,
    /// The rows of its first layer for the inputs of the board.
    pub first: &'a [[i16; FIRST]],
    /// The amount that one natural logarithm of the odds adds to the priority of a move.
    pub factor: i32,
    /// The odds, in 256ths, above which a move gains nothing more: among moves that surely hold the cheapest is best, and the
    /// network does not estimate the cost.
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

/// Returns the term of a network in the priority of a move, by the odds that it exceeds alpha; 0 without a network.
#[inline(always)]
pub(in crate::search) fn priority<B: Layout>(
    term: Option<NetworkTerm<'_>>,
    node: &Node<B>,
    cell: u64,
    alpha: i32,
) -> i32 {
    let masks = &node.masks();
    // Pages have no network, and no code for one.
    let Some(term) = term.filter(|term| !IS_FOR_A_PAGE && node.nb_moves < term.plies) else {
        return 0;
    };
    // The move exceeds alpha if the child's score, which is the negative, is not above -alpha - 1.
    let row = row_on(masks, -alpha - 1);
    let odds = -term.network.odds_on(masks, term.first, node.position.them(), node.position.us | cell, row);
    term.priority(odds)
}

/// The network that was learned, as the ordering uses it. Chosen by the nodes of `L1_R3`, `L1_R2` and early positions;
/// the figures are in docs/measurements.md.
pub(in crate::search) const NETWORK_TERM: NetworkTerm<'static> =
    NetworkTerm { network: &NETWORK, first: &NETWORK.first, factor: 2000, enough: 256, plies: 13 };

static NETWORK: Network = Network::read(include_bytes!("network.bin"));

const _: () = assert!(STANDARD.cells() as usize == CELLS);

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::position::Position;

    /// Positions of early plies, some with winning cells of either side.
    const POSITIONS: [&str; 5] = ["", "44444", "1122336", "445562", "12121233"];

    /// Asserts that no position of a board makes a sum of the first layer overflow.
    pub(crate) fn assert_no_overflow(masks: &Masks, first: &[[i16; FIRST]]) {
        let cells = masks.cells() as usize;
        for (unit, sign) in (0..FIRST).flat_map(|unit| [(unit, 1), (unit, -1)]) {
            let most =
                |plane: usize, cell: usize| (sign * i32::from(first[plane * cells + cell][unit])).max(0);
            // A cell has a stone of one side, or it is empty and may be a winning cell of both and playable.
            let of_cell = |cell| {
                let empty = most(2, cell) + most(3, cell) + most(4, cell);
                most(0, cell).max(most(1, cell)).max(empty)
            };
            let of_count = first[PLANES * cells..].iter().map(|row| sign * i32::from(row[unit])).max();
            let sum = (0..cells).map(of_cell).sum::<i32>() + of_count.unwrap_or(0).max(0);
            assert!(sum <= i32::from(i16::MAX), "{}x{}, unit {unit}: {sum}", masks.width, masks.height);
        }
    }

    /// Returns the inputs of a position, cell by cell.
    fn inputs(position: &Position) -> Vec<usize> {
        let planes = [
            position.us().bits(),
            position.them().bits(),
            position.winning_cells().bits(),
            position.opponent_winning_cells().bits(),
            position.playable_cells().bits(),
        ];
        let mut inputs = Vec::new();
        for (plane, cells) in planes.into_iter().enumerate() {
            for column in 0..7 {
                for row in 0..6 {
                    if cells >> (column * 7 + row) & 1 == 1 {
                        inputs.push(plane * 42 + column * 6 + row);
                    }
                }
            }
        }
        inputs.push(5 * 42 + position.nb_moves() as usize);
        inputs
    }

    #[test]
    fn the_numbers_of_a_file_are_read_back_in_their_order() {
        let mut bytes = vec![0; 2 * LEN];
        for (number, place) in bytes.chunks_exact_mut(2).enumerate() {
            place.copy_from_slice(&(number as u16).to_le_bytes());
        }
        let network = Network::read(bytes.as_slice().try_into().unwrap());
        let mut numbers = network.first.as_flattened().to_vec();
        numbers.extend(network.second.as_flattened());
        numbers.extend(network.second_bias);
        numbers.extend(network.last.as_flattened());
        numbers.extend(network.last_bias);
        numbers.extend(network.traits.as_flattened());
        assert!(numbers.into_iter().eq((0..LEN).map(|number| number as u16 as i16)));
    }

    #[test]
    fn a_sum_of_rows_is_the_full_evaluation_of_all_inputs() {
        for position in POSITIONS.map(|moves| moves.parse::<Position>().unwrap()) {
            let present = inputs(&position);
            let unit = |sum: f64| sum.clamp(0.0, 1.0);
            let first: Vec<f64> = (0..FIRST)
                .map(|unit_number| {
                    let of_input = |input: usize| f64::from(NETWORK.first[input][unit_number]) / 128.0;
                    let is_there = |input: &usize| present.contains(input);
                    unit((0..INPUTS).map(|input| if is_there(&input) { of_input(input) } else { 0.0 }).sum())
                })
                .collect();
            let layer = |rows: &[i16], bias: i16, units: &[f64]| {
                let sum: f64 = rows.iter().zip(units).map(|(&weight, unit)| f64::from(weight) * unit).sum();
                (sum + f64::from(bias)) / 256.0
            };
            let second: Vec<f64> = (0..SECOND)
                .map(|i| unit(layer(&NETWORK.second[i], NETWORK.second_bias[i], &first)))
                .collect();
            for threshold in [-18, -3, -1, 0, 2, 17] {
                let row = (threshold + 18) as usize;
                let exact = 256.0 * layer(&NETWORK.last[row], NETWORK.last_bias[row], &second);
                let odds = NETWORK.odds(position.us().bits(), position.them().bits(), threshold);
                // Units of the second layer are rounded to 128ths.
                let most: i32 = NETWORK.last[row].iter().map(|&weight| i32::from(weight).abs()).sum();
                assert!((exact - f64::from(odds)).abs() <= f64::from(most) / 64.0 + 1.0, "{exact} {odds}");
            }
        }
    }

    #[test]
    fn no_sum_of_the_first_layer_overflows() {
        assert_no_overflow(&STANDARD, &NETWORK.first);
    }

    #[cfg(feature = "book")]
    #[test]
    fn the_network_knows_the_winner_of_four_in_five_random_positions() {
        let book = crate::book::Book::embedded(crate::BoardSize::STANDARD).unwrap();
        let (mut right, mut all) = (0, 0);
        let mut random: u64 = 1;
        while all < 500 {
            let mut position = Position::new();
            for _ in 0..11 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let moves: Vec<_> = position.legal_moves().collect();
                if !moves.is_empty() {
                    position.make_move(moves[(random >> 33) as usize % moves.len()]);
                }
            }
            if position.is_over() || position.can_win_next() {
                continue;
            }
            let score = book.score(&position).unwrap().get();
            let odds = NETWORK.odds(position.us().bits(), position.them().bits(), 0);
            right += i32::from((odds > 0) == (score > 0));
            all += 1;
        }
        assert!(right >= 400, "{right} of {all}");
    }
}

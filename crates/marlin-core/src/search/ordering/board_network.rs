//! The network of early plies of other boards, learned from searches by `marlin-learn board-network`.
//!
//! It has the form of [that of the standard board](super::network), and its first layer is laid over a board as the
//! [weights](super::transfer) are. A cell of a set has the sum of the rows of its counterparts, by their shares. A number
//! of stones has the rows of the numbers that leave the standard board about as full, with the same parity of the empty
//! cells, since that decides which side gets the last cell. The size of the board adds the rows of its
//! [traits](traits_of).

use super::network::{self, CELLS, COUNTS, FIRST, Network, NetworkTerm, PLANES, TRAITS};
use super::transfer;
use crate::bitboard;
use crate::geometry::Masks;

/// The network of all boards other than the standard one, as the ordering uses it: with the layers of the standard board,
/// and its limit of stones there.
pub(super) const TERM: NetworkTerm<'static> =
    NetworkTerm { network: &NETWORK, first: &NETWORK.first, factor: 1000, enough: 128, plies: 13 };

static NETWORK: Network = Network::read(include_bytes!("board_network.bin"));

/// Returns the term of a network as a board uses it, but for the first layer.
pub(super) fn term_on<'a>(masks: &Masks, term: NetworkTerm<'a>) -> NetworkTerm<'a> {
    NetworkTerm { plies: term.plies * masks.cells() / CELLS as u32, ..term }
}

/// Returns the rows of the first layer for the inputs of a board.
pub(super) fn first_layer(masks: &Masks, network: &Network) -> Vec<[i16; FIRST]> {
    let sum = |input: Vec<(usize, f64)>| {
        let mut sums = [0.0; FIRST];
        for (place, share) in input {
            for (sum, &weight) in sums.iter_mut().zip(network.row(place)) {
                *sum += share * f64::from(weight);
            }
        }
        sums.map(|sum| sum.round() as i16)
    };
    input_counterparts(masks).into_iter().map(sum).collect()
}

/// Returns the rows of the network that each input of a board is laid over, and the share of each.
pub(in crate::search) fn input_counterparts(masks: &Masks) -> Vec<Vec<(usize, f64)>> {
    let mut inputs = Vec::new();
    for plane in 0..PLANES {
        for cell in bitboard::each(masks.board) {
            let counterparts = transfer::cell_counterparts(masks, cell);
            let row = |cell: u8| network::row_of_cell(&network::STANDARD, plane, usize::from(cell));
            inputs.push(counterparts.map(|(cell, share)| (row(cell), share)).collect());
        }
    }
    let of_count = |count| count_counterparts(masks, count).into_iter().chain(traits_of(masks)).collect();
    inputs.extend((0..COUNTS).map(of_count));
    inputs
}

/// Returns the rows of the two numbers of stones that are nearest to leaving the standard board as full as a number of
/// stones leaves a board, among those with the same parity of the empty cells, and the share of each.
fn count_counterparts(masks: &Masks, count: usize) -> [(usize, f64); 2] {
    let cells = masks.cells() as usize;
    let parity = (cells + count + CELLS) % 2;
    let numbers = COUNTS / 2;
    // Half the distance from the first number of the parity.
    let place = ((count * CELLS) as f64 / cells as f64 - parity as f64).max(0.0) / 2.0;
    let below = (place as usize).min(numbers - 1);
    let share = place.min((numbers - 1) as f64) - below as f64;
    let row = |number: usize| PLANES * CELLS + parity + 2 * number.min(numbers - 1);
    [(row(below), 1.0 - share), (row(below + 1), share)]
}

/// The most columns or rows more or fewer than those of the standard board that count: boards of a greater difference
/// are not learned from.
const MOST_DIFFERENCE: i32 = 3;

/// Returns the rows of the traits of a board, and the amount of each: the columns and the rows that it has more than the
/// standard board, whether it has an even number of columns, and whether an odd number of rows.
fn traits_of(masks: &Masks) -> [(usize, f64); TRAITS] {
    let more = |count: u32, standard: u32| {
        f64::from((count as i32 - standard as i32).clamp(-MOST_DIFFERENCE, MOST_DIFFERENCE))
    };
    let amounts = [
        more(masks.width, network::STANDARD.width),
        more(masks.height, network::STANDARD.height),
        f64::from((masks.width + 1) % 2),
        f64::from(masks.height % 2),
    ];
    std::array::from_fn(|number| (network::INPUTS + number, amounts[number]))
}

#[cfg(test)]
mod tests {
    use super::super::network::tests::assert_no_overflow;
    use super::*;
    use crate::board_size::BoardSize;

    #[test]
    fn the_standard_board_has_the_rows_of_the_network_itself() {
        assert_eq!(first_layer(&network::STANDARD, &NETWORK), NETWORK.first);
    }

    #[test]
    fn no_sum_of_the_first_layer_of_any_board_overflows() {
        for size in BoardSize::all() {
            assert_no_overflow(size.masks(), &first_layer(size.masks(), &NETWORK));
        }
    }

    #[test]
    fn shares_of_an_input_add_up_to_one_and_numbers_of_stones_keep_the_parity_of_the_empty_cells() {
        for size in BoardSize::all() {
            let masks = size.masks();
            let inputs = input_counterparts(masks);
            assert_eq!(inputs.len(), PLANES * masks.cells() as usize + COUNTS);
            for (number, input) in inputs.iter().enumerate() {
                let shares = input.iter().filter(|&&(row, _)| row < network::INPUTS);
                let sum: f64 = shares.clone().map(|(_, share)| share).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{size}, input {number}: {sum}");
                assert!(shares.clone().all(|&(_, share)| share >= 0.0));
                if let Some(count) = number.checked_sub(PLANES * masks.cells() as usize) {
                    let parity = |stones: usize, cells: usize| (stones + cells) % 2;
                    let of_row = |row: usize| parity(row - PLANES * CELLS, CELLS);
                    assert!(
                        shares.clone().all(|&(row, _)| of_row(row) == parity(count, masks.cells() as usize))
                    );
                }
            }
        }
    }

    #[test]
    fn a_threshold_keeps_its_sign_and_order_on_every_board() {
        for size in BoardSize::all() {
            let rows: Vec<usize> =
                (-32..32).map(|threshold| network::row_on(size.masks(), threshold)).collect();
            assert!(rows.is_sorted());
            assert_eq!((rows[31], rows[32]), (network::row_of(-1), network::row_of(0)));
        }
        for threshold in -40..40 {
            assert_eq!(network::row_on(&network::STANDARD, threshold), network::row_of(threshold));
        }
    }
}

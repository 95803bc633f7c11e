//! Weights of a board, transferred from weights that are laid out as on the standard board.
//!
//! The value of a cell depends on its distance from the side edges and from the centre, and on its row. The
//! side that a row favours depends on its parity, which counts from the top as in claimeven. So the columns
//! of a board are laid over the columns of the standard board, edge to edge, and its rows of each parity over
//! the standard rows of the same parity: a place between two columns, or between two rows, takes from both,
//! more from the nearer one. This shows the rows of 8x5 over the rows of 7x6, by distance from the top:
//!
//! ```text
//! 8x5   0       2       4      and   1   3
//! 7x6   0       2       4            1   3   5      1 gets from 1, and 3 from 5
//! ```
//!
//! A line of four is laid over the lines of the same direction in the same way, by its first column and its
//! highest row.
//!
//! The learner uses the same map: a sample of any board adjusts the weights of the standard cells and lines
//! over which its own are laid.
//!
//! The first layer of the network of early plies is laid over the cells of a board in the same way: a cell of
//! a set has the sum of the rows of its counterparts, by their shares. A number of stones has the rows of the
//! numbers that leave the standard board about as full, with the same parity of the empty cells, since that
//! decides which side gets the last cell. The size of the board adds the rows of its traits.

use std::sync::OnceLock;

use super::network::{self, CELLS, COUNTS, FIRST, Network, NetworkTerm, PLANES, TRAITS};
use super::patterns::{self, LinesThrough, PatternLine, PatternTables, STATES, TABLE_LEN, TABLES};
use super::weights::{CLASSES, ClassWeights, OrderingWeights};
use crate::bitboard;
use crate::geometry::{BoardSize, Masks};
use crate::target::IS_WASM;
use crate::word::MOST_BITS;

const STANDARD: Masks = Masks::of(7, 6);

/// The weights of a board.
#[derive(Debug)]
pub struct BoardWeights<'a> {
    classes: [ClassWeights; CLASSES],
    numbers: Vec<i16>,
    through: LinesThrough,
    network: Option<NetworkTerm<'a>>,
    /// The first layer of the network.
    first: Vec<[i16; FIRST]>,
}

/// Returns the weights of a board, transferred on first use from `source`, which is the same in every call.
pub(super) fn weights_of(masks: &Masks, source: &OrderingWeights<'static>) -> OrderingWeights<'static> {
    /// By the number of columns and of rows.
    static OF_SIZES: [OnceLock<Box<BoardWeights<'static>>>; BoardSize::COUNT] =
        [const { OnceLock::new() }; BoardSize::COUNT];
    let of_size = &OF_SIZES[BoardSize::of_masks(masks).index()];
    of_size.get_or_init(|| Box::new(BoardWeights::transferred(masks, source))).weights()
}

impl<'a> BoardWeights<'a> {
    /// Transfers weights of the standard board to a board; the standard board keeps them as they are.
    pub fn transferred(masks: &Masks, source: &OrderingWeights<'a>) -> Self {
        // WebAssembly has no network, and no code to lay one over a board.
        let network = source.network.filter(|_| !IS_WASM);
        let first = network.map_or(Vec::new(), |term| first_layer(masks, term.network));
        let through = patterns::lines_through(masks);
        if masks.is_standard() {
            let (classes, numbers) = (source.classes.clone(), source.patterns.numbers().to_vec());
            return Self { classes, numbers, through, network, first };
        }
        let classes = std::array::from_fn(|class| class_of(masks, &source.classes[class]));
        let numbers = numbers_of(masks, &through, source.patterns.numbers());
        let network = network.map(|term| term_on(masks, term));
        Self { classes, numbers, through, network, first }
    }

    /// Returns the weights as the search takes them.
    pub fn weights(&self) -> OrderingWeights<'_> {
        let patterns = PatternTables::new(self.numbers.as_slice(), &self.through);
        let network = self.network.map(|term| NetworkTerm { first: &self.first, ..term });
        OrderingWeights { classes: &self.classes, patterns, network }
    }
}

/// Returns a class of nodes with weights for the cells of a board.
fn class_of(masks: &Masks, source: &ClassWeights) -> ClassWeights {
    let mut cells = [0; MOST_BITS];
    for cell in bitboard::each(masks.board) {
        cells[bitboard::index(cell)] = cell_weight(masks, source, cell);
    }
    ClassWeights { cells, ..*source }
}

/// Returns the weight of a cell: the mean of the weights of its counterparts and of their mirror images.
fn cell_weight(masks: &Masks, source: &ClassWeights, cell: u128) -> i32 {
    let at = |cell: u8| f64::from(source.cells[usize::from(cell)]);
    let both = |(cell, share): (u8, f64)| share * f64::midpoint(at(cell), at(mirrored(cell)));
    // A sum in another order may be rounded to another number, so the weights of a cell and of its mirror
    // image are taken from the same sum.
    let (column, last_column) = (masks.column_of(cell), masks.width as usize - 1);
    let nearer = masks.cell(column.min(last_column - column), masks.row_of(cell));
    cell_counterparts(masks, nearer).map(both).sum::<f64>().round() as i32
}

/// Returns the mirror image of a cell of the standard board, as a bit number.
fn mirrored(cell: u8) -> u8 {
    let (stride, last_column) = (STANDARD.stride() as u8, STANDARD.width as u8 - 1);
    (last_column - cell / stride) * stride + cell % stride
}

/// Returns the cells of the standard board that a cell is laid over, as bit numbers, and the share of each.
/// The shares add up to 1.
pub fn cell_counterparts(masks: &Masks, cell: u128) -> impl Iterator<Item = (u8, f64)> {
    let index = bitboard::index(cell) as u8;
    Placement::of(masks, index, index).counterparts(masks).map(|(column, top, share)| {
        let cell = STANDARD.cell(column, STANDARD.height as usize - 1 - top);
        (bitboard::index(cell) as u8, share)
    })
}

/// Returns the offsets of the lines of the standard board that a line is laid over, and the share of each.
/// The shares add up to 1.
pub fn line_counterparts(masks: &Masks, line: &PatternLine) -> impl Iterator<Item = (usize, f64)> {
    let placement = Placement::of(masks, line.cells[0], line.cells[3]);
    placement.counterparts(masks).filter_map(move |(column, top, share)| {
        let counterpart = Placement { column, top, ..placement };
        let is_counterpart =
            |line: &&PatternLine| Placement::of(&STANDARD, line.cells[0], line.cells[3]) == counterpart;
        patterns::lines(patterns::standard_lines()).find(is_counterpart).map(|line| (line.start(), share))
    })
}

/// Returns the numbers of the pattern tables of a board with these lines.
fn numbers_of(masks: &Masks, through: &LinesThrough, source: &[i16]) -> Vec<i16> {
    let len = patterns::lines(through).count() * STATES;
    let mut numbers = vec![0; TABLES * len];
    for line in patterns::lines(through) {
        let counterparts: Vec<(usize, f64)> = line_counterparts(masks, line).collect();
        for table in 0..TABLES {
            let of_line = &mut numbers[table * len + line.start()..][..STATES];
            for (state, number) in of_line.iter_mut().enumerate() {
                let from = |&(start, share): &(usize, f64)| {
                    share * f64::from(source[table * TABLE_LEN + start + state])
                };
                *number = counterparts.iter().map(from).sum::<f64>().round() as i16;
            }
        }
    }
    numbers
}

/// The place of a cell, or of a line of four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Placement {
    /// The columns and the rows from its first cell to its last. A cell has none, and all lines of one
    /// direction have the same.
    run: (usize, isize),
    /// The column of its first cell, the leftmost one.
    column: usize,
    /// The rows above its highest cell.
    top: usize,
}

impl Placement {
    /// Returns the placement of a cell or line by the bit numbers of its first and last cells.
    fn of(masks: &Masks, first: u8, last: u8) -> Self {
        let (first, last) = (1 << first, 1 << last);
        let (column, row) = (masks.column_of(first), masks.row_of(first));
        let last_row = masks.row_of(last);
        let highest = if row > last_row { row } else { last_row };
        let run = (masks.column_of(last) - column, last_row as isize - row as isize);
        Self { run, column, top: masks.height as usize - 1 - highest }
    }

    /// Returns the numbers of columns and of rows that placements of the same direction can have on a board.
    const fn room(&self, masks: &Masks) -> (usize, usize) {
        (masks.width as usize - self.run.0, masks.height as usize - self.run.1.unsigned_abs())
    }

    /// Returns the placements on the standard board that it is laid over, each as its column and the number
    /// of rows above it, and the share of each. The shares add up to 1.
    fn counterparts(self, masks: &Masks) -> impl Iterator<Item = (usize, usize, f64)> {
        let ((columns, rows), (columns_onto, rows_onto)) = (self.room(masks), self.room(&STANDARD));
        let parity = self.top % 2;
        let of_parity = |rows: usize| (rows + 1 - parity) / 2;
        let tops = stretch(self.top / 2, of_parity(rows), of_parity(rows_onto));
        stretch(self.column, columns, columns_onto).into_iter().flat_map(move |(column, of_column)| {
            tops.map(|(top, of_top)| (column, 2 * top + parity, of_column * of_top))
        })
    }
}

/// Stretches `count` indices over `onto` others, the first onto the first and the last onto the last. Returns
/// the two that `index` falls between, with the share of each. A single index falls in the middle.
fn stretch(index: usize, count: usize, onto: usize) -> [(usize, f64); 2] {
    let (distance, unit) = if count == 1 { (onto - 1, 2) } else { (index * (onto - 1), count - 1) };
    let (before, share) = (distance / unit, (distance % unit) as f64 / unit as f64);
    [(before, 1.0 - share), ((before + 1).min(onto - 1), share)]
}

/// Returns the term of a network as a board uses it, without its first layer.
fn term_on<'a>(masks: &Masks, term: NetworkTerm<'a>) -> NetworkTerm<'a> {
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
pub fn input_counterparts(masks: &Masks) -> Vec<Vec<(usize, f64)>> {
    let mut inputs = Vec::new();
    for plane in 0..PLANES {
        for cell in bitboard::each(masks.board) {
            let counterparts = cell_counterparts(masks, cell);
            let row = |cell: u8| network::row_of_cell(&network::STANDARD, plane, usize::from(cell));
            inputs.push(counterparts.map(|(cell, share)| (row(cell), share)).collect());
        }
    }
    let of_count = |count| count_counterparts(masks, count).into_iter().chain(traits_of(masks)).collect();
    inputs.extend((0..COUNTS).map(of_count));
    inputs
}

/// Returns the rows of two numbers of stones, and the share of each. Among the numbers with the same parity
/// of the empty cells, these two leave the standard board most nearly as full as `count` stones leave the
/// board.
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

/// The maximum difference in columns or rows from the standard board that counts. The learner uses no boards
/// with a greater difference.
const MOST_DIFFERENCE: i32 = 3;

/// Returns the rows of the traits of a board, and the amount of each: the columns and the rows that it has
/// more than the standard board (negative for fewer), whether its number of columns is even, and whether its
/// number of rows is odd.
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
    use super::*;

    /// Every board that fits, including the standard one.
    fn boards() -> impl Iterator<Item = Masks> {
        BoardSize::all().map(|size| *size.masks())
    }

    #[test]
    fn mirrored_cells_of_every_other_board_have_the_same_weight() {
        for masks in boards().filter(|masks| !masks.is_standard()) {
            let weights = OrderingWeights::of_board(&masks);
            for cell in bitboard::each(masks.board) {
                let column = masks.width as usize - 1 - masks.column_of(cell);
                let [cell, mirrored] = [cell, masks.cell(column, masks.row_of(cell))].map(bitboard::index);
                for class in weights.classes {
                    assert_eq!(class.cells[cell], class.cells[mirrored]);
                }
            }
        }
    }

    #[test]
    fn a_place_is_laid_over_places_of_the_same_direction_and_parity_of_the_row_with_shares_that_add_up_to_one()
     {
        for masks in boards() {
            let through = patterns::lines_through(&masks);
            let of_lines = patterns::lines(&through).map(|line| (line.cells[0], line.cells[3]));
            let of_cells = bitboard::each(masks.board).map(|cell| bitboard::index(cell) as u8);
            for (first, last) in of_lines.chain(of_cells.map(|cell| (cell, cell))) {
                let placement = Placement::of(&masks, first, last);
                let (columns, rows) = placement.room(&STANDARD);
                let mut shares = 0.0;
                for (column, top, share) in placement.counterparts(&masks) {
                    assert!(column < columns && top < rows && top % 2 == placement.top % 2);
                    shares += share;
                }
                assert!((shares - 1.0).abs() < 1e-9, "{placement:?}: {shares}");
            }
            for line in patterns::lines(&through) {
                let shares: f64 = line_counterparts(&masks, line).map(|(_, share)| share).sum();
                assert!((shares - 1.0).abs() < 1e-9, "{line:?}: {shares}");
            }
        }
    }

    #[test]
    fn a_place_of_the_standard_board_is_laid_over_itself_alone() {
        for line in patterns::lines(&patterns::THROUGH) {
            let other: Vec<_> = line_counterparts(&STANDARD, line)
                .filter(|&(start, share)| start != line.start() && share > 1e-9)
                .collect();
            assert!(other.is_empty(), "{line:?}: {other:?}");
        }
        for cell in bitboard::each(STANDARD.board) {
            let is_other = |&(counterpart, share): &(u8, f64)| {
                usize::from(counterpart) != bitboard::index(cell) && share > 1e-9
            };
            assert_eq!(cell_counterparts(&STANDARD, cell).find(is_other), None);
        }
    }

    #[test]
    fn edges_are_laid_over_edges_and_the_middle_over_the_middle() {
        assert_eq!(stretch(0, 9, 7), [(0, 1.0), (1, 0.0)]);
        assert_eq!(stretch(8, 9, 7), [(6, 1.0), (6, 0.0)]);
        assert_eq!(stretch(4, 9, 7), [(3, 1.0), (4, 0.0)]);
        assert_eq!(stretch(2, 9, 7), [(1, 0.5), (2, 0.5)]);
        assert_eq!(stretch(0, 1, 4), [(1, 0.5), (2, 0.5)]);
        assert_eq!(stretch(0, 1, 1), [(0, 1.0), (0, 0.0)]);
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
}

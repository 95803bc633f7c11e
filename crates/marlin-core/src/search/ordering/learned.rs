//! The numbers that `marlin-lab learn` has learned, and the weights of each board from them.
//!
//! A family of boards has one file in `learned/`, 16 bits a number with the lower byte first: the classes,
//! each with the weights of its child features, search features and cells; the pattern tables; and the
//! [`Network`]. All of them are laid out as on the standard board, and other boards [transfer] them to their
//! own cells and lines.
//!
//! | file | boards |
//! |---|---|
//! | `standard.bin` | the standard board |
//! | `boards.bin` | all others |
//! | `wasm.bin` | all, in WebAssembly |
//!
//! A page loads its file before its first answer. So `wasm.bin` has the classes of `boards.bin`, no network,
//! and smaller pattern tables. Two mirror images share one number, the mean of both, at the lower index; it
//! is stored as a multiple of `STEP` in 8 bits. The tables follow one another.
//!
//! `MARLIN_WRITE=1 cargo test -p marlin-core --lib wasm` writes `wasm.bin` anew.

use std::sync::OnceLock;

use super::history::SEARCH_FEATURES;
use super::network::{self, Network, NetworkTerm};
use super::patterns::{self, PatternTables, Patterns, TABLE_LEN, TABLES};
use super::transfer;
use super::weights::{CHILD_FEATURES, CLASSES, ClassWeights, OrderingWeights};
use crate::geometry::{BoardSize, Masks};
use crate::target::IS_WASM;
use crate::word::MOST_BITS;

/// The numbers of a family of boards.
#[derive(Debug)]
pub struct Learned {
    /// The weights of each class of nodes.
    pub classes: [ClassWeights; CLASSES],
    /// The pattern tables.
    pub patterns: Patterns,
    /// The network of early plies.
    pub network: Network,
}

/// The numbers of the standard board.
pub static STANDARD: Learned = Learned::read(include_bytes!("learned/standard.bin"));

/// The numbers of all other boards.
pub static BOARDS: Learned = Learned::read(include_bytes!("learned/boards.bin"));

/// Chosen by the nodes of `L1_R3`, `L1_R2` and early positions; the figures are in docs/history.md.
const STANDARD_TERM: NetworkTerm<'static> = term(&STANDARD.network, 2000, 384);

/// The network of all other boards, with the layers of the standard board and its limit of stones there.
const BOARDS_TERM: NetworkTerm<'static> = term(&BOARDS.network, 1000, 128);

/// Returns a network as the ordering uses it.
const fn term(network: &'static Network, factor: i32, enough: i32) -> NetworkTerm<'static> {
    NetworkTerm { network, first: &network.first, factor, enough, plies: 13 }
}

impl OrderingWeights<'static> {
    /// Returns the weights of a board.
    pub fn of_board<W>(masks: &Masks<W>) -> Self {
        Self::of_size(BoardSize::of_masks(masks))
    }

    fn of_size(size: BoardSize) -> Self {
        let masks = size.masks();
        if IS_WASM {
            transfer::weights_of(masks, &wasm_weights())
        } else if masks.is_standard() {
            Self { network: Some(STANDARD_TERM), ..STANDARD.weights() }
        } else {
            transfer::weights_of(masks, &Self { network: Some(BOARDS_TERM), ..BOARDS.weights() })
        }
    }
}

impl Learned {
    /// The bytes of a file.
    pub const BYTES: usize = 2 * (CLASSES * ClassWeights::LEN + TABLES * TABLE_LEN + network::LEN);

    /// Returns the numbers of a file.
    pub const fn read(bytes: &[u8; Self::BYTES]) -> Self {
        let mut numbers = Numbers(bytes);
        Self { classes: numbers.classes(), patterns: numbers.row(), network: numbers.network() }
    }

    /// Returns the weights of the standard board, without the network.
    pub const fn weights(&self) -> OrderingWeights<'_> {
        let patterns = PatternTables::standard(&self.patterns);
        OrderingWeights { classes: &self.classes, patterns, network: None }
    }
}

#[cfg(feature = "internals")]
impl Network {
    /// Returns the network at the end of a file.
    pub const fn read(bytes: &[u8]) -> Self {
        Numbers(bytes).network()
    }
}

/// The numbers of a file that are not yet read.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    const fn row<const N: usize>(&mut self) -> [i16; N] {
        let (bytes, rest) = self.0.split_at(2 * N);
        self.0 = rest;
        let mut row = [0; N];
        let mut i = 0;
        while i < N {
            row[i] = i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
            i += 1;
        }
        row
    }

    const fn rows<const N: usize, const M: usize>(&mut self) -> [[i16; N]; M] {
        let mut rows = [[0; N]; M];
        let mut i = 0;
        while i < M {
            rows[i] = self.row();
            i += 1;
        }
        rows
    }

    /// Reads `N` weights, and returns them followed by weights of 0.
    const fn weights<const N: usize, const M: usize>(&mut self) -> [i32; M] {
        let (row, mut weights) = (self.row::<N>(), [0; M]);
        let mut i = 0;
        while i < N {
            weights[i] = row[i] as i32;
            i += 1;
        }
        weights
    }

    const fn classes(&mut self) -> [ClassWeights; CLASSES] {
        let mut classes = [const { ClassWeights::NONE }; CLASSES];
        let mut i = 0;
        while i < CLASSES {
            classes[i] = ClassWeights {
                child_features: self.weights::<CHILD_FEATURES, CHILD_FEATURES>(),
                search_features: self.weights::<SEARCH_FEATURES, SEARCH_FEATURES>(),
                cells: self.weights::<64, MOST_BITS>(),
            };
            i += 1;
        }
        classes
    }

    const fn network(&mut self) -> Network {
        Network {
            first: self.rows(),
            second: self.rows(),
            second_bias: self.row(),
            last: self.rows(),
            last_bias: self.row(),
            traits: self.rows(),
        }
    }
}

/// The step between adjacent values in `wasm.bin`.
const STEP: i16 = 16;

/// Returns the weights of WebAssembly, laid out as on the standard board. They are unpacked on first use.
fn wasm_weights() -> OrderingWeights<'static> {
    static UNPACKED: OnceLock<(Box<[ClassWeights; CLASSES]>, Vec<i16>)> = OnceLock::new();
    let (classes, numbers) = UNPACKED.get_or_init(|| {
        let mut file = Numbers(include_bytes!("learned/wasm.bin"));
        (Box::new(file.classes()), unpacked(file.0))
    });
    let patterns = PatternTables::new(numbers, patterns::standard_lines());
    OrderingWeights { classes, patterns, network: None }
}

/// Returns the numbers of all tables, given the bytes of a file.
fn unpacked(bytes: &[u8]) -> Vec<i16> {
    let mirrored = patterns::mirrored_indices();
    let mut numbers = vec![0; TABLES * TABLE_LEN];
    let mut packed = bytes.iter().map(|&byte| i16::from(byte as i8) * STEP);
    for table in numbers.chunks_exact_mut(TABLE_LEN) {
        for (index, &image) in mirrored.iter().enumerate() {
            let image = usize::from(image);
            table[index] = if image < index { table[image] } else { packed.next().unwrap_or(0) };
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::super::network::{FIRST, INPUTS, PLANES, SECOND};
    use super::super::patterns::STATES;
    use super::*;
    use crate::bitboard;
    use crate::position::Position;

    /// Returns `wasm.bin` for the numbers of the other boards.
    fn packed(learned: &Learned) -> Vec<u8> {
        let of_class =
            |w: &ClassWeights| [&w.child_features[..], &w.search_features, &w.cells[..64]].concat();
        let classes = learned.classes.iter().flat_map(of_class);
        let mut bytes: Vec<u8> = classes.flat_map(|weight| (weight as i16).to_le_bytes()).collect();
        let mirrored = patterns::mirrored_indices();
        for table in learned.patterns.chunks_exact(TABLE_LEN) {
            for (index, &image) in mirrored.iter().enumerate() {
                let image = usize::from(image);
                if image >= index {
                    let mean = f64::midpoint(f64::from(table[index]), f64::from(table[image]));
                    bytes.push((mean / f64::from(STEP)).round().clamp(-128.0, 127.0) as i8 as u8);
                }
            }
        }
        bytes
    }

    #[test]
    fn the_file_of_wasm_has_the_numbers_of_other_boards() {
        let expected = packed(&BOARDS);
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/search/ordering/learned/wasm.bin");
        if std::env::var_os("MARLIN_WRITE").is_some() {
            std::fs::write(path, &expected).unwrap();
        }
        let found = std::fs::read(path).unwrap();
        assert!(
            found == expected,
            "MARLIN_WRITE=1 cargo test -p marlin-core --lib wasm writes the file anew"
        );
    }

    #[test]
    fn numbers_of_wasm_are_near_the_mean_of_those_of_other_boards_and_their_mirror_images() {
        let (mirrored, weights) = (patterns::mirrored_indices(), wasm_weights());
        assert_eq!(*weights.classes, BOARDS.classes);
        let found = weights.patterns.numbers();
        assert_eq!(found.len(), BOARDS.patterns.len());
        let largest = f64::from(127 * STEP);
        for (table, numbers) in found.chunks_exact(TABLE_LEN).enumerate() {
            for (index, &number) in numbers.iter().enumerate() {
                let at = |index: usize| f64::from(BOARDS.patterns[table * TABLE_LEN + index]);
                let mean = f64::midpoint(at(index), at(mirrored[index].into())).clamp(-largest, largest);
                let distance = (f64::from(number) - mean).abs();
                assert!(distance <= f64::from(STEP), "table {table}, index {index}: {number}, not {mean}");
            }
        }
    }

    #[test]
    fn the_standard_board_keeps_its_own_weights_and_every_other_board_gets_some_for_all_of_its_cells_and_lines()
     {
        for size in BoardSize::all() {
            let masks = *size.masks();
            let weights = OrderingWeights::of_board(&masks);
            assert!(weights.network.is_some());
            assert_eq!(std::ptr::eq(weights.classes, &raw const STANDARD.classes), masks.is_standard());
            let has_weight =
                |cell: u128| weights.classes.iter().any(|class| class.cells[bitboard::index(cell)] != 0);
            let without = bitboard::each(masks.board).filter(|&cell| !has_weight(cell)).count();
            assert!(without == 0, "{size}: {without} cells without a weight");
            let lines = patterns::lines(&patterns::lines_through(&masks)).count();
            assert_eq!(weights.patterns.numbers().len(), TABLES * STATES * lines);
        }
    }

    #[test]
    fn the_standard_board_has_the_rows_of_a_network_itself() {
        assert_eq!(transfer::first_layer(&Masks::of(7, 6), &BOARDS.network), BOARDS.network.first);
    }

    #[test]
    fn no_sum_of_the_first_layer_of_any_board_overflows() {
        assert_no_overflow(&Masks::of(7, 6), &STANDARD.network.first);
        for size in BoardSize::all() {
            assert_no_overflow(size.masks(), &transfer::first_layer(size.masks(), &BOARDS.network));
        }
    }

    /// Positions of early plies, some with winning cells of either side.
    const POSITIONS: [&str; 5] = ["", "44444", "1122336", "445562", "12121233"];

    /// Asserts that no position of a board makes a sum of the first layer overflow.
    fn assert_no_overflow(masks: &Masks, first: &[[i16; FIRST]]) {
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
    fn a_sum_of_rows_is_the_full_evaluation_of_all_inputs() {
        for position in POSITIONS.map(|moves| moves.parse::<Position>().unwrap()) {
            let present = inputs(&position);
            let unit = |sum: f64| sum.clamp(0.0, 1.0);
            let first: Vec<f64> = (0..FIRST)
                .map(|unit_number| {
                    let of_input =
                        |input: usize| f64::from(STANDARD.network.first[input][unit_number]) / 128.0;
                    let is_there = |input: &usize| present.contains(input);
                    unit((0..INPUTS).map(|input| if is_there(&input) { of_input(input) } else { 0.0 }).sum())
                })
                .collect();
            let layer = |rows: &[i16], bias: i16, units: &[f64]| {
                let sum: f64 = rows.iter().zip(units).map(|(&weight, unit)| f64::from(weight) * unit).sum();
                (sum + f64::from(bias)) / 256.0
            };
            let second: Vec<f64> = (0..SECOND)
                .map(|i| unit(layer(&STANDARD.network.second[i], STANDARD.network.second_bias[i], &first)))
                .collect();
            for threshold in [-18, -3, -1, 0, 2, 17] {
                let row = (threshold + 18) as usize;
                let exact =
                    256.0 * layer(&STANDARD.network.last[row], STANDARD.network.last_bias[row], &second);
                let odds = STANDARD.network.odds(
                    position.us().bits() as u64,
                    position.them().bits() as u64,
                    threshold,
                );
                // Units of the second layer are rounded to 128ths.
                let most: i32 =
                    STANDARD.network.last[row].iter().map(|&weight| i32::from(weight).abs()).sum();
                assert!((exact - f64::from(odds)).abs() <= f64::from(most) / 64.0 + 1.0, "{exact} {odds}");
            }
        }
    }

    #[cfg(feature = "book")]
    #[test]
    fn the_network_knows_the_winner_of_four_in_five_random_positions() {
        let book = crate::book::Book::embedded(BoardSize::STANDARD).unwrap();
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
            let odds = STANDARD.network.odds(position.us().bits() as u64, position.them().bits() as u64, 0);
            right += i32::from((odds > 0) == (score > 0));
            all += 1;
        }
        assert!(right >= 400, "{right} of {all}");
    }
}

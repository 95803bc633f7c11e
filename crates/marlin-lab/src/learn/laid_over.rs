//! The maps by which the cells, lines and inputs of a board are laid over those of the standard board.

use marlin_core::internals::learned::{self, Learned};
use marlin_core::internals::patterns::{self, CellStates, LinesThrough, STATES};
use marlin_core::internals::transfer::{self, BoardWeights};
use marlin_core::internals::weights::{ClassWeights, OrderingWeights};
use marlin_core::internals::{masks, network, wide_masks};
use marlin_core::{Bitboard, BoardSize};

/// Returns the weights that the search uses on the standard board.
pub(crate) fn standard() -> OrderingWeights<'static> {
    OrderingWeights::of_board(masks(BoardSize::STANDARD))
}

/// Returns the numbers of a board's family, in the layout of the standard board.
pub(crate) fn learned(size: BoardSize) -> &'static Learned {
    if size == BoardSize::STANDARD { &learned::STANDARD } else { &learned::BOARDS }
}

/// Returns the numbers of a class in the order of the file.
pub(crate) fn numbers(class: &ClassWeights) -> Vec<i32> {
    [&class.child_features[..], &class.search_features, &class.cells[..64]].concat()
}

/// Returns the weights of a board, transferred from weights of the standard board, without a network.
pub(crate) fn transferred<'a>(size: BoardSize, source: &OrderingWeights<'a>) -> BoardWeights<'a> {
    BoardWeights::transferred(wide_masks(size), source)
}

/// The map from the cells and lines of a board to those of the standard board.
#[derive(Debug)]
pub(crate) struct SampledBoard {
    /// The size of the board.
    pub(crate) size: BoardSize,
    /// By the bit number of a cell, the cells of the standard board that it is laid over, and the share of
    /// each.
    pub(crate) cells: Vec<Vec<(u8, f32)>>,
    /// By the number of a line, the offsets of the lines of the standard board that it is laid over, and the
    /// share of each.
    lines: Vec<Vec<(usize, f32)>>,
    through: LinesThrough,
}

impl SampledBoard {
    /// Returns the map of a board.
    pub(crate) fn new(size: BoardSize) -> Self {
        let masks = wide_masks(size);
        let mut cells = vec![Vec::new(); 64];
        for cell in (0..64).map(|bit| 1 << bit).filter(|cell| masks.board & cell != 0) {
            cells[cell.trailing_zeros() as usize] = shares(transfer::cell_counterparts(masks, cell));
        }
        let through = patterns::lines_through(masks);
        let mut lines = vec![Vec::new(); patterns::lines(&through).count()];
        for line in patterns::lines(&through) {
            lines[line.start() / STATES] = shares(transfer::line_counterparts(masks, line));
        }
        Self { size, cells, lines, through }
    }

    /// Calls `visit` with the indices in a pattern table of the standard board that an index in one of this
    /// board is laid over, and the share of each.
    pub(crate) fn for_each_counterpart(&self, index: usize, mut visit: impl FnMut(usize, f32)) {
        for &(start, share) in &self.lines[index / STATES] {
            visit(start + index % STATES, share);
        }
    }

    /// Calls `visit` with the indices in a pattern table of the board of every line that a move of the first
    /// side changes, before it and after it.
    pub(crate) fn for_each_change(&self, us: u64, them: u64, cell: u64, mut visit: impl FnMut(usize, usize)) {
        let [before, after] = [us, us | cell].map(|us| CellStates::of(masks(self.size), us, them));
        let index = cell.trailing_zeros() as usize;
        let (through, above) = (&self.through[index], &self.through[index + 1]);
        // A vertical line contains both cells and is counted once.
        let opened = above.lines[..above.len].iter().filter(|line| !line.cells.contains(&(index as u8)));
        for line in through.lines[..through.len].iter().chain(opened) {
            visit(before.index(*line), after.index(*line));
        }
    }

    /// Calls `visit` with the index in a pattern table of the board of each of its lines, from the first
    /// side.
    pub(crate) fn for_each_line(&self, us: u64, them: u64, mut visit: impl FnMut(usize)) {
        let cells = CellStates::of(masks(self.size), us, them);
        patterns::lines(&self.through).for_each(|line| visit(cells.index(*line)));
    }
}

/// The map from the inputs of a board to the rows of the network's first layer.
#[derive(Debug, PartialEq)]
pub(crate) struct NetworkInputs {
    /// The size of the board.
    pub(crate) size: BoardSize,
    counterparts: Vec<Vec<(usize, f32)>>,
}

impl NetworkInputs {
    /// Returns the map of a board.
    pub(crate) fn new(size: BoardSize) -> Self {
        let counterparts = transfer::input_counterparts(wide_masks(size)).into_iter();
        Self { size, counterparts: counterparts.map(|input| shares(input.into_iter())).collect() }
    }

    /// Calls `visit` with the rows of the inputs of a position, and the share of each; it is the first side's
    /// turn.
    pub(crate) fn for_each(&self, us: u64, them: u64, mut visit: impl FnMut(usize, f32)) {
        network::for_each_input(masks(self.size), us, them, |input| {
            self.counterparts[input].iter().for_each(|&(row, share)| visit(row, share));
        });
    }

    /// Returns the mirror image of cells.
    pub(crate) fn mirrored(&self, cells: u64) -> u64 {
        Bitboard::from_bits(self.size, cells.into()).expect("cells of the board").mirror().bits() as u64
    }

    /// Returns the row of the last layer for a threshold.
    pub(crate) fn row_on(&self, threshold: i32) -> usize {
        network::row_on(masks(self.size), threshold)
    }
}

/// Returns the entries with a share other than 0.
fn shares<P>(counterparts: impl Iterator<Item = (P, f64)>) -> Vec<(P, f32)> {
    counterparts.map(|(place, share)| (place, share as f32)).filter(|&(_, share)| share != 0.0).collect()
}

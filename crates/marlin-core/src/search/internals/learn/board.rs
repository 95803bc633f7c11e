//! [`SampledBoard`]: the map from a board's cells and lines to the weights of the standard board.

use super::moves::Sample;
use super::nodes::NodeSample;
use crate::bitboard;
use crate::board_size::BoardSize;
use crate::search::internals::lines;
use crate::search::ordering::patterns::{self, CellStates, LinesThrough, STATES};
use crate::search::ordering::transfer;

/// The map from the cells and lines of a board to those of the standard board.
#[derive(Debug)]
pub struct SampledBoard {
    /// The size of the board.
    pub size: BoardSize,
    /// By the bit number of a cell, the cells of the standard board that it is laid over, and the share of each.
    pub cells: Vec<Vec<(u8, f32)>>,
    /// By the number of a line, the offsets of the lines of the standard board that it is laid over, and the share of
    /// each.
    lines: Vec<Vec<(u16, f32)>>,
    through: LinesThrough,
}

impl SampledBoard {
    /// Returns the map of a board.
    pub fn new(size: BoardSize) -> Self {
        let masks = size.masks();
        let mut cells = vec![Vec::new(); 64];
        for cell in bitboard::each(masks.board) {
            cells[bitboard::index(cell)] = shares(transfer::cell_counterparts(masks, cell));
        }
        let through = patterns::lines_through(masks);
        let mut lines = vec![Vec::new(); patterns::lines(&through).count()];
        for line in patterns::lines(&through) {
            lines[usize::from(line.start) / STATES] = shares(transfer::line_counterparts(masks, line));
        }
        Self { size, cells, lines, through }
    }

    /// Calls `visit` with the indices in a pattern table of the standard board that an index in one of this board is
    /// laid over, and the share of each.
    pub fn for_each_counterpart(&self, index: usize, mut visit: impl FnMut(usize, f32)) {
        for &(start, share) in &self.lines[index / STATES] {
            visit(usize::from(start) + index % STATES, share);
        }
    }

    /// Calls `visit` with the indices in a pattern table of the board of every line that a move changes, before it and
    /// after it.
    pub fn for_each_change(&self, sample: &Sample, cell: u64, visit: impl FnMut(usize, usize)) {
        let masks = self.size.masks();
        let before = CellStates::of(masks, sample.us, sample.them);
        let after = CellStates::of(masks, sample.us | cell, sample.them);
        lines::for_each_change(&self.through, before, after, bitboard::index(cell), visit);
    }

    /// Calls `visit` with the index in a pattern table of the board of each of its lines, from the side that has just
    /// moved.
    pub fn for_each_line(&self, node: &NodeSample, visit: impl FnMut(usize)) {
        let cells = CellStates::of(self.size.masks(), node.them, node.us);
        lines::for_each_line(&self.through, cells, visit);
    }
}

/// Returns the entries with a share above 0.
fn shares<P>(counterparts: impl Iterator<Item = (P, f64)>) -> Vec<(P, f32)> {
    counterparts.filter(|(_, share)| *share > 0.0).map(|(place, share)| (place, share as f32)).collect()
}

//! [`NetworkInputs`]: the inputs of the network of early plies for the positions of a board.

use crate::bitboard;
use crate::board_size::BoardSize;
use crate::search::ordering::{network, transfer};

/// The map from the inputs of a board to the rows of the network's first layer.
#[derive(Debug)]
pub struct NetworkInputs {
    /// The size of the board.
    pub size: BoardSize,
    counterparts: Vec<Vec<(usize, f32)>>,
}

impl NetworkInputs {
    /// Returns the map of a board.
    pub fn new(size: BoardSize) -> Self {
        let shares = |input: Vec<(usize, f64)>| {
            input
                .into_iter()
                .map(|(row, share)| (row, share as f32))
                .filter(|(_, share)| *share != 0.0)
                .collect()
        };
        Self {
            size,
            counterparts: transfer::input_counterparts(size.masks()).into_iter().map(shares).collect(),
        }
    }

    /// Calls `visit` with the rows of the inputs of a position, and the share of each; it is the first side's turn.
    pub fn for_each(&self, us: u64, them: u64, mut visit: impl FnMut(usize, f32)) {
        network::for_each_input(self.size.masks(), us, them, |input| {
            self.counterparts[input].iter().for_each(|&(row, share)| visit(row, share));
        });
    }

    /// Returns the mirror image of cells.
    pub fn mirrored(&self, cells: u64) -> u64 {
        bitboard::mirror(self.size.masks(), cells)
    }

    /// Returns the row of the last layer for a threshold.
    pub fn row_on(&self, threshold: i32) -> usize {
        network::row_on(self.size.masks(), threshold)
    }
}

//! Which move to try first: the one that makes the most winning cells, and of equals the one nearest the centre.

use super::bounds::winning_cells_made;
use crate::geometry::Geometry;
use crate::position::Position;

/// The columns a board of one word can have at most, those of one row.
const MAX_WIDTH: usize = 32;

/// Moves as cells, best first.
pub(super) struct MoveList {
    cells: [u64; MAX_WIDTH],
    len: usize,
}

impl MoveList {
    /// Sorts a set of playable cells.
    pub(super) fn sorted<const W: usize, const H: usize>(
        position: &Position<W, H>,
        moves: u64,
    ) -> impl Iterator<Item = u64> {
        let mut list = Self { cells: [0; MAX_WIDTH], len: 0 };
        let mut promises = [0; MAX_WIDTH];
        for column in const { Geometry::<W, H>::centre_first() } {
            let cell = moves & Geometry::<W, H>::column_mask(column);
            if cell == 0 {
                continue;
            }
            // Insertion after every cell that promises as much keeps the one nearer the centre first.
            let promise = winning_cells_made(position, cell);
            let mut slot = list.len;
            while slot > 0 && promises[slot - 1] < promise {
                list.cells[slot] = list.cells[slot - 1];
                promises[slot] = promises[slot - 1];
                slot -= 1;
            }
            list.cells[slot] = cell;
            promises[slot] = promise;
            list.len += 1;
        }
        list.cells.into_iter().take(list.len)
    }
}

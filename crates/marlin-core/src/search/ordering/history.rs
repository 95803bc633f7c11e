//! The search's memory of moves that it has tried: killers, countermoves and the history heuristic.
//!
//! # References
//!
//! S. G. Akl, M. M. Newborn, The principal continuation and the killer heuristic, 1977; J. Schaeffer, The
//! history heuristic and alpha-beta search enhancements in practice, 1989; J. W. H. M. Uiterwijk, The
//! countermove heuristic, 1992.

use crate::bitboard;
use crate::bounds::Bounds;
use crate::word::{MOST_BITS, Word};

/// The number of inputs from the search for a move, besides the position after it.
pub const SEARCH_FEATURES: usize = 8;

/// The index of the history of the move among them.
pub const HISTORY: usize = 3;

/// Moves that have caused cutoffs elsewhere in the search.
#[derive(Debug)]
pub struct History<W> {
    /// By number of stones, the last two cells that caused a cutoff, the later one first.
    killers: [[W; 2]; MOST_BITS],
    /// By side and cell of the last move, the cell that caused a cutoff in answer to it.
    countermoves: [[W; MOST_BITS]; 2],
    /// The history heuristic: by side and cell, the frequency of cutoffs by the cell where it was tried, up
    /// to 2^15.
    cutoffs: [[i32; MOST_BITS]; 2],
}

impl<W: Word> History<W> {
    pub(in crate::search) const fn new() -> Self {
        Self {
            killers: [[W::ZERO; 2]; MOST_BITS],
            countermoves: [[W::ZERO; MOST_BITS]; 2],
            cutoffs: [[0; MOST_BITS]; 2],
        }
    }

    /// Returns the inputs of a node after a last move, if the scores of its children are within `bounds` by
    /// the number of stones alone.
    #[inline(always)]
    pub(in crate::search) fn at(&self, nb_moves: u32, last: W, bounds: Bounds) -> NodeHistory<W> {
        NodeHistory {
            killers: self.killers[nb_moves as usize],
            countermove: self.countermoves[(nb_moves % 2) as usize][bitboard::index(last)],
            above: last << 1,
            bounds: (i64::from(bounds.lower), i64::from(bounds.upper)),
        }
    }

    /// Returns the frequency of cutoffs by a cell, up to 2^4.
    #[inline(always)]
    pub fn of_cell(&self, nb_moves: u32, cell: W) -> i32 {
        self.cutoffs[(nb_moves % 2) as usize][bitboard::index(cell)] >> 11
    }

    /// Records whether a move that was tried has caused a cutoff.
    #[inline(always)]
    pub(in crate::search) fn update(&mut self, nb_moves: u32, last: W, cell: W, is_cutoff: bool) {
        let side = (nb_moves % 2) as usize;
        let cutoffs = &mut self.cutoffs[side][bitboard::index(cell)];
        if !is_cutoff {
            *cutoffs -= *cutoffs >> 6;
            return;
        }
        *cutoffs += ((1 << 15) - *cutoffs) >> 6;
        self.countermoves[side][bitboard::index(last)] = cell;
        let killers = &mut self.killers[nb_moves as usize];
        if killers[0] != cell {
            *killers = [cell, killers[0]];
        }
    }

    /// Returns the later killer of the children's ply, for a node with `nb_moves` stones: after a child whose
    /// search failed high, the cell with which they refuted the move; after a child that was cut off before
    /// its search, the killer of an earlier node.
    #[inline(always)]
    pub(in crate::search) fn killer_of_child(&self, nb_moves: u32) -> W {
        self.killers[nb_moves as usize + 1][0]
    }
}

/// The facts about a node that hold for every move.
#[derive(Debug)]
pub struct NodeHistory<W> {
    killers: [W; 2],
    countermove: W,
    /// The cell above the last move.
    above: W,
    /// The bounds that hold for every child.
    bounds: (i64, i64),
}

impl<W: Word> NodeHistory<W> {
    /// Returns the inputs from the search for a move, without its history: whether it is a killer or the
    /// countermove, whether it answers on top of the last move, and which of the child's bounds (lower,
    /// upper, upper by claimeven) are better than those that hold for every child.
    #[inline(always)]
    pub(in crate::search) fn features(
        &self,
        cell: W,
        [lower, upper, claimeven_upper]: [i64; 3],
    ) -> [u32; SEARCH_FEATURES] {
        [
            u32::from(self.killers[0] == cell),
            u32::from(self.killers[1] == cell),
            u32::from(self.countermove == cell),
            0,
            u32::from(self.above == cell),
            u32::from(lower > self.bounds.0),
            u32::from(upper < self.bounds.1),
            u32::from(claimeven_upper < self.bounds.1),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_killer_of_a_child_is_the_last_cell_that_caused_a_cutoff_there() {
        let mut history = History::<u64>::new();
        assert_eq!(history.killer_of_child(7), 0);
        for (cell, is_cutoff, killer) in
            [(8, true, 8), (4, true, 4), (2, false, 4), (4, true, 4), (8, true, 8)]
        {
            history.update(8, 1, cell, is_cutoff);
            assert_eq!(history.killer_of_child(7), killer);
        }
        assert_eq!(history.at(8, 1, Bounds::of_value(0)).features(4, [0; 3])[..3], [0, 1, 0]);
        assert_eq!(history.at(8, 1, Bounds::of_value(0)).features(8, [0; 3])[..3], [1, 0, 1]);
    }
}

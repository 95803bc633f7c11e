//! What the search remembers of moves that it has tried.

use crate::bitboard;

/// The number of things that are known of a move besides the position it makes.
pub const MEMORIES: usize = 8;

/// Moves that have worked elsewhere in the search.
#[derive(Debug)]
pub(super) struct Memory {
    /// By number of stones, the last two cells that refuted a position.
    killers: [[u64; 2]; 64],
    /// By side and cell of the last move, the cell that refuted it.
    replies: [[u64; 64]; 2],
    /// By side and cell, how often the cell has refuted where it was tried, up to 2^15.
    successes: [[i32; 64]; 2],
    /// By number of stones, the cell that refuted the position last searched.
    refutations: [u64; 64],
}

impl Memory {
    pub(super) const fn new() -> Self {
        Self { killers: [[0; 2]; 64], replies: [[0; 64]; 2], successes: [[0; 64]; 2], refutations: [0; 64] }
    }

    /// Returns what is known of a move: what is remembered of it, whether it answers on top of the last one, and which
    /// bounds of the child are better than those that hold everywhere.
    #[inline(always)]
    pub(super) fn of(&self, nb_moves: u32, last: u64, cell: u64, better: [bool; 3]) -> [i32; MEMORIES] {
        let side = (nb_moves % 2) as usize;
        let killers = &self.killers[nb_moves as usize];
        [
            i32::from(killers[0] == cell),
            i32::from(killers[1] == cell),
            i32::from(self.replies[side][bitboard::index(last)] == cell),
            self.successes[side][bitboard::index(cell)] >> 11,
            i32::from(last << 1 == cell),
            i32::from(better[0]),
            i32::from(better[1]),
            i32::from(better[2]),
        ]
    }

    /// Takes note of a move that was tried: whether it has refuted the position.
    #[inline(always)]
    pub(super) fn note(&mut self, nb_moves: u32, last: u64, cell: u64, refutes: bool) {
        if refutes {
            self.praise(nb_moves, last, cell);
        } else {
            self.blame(nb_moves, cell);
        }
    }

    #[inline(always)]
    fn praise(&mut self, nb_moves: u32, last: u64, cell: u64) {
        let side = (nb_moves % 2) as usize;
        let killers = &mut self.killers[nb_moves as usize];
        if killers[0] != cell {
            *killers = [cell, killers[0]];
        }
        self.replies[side][bitboard::index(last)] = cell;
        self.refutations[nb_moves as usize] = cell;
        let success = &mut self.successes[side][bitboard::index(cell)];
        *success += ((1 << 15) - *success) >> 6;
    }

    #[inline(always)]
    fn blame(&mut self, nb_moves: u32, cell: u64) {
        let success = &mut self.successes[(nb_moves % 2) as usize][bitboard::index(cell)];
        *success -= *success >> 6;
    }

    /// Returns the cell that refuted the last child of a position with `nb_moves` stones.
    #[inline(always)]
    pub(super) fn refutation_of_child(&self, nb_moves: u32) -> u64 {
        self.refutations[nb_moves as usize + 1]
    }
}

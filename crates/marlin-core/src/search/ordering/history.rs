//! What the search remembers of moves that it has tried.

use crate::bitboard;

/// The number of things that are known of a move besides the position it makes.
pub const MEMORIES: usize = 8;

/// The one of them that says how often the move has refuted elsewhere.
pub(in crate::search) const SUCCESS: usize = 3;

/// Moves that have worked elsewhere in the search.
#[derive(Debug)]
pub(in crate::search) struct Memory {
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
    pub(in crate::search) const fn new() -> Self {
        Self { killers: [[0; 2]; 64], replies: [[0; 64]; 2], successes: [[0; 64]; 2], refutations: [0; 64] }
    }

    /// Returns what is remembered at a node after a last move, whose children have scores within `bounds`.
    #[inline(always)]
    pub(in crate::search) fn at(&self, nb_moves: u32, last: u64, bounds: (i32, i32)) -> Remembered {
        Remembered {
            killers: self.killers[nb_moves as usize],
            reply: self.replies[(nb_moves % 2) as usize][bitboard::index(last)],
            above: last << 1,
            bounds: (i64::from(bounds.0), i64::from(bounds.1)),
        }
    }

    /// Returns how often a cell has refuted, up to 2^4.
    #[inline(always)]
    pub(in crate::search) fn success(&self, nb_moves: u32, cell: u64) -> i32 {
        self.successes[(nb_moves % 2) as usize][bitboard::index(cell)] >> 11
    }

    /// Takes note of a move that was tried: whether it has refuted the position.
    #[inline(always)]
    pub(in crate::search) fn note(&mut self, nb_moves: u32, last: u64, cell: u64, refutes: bool) {
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
    pub(in crate::search) fn refutation_of_child(&self, nb_moves: u32) -> u64 {
        self.refutations[nb_moves as usize + 1]
    }
}

/// What is remembered at a node, whatever the move.
#[derive(Debug)]
pub(in crate::search) struct Remembered {
    killers: [u64; 2],
    /// The cell that refuted the last move elsewhere, and the one above that move.
    reply: u64,
    above: u64,
    /// The bounds that hold for every child.
    bounds: (i64, i64),
}

impl Remembered {
    /// Returns what is known of a move but for its successes: what is remembered of it, whether it answers on top of the
    /// last one, and which of the child's bounds (lower, upper, ceiling) are better than those that hold everywhere.
    #[inline(always)]
    pub(in crate::search) fn of(&self, cell: u64, [lower, upper, ceiling]: [i64; 3]) -> [u32; MEMORIES] {
        [
            u32::from(self.killers[0] == cell),
            u32::from(self.killers[1] == cell),
            u32::from(self.reply == cell),
            0,
            u32::from(self.above == cell),
            u32::from(lower > self.bounds.0),
            u32::from(upper < self.bounds.1),
            u32::from(ceiling < self.bounds.1),
        ]
    }
}

//! Choices that are the same in every run.

use marlin_core::{BoardSize, Position};

/// A generator of random numbers (splitmix64, Steele and others 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ word >> 31) % end as u64) as usize
    }

    /// Returns a position after at most `plies` random moves. The last one may have ended the game.
    pub(crate) fn position(&mut self, size: BoardSize, plies: usize) -> Position {
        let mut position = Position::on(size);
        for _ in 0..plies {
            let moves: Vec<_> = position.legal_moves().collect();
            if moves.is_empty() {
                break;
            }
            position.make_move(moves[self.below(moves.len())]);
        }
        position
    }
}

//! [`Turn`]: what the rules alone decide with X to move.

use super::claims::Claims;
use super::stones::{Stones, each};

/// A position with X to move, as far as the rules alone decide it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// X wins at once.
    Win(u64),
    /// X makes a double threat.
    DoubleThreat(u64),
    /// X wins by an odd threat after this move.
    Claims(u64, Claims),
    /// Only one move is safe.
    Only(u64),
    /// Several moves are safe.
    Open(u64),
    /// O wins whatever X plays, or the board is full.
    Lost,
}

impl Turn {
    /// Returns the decision for stones with X to move.
    pub(super) fn of(stones: Stones) -> Self {
        let (win, safe) = (stones.win(), stones.safe());
        if win != 0 {
            return Self::Win(win);
        }
        let double_threat = stones.double_threat();
        if double_threat != 0 {
            return Self::DoubleThreat(double_threat);
        }
        let claims = |cell: u64| Some(Self::Claims(cell, Claims::of(stones.with_x(cell))?));
        if let Some(claims) = each(safe).find_map(claims) {
            return claims;
        }
        match safe.count_ones() {
            0 => Self::Lost,
            1 => Self::Only(safe),
            _ => Self::Open(safe),
        }
    }

    /// Returns whether X wins without a move of the solution.
    pub(super) const fn is_decided(self) -> bool {
        matches!(self, Self::Win(_) | Self::DoubleThreat(_) | Self::Claims(..))
    }
}

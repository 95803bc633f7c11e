//! Forced wins: moves with a single reply each that does not lose at once.
//!
//! # References
//!
//! V. Allis, Searching for Solutions in Games and Artificial Intelligence, 1994: threat-space search, of which this is the
//! plain case without a choice of replies.

use std::collections::HashSet;

use marlin_core::Cell;
use marlin_core::any::Position;

use super::board::{after, fork, landing, safe_moves};
use super::statement::Fork;

/// The positions that a search for a forced line may visit. Nearly all searches visit a few hundred at most.
const MAX_POSITIONS: u32 = 20_000;

/// A forced win of the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ForcedWin {
    /// The moves of both sides, the last of them by the winner.
    pub(super) moves: Vec<Cell>,
    /// The threat after them.
    pub(super) fork: Fork,
}

impl ForcedWin {
    /// Returns the plies from the first move to the end of the game.
    pub(super) fn plies(&self) -> u32 {
        self.moves.len() as u32 + 2
    }
}

/// Returns the shortest forced win of the side to move, which has no win at once: a double threat if there is one. `None` if
/// there is none, or if none was found among [`MAX_POSITIONS`].
pub(super) fn forced_win(position: &Position) -> Option<ForcedWin> {
    let mut search = ForcedSearch { visited: 0, failed: HashSet::new(), is_cut_off: true };
    let mut depth = 0;
    while search.is_cut_off && search.visited < MAX_POSITIONS {
        depth += 1;
        search.is_cut_off = false;
        if let Some((mut moves, fork)) = search.win_within(position, depth) {
            moves.reverse();
            return Some(ForcedWin { moves, fork });
        }
    }
    None
}

/// Returns the double threat of the side to move: the forced win of a single move.
pub(super) fn double_threat(position: &Position) -> Option<(Cell, Fork)> {
    safe_moves(position).find_map(|(_, cell, next)| Some((cell, fork(&next)?)))
}

/// A search by iterative deepening.
struct ForcedSearch {
    /// The positions visited.
    visited: u32,
    /// Positions without a win within so many moves of the winner.
    failed: HashSet<(Position, u32)>,
    /// Whether a line was left at the greatest depth, so that a deeper search may find more.
    is_cut_off: bool,
}

impl ForcedSearch {
    /// Returns the moves of a forced win with at most `depth` moves of the winner, the last one first.
    fn win_within(&mut self, position: &Position, depth: u32) -> Option<(Vec<Cell>, Fork)> {
        self.visited += 1;
        if let Some((cell, fork)) = double_threat(position) {
            return Some((vec![cell], fork));
        }
        if self.visited >= MAX_POSITIONS || self.failed.contains(&(*position, depth)) {
            return None;
        }
        for (_, cell, next) in safe_moves(position) {
            let mut replies = safe_moves(&next);
            let (Some((column, reply, _)), None) = (replies.next(), replies.next()) else { continue };
            if depth == 1 {
                self.is_cut_off = true;
                break;
            }
            if let Some((mut moves, fork)) = self.win_within(&after(&next, column), depth - 1) {
                moves.extend([reply, cell]);
                return Some((moves, fork));
            }
        }
        self.failed.insert((*position, depth));
        None
    }
}

/// Returns the forced win of the other side where the side to move has a single move that does not lose at once.
pub(super) fn forced_loss(position: &Position) -> Option<ForcedWin> {
    let mut replies = safe_moves(position);
    let (Some((column, cell, next)), None) = (replies.next(), replies.next()) else { return None };
    debug_assert_eq!(landing(position, column), Some(cell));
    let mut win = forced_win(&next)?;
    win.moves.insert(0, cell);
    Some(win)
}

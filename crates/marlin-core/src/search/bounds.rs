//! What the rules alone say about moves and scores. DESIGN.md proves each of them.

use crate::bitboard;
use crate::position::Position;
use crate::score::Score;

/// Returns the cells that the side to move can play without letting the opponent win with the next stone; none if
/// every move lets it.
///
/// A single cell where the opponent would win at once must be taken, two can't be. A cell just below one where the
/// opponent wins is out, because the stone on it would make that one playable.
pub(super) fn non_losing_cells<const W: usize, const H: usize>(position: &Position<W, H>) -> u64 {
    let playable = position.playable_cells();
    let enemy_wins = position.opponent_winning_cells();
    let forced = playable & enemy_wins;
    let candidates = match forced.count_ones() {
        0 => playable,
        1 => forced,
        _ => return 0,
    };
    candidates & !(enemy_wins >> 1)
}

/// Returns a lower and an upper bound for a side to move that can't win at once and has a move after which the
/// opponent can't either.
///
/// The earliest win left to the side to move is then its stone after the next, and the opponent's the one after
/// that. Where no stone is left for that, the bound is a draw; and nobody wins before the fourth stone.
pub(super) fn without_immediate_wins<const W: usize, const H: usize>(nb_moves: u32) -> (i32, i32) {
    let lower = -Score::<W, H>::win_in(nb_moves, 3);
    let upper = Score::<W, H>::win_in(nb_moves, 2);
    (lower.max(Score::<W, H>::MIN.get()), upper.min(Score::<W, H>::MAX.get()))
}

/// Returns how many winning cells the side to move has once it has played a cell.
pub(super) fn winning_cells_made<const W: usize, const H: usize>(
    position: &Position<W, H>,
    cell: u64,
) -> u32 {
    bitboard::winning_cells::<W, H>(position.current() | cell, position.mask() | cell).count_ones()
}

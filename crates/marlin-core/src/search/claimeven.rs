//! What can be said about a score without search. docs/proofs.md proves each of these.

use crate::bitboard;
use crate::geometry::Geometry;
use crate::score::Score;

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

/// What the side to move, the leader, can still hope for if the other side, the follower, answers each stone with one
/// right above it.
#[derive(Debug, Clone, Copy)]
pub(super) struct FollowUp {
    /// An upper bound of the leader's score; [`Score::MAX`] says that nothing is known.
    pub(super) ceiling: i64,
    /// The fours that the leader could complete: the strategy fails by these.
    pub(super) leader_fours: u32,
}

/// Returns what the follower reaches by answering each stone with one right above it.
///
/// `wins` are the winning cells of the follower, `playable` the cells that can be played next. docs/proofs.md has the
/// strategy, its proof and a picture of each case.
#[inline(always)]
pub(super) fn follow_up<const W: usize, const H: usize>(
    leader: u64,
    follower: u64,
    playable: u64,
    wins: u64,
    nb_moves: u32,
) -> FollowUp {
    let empty = Geometry::<W, H>::BOARD_MASK ^ (leader | follower);
    let odd = u64::from((Geometry::<W, H>::CELLS - nb_moves) % 2);

    // With an odd number of empty cells the follower needs a column of its own: one with an odd number of them, that
    // has a winning cell which the leader must make playable. Any such column will do; this is the leftmost.
    let odd_columns = bitboard::whole_columns::<W, H>(playable & Geometry::<W, H>::FOLLOWER_ROWS);
    let keys = wins & Geometry::<W, H>::LEADER_ROWS & odd_columns & odd.wrapping_neg();
    let key = keys & keys.wrapping_neg();
    let own_column = bitboard::whole_columns::<W, H>(key);

    // In the other columns the follower has the follower's rows above the playable cells, and wins there at the
    // lowest of its winning cells: the leader gets nothing from there upwards.
    let follower_cells = empty & Geometry::<W, H>::FOLLOWER_ROWS & !playable & !own_column;
    let traps = wins & follower_cells;
    let leader_cells = (empty & Geometry::<W, H>::LEADER_ROWS | playable) & !own_column;
    let leader_cells = leader_cells & !bitboard::fill_up::<W, H>(traps);
    let below_key = own_column & empty & !bitboard::fill_up::<W, H>(key);
    let leader_cells = leader_cells | (below_key & Geometry::<W, H>::FOLLOWER_ROWS);

    // The leader runs out of cells outside the columns with a trap, from just below each trap upwards.
    let trapped = bitboard::fill_up::<W, H>((traps | key) >> 1);
    let trap_ceiling = -i64::from(trapped.count_ones() / 2);
    let full_board_ceiling = -i64::from(bitboard::has_four::<H>(follower | follower_cells));

    let leader_fours = bitboard::count_fours::<H>(leader | leader_cells);
    let strategy_fails = (u64::from(leader_fours) | odd & u64::from(key == 0)) != 0;
    let ceiling = if strategy_fails {
        i64::from(Score::<W, H>::MAX.get())
    } else if trapped != 0 {
        trap_ceiling
    } else {
        full_board_ceiling
    };
    FollowUp { ceiling, leader_fours }
}

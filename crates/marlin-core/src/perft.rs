//! Perft: the number of move sequences of a length, a check of the rules against other programs.

use crate::bitboard;
use crate::column::Column;
use crate::geometry::{Layout, Masks, Standard};
use crate::position::Position;
use crate::raw_position::RawPosition;

/// Returns the number of sequences of `depth` moves from a position; a game that is over has no continuation.
///
/// # Complexity
///
/// The time grows with the number of sequences of `depth - 1` moves, since the last moves are counted and not played:
/// about seven times as much for each further ply of an early position.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, perft};
///
/// assert_eq!(perft(&Position::new(), 4), 2_401);
/// // X wins in column 1, and O has seven answers to each of the six other moves.
/// // . . . . . . .
/// // . . . . . . .
/// // . . . . . . .
/// // X O . . . . .
/// // X O . . . . .
/// // X O . . . . .
/// assert_eq!(perft(&"121212".parse::<Position>()?, 2), 42);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
///
/// # References
///
/// <https://www.chessprogramming.org/Perft>
pub fn perft(position: &Position, depth: u32) -> u64 {
    sequences(position.masks(), &position.raw, depth)
}

/// Returns the number of sequences of `depth` moves that begin with each legal move; their sum is [`perft`].
///
/// # Panics
///
/// If `depth` is 0: no sequence begins with a move then.
#[cfg(feature = "internals")]
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Column, u64)> {
    assert!(depth > 0, "a sequence without moves begins with none");
    let (masks, raw) = (position.masks(), position.raw);
    let after = |column| sequences(masks, &raw.after_column(masks, column), depth - 1);
    raw.legal_columns(masks).filter_map(|column| Some((Column::new(column)?, after(column)))).collect()
}

/// Returns the number of sequences of `depth` moves: see [`perft`]. The numbers of the standard board are constants.
fn sequences(masks: &'static Masks, position: &RawPosition, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.is_over(masks) => 0,
        _ if masks.is_standard() => count(Standard, position, depth),
        _ => count(masks, position, depth),
    }
}

/// Returns the number of sequences of `depth` moves, at least one, from a position without a four in a row.
fn count<B: Layout>(board: B, position: &RawPosition, depth: u32) -> u64 {
    let playable = position.playable(&board.masks());
    if depth == 1 {
        return playable.count_ones().into();
    }
    // A move that wins ends its sequence short of the depth.
    let others = playable & !position.our_threats(&board.masks());
    bitboard::each(others).map(|cell| count(board, &position.after(cell), depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(moves: &str) -> Position {
        moves.parse().unwrap()
    }

    #[test]
    fn no_moves_are_one_sequence() {
        assert_eq!(perft(&position("4433"), 0), 1);
        assert_eq!(perft(&position("1212121"), 0), 1);
    }

    #[test]
    fn a_finished_game_has_no_continuation() {
        assert_eq!(perft(&position("1212121"), 1), 0);
        assert_eq!(perft(&position("1212121"), 2), 0);
        // X wins in column 1, and O has seven answers to each of the six other moves.
        assert_eq!(perft(&position("121212"), 1), 7);
        assert_eq!(perft(&position("121212"), 2), 42);
    }

    #[test]
    fn the_counts_of_all_first_moves_add_up() {
        for (moves, depth, count) in [("", 1, 7), ("", 6, 117_649), ("121212", 2, 42), ("1212121", 3, 0)] {
            let counts = perft_divide(&position(moves), depth);
            assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), count, "{moves}");
        }
    }
}

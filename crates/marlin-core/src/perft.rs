//! Perft: the number of move sequences of a length, a check of the rules that anybody's program must agree with.

use crate::column::Column;
use crate::position::Position;

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
/// assert_eq!(perft(&Position::<7, 6>::new(), 4), 2_401);
/// // X wins in column 1, and O has seven answers to each of the six other moves.
/// // . . . . . . .
/// // . . . . . . .
/// // . . . . . . .
/// // X O . . . . .
/// // X O . . . . .
/// // X O . . . . .
/// assert_eq!(perft(&"121212".parse::<Position>()?, 2), 42);
/// # Ok::<(), marlin_core::ParsePositionError>(())
/// ```
///
/// # References
///
/// <https://www.chessprogramming.org/Perft>
pub fn perft<const W: usize, const H: usize>(position: &Position<W, H>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.is_over() => 0,
        _ => count(position, depth),
    }
}

/// Returns the number of sequences of `depth` moves that begin with each legal move; their sum is [`perft`].
///
/// # Panics
///
/// If `depth` is 0: no sequence begins with a move then.
///
/// # Examples
///
/// ```
/// use marlin_core::{Position, perft_divide};
///
/// let counts = perft_divide(&Position::<7, 6>::new(), 3);
/// assert!(counts.len() == 7 && counts.iter().all(|&(_, count)| count == 49));
/// ```
pub fn perft_divide<const W: usize, const H: usize>(
    position: &Position<W, H>,
    depth: u32,
) -> Vec<(Column<W>, u64)> {
    assert!(depth > 0, "a sequence without moves begins with none");
    position.legal_moves().map(|column| (column, perft(&after(position, column), depth - 1))).collect()
}

/// Returns the number of sequences of `depth` moves, at least one, from a position in which the game goes on.
fn count<const W: usize, const H: usize>(position: &Position<W, H>, depth: u32) -> u64 {
    if depth == 1 {
        return position.legal_moves().count() as u64;
    }
    // A move that wins ends its sequence short of the depth.
    let others = position.legal_moves().filter(|&column| !position.is_winning_move(column));
    others.map(|column| count(&after(position, column), depth - 1)).sum()
}

fn after<const W: usize, const H: usize>(position: &Position<W, H>, column: Column<W>) -> Position<W, H> {
    let mut child = *position;
    child.make_move(column);
    child
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

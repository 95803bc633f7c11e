//! Perft on a board whose size is chosen at run time.

use super::Column;
use super::position::Position;
use crate::geometry::Geometry;
use crate::perft::{sequences, sequences_by_move};

/// Returns the number of sequences of `depth` moves from a position: see [`perft`](crate::perft).
///
/// # Examples
///
/// ```
/// use marlin_core::any::{Position, perft};
///
/// assert_eq!(perft(&Position::empty("8x7".parse()?), 3), 512);
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    if position.masks().is_standard() {
        sequences(Geometry::<7, 6>, &position.raw, depth)
    } else {
        sequences(position.masks(), &position.raw, depth)
    }
}

/// Returns the number of sequences of `depth` moves that begin with each legal move: see
/// [`perft_divide`](crate::perft_divide).
///
/// # Panics
///
/// If `depth` is 0: no sequence begins with a move then.
///
/// # Examples
///
/// ```
/// use marlin_core::any::{Position, perft_divide};
///
/// let counts = perft_divide(&Position::empty("8x7".parse()?), 3);
/// assert!(counts.len() == 8 && counts.iter().all(|&(_, count)| count == 64));
/// # Ok::<(), marlin_core::BoardSizeError>(())
/// ```
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Column, u64)> {
    let counts = if position.masks().is_standard() {
        sequences_by_move(Geometry::<7, 6>, &position.raw, depth)
    } else {
        sequences_by_move(position.masks(), &position.raw, depth)
    };
    counts.into_iter().filter_map(|(column, count)| Some((Column::new(column)?, count))).collect()
}

//! [`CENSUS`] and [`move_orders`]: the positions of each ply, and the games that lead to one.

use std::collections::HashMap;

use marlin_core::{Limits, Position};
use serde::Serialize;

use crate::task::Allowance;

/// The positions with a number of stones, by their result for the side to move. Mirror images count twice,
/// and positions after the end of the game count too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlyCensus {
    /// The stones on the board.
    pub stones: u32,
    /// All positions.
    pub positions: u64,
    /// Positions that the side to move wins.
    pub won: u64,
    /// Positions that end in a draw.
    pub drawn: u64,
    /// Positions that the side to move loses.
    pub lost: u64,
}

/// The positions of 0 to 12 stones on the standard board.
///
/// `cargo test --release -p marlin-cli --test books census` counts them anew, by the book and all positions
/// of each ply, and prints the row that differs.
pub const CENSUS: [PlyCensus; 13] = [
    ply(0, [1, 0, 0]),
    ply(1, [4, 2, 1]),
    ply(2, [27, 12, 10]),
    ply(3, [145, 58, 35]),
    ply(4, [690, 200, 230]),
    ply(5, [2_486, 697, 1_080]),
    ply(6, [10_889, 1_943, 3_590]),
    ply(7, [31_408, 5_944, 17_507]),
    ply(8, [124_624, 14_676, 44_975]),
    ply(9, [317_541, 42_896, 197_749]),
    ply(10, [1_122_696, 97_532, 442_395]),
    ply(11, [2_578_781, 255_780, 1_734_122]),
    ply(12, [8_191_645, 541_825, 3_502_631]),
];

const fn ply(stones: u32, [won, drawn, lost]: [u64; 3]) -> PlyCensus {
    PlyCensus { stones, positions: won + drawn + lost, won, drawn, lost }
}

/// The maximum number that JavaScript and JSON readers keep exactly: 2^53 - 1.
const MOST_ORDERS: u64 = (1 << 53) - 1;

/// The maximum number of positions on the way to a position whose orders are counted; they take some 25 ms.
const MOST_POSITIONS: usize = 20_000;

/// Returns the number of move orders that lead from the empty board to a position: games by the rules, so
/// none of them is over before its last move. It is 0 for a position that cannot arise.
///
/// `None` if they are too many to count: more than 2^53 - 1, or with more than 20,000 positions on the way.
///
/// # Complexity
///
/// The orders of a position are the orders of all positions before its last stone, and equal positions are
/// counted once. So the time grows with the number of positions on the way, and not with the number of
/// orders.
///
/// # Examples
///
/// ```
/// use marlin_coach::opening::move_orders;
/// use marlin_core::{BoardSize, Position};
///
/// let orders = |moves| Position::parse(BoardSize::STANDARD, moves).map(|position| move_orders(&position));
/// assert_eq!(orders("")?, Some(1));
/// // X's two stones change places: 1. d1 a1 2. g1 and 1. g1 a1 2. d1.
/// assert_eq!(orders("417")?, Some(2));
/// assert_eq!(orders("444")?, Some(1));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub fn move_orders(position: &Position) -> Option<u64> {
    OrderCounter::within(Allowance::of(&Limits::NONE)).count(position)
}

/// The numbers of move orders that are counted so far: positions with a common past share them.
#[derive(Debug)]
pub(super) struct OrderCounter {
    known: HashMap<u128, u64>,
    allowance: Allowance,
    /// Whether a position had too many positions on the way to it; each position after it then has too many
    /// as well.
    is_full: bool,
}

impl OrderCounter {
    pub(super) fn within(allowance: Allowance) -> Self {
        Self { known: HashMap::new(), allowance, is_full: false }
    }

    /// Returns the number of move orders that lead to a position: see [`move_orders`]. The maximum applies to
    /// all counted positions together.
    pub(super) fn count(&mut self, position: &Position) -> Option<u64> {
        if position.nb_moves() == 0 {
            return Some(1);
        }
        let key = position.key();
        if let Some(&count) = self.known.get(&key) {
            return Some(count);
        }
        self.is_full |= self.known.len() >= MOST_POSITIONS || !self.allowance.take(1);
        if self.is_full {
            return None;
        }
        let mut sum = 0_u64;
        for parent in position.parents().filter(|parent| parent.winner().is_none()) {
            sum = sum.checked_add(self.count(&parent)?).filter(|&sum| sum <= MOST_ORDERS)?;
        }
        self.known.insert(key, sum);
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of positions by stones: sequence A212693 of the OEIS.
    const PUBLISHED: [u64; 13] =
        [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186, 1_662_623, 4_568_683, 12_236_101];

    #[test]
    fn each_ply_has_the_published_number_of_positions() {
        assert_eq!(CENSUS.map(|ply| ply.positions), PUBLISHED);
        assert!(CENSUS.iter().map(|ply| ply.stones).eq(0..=12));
    }
}

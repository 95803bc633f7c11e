//! The number of move orders that lead to a position.

use std::collections::HashMap;

use marlin_core::any::{Bitboard, Position};
use marlin_core::{Cell, Column, Player};

/// The greatest number that JavaScript and JSON readers keep exactly: 2^53 - 1.
const MOST_ORDERS: u64 = (1 << 53) - 1;

/// The most positions to look at: some 25 ms.
const MOST_POSITIONS: usize = 20_000;

/// Returns the number of move orders that lead from the empty board to a position: games by the rules, so none of them is over
/// before its last move. It is 0 for a position that cannot arise.
///
/// `None` if they are too many to count: more than 2^53 - 1, or with more than 20,000 positions on the way.
///
/// # Complexity
///
/// The orders of a position are those of the positions before its last stone, and equal positions are counted once. So the time grows
/// with the number of positions on the way, and not with the number of orders.
///
/// # Examples
///
/// ```
/// use marlin_coach::opening::move_orders;
/// use marlin_core::BoardSize;
/// use marlin_core::any::Position;
///
/// let orders = |moves| Position::parse(BoardSize::STANDARD, moves).map(|position| move_orders(&position));
/// assert_eq!(orders("")?, Some(1));
/// // X's two stones change places: 1. d1 a1 2. g1 and 1. g1 a1 2. d1.
/// assert_eq!(orders("417")?, Some(2));
/// assert_eq!(orders("444")?, Some(1));
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
pub fn move_orders(position: &Position) -> Option<u64> {
    OrderCounter::default().count(position)
}

/// The numbers of move orders that are counted so far: positions with a common past share them.
#[derive(Debug, Default)]
struct OrderCounter(HashMap<u64, u64>);

impl OrderCounter {
    /// Returns the number of move orders that lead to a position: see [`move_orders`].
    fn count(&mut self, position: &Position) -> Option<u64> {
        if position.nb_moves() == 0 {
            return Some(1);
        }
        let key = position.key();
        if let Some(&count) = self.0.get(&key) {
            return Some(count);
        }
        if self.0.len() >= MOST_POSITIONS {
            return None;
        }
        let mut sum = 0_u64;
        for parent in parents(position) {
            sum = sum.checked_add(self.count(&parent)?).filter(|&sum| sum <= MOST_ORDERS)?;
        }
        self.0.insert(key, sum);
        Some(sum)
    }
}

/// Returns the positions before the last stone, without those in which the game is over.
fn parents(position: &Position) -> impl Iterator<Item = Position> {
    let last = position.side_to_move().opponent();
    let columns = position.size().columns();
    let before = columns.filter_map(move |column| without_top(position, column, last));
    before.filter(|parent| parent.winner().is_none())
}

/// Returns the position without the top stone of a column, `None` if it has none of this player.
fn without_top(position: &Position, column: Column, player: Player) -> Option<Position> {
    let cell = Cell::new(column, position.height(column).checked_sub(1)?)?;
    if position.at(cell) != Some(player) {
        return None;
    }
    let stone = Bitboard::on(position.size()).with(cell).bits();
    let [first, second] = [Player::X, Player::O].map(|player| position.stones(player).bits() & !stone);
    Position::from_bitboards(position.size(), first, second).ok()
}

//! [`Claims`]: X answers each stone of O right above it, and wins by an odd threat (R4 in `docs/proofs.md`).

use super::stones::{BOARD, COLUMNS, Stones, column, column_of, each, has_four};
use marlin_core::Position;

/// Rows 2, 4 and 6, those of the side that answers.
const EVEN_ROWS: u64 = Position::BOTTOM_MASK << 1 | Position::BOTTOM_MASK << 3 | Position::BOTTOM_MASK << 5;
/// Rows 1, 3 and 5.
const ODD_ROWS: u64 = BOARD ^ EVEN_ROWS;

/// The replies of claimeven: right above the last stone, except that the lowest cells of two columns with an odd number of
/// empty cells are a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Claims {
    pairs: [[u64; 2]; 3],
}

impl Claims {
    /// Returns the claims that prove a win of X, if R4 does. O is to move and cannot win at once.
    pub(super) fn of(stones: Stones) -> Option<Self> {
        let (playable, threats) = (stones.playable(), stones.winning_x());
        let odd_columns: u64 = each(playable & EVEN_ROWS).map(|cell| column(column_of(cell))).sum();
        let threat =
            each(threats & ODD_ROWS & odd_columns).find(|&threat| is_won_by(stones, threats, threat))?;
        let others = playable & EVEN_ROWS & !column(column_of(threat));
        let mut cells = each(others);
        let pairs = [(); 3].map(|()| [cells.next().unwrap_or(0), cells.next().unwrap_or(0)]);
        Some(Self { pairs })
    }

    /// Returns the reply to the last stone of O, or no cell if there is none.
    pub(super) fn reply(self, stones: Stones, last: u64) -> u64 {
        let partner = self.pairs.iter().find_map(|&[one, other]| match last {
            _ if last == one => Some(other),
            _ if last == other => Some(one),
            _ => None,
        });
        let untouched = partner.unwrap_or(0) & stones.playable();
        if untouched != 0 { untouched } else { last << 1 & stones.playable() }
    }

    /// Returns whether the replies from here on are right above the last stone, all of them.
    pub(super) fn is_follow_up(self, stones: Stones) -> bool {
        self.pairs.as_flattened().iter().all(|cell| cell & stones.playable() == 0)
    }
}

/// Returns whether an odd threat of X wins: O has no four in its stones and the cells that it may get.
fn is_won_by(stones: Stones, threats: u64, threat: u64) -> bool {
    let (empty, playable, its_column) =
        (BOARD & !stones.occupied(), stones.playable(), column(column_of(threat)));
    let traps = threats & empty & EVEN_ROWS & !playable & !its_column;
    let outside = (empty & ODD_ROWS | playable) & !its_column & !from_upwards(traps);
    let below_threat = its_column & empty & (threat - 1) & EVEN_ROWS;
    !has_four(stones.o | outside | below_threat)
}

/// Returns some cells and all cells above them.
fn from_upwards(cells: u64) -> u64 {
    // The negation has the lowest cell of the column and all bits above it.
    (0..COLUMNS).map(column).fold(0, |all, its| all | its & (cells & its).wrapping_neg())
}

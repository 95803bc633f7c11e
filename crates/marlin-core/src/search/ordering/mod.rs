//! Which move to try first: the one that promises most by its features, by what the search remembers of it, by its
//! cell and, on the standard board, by the patterns it makes. The weights are learned: see `weights.rs`.

pub(super) mod history;
pub mod network;
pub(super) mod patterns;
mod weights;

use self::history::{MEMORIES, SUCCESS};
use self::network::NetworkTerm;
use self::patterns::{Patterns, TABLE_LEN, TABLES};
use self::weights::LEARNED;
use super::children::{Child, Outlook};
use crate::bitboard;
use crate::geometry::Geometry;

/// The number of features of a child.
pub const FEATURES: usize = 20;

/// Returns the features of a child, small numbers all.
#[inline(always)]
pub(super) fn features<const W: usize, const H: usize>(child: &Child, outlook: &Outlook) -> [u32; FEATURES] {
    let Child { cell, playable, wins, .. } = *child;
    let new_wins = wins & !child.wins_before;
    let above = playable << 1;
    let leader_fours = outlook.leader_fours;
    [
        (wins & Geometry::<W, H>::FOLLOWER_ROWS).count_ones(),
        (wins & Geometry::<W, H>::LEADER_ROWS).count_ones(),
        (new_wins & Geometry::<W, H>::FOLLOWER_ROWS).count_ones(),
        (new_wins & Geometry::<W, H>::LEADER_ROWS).count_ones(),
        u32::from(wins & playable != 0),
        (wins & wins << 1).count_ones(),
        (wins & above).count_ones(),
        (child.enemy_wins & above).count_ones(),
        child.safe.count_ones(),
        outlook.other_lines.count_ones(),
        outlook.mover_lines.count_ones(),
        outlook.live.count_ones(),
        u32::from(child.wins_before & cell << 1 != 0),
        u32::from(new_wins & cell << 1 != 0),
        u32::from(cell & Geometry::<W, H>::FOLLOWER_ROWS != 0),
        (wins & !child.enemy_wins).count_ones(),
        leader_fours,
        u32::from(leader_fours <= 1),
        u32::from(leader_fours <= 3),
        u32::from(leader_fours <= 6),
    ]
}

impl Weights {
    /// Returns the part of a move's priority that comes from its cell and its successes; [`Children::prioritise`] finds the
    /// rest.
    ///
    /// [`Children::prioritise`]: super::children::Children::prioritise
    #[inline(always)]
    pub(super) fn of_cell<const W: usize, const H: usize>(&self, cell: u64, success: i32) -> i32 {
        let prior = if W == 7 && H == 6 {
            self.cells[bitboard::index(cell)]
        } else {
            let column = Geometry::<W, H>::column_of(cell);
            -PER_HALF_COLUMN * (2 * column as i32 - (W as i32 - 1)).abs()
        };
        success * self.memories[SUCCESS] + prior
    }
}

/// Returns a weighted sum.
#[inline(always)]
pub(super) fn dot<const N: usize>(amounts: &[u32; N], weights: &[i32; N]) -> i64 {
    let products =
        amounts.iter().zip(weights).map(|(&amount, &weight)| i64::from(amount as i32) * i64::from(weight));
    products.sum()
}

/// What a class of nodes weighs a move by.
#[derive(Debug, Clone)]
pub struct Weights {
    /// By feature of the child.
    pub features: [i32; FEATURES],
    /// By what the search remembers.
    pub memories: [i32; MEMORIES],
    /// By cell of the standard board, in the bit order of its layout.
    pub cells: [i32; 64],
}

/// All numbers that the order is made by.
#[derive(Debug, Clone, Copy)]
pub struct Weighting<'a> {
    /// By class.
    pub classes: &'a [Weights; CLASSES],
    /// The pattern tables.
    pub patterns: &'a Patterns,
    /// What the network of early plies adds, on the standard board.
    pub network: Option<NetworkTerm<'a>>,
}

impl Weighting<'static> {
    /// The order of a board: what was learned on the standard board, on any other one in the average.
    pub(super) const fn of_board<const W: usize, const H: usize>() -> Self {
        if W == 7 && H == 6 { LEARNED } else { AVERAGE }
    }
}

/// The order of boards that have no weights of their own.
static AVERAGE: Weighting<'static> = {
    static CLASS_WEIGHTS: [Weights; CLASSES] = [const { average(LEARNED.classes) }; CLASSES];
    Weighting { classes: &CLASS_WEIGHTS, patterns: &[0; TABLES * TABLE_LEN], network: None }
};

/// The order before anything is learned: by the winning cells made.
pub static CLASSICAL: Weighting<'static> = {
    const WINS: Weights = Weights {
        features: {
            let mut f = [0; FEATURES];
            f[0] = 1;
            f[1] = 1;
            f
        },
        memories: [0; MEMORIES],
        cells: [0; 64],
    };
    Weighting { classes: &[WINS; CLASSES], patterns: &[0; TABLES * TABLE_LEN], network: None }
};

/// What a move on a board without weights of cells loses for each half column that it is away from the centre. Without such a
/// prior, killers and history do harm there. Chosen with `marlin-bench boards 6x6 7x5 6x7 8x5`.
const PER_HALF_COLUMN: i32 = 300;

/// Returns one class for all nodes: the averages of others by feature and memory, without weights of cells.
///
/// Which rows are good for whom depends on the board. So features that differ in the parity of the row alone get one weight,
/// and the parity itself gets none.
const fn average(classes: &[Weights; CLASSES]) -> Weights {
    let mut average = Weights { features: [0; FEATURES], memories: [0; MEMORIES], cells: [0; 64] };
    let mut class = 0;
    while class < CLASSES {
        let mut i = 0;
        while i < FEATURES {
            average.features[i] += classes[class].features[i];
            i += 1;
        }
        let mut i = 0;
        while i < MEMORIES {
            average.memories[i] += classes[class].memories[i];
            i += 1;
        }
        class += 1;
    }
    let mut i = 0;
    while i < FEATURES {
        average.features[i] /= CLASSES as i32;
        i += 1;
    }
    let mut i = 0;
    while i < MEMORIES {
        average.memories[i] /= CLASSES as i32;
        i += 1;
    }
    let mut i = 0;
    while i < ROW_PARITIES.len() {
        let (follower, leader) = ROW_PARITIES[i];
        let both = i32::midpoint(average.features[follower], average.features[leader]);
        (average.features[follower], average.features[leader]) = (both, both);
        i += 1;
    }
    average.features[IS_FOLLOWER_ROW] = 0;
    average
}

/// Pairs of features that count the same in the follower's rows and in the leader's.
const ROW_PARITIES: [(usize, usize); 2] = [(0, 1), (2, 3)];

/// The feature that says nothing but in which rows the cell lies.
const IS_FOLLOWER_ROW: usize = 14;

/// The number of classes that nodes are ordered in.
pub const CLASSES: usize = 24;

/// Returns the class of a node: by the cells left, by the side to move, and by whether a win is tried for.
#[inline(always)]
pub(super) fn class<const W: usize, const H: usize>(nb_moves: u32, alpha: i32) -> usize {
    let phase = match Geometry::<W, H>::CELLS - nb_moves {
        32.. => 0,
        28..32 => 1,
        24..28 => 2,
        20..24 => 3,
        16..20 => 4,
        _ => 5,
    };
    phase * 4 + (nb_moves % 2) as usize * 2 + usize::from(alpha >= 0)
}

/// Children still to be searched.
#[derive(Debug, Clone)]
pub(super) struct Order<const L: usize> {
    /// By lane: the priority, then how near the centre the move is, then the lane itself.
    keys: [i64; L],
    /// A bit for each lane that is still to be searched.
    left: u32,
}

impl<const L: usize> Order<L> {
    /// Bits of a key that hold a lane. The distance from the centre takes one more.
    const LANE_BITS: u32 = 5;

    pub(super) const fn new() -> Self {
        Self { keys: [0; L], left: 0 }
    }

    /// Adds a child whose move is the `rank`th from the centre.
    #[inline(always)]
    pub(super) fn add(&mut self, lane: usize, rank: usize, priority: i64) {
        let place = (((1 << Self::LANE_BITS) - rank) << Self::LANE_BITS | lane) as i64;
        self.keys[lane % L] = priority << (2 * Self::LANE_BITS + 1) | place;
        self.left |= 1 << lane;
    }

    /// Takes out the child of the highest priority; among equals the one nearest the centre.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<usize> {
        let best = lanes(self.left).map(|lane| self.keys[lane % L]).max()?;
        let lane = best as usize % (1 << Self::LANE_BITS);
        self.left &= !(1 << lane);
        Some(lane)
    }

    /// Returns the priority of a child that was added.
    #[inline(always)]
    pub(super) const fn priority(&self, lane: usize) -> i64 {
        self.keys[lane % L] >> (2 * Self::LANE_BITS + 1)
    }

    /// Takes out a child if it is still there.
    #[inline(always)]
    pub(super) fn take(&mut self, lane: usize) -> Option<usize> {
        let is_there = self.left >> lane & 1 == 1;
        self.left &= !(1 << lane);
        is_there.then_some(lane)
    }
}

/// Returns the lanes of a set, a bit for each.
#[inline(always)]
pub(super) fn lanes(set: u32) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            lane
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_come_by_priority_and_equals_from_the_centre() {
        let mut order = Order::<4>::new();
        for (lane, rank, priority) in [(0, 2, -500), (1, 6, 70), (2, 1, 70), (3, 0, -(1 << 40))] {
            order.add(lane, rank, priority);
            assert_eq!(order.priority(lane), priority);
        }
        assert_eq!((order.next(), order.take(2)), (Some(2), None));
        assert_eq!((order.take(0), order.take(0)), (Some(0), None));
        assert_eq!((order.next(), order.next(), order.next()), (Some(1), Some(3), None));
    }

    #[test]
    fn lanes_of_the_widest_board_are_told_apart() {
        let mut order = Order::<32>::new();
        (0..32).for_each(|lane| order.add(lane, 31 - lane, 0));
        let found: Vec<usize> = std::iter::from_fn(|| order.next()).collect();
        assert_eq!(found, (0..32).rev().collect::<Vec<_>>());
    }
}

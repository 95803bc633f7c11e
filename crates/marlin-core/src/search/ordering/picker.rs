//! [`MovePicker`]: the moves of a node in the order of their priorities, the highest first.

use crate::search::children::lanes;

/// The children of a node that are still to be searched.
#[derive(Debug, Clone)]
pub struct MovePicker<const L: usize> {
    /// The sort keys of the moves, a word for each lane: the priority, then how near the centre the move is, then the
    /// lane itself.
    sort_words: [i64; L],
    /// A bit for each lane that is still to be searched.
    left: u32,
}

impl<const L: usize> MovePicker<L> {
    /// Bits of a sort word that hold a lane. The distance from the centre takes one more.
    const LANE_BITS: u32 = 5;

    pub(in crate::search) const fn new() -> Self {
        Self { sort_words: [0; L], left: 0 }
    }

    /// Adds a child. Among equal priorities the least `rank` is first: the place of its move from the centre outwards,
    /// or the order in which moves were deferred.
    #[inline(always)]
    pub(in crate::search) fn add(&mut self, lane: usize, rank: usize, priority: i64) {
        let rank_and_lane = (((1 << Self::LANE_BITS) - rank) << Self::LANE_BITS | lane) as i64;
        self.sort_words[lane % L] = priority << (2 * Self::LANE_BITS + 1) | rank_and_lane;
        self.left |= 1 << lane;
    }

    /// Takes out the child of the highest priority; among equals the one nearest the centre.
    #[inline(always)]
    pub fn next(&mut self) -> Option<usize> {
        let best = lanes(self.left).map(|lane| self.sort_words[lane % L]).max()?;
        let lane = best as usize % (1 << Self::LANE_BITS);
        self.left &= !(1 << lane);
        Some(lane)
    }

    /// Returns the lanes of the children that are still to be searched, a bit for each.
    #[cfg(feature = "internals")]
    pub const fn left(&self) -> u32 {
        self.left
    }

    /// Returns the priority of a child that was added.
    #[cfg(any(test, feature = "internals"))]
    pub const fn priority(&self, lane: usize) -> i64 {
        self.sort_words[lane % L] >> (2 * Self::LANE_BITS + 1)
    }

    /// Raises the priority of a child, to no effect on one that is not left.
    #[inline(always)]
    pub(in crate::search) fn raise(&mut self, lane: usize, by: i64) {
        self.sort_words[lane % L] += by << (2 * Self::LANE_BITS + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_come_by_priority_and_equals_from_the_centre() {
        let mut picker = MovePicker::<4>::new();
        for (lane, rank, priority) in [(0, 2, -500), (1, 6, 70), (2, 1, 70), (3, 0, -(1 << 40))] {
            picker.add(lane, rank, priority);
            assert_eq!(picker.priority(lane), priority);
        }
        assert_eq!(picker.next(), Some(2));
        picker.raise(0, 571);
        assert_eq!((picker.next(), picker.next()), (Some(0), Some(1)));
        picker.raise(1, 1 << 41);
        assert_eq!((picker.next(), picker.next()), (Some(3), None));
    }

    #[test]
    fn lanes_of_the_widest_board_are_told_apart() {
        let mut picker = MovePicker::<32>::new();
        (0..32).for_each(|lane| picker.add(lane, 31 - lane, 0));
        let found: Vec<usize> = std::iter::from_fn(|| picker.next()).collect();
        assert_eq!(found, (0..32).rev().collect::<Vec<_>>());
    }
}

//! The children of a node, all of them at once: one lane for each of its non-losing moves.
//!
//! # The plain algorithm
//!
//! ```text
//! for each move of the node that does not lose at once:
//!     child = the node after the move
//!     if all moves of the child lose at once: the node is won
//!     upper = the bound by claimeven
//!     bounds = upper, and the bounds in the table
//!     if -upper > alpha: the node fails high
//! candidates = the moves whose bounds leave the question open
//! order them by the features of their children
//! ```
//!
//! # Where this code departs from it
//!
//! *Lanes.* The loop over the moves is the inner one. Each child has a lane, and each line above is a loop of
//! its own over all lanes, without a branch, which the compiler turns into vector code. The arithmetic has no
//! intrinsic and no assembly, so the same lines serve each CPU level and words of 128 bits.
//!
//! *Stages.* Each loop is a stage with a result of its own, and a node that one stage decides skips the next:
//!
//! | stage | result |
//! |---|---|
//! | [`Children::expand`] | the children: [`Children`] |
//! | [`Children::claimeven`] | their upper bounds by claimeven: [`ClaimevenBounds`] |
//! | [`Children::fours`] | their upper bounds by the fours that claimeven leaves, or a [`FourCut`] |
//! | [`Keys::of_heights`], [`Keys::of_forms`] | [`Keys`] in the table, whose buckets are on their way |
//! | [`MoveBounds::new`] | their bounds together with the bounds in the table, and the candidates: [`MoveBounds`] |
//! | `pick_moves` | the candidates by priority: `MovePicker` |
//!
//! The arithmetic of a stage is in no closure: a closure that is not inlined has the instructions of the
//! baseline alone.
//!
//! Keys of heights take little time, so they precede claimeven, and the buckets arrive during its arithmetic.
//! Keys of forms take more time, and many nodes never need them, so they follow claimeven.
//!
//! # Rejected alternatives
//!
//! A loop that ends at the first child that decides: its branch costs more than the other lanes. A vector
//! maximum that finds the next move, and loops over only the chunks of four lanes that have moves: both are
//! slower. docs/history.md has the figures.
//!
//! [`Keys`]: super::moves::Keys
//! [`Keys::of_heights`]: super::moves::Keys::of_heights
//! [`Keys::of_forms`]: super::moves::Keys::of_forms
//! [`MoveBounds`]: super::moves::MoveBounds
//! [`MoveBounds::new`]: super::moves::MoveBounds::new

use std::ops::{Index, IndexMut};

use super::node::{Child, Node};
use super::search_thread::Pruning;
use crate::bitboard;
use crate::bounds::static_bounds;
use crate::geometry::Layout;
use crate::target::one_copy_in_wasm;
use crate::word::Word;

/// A value for each child, in the lane of its move; the lanes follow the moves from the left. Loops over
/// words of 64 bits run over all lanes, so that they need no branch. In these loops the lanes after the last
/// child repeat its value, and are ignored.
#[derive(Debug, Clone, Copy)]
pub struct Lanes<T, const L: usize>([T; L]);

impl<T: Copy, const L: usize> Lanes<T, L> {
    #[inline(always)]
    pub(super) const fn all(value: T) -> Self {
        Self([value; L])
    }
}

/// The index wraps around, so that there is no check of it.
impl<T, const L: usize> Index<usize> for Lanes<T, L> {
    type Output = T;

    #[inline(always)]
    fn index(&self, lane: usize) -> &T {
        &self.0[lane % L]
    }
}

impl<T, const L: usize> IndexMut<usize> for Lanes<T, L> {
    #[inline(always)]
    fn index_mut(&mut self, lane: usize) -> &mut T {
        &mut self.0[lane % L]
    }
}

/// The children of a node. As in [`Child`], `us` is the side to move in the child: the node's `them`. So our
/// lines and fours here are theirs at the node. The struct is aligned, so that no vector spans two cache
/// lines.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub struct Children<'n, B: Layout, const L: usize> {
    /// The node.
    pub node: &'n Node<B>,
    /// The cell that the stone falls on.
    pub cells: Lanes<B::Word, L>,
    /// The replies after which the side that has just moved cannot win at once; without one the child is
    /// lost.
    replies: Lanes<B::Word, L>,
    /// Winning cells of the side that has just moved.
    their_threats: Lanes<B::Word, L>,
    /// The moves whose children have no such reply, and so are lost.
    without_reply: B::Word,
}

/// Upper bounds of the children's scores by claimeven.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub struct ClaimevenBounds<const L: usize> {
    /// The upper bounds. None is greater than the bound by the number of stones.
    pub uppers: Lanes<i64, L>,
    /// The upper bounds that hold if each four of the side to move comes second.
    uppers_if_second: Lanes<i64, L>,
    /// The fours that the side to move could complete.
    pub(super) our_fours: Lanes<u32, L>,
    /// The minimum bound by claimeven alone. Its negative is a lower bound of the node's score, which has a
    /// claim.
    pub(super) least: i32,
}

impl<const L: usize> ClaimevenBounds<L> {
    /// Returns the bounds by the number of stones alone.
    pub(super) fn none<B: Layout>(node: &Node<B>) -> Self {
        let upper = i64::from(static_bounds(&node.masks(), node.nb_moves + 1).upper);
        let uppers = Lanes::all(upper);
        Self { uppers, uppers_if_second: uppers, our_fours: Lanes::all(0), least: i32::MAX }
    }
}

/// A child whose fours prove that the node fails high.
#[derive(Debug, Clone, Copy)]
pub(super) struct FourCut {
    pub(super) lane: usize,
    /// The upper bound of its score.
    pub(super) upper: i32,
    /// Whether its fours take too many stones; otherwise they come second.
    pub(super) by_stones: bool,
}

/// The lines of each child that the order of the moves needs, as in [`OpenLines`](super::node::OpenLines).
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub struct LinesOfChildren<W, const L: usize> {
    pub(super) our_lines: Lanes<W, L>,
    pub(super) their_lines: Lanes<W, L>,
    pub(super) live: Lanes<W, L>,
}

impl<'n, B: Layout, const L: usize> Children<'n, B, L> {
    /// Returns the children of a node, with their winning cells and non-losing moves.
    #[inline(always)]
    pub fn expand(node: &'n Node<B>) -> Self {
        let cells = Lanes(cells_in_lanes::<B, L>(node.board, node.moves));
        let (mut replies, mut their_threats, mut without_reply) =
            (Lanes::all(B::Word::ZERO), Lanes::all(B::Word::ZERO), B::Word::ZERO);
        for lane in 0..loop_lanes::<B::Word, L>(node.moves) {
            let child = Child::of(node, cells[lane]);
            replies[lane] = child.moves;
            their_threats[lane] = child.sides.their_threats;
            without_reply |= if child.moves == B::Word::ZERO { child.cell } else { B::Word::ZERO };
        }
        Self { node, cells, replies, their_threats, without_reply }
    }

    /// Returns the number of children.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.node.moves.count_ones() as usize
    }

    /// Returns the number of lanes that loops run over.
    #[inline(always)]
    pub(super) fn lanes(&self) -> usize {
        loop_lanes::<B::Word, L>(self.node.moves)
    }

    /// Returns the lane of a move.
    #[inline(always)]
    pub fn lane(&self, cell: B::Word) -> usize {
        (self.node.moves & cell.wrapping_sub(B::Word::ONE)).count_ones() as usize % L
    }

    /// Returns a child.
    #[inline(always)]
    pub(super) fn child(&self, lane: usize) -> Child<B> {
        Child::expanded(self.node, self.cells[lane], self.their_threats[lane], self.replies[lane])
    }

    /// Returns the lane of a lost child: after any move there, the side that has just moved wins.
    #[inline(always)]
    pub(super) fn lost(&self) -> Option<usize> {
        // After the last stone there is no reply because the board is full.
        let is_lost =
            self.without_reply != B::Word::ZERO && self.node.nb_moves + 1 != self.node.masks().cells();
        is_lost.then(|| self.lane(self.without_reply.lowest()))
    }

    /// Bounds the scores by claimeven.
    #[inline(always)]
    pub fn claimeven(&self) -> ClaimevenBounds<L> {
        let most = i64::from(static_bounds(&self.node.masks(), self.node.nb_moves + 1).upper);
        let (mut uppers, mut uppers_if_second) = (Lanes::all(most), Lanes::all(most));
        let (mut our_fours, mut least) = (Lanes::all(0), i64::MAX);
        for lane in 0..self.lanes() {
            let claimeven = self.child(lane).claimeven();
            uppers[lane] = most.min(claimeven.upper);
            uppers_if_second[lane] = claimeven.upper_if_second;
            our_fours[lane] = claimeven.our_fours;
            least = least.min(claimeven.upper);
        }
        ClaimevenBounds { uppers, uppers_if_second, our_fours, least: least as i32 }
    }

    /// Returns upper bounds by claimeven and by the fours that it leaves, as far as these may prove that the
    /// node's score exceeds `alpha`. `Err` is the cut: a child that proves it.
    #[inline(always)]
    pub(super) fn fours(
        &self,
        claimeven: &ClaimevenBounds<L>,
        alpha: i32,
        pruning: Pruning,
    ) -> Result<Lanes<i64, L>, FourCut> {
        let (masks, target, worth) = (&self.node.masks(), -alpha - 1, pruning.fours);
        if pruning.claimeven && self.node.stones_may_decide(target) {
            return self.stones_of_fours(claimeven.uppers, i64::from(target));
        }
        if pruning.claimeven
            && masks.cells() - self.node.nb_moves >= worth.fewest_empty
            && let Some(lane) = self.with_second_fours(claimeven, i64::from(target), worth.most_fours)
        {
            let upper = claimeven.uppers_if_second[lane] as i32;
            return Err(FourCut { lane, upper, by_stones: false });
        }
        Ok(claimeven.uppers)
    }

    /// Bounds the scores by the stones that the fours take.
    #[inline(always)]
    fn stones_of_fours(&self, mut uppers: Lanes<i64, L>, target: i64) -> Result<Lanes<i64, L>, FourCut> {
        let (mut by_stones, mut least) = (Lanes::<i64, L>::all(i64::MAX), i64::MAX);
        for lane in 0..self.lanes() {
            let upper = self.child(lane).upper_by_stones();
            by_stones[lane] = upper;
            uppers[lane] = uppers[lane].min(upper);
            least = least.min(upper);
        }
        if least > target {
            return Ok(uppers);
        }
        let lane = (0..L).find(|&lane| by_stones[lane] == least).unwrap_or(0);
        Err(FourCut { lane, upper: least as i32, by_stones: true })
    }

    /// Looks for a child whose score is at most `target` because each of its fours comes second.
    #[inline(always)]
    fn with_second_fours(
        &self,
        claimeven: &ClaimevenBounds<L>,
        target: i64,
        most_fours: u32,
    ) -> Option<usize> {
        let masks = &self.node.masks();
        let mut hopeful = Lanes::<u32, L>::all(0);
        for lane in 0..self.lanes() {
            let is_enough = u32::from(claimeven.uppers_if_second[lane] <= target);
            let are_few = u32::from(claimeven.our_fours[lane] <= most_fours);
            let may_come_second = u32::from(self.child(lane).fours().may_come_second(masks));
            hopeful[lane] = (is_enough & are_few & may_come_second) << lane;
        }
        let hopeful = hopeful.0.iter().fold(0, |all, lane| all | lane);
        // The lanes after the last child repeat it.
        let mut left = lanes(hopeful).take_while(|&lane| lane < self.len());
        left.find(|&lane| self.child(lane).fours().all_come_second(masks))
    }

    one_copy_in_wasm! {
        /// Finds the open lines, and on request the two hashes of the reduced forms.
        pub(super) fn open_lines<const KEYS: bool>(
            &self,
        ) -> (LinesOfChildren<B::Word, L>, [Lanes<u64, L>; 2]) {
            let empty = Lanes::all(B::Word::ZERO);
            let mut all = LinesOfChildren { our_lines: empty, their_lines: empty, live: empty };
            let (mut hashes, mut checks) = (Lanes::all(0), Lanes::all(0));
            for lane in 0..self.lanes() {
                let child = self.child(lane);
                let lines = child.open_lines();
                if KEYS {
                    let key = child.reduced(&lines).hashed_key(child.nb_moves);
                    hashes[lane] = key.hash;
                    checks[lane] = key.check;
                }
                all.our_lines[lane] = lines.our_lines;
                all.their_lines[lane] = lines.their_lines;
                all.live[lane] = lines.live();
            }
            (all, [hashes, checks])
        }
    }
}

/// Selects the children whose fours are examined one by one. For other children this costs more time than it
/// saves.
#[derive(Debug, Clone, Copy)]
pub struct FourLimits {
    /// The minimum number of empty cells of the node.
    pub(super) fewest_empty: u32,
    /// The maximum number of fours of the child.
    pub(super) most_fours: u32,
}

impl FourLimits {
    /// The limits of an ordinary search.
    pub(super) const STANDARD: Self = Self { fewest_empty: 22, most_fours: 8 };

    /// No limits, for tests.
    #[cfg(test)]
    pub(super) const NONE: Self = Self { fewest_empty: 0, most_fours: u32::MAX };
}

/// Returns the number of lanes that loops run over: all lanes in vector code, which exists for words of 64
/// bits.
#[inline(always)]
fn loop_lanes<W: Word, const L: usize>(moves: W) -> usize {
    if W::BITS == 64 { L } else { (moves.count_ones() as usize).clamp(1, L) }
}

/// Returns the lanes of a set, a bit for each.
#[inline(always)]
pub fn lanes(set: u32) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            lane
        })
    })
}

/// Returns the cells of a set, a lane each, from the left.
#[inline(always)]
pub(super) fn cells_in_lanes<B: Layout, const L: usize>(board: B, cells: B::Word) -> [B::Word; L] {
    let masks = &board.masks();
    let mut lanes = [B::Word::ZERO; L];
    if B::Word::BITS == 64 && masks.width <= 8 && L <= 8 {
        // Vector code loads them next, and a load of a vector stalls on words just written one by one (store
        // forwarding).
        let columns = &const { columns_in_lanes(unit::<B>()) }[bitboard::columns(&masks.low(), cells.low())];
        let distance = masks.stride() / unit::<B>();
        for lane in 0..L {
            lanes[lane] = cells & (masks.first_column << (u32::from(columns[lane]) * distance));
        }
    } else {
        let mut left = cells;
        for lane in &mut lanes {
            *lane = left.lowest();
            let others = left ^ *lane;
            left = if others == B::Word::ZERO { *lane } else { others };
        }
    }
    lanes
}

/// Returns the distance between columns in the table of [`columns_in_lanes`]: the board's distance, if the
/// compiler knows it.
const fn unit<B: Layout>() -> u32 {
    match B::HEIGHT {
        Some(height) => height + 1,
        None => 1,
    }
}

/// Returns, for every set of columns as a number, the first bit of each of its columns; the first bits of
/// neighbouring columns are `distance` apart. The remaining lanes of the eight repeat the last one.
const fn columns_in_lanes(distance: u32) -> [[u8; 8]; 256] {
    let mut lanes = [[0; 8]; 256];
    let mut set: u32 = 0;
    while set < 256 {
        let (mut left, mut lane) = (set, 0);
        while lane < 8 {
            lanes[set as usize][lane] = (left.trailing_zeros() % 8 * distance) as u8;
            let others = left & left.wrapping_sub(1);
            left = if others == 0 { left } else { others };
            lane += 1;
        }
        set += 1;
    }
    lanes
}

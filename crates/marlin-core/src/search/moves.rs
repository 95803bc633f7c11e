//! The moves of a node before a search: the [`Keys`] of their children, their [`MoveBounds`], and both
//! together as [`Moves`].

use super::children::{Children, ClaimevenBounds, Lanes, LinesOfChildren};
use super::node::{Child, MIRROR_MAX_STONES, Node};
use super::ordering::history::NodeHistory;
#[cfg(feature = "internals")]
use super::ordering::history::SEARCH_FEATURES;
use super::ordering::weights::{self, ClassWeights, OrderingInputs};
use crate::bounds::{Bounds, static_bounds};
use crate::geometry::Layout;
use crate::transposition::{FormKey, HeightsKey, Lookup, TableHandle, TableKey};

/// The keys of the children, and the buckets of the table that may hold them.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub struct Keys<const L: usize> {
    /// The two numbers of each key. `checks` has the tag of heights.
    hashes: Lanes<u64, L>,
    checks: Lanes<u64, L>,
    buckets: Lanes<u64, L>,
    are_heights: bool,
}

impl<const L: usize> Keys<L> {
    /// Returns the heights of the children, whose buckets are prefetched.
    #[inline(always)]
    pub(super) fn of_heights<B: Layout>(children: &Children<'_, B, L>, table: &TableHandle<'_>) -> Self {
        let (mut hashes, mut checks) = (Lanes::all(0), Lanes::all(0));
        for lane in 0..children.lanes() {
            let key = HeightsKey::new(&children.node.masks(), children.child(lane).sides.playable);
            hashes[lane] = key.hash;
            checks[lane] = key.tag;
        }
        Self::in_table(true, [hashes, checks], children, table)
    }

    /// Returns the reduced forms of the children, whose buckets are prefetched, and the open lines.
    #[inline(always)]
    pub(super) fn of_forms<B: Layout>(
        children: &Children<'_, B, L>,
        table: &TableHandle<'_>,
        is_reduced: bool,
    ) -> (Self, LinesOfChildren<B::Word, L>) {
        let (lines, mut hashes) = children.open_lines::<true>();
        if children.node.nb_moves < MIRROR_MAX_STONES {
            hashes = hashes_by(children, Child::symmetric_key);
        }
        if !is_reduced {
            hashes = hashes_by(children, Child::unreduced_key);
        }
        (Self::in_table(false, hashes, children, table), lines)
    }

    /// Returns the keys of the children: heights, or reduced forms.
    #[cfg(any(test, feature = "internals"))]
    pub fn of_children<B: Layout>(children: &Children<'_, B, L>, table: &TableHandle<'_>) -> Self {
        if crate::transposition::has_claims(&children.node.masks(), children.node.nb_moves + 1) {
            Self::of_heights(children, table)
        } else {
            Self::of_forms(children, table, true).0
        }
    }

    /// Finds the buckets of keys, and prefetches them.
    #[inline(always)]
    fn in_table<B: Layout>(
        are_heights: bool,
        [hashes, checks]: [Lanes<u64, L>; 2],
        children: &Children<'_, B, L>,
        table: &TableHandle<'_>,
    ) -> Self {
        let mut keys = Self { hashes, checks, buckets: Lanes::all(0), are_heights };
        let mut buckets = Lanes::all(0);
        for lane in 0..children.lanes() {
            buckets[lane] = table.bucket_index(keys.of_child(lane));
        }
        for lane in 0..children.lanes() {
            table.prefetch::<B::Word>(buckets[lane], are_heights);
        }
        keys.buckets = buckets;
        keys
    }

    /// Returns the key of a child in the table.
    #[inline(always)]
    pub fn of_child(&self, lane: usize) -> TableKey {
        let (hash, check) = (self.hashes[lane], self.checks[lane]);
        if self.are_heights {
            TableKey::Heights(HeightsKey { tag: check, hash })
        } else {
            TableKey::Form(FormKey { hash, check })
        }
    }

    /// Returns the lookup of a child.
    #[inline(always)]
    pub(crate) fn lookup<B: Layout>(&self, children: &Children<'_, B, L>, lane: usize) -> Lookup<B::Word> {
        let held = children.child(lane).sides.held();
        Lookup { key: self.of_child(lane), bucket: self.buckets[lane], held }
    }
}

/// Returns the two hashes of each child's key, computed one by one.
#[cold]
fn hashes_by<B: Layout, const L: usize>(
    children: &Children<'_, B, L>,
    key: impl Fn(&Child<B>) -> FormKey,
) -> [Lanes<u64, L>; 2] {
    let (mut hashes, mut checks) = (Lanes::all(0), Lanes::all(0));
    for lane in 0..children.lanes() {
        let key = key(&children.child(lane));
        (hashes[lane], checks[lane]) = (key.hash, key.check);
    }
    [hashes, checks]
}

/// The bounds of the children before any of them is searched, and the bounds of the moves that follow.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub struct MoveBounds<const L: usize> {
    lowers: Lanes<i64, L>,
    uppers: Lanes<i64, L>,
    /// A bit for each lane whose move may exceed alpha.
    pub(super) candidates: u32,
    /// The score that some move reaches for certain.
    pub(super) guaranteed: i32,
    /// The score that no excluded move can exceed; all moves but the candidates are excluded.
    pub(super) best_of_excluded: i32,
}

impl<const L: usize> MoveBounds<L> {
    /// Returns the bounds of the children, narrowed by a table (enhanced transposition cutoffs), and the
    /// moves that they leave open. Tests leave the table out.
    ///
    /// # References
    ///
    /// J. Schaeffer, A. Plaat, New advances in alpha-beta searching, 1996.
    #[inline(always)]
    pub fn new<B: Layout>(
        children: &Children<'_, B, L>,
        keys: &Keys<L>,
        mut uppers: Lanes<i64, L>,
        table: Option<&TableHandle<'_>>,
        alpha: i32,
    ) -> Self {
        let lower = static_bounds(&children.node.masks(), children.node.nb_moves + 1).lower;
        let (mut lowers, mut candidates) = (Lanes::all(i64::from(lower)), 0);
        let (mut guaranteed, mut best_of_excluded) = (i32::MIN, i32::MIN);
        for lane in 0..children.len() {
            let mut child = Bounds { lower, upper: uppers[lane] as i32 };
            if let Some(table) = table {
                child = child.within(table.probe(&children.node.masks(), &keys.lookup(children, lane)));
                lowers[lane] = i64::from(child.lower);
                uppers[lane] = i64::from(child.upper);
            }
            guaranteed = guaranteed.max(-child.upper);
            let is_candidate = -child.lower > alpha;
            candidates |= u32::from(is_candidate) << lane;
            best_of_excluded = best_of_excluded.max(if is_candidate { i32::MIN } else { -child.lower });
        }
        Self { lowers, uppers, candidates, guaranteed, best_of_excluded }
    }

    /// Returns the proven bounds of a child.
    #[inline(always)]
    pub fn of_child(&self, lane: usize) -> Bounds {
        Bounds { lower: self.lowers[lane] as i32, upper: self.uppers[lane] as i32 }
    }
}

/// The moves of a node, with their children.
#[derive(Debug)]
pub struct Moves<'n, B: Layout, const L: usize> {
    /// The children of the node.
    pub children: &'n Children<'n, B, L>,
    /// Their upper bounds by claimeven.
    pub claimeven: &'n ClaimevenBounds<L>,
    /// Their keys.
    pub keys: &'n Keys<L>,
    /// Their bounds.
    pub bounds: &'n MoveBounds<L>,
    /// The question is whether the score of a move exceeds this.
    pub alpha: i32,
}

impl<B: Layout, const L: usize> Moves<'_, B, L> {
    /// Returns the child of a move as a node.
    #[inline(always)]
    pub fn child(&self, lane: usize) -> Node<B> {
        self.children.child(lane).as_node(self.children.node, self.keys.of_child(lane))
    }

    /// Returns the part of each move's priority that depends on the features of its child and on the inputs
    /// from the search for the move. [`ClassWeights::of_cell`] adds the part of its cell and its history.
    #[inline(always)]
    pub(super) fn priorities(
        &self,
        lines: &LinesOfChildren<B::Word, L>,
        weights: &ClassWeights,
        history: &NodeHistory<B::Word>,
    ) -> Lanes<i64, L> {
        let mut priorities = Lanes::all(0);
        for lane in 0..self.children.lanes() {
            let inputs = OrderingInputs {
                our_fours: self.claimeven.our_fours[lane],
                our_lines: lines.our_lines[lane],
                their_lines: lines.their_lines[lane],
                live: lines.live[lane],
            };
            let of_child = weights::features(&self.children.child(lane), &inputs);
            let of_search = history.features(self.children.cells[lane], self.bounds_by_stage(lane));
            priorities[lane] = weights::weighted_sum(&of_child, &weights.child_features)
                + weights::weighted_sum(&of_search, &weights.search_features);
        }
        priorities
    }

    /// Returns the inputs from the search for a move, without its history.
    #[cfg(feature = "internals")]
    pub fn search_features(&self, lane: usize, history: &NodeHistory<B::Word>) -> [u32; SEARCH_FEATURES] {
        history.features(self.children.cells[lane], self.bounds_by_stage(lane))
    }

    /// Returns the bounds of a child, and its upper bound by claimeven alone.
    #[inline(always)]
    fn bounds_by_stage(&self, lane: usize) -> [i64; 3] {
        [self.bounds.lowers[lane], self.bounds.uppers[lane], self.claimeven.uppers[lane]]
    }
}

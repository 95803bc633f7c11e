//! The values of the children of a node, for all of its non-losing moves at once.
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
//! *Lanes.* The loop over the moves is the inner one. Each child has a lane, and each line above is a loop of its own over all
//! lanes, without a branch, which the compiler turns into vector code. The arithmetic has no intrinsic and no assembly, so the
//! same lines serve each CPU level and words of 128 bits.
//!
//! *Stages.* A node that is decided in one stage skips the next: [`Children::expand`], [`Children::bound_by_claimeven`],
//! [`Children::bound_by_fours`], the keys and [`Children::prefetch`], [`Children::move_bounds`], [`Children::prioritise`]. Keys of
//! heights take little time, so they and the prefetch come before claimeven, and the buckets arrive during its arithmetic.
//! Keys of forms take more, and many nodes never need them, so they come after it.
//!
//! *Copies.* Every loop reads copies of the fields, because the compiler makes no vector code of a loop that reads and writes
//! parts of the same struct. An array that a loop reads was written by a loop: a vector load stalls on words that were just
//! written one by one (store forwarding).
//!
//! # What was tried and dropped
//!
//! Ending a loop at the first child that decides: the branch costs more than the other lanes. Finding the next move by a vector
//! maximum, and processing only as many chunks of four lanes as there are moves: both were slower. docs/history.md has the
//! figures.

use super::claim::{Claim, Claims};
use super::node::{Child, MIRROR_MAX_STONES, Node};
use super::ordering::history::NodeHistory;
#[cfg(feature = "internals")]
use super::ordering::history::SEARCH_FEATURES;
use super::ordering::weights::{self, ClassWeights, OrderingInputs};
use crate::bitboard;
use crate::bounds::{Bounds, static_bounds};
use crate::geometry::Layout;
use crate::target::one_copy_in_a_page;
use crate::transposition::{FormKey, HeightsKey, TableHandle, TableKey, has_claims};
use crate::word::Word;

/// The data of the children of a node: one child after each of its non-losing moves, one lane for each child, from the
/// leftmost move on.
///
/// As in [`Child`], `us` is the side to move in the child: the node's `them`. So our lines and fours here are theirs at
/// the node.
///
/// The lanes after the last child repeat it, so that loops can run over all lanes. Aligned, no vector spans two cache
/// lines.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub struct Children<W, const L: usize> {
    /// The cell that the stone falls on.
    cells: [W; L],
    /// The proven bounds of the score.
    lowers: [i64; L],
    uppers: [i64; L],
    /// The moves after which the side that has just moved cannot win at once; without one the child is lost.
    moves: [W; L],
    /// Winning cells of the side that has just moved.
    their_threats: [W; L],
    /// Upper bounds of the score by claimeven.
    claimeven_uppers: [i64; L],
    /// Upper bounds by claimeven that hold if each four of the side to move comes second.
    uppers_if_second: [i64; L],
    /// The inputs of the ordering, as in [`OrderingInputs`].
    our_fours: [u32; L],
    our_lines: [W; L],
    their_lines: [W; L],
    live: [W; L],
    /// The key in the table, and the index of the bucket that may hold it. The check of heights is their tag.
    hashes: [u64; L],
    checks: [u64; L],
    bucket_indices: [u64; L],
    /// Whether the keys are heights.
    pub(super) have_claims: bool,
    /// The part of the priority that is computed by loops over the lanes.
    priorities: [i64; L],
    /// The non-losing moves of the node.
    node_moves: W,
    /// The lane that decides the node.
    decided_by: usize,
}

impl<W: Word, const L: usize> Children<W, L> {
    /// Returns the children of a node with the bounds that hold by the number of stones alone.
    #[inline(always)]
    pub fn of<B: Layout<Word = W>>(node: &Node<B>) -> Self {
        let Bounds { lower, upper } = static_bounds(&node.masks(), node.nb_moves + 1);
        Self {
            cells: cells_in_lanes::<B, L>(node.board, node.moves),
            lowers: [i64::from(lower); L],
            uppers: [i64::from(upper); L],
            moves: [W::ZERO; L],
            their_threats: [W::ZERO; L],
            claimeven_uppers: [i64::MAX; L],
            uppers_if_second: [i64::MAX; L],
            our_fours: [0; L],
            our_lines: [W::ZERO; L],
            their_lines: [W::ZERO; L],
            live: [W::ZERO; L],
            hashes: [0; L],
            checks: [0; L],
            bucket_indices: [0; L],
            have_claims: has_claims(&node.masks(), node.nb_moves + 1),
            priorities: [0; L],
            node_moves: node.moves,
            decided_by: 0,
        }
    }

    /// Returns the number of children.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.node_moves.count_ones() as usize
    }

    /// Returns the number of lanes that loops run over: all of them for vector code, which there is of words of 64 bits.
    #[inline(always)]
    fn lanes(&self) -> usize {
        if W::BITS == 64 { L } else { self.len().clamp(1, L) }
    }

    /// Returns the lane of a move.
    #[inline(always)]
    pub fn lane(&self, cell: W) -> usize {
        (self.node_moves & cell.wrapping_sub(W::ONE)).count_ones() as usize % L
    }

    /// Finds the winning cells and the non-losing moves in the children, and returns whether one of them is lost: after
    /// any move there, the side that has just moved wins.
    #[inline(always)]
    pub fn expand<B: Layout<Word = W>>(&mut self, node: &Node<B>) -> bool {
        let cells = self.cells;
        let (mut moves, mut their_threats, mut lost) = ([W::ZERO; L], [W::ZERO; L], W::ZERO);
        for lane in 0..self.lanes() {
            let child = Child::of(node, cells[lane]);
            moves[lane] = child.moves;
            their_threats[lane] = child.sides.their_threats;
            lost |= if child.moves == W::ZERO { child.cell } else { W::ZERO };
        }
        (self.moves, self.their_threats) = (moves, their_threats);
        // After the last stone there is no move because the board is full.
        lost != W::ZERO && node.nb_moves + 1 != node.masks().cells()
    }

    /// Bounds the scores by claimeven, after [`Self::expand`]. Returns the lower bound of the node's score
    /// that follows.
    #[inline(always)]
    pub fn bound_by_claimeven<B: Layout<Word = W>>(&mut self, node: &Node<B>) -> i32 {
        let (cells, their_threats, mut uppers) = (self.cells, self.their_threats, self.uppers);
        let (mut claimeven_uppers, mut uppers_if_second) = ([0; L], [0; L]);
        let (mut our_fours, mut least) = ([0; L], i64::MAX);
        for lane in 0..self.lanes() {
            let child = Child::expanded(node, cells[lane], their_threats[lane], W::ZERO);
            let claimeven = child.claimeven();
            claimeven_uppers[lane] = claimeven.upper;
            uppers_if_second[lane] = claimeven.upper_if_second;
            our_fours[lane] = claimeven.our_fours;
            uppers[lane] = uppers[lane].min(claimeven.upper);
            least = least.min(claimeven.upper);
        }
        (self.claimeven_uppers, self.our_fours, self.uppers) = (claimeven_uppers, our_fours, uppers);
        self.uppers_if_second = uppers_if_second;
        -least as i32
    }

    /// Bounds the scores by the fours that claimeven leaves, after [`Self::bound_by_claimeven`], as far as that may prove
    /// that the node's score exceeds `alpha`. Returns the lower bound of the node's score that follows.
    #[inline(always)]
    pub(super) fn bound_by_fours<B: Layout<Word = W>>(
        &mut self,
        node: &Node<B>,
        alpha: i32,
        worth: FourLimits,
    ) -> i32 {
        let (masks, target) = (&node.masks(), -alpha - 1);
        if node.stones_may_decide(target) {
            self.bound_by_stones(node)
        } else if masks.cells() - node.nb_moves >= worth.fewest_empty {
            self.bound_by_second_fours(node, i64::from(target), worth.most_fours)
        } else {
            -masks.max_score()
        }
    }

    /// Bounds the scores by the stones that the fours take.
    #[inline(always)]
    fn bound_by_stones<B: Layout<Word = W>>(&mut self, node: &Node<B>) -> i32 {
        let (cells, their_threats, mut uppers) = (self.cells, self.their_threats, self.uppers);
        let mut least = i64::MAX;
        for lane in 0..self.lanes() {
            let upper = Child::expanded(node, cells[lane], their_threats[lane], W::ZERO).upper_by_stones();
            uppers[lane] = uppers[lane].min(upper);
            least = least.min(upper);
        }
        self.uppers = uppers;
        -least as i32
    }

    /// Looks for a child whose score is at most `target` because each of its fours comes second.
    #[inline(always)]
    fn bound_by_second_fours<B: Layout<Word = W>>(
        &mut self,
        node: &Node<B>,
        target: i64,
        most_fours: u32,
    ) -> i32 {
        let (cells, their_threats) = (self.cells, self.their_threats);
        let (our_fours, uppers_if_second) = (self.our_fours, self.uppers_if_second);
        let masks = &node.masks();
        let mut hopeful = [0; L];
        for lane in 0..self.lanes() {
            let child = Child::expanded(node, cells[lane], their_threats[lane], W::ZERO);
            let is_enough = u32::from(uppers_if_second[lane] <= target);
            let are_few = u32::from(our_fours[lane] <= most_fours);
            hopeful[lane] = (is_enough & are_few & u32::from(child.fours().may_come_second(masks))) << lane;
        }
        let hopeful = hopeful.iter().fold(0, |all, lane| all | lane);
        // The lanes after the last child repeat it.
        for lane in lanes(hopeful).take_while(|&lane| lane < self.len()) {
            let child = Child::expanded(node, cells[lane % L], their_threats[lane % L], W::ZERO);
            if child.fours().all_come_second(masks) {
                let upper = uppers_if_second[lane % L];
                self.decided_by = lane;
                self.uppers[lane % L] = self.uppers[lane % L].min(upper);
                return -upper as i32;
            }
        }
        -masks.max_score()
    }

    /// Computes the keys of claims: the heights.
    #[inline(always)]
    pub fn compute_keys_of_claims<B: Layout<Word = W>>(&mut self, node: &Node<B>) {
        let cells = self.cells;
        let (mut hashes, mut checks) = ([0; L], [0; L]);
        for lane in 0..self.lanes() {
            let child = Child::expanded(node, cells[lane], W::ZERO, W::ZERO);
            let key = HeightsKey::new(&node.masks(), child.sides.playable);
            hashes[lane] = key.hash;
            checks[lane] = key.tag;
        }
        (self.hashes, self.checks) = (hashes, checks);
    }

    /// Computes the keys of reduced forms, after [`Self::expand`], and finds the open lines.
    #[inline(always)]
    pub fn compute_keys_of_forms<B: Layout<Word = W>>(&mut self, node: &Node<B>) {
        self.find_lines::<B, true>(node);
        if node.nb_moves < MIRROR_MAX_STONES {
            self.compute_symmetric_keys(node);
        }
    }

    one_copy_in_a_page! {
        /// Finds the open lines, which the order of the moves needs, and on request the keys of the reduced forms.
        pub(super) fn find_lines<B: Layout<Word = W>, const KEYS: bool>(&mut self, node: &Node<B>) {
            let (cells, their_threats) = (self.cells, self.their_threats);
            let (mut our_lines, mut their_lines, mut live) = ([W::ZERO; L], [W::ZERO; L], [W::ZERO; L]);
            let (mut hashes, mut checks) = ([0; L], [0; L]);
            for lane in 0..self.lanes() {
                let child = Child::expanded(node, cells[lane], their_threats[lane], W::ZERO);
                let lines = child.open_lines();
                if KEYS {
                    let key = child.reduced(&lines).hashed_key(child.nb_moves);
                    hashes[lane] = key.hash;
                    checks[lane] = key.check;
                }
                our_lines[lane] = lines.our_lines;
                their_lines[lane] = lines.their_lines;
                live[lane] = lines.live();
            }
            (self.our_lines, self.their_lines, self.live) = (our_lines, their_lines, live);
            if KEYS {
                (self.hashes, self.checks) = (hashes, checks);
            }
        }
    }

    /// Computes the table keys, after [`Self::expand`].
    #[cfg(any(test, feature = "internals"))]
    pub fn compute_keys<B: Layout<Word = W>>(&mut self, node: &Node<B>) {
        if self.have_claims {
            self.compute_keys_of_claims(node);
        } else {
            self.compute_keys_of_forms(node);
        }
    }

    /// Computes keys that mirror images share.
    #[cold]
    fn compute_symmetric_keys<B: Layout<Word = W>>(&mut self, node: &Node<B>) {
        self.recompute_keys(node, Child::symmetric_key);
    }

    /// Computes keys of all stones instead of those that matter.
    pub(super) fn compute_unreduced_keys<B: Layout<Word = W>>(&mut self, node: &Node<B>) {
        self.recompute_keys(node, Child::unreduced_key);
    }

    /// Computes other keys of the children, one by one.
    fn recompute_keys<B: Layout<Word = W>>(&mut self, node: &Node<B>, key: impl Fn(&Child<B>) -> FormKey) {
        for lane in 0..self.lanes() {
            let key = key(&Child::of(node, self.cells[lane]));
            (self.hashes[lane], self.checks[lane]) = (key.hash, key.check);
        }
    }

    /// Finds the buckets of the table, after [`Self::compute_keys`], and prefetches them.
    #[inline(always)]
    pub fn prefetch(&mut self, table: &TableHandle<'_>) {
        let (hashes, checks, have_claims) = (self.hashes, self.checks, self.have_claims);
        let mut indices = [0; L];
        for lane in 0..self.lanes() {
            indices[lane] = table.bucket_index(key_of(have_claims, hashes[lane], checks[lane]));
        }
        self.bucket_indices = indices;
        for &index in &indices[..self.lanes()] {
            table.prefetch::<W>(index, have_claims);
        }
    }

    /// Returns the bounds of a child in the table, after [`Self::prefetch`].
    #[inline(always)]
    pub fn probe<B: Layout<Word = W>>(
        &self,
        node: &Node<B>,
        table: &TableHandle<'_>,
        lane: usize,
    ) -> Option<Bounds> {
        let (masks, index) = (&node.masks(), self.bucket_indices[lane % L]);
        table.probe_bucket(masks, index, self.key(lane), self.all(node, lane))
    }

    /// Narrows the bounds of the children by a table (enhanced transposition cutoffs), after [`Self::prefetch`], and returns
    /// the bounds of the moves that follow. Tests leave the table out.
    ///
    /// # References
    ///
    /// J. Schaeffer, A. Plaat, New advances in alpha-beta searching, 1996.
    #[inline(always)]
    pub fn move_bounds<B: Layout<Word = W>>(
        &mut self,
        node: &Node<B>,
        table: Option<&TableHandle<'_>>,
        alpha: i32,
    ) -> MoveBounds {
        let mut bounds = MoveBounds { candidates: 0, guaranteed: i32::MIN, best_of_excluded: i32::MIN };
        for lane in 0..self.len() {
            let mut child = self.bounds(lane);
            if let Some(known) = table.and_then(|table| self.probe(node, table, lane)) {
                child = child.within(known);
                self.lowers[lane % L] = i64::from(child.lower);
                self.uppers[lane % L] = i64::from(child.upper);
            }
            bounds.guaranteed = bounds.guaranteed.max(-child.upper);
            let is_candidate = -child.lower > alpha;
            bounds.candidates |= u32::from(is_candidate) << lane;
            bounds.best_of_excluded =
                bounds.best_of_excluded.max(if is_candidate { i32::MIN } else { -child.lower });
        }
        bounds
    }

    one_copy_in_a_page! {
        /// Returns the claims after the excluded moves, after [`Self::move_bounds`].
        pub(super) fn claims_of_excluded<B: Layout<Word = W>>(
            &self,
            node: &Node<B>,
            table: Option<&TableHandle<'_>>,
            bounds: &MoveBounds,
        ) -> Claims<W> {
            let mut claims = Claims::NONE;
            for lane in lanes(!bounds.candidates & ((1 << self.len()) - 1)) {
                let bound = Bounds::at_least(self.bounds(lane).lower);
                let found = table.and_then(|table| self.claim(node, table, lane, bound));
                // A shared node that is searched once more comes here after other searches, which may have replaced the entry.
                let claim = found.unwrap_or_else(|| {
                    let child = self.as_node(node, lane);
                    if bound.lower == static_bounds(&node.masks(), child.nb_moves).lower {
                        self.child(node, lane).claim_of_lower()
                    } else {
                        child.claim_of_itself(true)
                    }
                });
                claims.add(&node.masks(), node.position.occupied, self.cell(lane), claim);
            }
            claims
        }
    }

    /// Returns the claim that proves a bound of a child in the table, if one does.
    #[inline(always)]
    fn claim<B: Layout<Word = W>>(
        &self,
        node: &Node<B>,
        table: &TableHandle<'_>,
        lane: usize,
        bound: Bounds,
    ) -> Option<Claim<W>> {
        let TableKey::Heights(key) = self.key(lane) else { return None };
        let index = self.bucket_indices[lane % L];
        let found = table.claim(&node.masks(), index, key, self.all(node, lane), bound);
        found.map(|[has, lacks]| Claim { has, lacks })
    }

    one_copy_in_a_page! {
        /// Returns the claim of a node that the bound of a child decides, after [`Self::move_bounds`].
        pub(super) fn claim_of_cut<B: Layout<Word = W>>(
            &self,
            node: &Node<B>,
            table: Option<&TableHandle<'_>>,
            guaranteed: i32,
        ) -> Claim<W> {
            let lane = (0..self.len()).find(|&lane| -self.bounds(lane).upper == guaranteed).unwrap_or(0);
            let found = table.and_then(|table| self.claim(node, table, lane, Bounds::at_most(-guaranteed)));
            // The number of stones alone does not decide a node: its own bounds would.
            found.map_or_else(|| node.claim_of_itself(true), |claim| self.before_our_move(node, lane, claim))
        }
    }

    /// Returns all stones and winning cells of the side to move in a child, and of the other.
    #[inline(always)]
    fn all<B: Layout<Word = W>>(&self, node: &Node<B>, lane: usize) -> (W, W) {
        self.child(node, lane).sides.all()
    }

    /// Returns the claim of a node that the fours of a child decide.
    pub(super) fn claim_of_fours<B: Layout<Word = W>>(
        &self,
        node: &Node<B>,
        lower: i32,
        alpha: i32,
    ) -> Claim<W> {
        let (upper, by_stones) = (-i64::from(lower), node.stones_may_decide(-alpha - 1));
        let proves = |&lane: &usize| self.child(node, lane).upper_by_stones() == upper;
        let lane = if by_stones { (0..self.len()).find(proves).unwrap_or(0) } else { self.decided_by };
        let child = self.child(node, lane);
        let claim = if by_stones { child.claim_of_stones(upper) } else { child.claim_of_claimeven() };
        self.before_our_move(node, lane, claim)
    }

    /// Returns a child.
    #[inline(always)]
    pub(super) fn child<B: Layout<Word = W>>(&self, node: &Node<B>, lane: usize) -> Child<B> {
        Child::expanded(node, self.cell(lane), self.their_threats[lane % L], self.moves[lane % L])
    }

    one_copy_in_a_page! {
        /// Returns the claim before a move by that after it.
        pub(super) fn before_our_move<B: Layout<Word = W>>(
            &self,
            node: &Node<B>,
            lane: usize,
            claim: Claim<W>,
        ) -> Claim<W> {
            let masks = &node.masks();
            let empty = masks.board ^ node.position.occupied;
            claim.before_our_move(masks, self.cell(lane), node.position.us, node.our_threats, empty)
        }
    }

    one_copy_in_a_page! {
        /// Returns the claim of a node with a lost child.
        pub(super) fn claim_of_lost_child<B: Layout<Word = W>>(&self, node: &Node<B>) -> Claim<W> {
            let lane = (0..self.len()).find(|&lane| self.moves[lane % L] == W::ZERO).unwrap_or(0);
            self.before_our_move(node, lane, self.child(node, lane).claim_of_loss())
        }
    }

    one_copy_in_a_page! {
        /// Returns the claim of a node that claimeven decides.
        pub(super) fn claim_of_claimeven<B: Layout<Word = W>>(&self, node: &Node<B>, lower: i32) -> Claim<W> {
            let lane =
                (0..self.len()).find(|&lane| self.claimeven_uppers[lane % L] == -i64::from(lower)).unwrap_or(0);
            self.before_our_move(node, lane, self.child(node, lane).claim_of_claimeven())
        }
    }

    /// Computes the part of each move's priority that depends on the features of its child and on the inputs from the
    /// search for the move. [`ClassWeights::of_cell`] adds the part of its cell and its history.
    #[inline(always)]
    pub(super) fn prioritise<B: Layout<Word = W>>(
        &mut self,
        node: &Node<B>,
        weights: &ClassWeights,
        history: &NodeHistory<W>,
    ) {
        let (cells, their_threats, moves) = (self.cells, self.their_threats, self.moves);
        let (lowers, uppers, claimeven_uppers) = (self.lowers, self.uppers, self.claimeven_uppers);
        let (our_lines, their_lines, live) = (self.our_lines, self.their_lines, self.live);
        let (our_fours, mut priorities) = (self.our_fours, [0; L]);
        for lane in 0..self.lanes() {
            let child = Child::expanded(node, cells[lane], their_threats[lane], moves[lane]);
            let inputs = OrderingInputs {
                our_fours: our_fours[lane],
                our_lines: our_lines[lane],
                their_lines: their_lines[lane],
                live: live[lane],
            };
            let of_child = weights::features(&child, &inputs);
            let bounds = [lowers[lane], uppers[lane], claimeven_uppers[lane]];
            let of_search = history.features(cells[lane], bounds);
            priorities[lane] = weights::weighted_sum(&of_child, &weights.child_features)
                + weights::weighted_sum(&of_search, &weights.search_features);
        }
        self.priorities = priorities;
    }

    /// Returns the part of a move's priority that [`Self::prioritise`] has found.
    #[inline(always)]
    pub(super) const fn priority(&self, lane: usize) -> i64 {
        self.priorities[lane % L]
    }

    /// Returns the inputs from the search for a move, without its history.
    #[cfg(feature = "internals")]
    pub fn search_features(&self, lane: usize, history: &NodeHistory<W>) -> [u32; SEARCH_FEATURES] {
        let lane = lane % L;
        history
            .features(self.cells[lane], [self.lowers[lane], self.uppers[lane], self.claimeven_uppers[lane]])
    }

    /// Returns the cell that the stone of a child falls on.
    #[inline(always)]
    pub fn cell(&self, lane: usize) -> W {
        self.cells[lane % L]
    }

    /// Returns the proven bounds of a child.
    #[inline(always)]
    pub fn bounds(&self, lane: usize) -> Bounds {
        Bounds { lower: self.lowers[lane % L] as i32, upper: self.uppers[lane % L] as i32 }
    }

    /// Returns a child as a node.
    #[inline(always)]
    pub fn as_node<B: Layout<Word = W>>(&self, parent: &Node<B>, lane: usize) -> Node<B> {
        self.child(parent, lane).as_node(parent, self.key(lane))
    }

    /// Returns the key of a child in the table.
    #[inline(always)]
    pub fn key(&self, lane: usize) -> TableKey {
        key_of(self.have_claims, self.hashes[lane % L], self.checks[lane % L])
    }
}

/// Returns the key of a child by its two numbers.
#[inline(always)]
const fn key_of(are_heights: bool, hash: u64, check: u64) -> TableKey {
    if are_heights {
        TableKey::Heights(HeightsKey { tag: check, hash })
    } else {
        TableKey::Form(FormKey { hash, check })
    }
}

/// The children whose fours are looked at one by one. For others that costs more time than it saves.
#[derive(Debug, Clone, Copy)]
pub struct FourLimits {
    /// The fewest empty cells of the node.
    pub(super) fewest_empty: u32,
    /// The most fours of the child.
    pub(super) most_fours: u32,
}

impl FourLimits {
    /// The limits of an ordinary search.
    pub(super) const STANDARD: Self = Self { fewest_empty: 22, most_fours: 8 };

    /// No limits, for tests.
    #[cfg(test)]
    pub(super) const NONE: Self = Self { fewest_empty: 0, most_fours: u32::MAX };
}

/// Bounds of the moves of a node before any of them is searched, beside the bounds of each child.
#[derive(Debug, Clone, Copy)]
pub struct MoveBounds {
    /// A bit for each lane whose move may exceed alpha.
    pub(super) candidates: u32,
    /// The score that some move reaches for certain.
    pub(super) guaranteed: i32,
    /// The score that no excluded move can exceed; all moves but the candidates are excluded.
    pub(super) best_of_excluded: i32,
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

/// Returns the distance between columns in the table of [`columns_in_lanes`]: that of the board, if the compiler knows
/// it.
const fn unit<B: Layout>() -> u32 {
    match B::HEIGHT {
        Some(height) => height + 1,
        None => 1,
    }
}

/// Returns, for every set of columns as a number, the first bits of its members' columns, which are `distance` apart.
/// The remaining ones of the eight lanes repeat the last of them.
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

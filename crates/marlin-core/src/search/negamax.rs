//! The node, in numbered steps: negamax with a null window, fail-soft.
//!
//! # The plain algorithm
//!
//! ```text
//! negamax(node, alpha):                    # is the score of the node above alpha?
//!     best = -infinity
//!     for each move, the most promising first:
//!         bounds = the bounds of the child in the table
//!         value = -bounds.upper            if that is above alpha
//!               | -bounds.lower            if that is alpha or less
//!               | -negamax(child, -alpha - 1)
//!         best = max(best, value)
//!         if best > alpha: stop            # the node fails high
//!     store best: a lower bound if it is above alpha, else an upper one
//!     return best
//! ```
//!
//! # Where this code departs from it
//!
//! *Nothing is searched that a bound decides.* All children are bounded before the first is searched, by the
//! rules of `claimeven.rs` and by the table; step 4 has the moves that are left. So a node does not look
//! itself up: its parent has done so. For the same reason a position without a non-losing move, with a win at
//! once, or with a full board is never a node.
//!
//! *A bound has a claim.* In the small table, a bound is stored with its claim: the cells that the proof has
//! used. The search returns the bound, and leaves the claim in `SearchThread::claim`, where the parent finds
//! it: a second return value would cost time at every node, and nodes with many empty cells have no claim.
//!
//! *Several threads.* A node with many empty cells shares its moves out among the threads (`abdada.rs`).
//! Another thread may decide such a node while its moves are searched; its known bounds are then narrower
//! than the bounds on entry.
//!
//! # Rejected alternatives
//!
//! docs/history.md has the figures of two alternatives: priorities that are computed before the table is
//! read, and bounds that are not stored if claimeven or few nodes have proven them.

use super::children::{Children, ClaimevenBounds};
use super::claim::{Claim, Claims};
use super::moves::{Keys, MoveBounds, Moves};
use super::node::Node;
use super::ordering::{self, MovePicker};
use super::poll::Searched;
use super::search_thread::{Observer, SearchThread};
use super::windows::Window;
use crate::bounds::Bounds;
use crate::geometry::Layout;
use crate::target::{IS_WASM, one_copy_in_wasm};
use crate::transposition::{TableHandle, TableKey, has_claims};
use crate::word::Word;

impl<'a, B: Layout, O: Observer<B>> SearchThread<'a, B, O> {
    /// Returns a bound of the score of a node, from the side to move: if the score exceeds alpha (the node
    /// fails high) a lower bound above alpha, otherwise (it fails low) an upper bound of alpha or less. The
    /// node does not look itself up in the table: its parent has done so, and the known bounds of the window
    /// have the result.
    #[inline(always)]
    pub(super) fn negamax<const L: usize>(&mut self, node: &Node<B>, window: Window) -> Searched {
        debug_assert!(is_searched(node));
        let Window { known, alpha } = window;

        // Step 1. Every few hundred nodes poll the limits; count the node.
        if self.nodes >= self.limiter.next_poll {
            self.poll_limits()?;
        }
        self.nodes += 1;
        let entered = self.nodes;

        // Step 2. Expand all children at once. A lost child decides the node: there is no faster win.
        let children = Children::<B, L>::expand(node);
        if let Some(lane) = children.lost() {
            self.note_claim(node, |_| children.claim_of_lost_child(lane));
            return Ok(node.masks().win_in(node.nb_moves, 2));
        }
        // Heights are at hand, so their buckets are prefetched here, and arrive during the next step.
        let children_have_claims = has_claims(&node.masks(), node.nb_moves + 1);
        let heights =
            if children_have_claims { Some(Keys::of_heights(&children, &self.table)) } else { None };

        // Step 3. Cut before searching. The bounds of the children may make the node fail high, or exclude
        // some of its moves: first the bounds by claimeven, then those in the table (enhanced transposition
        // cutoffs).
        let pruning = self.observer.pruning();
        let claimeven = if pruning.claimeven { children.claimeven() } else { ClaimevenBounds::none(node) };
        if -claimeven.least > alpha {
            self.note_claim(node, |_| children.claim_of_claimeven(&claimeven));
            return Ok(self.store(node, known, alpha, -claimeven.least, 1));
        }
        let uppers = match children.fours(&claimeven, alpha, pruning) {
            Ok(uppers) => uppers,
            Err(cut) => {
                self.note_claim(node, |_| children.claim_of_fours(cut));
                return Ok(self.store(node, known, alpha, -cut.upper, 1));
            }
        };
        let (keys, lines) = if let Some(keys) = heights {
            (keys, None)
        } else {
            let (keys, lines) = Keys::of_forms(&children, &self.table, pruning.reduced_form);
            (keys, Some(lines))
        };
        let bounds = MoveBounds::new(&children, &keys, uppers, self.table_of_children(), alpha);
        let moves = Moves { children: &children, claimeven: &claimeven, keys: &keys, bounds: &bounds, alpha };
        if bounds.guaranteed > alpha {
            self.note_claim(node, |search| moves.claim_of_cut(search.table_of_children()));
            return Ok(self.store(node, known, alpha, bounds.guaranteed, 1));
        }

        // Step 4. Search the candidates, the one of the highest priority first, until one exceeds alpha: the
        // node fails high.
        let is_shared = self.worker.as_ref().is_some_and(|worker| worker.shares_moves(node));
        let picker = self.pick_moves(&moves, lines);
        let (best, known) = if !IS_WASM && is_shared {
            self.search_moves_shared(&moves, &picker, known)?
        } else {
            (self.search_moves(&moves, picker)?, known)
        };

        // Step 5. Store the bound that this node has proven.
        let nodes = self.nodes - entered + 1;
        self.observer.after_node(node, alpha, best > alpha, nodes);
        Ok(self.store(node, known, alpha, best, nodes))
    }

    /// Step 4 of a node that one thread searches: returns the proven bound of the best of its moves.
    #[inline(always)]
    fn search_moves<const L: usize>(
        &mut self,
        moves: &Moves<'_, B, L>,
        mut picker: MovePicker<L>,
    ) -> Searched {
        let Moves { children, bounds, alpha, .. } = *moves;
        let node = children.node;
        let mut claims = self.claims_of_excluded(moves);
        O::before_moves(self, moves, &picker)?;
        let mut best = bounds.best_of_excluded;
        let mut next = picker.next();
        while let Some(lane) = next {
            let child = moves.child(lane);
            let value = -self.search_node(&child, Window::new(bounds.of_child(lane), -alpha - 1))?;
            best = best.max(value);
            self.history.update(node.nb_moves, node.last, child.last, value > alpha);
            if value > alpha {
                self.note_claim(node, |search| children.before_our_move(lane, search.claim));
                return Ok(best);
            }
            self.add_claim(&mut claims, node, child.last);
            next = self.next_move(moves, &mut picker);
        }
        self.note_claim(node, |_| claims.before_their_move(node));
        Ok(best)
    }

    /// Returns the move to try after one that did not exceed alpha. The last killer of the children's ply is
    /// nearly always the reply that has just refuted that move. Its cell may be worth taking, so the priority
    /// of our own move there rises.
    #[inline(always)]
    pub(super) fn next_move<const L: usize>(
        &self,
        moves: &Moves<'_, B, L>,
        picker: &mut MovePicker<L>,
    ) -> Option<usize> {
        let Moves { children, .. } = *moves;
        let node = children.node;
        let killer = self.history.killer_of_child(node.nb_moves) & node.moves;
        if killer != B::Word::ZERO {
            picker.raise(children.lane(killer), ordering::REFUTATION);
        }
        picker.next()
    }

    one_copy_in_wasm! {
        /// Stores the bound of a node that has just been proven, and returns it clamped to the known bounds.
        /// The small table has it with the claim that was noted, and as it was proven: the known bounds are
        /// of this position alone. The main table has it clamped, beside the other bound.
        fn store(&mut self, node: &Node<B>, known: Bounds, alpha: i32, score: i32, nodes: u64) -> i32 {
            // A wrong book may have given bounds that contradict the bounds of another thread.
            let value = score.max(known.lower).min(known.upper);
            match node.key {
                TableKey::Heights(key) => {
                    let (claim, proven) = (self.claim, Bounds::of_search(alpha, score));
                    self.observer.after_claim(node, claim, proven);
                    self.table.store_claim(&node.masks(), key, claim, proven);
                }
                TableKey::Form(key) => {
                    self.table.store(key, known.within(Bounds::of_search(alpha, value)), nodes);
                }
            }
            value
        }
    }

    /// Notes the claim of a node's bound, if the bound is stored with one.
    #[inline(always)]
    pub(super) fn note_claim(&mut self, node: &Node<B>, claim: impl FnOnce(&Self) -> Claim<B::Word>) {
        if let TableKey::Heights(_) = node.key {
            self.claim = claim(self);
        }
    }

    /// Returns the claims after the excluded moves of a node.
    #[inline(always)]
    pub(super) fn claims_of_excluded<const L: usize>(&self, moves: &Moves<'_, B, L>) -> Claims<B::Word> {
        if let TableKey::Heights(_) = moves.children.node.key {
            moves.claims_of_excluded(self.table_of_children())
        } else {
            Claims::NONE
        }
    }

    one_copy_in_wasm! {
        /// Adds the claim after a move that was searched.
        pub(super) fn add_claim(&self, claims: &mut Claims<B::Word>, node: &Node<B>, cell: B::Word) {
            if let TableKey::Heights(_) = node.key {
                claims.add(&node.masks(), node.position.occupied, cell, self.claim);
            }
        }
    }

    /// Returns the table, for the bounds of children. Tests leave it out.
    #[inline(always)]
    fn table_of_children(&self) -> Option<&TableHandle<'a>> {
        self.observer.pruning().probe_children.then_some(&self.table)
    }
}

/// Whether the search enters a node: the game continues, and the next two stones do not decide it.
fn is_searched<B: Layout>(node: &Node<B>) -> bool {
    let masks = &node.masks();
    let can_win = node.position.our_threats(masks) & node.position.playable(masks) != B::Word::ZERO;
    !can_win && !node.position.is_over(masks) && node.moves != B::Word::ZERO
}

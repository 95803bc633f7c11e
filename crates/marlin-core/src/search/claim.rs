//! Claims: the cells that the proof of a bound has used, so that it holds for other positions too (R8 in
//! docs/proofs.md).
//!
//! # The plain algorithm
//!
//! ```text
//! bound by a rule:       the claimant has the cells with which it wins, and the other side
//!                        lacks the cells that would give it a four or an answer
//! we move to a cell:     the claim after it, less the cell
//! they have to move:     the claims after their non-losing moves together; the claimant has the cell
//!                        that refutes the others; they lack the playable cells, and a stone
//!                        of the claimant is on each line that a move could complete
//! ```
//!
//! # Where this code departs from it
//!
//! *A winning cell may be new.* If a cell in the claim wins only because of the stone just played, the two
//! other stones of its four replace it in the claim ([`Claim::before_our_move`]).
//!
//! *A line must be blocked once.* One stone of ours on a line prevents their four there, so the claim does
//! not need all of our stones on it. [`blockers`] greedily chooses few stones for the lines of all moves
//! together.
//!
//! *The claim is found after the bound.* Bounds are found for all children in vectors, but a claim only for
//! the child that decides. If a table entry proves the bound, the claim is read from that entry. If another
//! entry has replaced it since, the claim is the whole position, which is always valid.
//!
//! *Either side may be the claimant.* The claimant is the side whose score the claim bounds from below: `us`
//! if our move to a cell proves the bound, and `them` if every move of ours fails
//! ([`Claims::before_their_move`] takes the claimant's side).
//!
//! # Rejected alternatives
//!
//! The reduced form as the claim of the rules: it makes the claims of all nodes above it worse, and the
//! search takes 1.6 times the nodes. Functions that find claims out of line: the search takes 1.03 to 1.09 of
//! the time. docs/history.md has the figures.
//!
//! # References
//!
//! M. L. Ginsberg, Partition search, 1996.

use super::children::{Children, ClaimevenBounds, FourCut, lanes};
use super::claimeven::{ClaimevenBound, CountedCells};
use super::moves::Moves;
use super::node::{Child, Node};
use crate::bitboard;
use crate::bounds::{Bounds, static_bounds};
use crate::geometry::{Layout, Masks};
use crate::raw_position::Held;
use crate::target::one_copy_in_wasm;
pub(super) use crate::transposition::Claim;
use crate::transposition::TableHandle;
use crate::word::Word;

impl<W: Word> Claim<W> {
    one_copy_in_wasm! {
        /// The claimant moves to a cell: returns the claim before this move.
        pub(super) fn before_our_move(self, masks: &Masks<W>, cell: W, us: W, our_threats: W, empty: W) -> Self {
            let Self { has, lacks } = self;
            let mut before = has & !cell;
            // These cells win only because of the stone, so the two other stones of such a four are needed.
            for new in bitboard::each(before & empty & !our_threats) {
                before = before & !new | by(Clause::OurMove, bitboard::first_four(masks, us | new | cell) & us);
            }
            Self { has: before, lacks: lacks & !cell }
        }
    }
}

impl<B: Layout> Node<B> {
    /// Returns the claim that uses all of a node, whatever the proof of its bound was. It holds for the node
    /// alone. The claimant is the side to move if the node fails high.
    pub(super) fn claim_of_itself(&self, fails_high: bool) -> Claim<B::Word> {
        let Held { ours, theirs } = self.sides().held();
        let (has, other) = if fails_high { (ours, theirs) } else { (theirs, ours) };
        Claim { has, lacks: self.masks().board & !other }
    }
}

/// The claims after the moves of the other side, collected one by one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Claims<W> {
    all: Claim<W>,
    /// The lines of two filled cells, a move and a cell that the other side must lack after it.
    lines: Starts<W>,
}

impl<W: Word> Claims<W> {
    /// The claims after no move.
    pub(super) const NONE: Self = Self { all: Claim { has: W::ZERO, lacks: W::ZERO }, lines: [W::ZERO; 4] };

    one_copy_in_wasm! {
        /// Adds the claim after a move to a cell.
        pub(super) fn add(&mut self, masks: &Masks<W>, filled: W, cell: W, claim: Claim<W>) {
            let lacks = claim.lacks & !cell;
            let lines = lines_through(masks, filled, cell, lacks & !filled);
            for (all, new) in self.lines.iter_mut().zip(lines) {
                *all |= new;
            }
            self.all = Claim { has: self.all.has | claim.has, lacks: self.all.lacks | lacks };
        }
    }

    one_copy_in_wasm! {
        /// Returns the claim before the move of the other side, given the claims after all of its non-losing
        /// moves.
        pub(super) fn before_their_move<B: Layout<Word = W>>(&self, node: &Node<B>) -> Claim<W> {
            let masks = &node.masks();
            let (our_stones, our_threats) = (node.position.them(), node.their_threats);
            let playable = node.position.playable(masks);
            // A losing move leaves one of our winning cells, or makes one playable.
            let losing = playable & !node.moves;
            let forced = if losing == W::ZERO { W::ZERO } else { playable & our_threats };
            let refuting = if forced == W::ZERO { losing << 1 } else { forced };
            let has = self.all.has | by(Clause::TheirMoveLosing, refuting);
            let lacks = self.all.lacks | by(Clause::TheirMovePlayable, playable);
            let blockers = blockers(masks, self.lines, our_stones, (has | lacks) & our_stones);
            Claim { has, lacks: lacks | by(Clause::TheirMoveLines, blockers) }
        }
    }
}

/// The cells of the four directions' lines, by the lowest cell in bit order of each.
type Starts<W> = [W; 4];

one_copy_in_wasm! {
    /// Returns cells of `stones` such that each of the lines has one of them or a cell of `have`. A line
    /// without a stone gets no cell.
    fn blockers<W: Word>(masks: &Masks<W>, lines: Starts<W>, stones: W, have: W) -> W {
        let directions = bitboard::directions(masks);
        let mut all = W::ZERO;
        for lane in 0..4 {
            let direction = directions[lane];
            let next = |cells: W, times: u32| bitboard::shr(cells, times * direction);
            let covered = |cells: W| {
                let pair = cells | next(cells, 1);
                pair | next(pair, 2)
            };
            let mut left = lines[lane] & !covered(have);
            for times in 0..4 {
                let found = left & next(stones, times);
                let new = bitboard::shl(found, times * direction);
                all |= new;
                left &= !found;
                left &= !covered(new);
            }
        }
        all
    }
}

/// Returns the lowest cell of each column.
#[inline(always)]
fn lowest<W: Word>(masks: &Masks<W>, cells: W) -> W {
    cells & !(bitboard::fill_up(masks, cells) << 1)
}

/// Returns the lines within a set.
#[inline(always)]
fn lines_within<W: Word>(masks: &Masks<W>, cells: W) -> Starts<W> {
    bitboard::directions(masks).map(|direction| bitboard::four_starts(cells, direction))
}

/// Returns the lines that have two or more empty cells.
#[inline(always)]
fn lines_of_two<W: Word>(masks: &Masks<W>, lines: Starts<W>, empty: W) -> Starts<W> {
    let directions = bitboard::directions(masks);
    let mut found = [W::ZERO; 4];
    for lane in 0..4 {
        let direction = directions[lane];
        let next = |cells: W, times: u32| bitboard::shr(cells, times * direction);
        let one = empty | next(empty, 1);
        let two = empty & next(empty, 1);
        found[lane] = lines[lane] & (two | next(two, 2) | one & next(one, 2));
    }
    found
}

/// Returns the lines of two filled cells, a cell played and one of some empty cells.
#[inline(always)]
fn lines_through<W: Word>(masks: &Masks<W>, filled: W, played: W, empty: W) -> Starts<W> {
    let directions = bitboard::directions(masks);
    let mut lines = [W::ZERO; 4];
    for lane in 0..4 {
        let direction = directions[lane];
        let next = |cells: W, times: u32| bitboard::shr(cells, times * direction);
        let both = |a: W, b: W| a & next(b, 1) | b & next(a, 1);
        let (filled_twice, mixed) = (filled & next(filled, 1), both(played, empty));
        let (one_played, one_empty) = (both(filled, played), both(filled, empty));
        lines[lane] = filled_twice & next(mixed, 2)
            | mixed & next(filled_twice, 2)
            | one_played & next(one_empty, 2)
            | one_empty & next(one_played, 2);
    }
    lines
}

/// The claims of a child for the side that has just moved, which scores at least as much as its bound says.
impl<B: Layout> Child<B> {
    one_copy_in_wasm! {
        /// Returns the claim of a child without a non-losing move.
        pub(super) fn claim_of_loss(&self) -> Claim<B::Word> {
            let threats = self.sides.their_threats & self.sides.playable;
            let first = threats.lowest();
            let others = threats ^ first;
            let has = if threats == B::Word::ZERO {
                self.sides.playable << 1
            } else if others == B::Word::ZERO {
                first | first << 1
            } else {
                first | others.lowest()
            };
            Claim { has: by(Clause::LossHas, has), lacks: by(Clause::LossLacks, self.sides.playable) }
        }
    }

    one_copy_in_wasm! {
        /// Returns the claim of the bound by claimeven, with the fours that come second where there are any.
        pub(super) fn claim_of_claimeven(&self) -> Claim<B::Word> {
            let masks = &self.board.masks();
            let division = self.division();
            let ClaimevenBound { upper_if_second, our_fours, .. } = self.claimeven();
            let traps = lowest(masks, division.traps) | division.odd_threat;
            let mut has = by(Clause::Traps, traps);
            if traps == B::Word::ZERO && upper_if_second < 0 {
                let four = bitboard::first_four(masks, self.sides.them | division.their_cells);
                has = by(Clause::FullBoardFour, four & self.sides.them);
            }
            if our_fours > 0 {
                has |= by(Clause::SecondFours, self.fours().stones_needed(masks));
            }
            let lines = lines_within(masks, self.sides.filled() | division.our_cells);
            self.claim_of_lines(has, division.our_cells, lines)
        }
    }

    /// Returns the claim of the bound by the stones that the fours take.
    pub(super) fn claim_of_stones(&self, upper: i64) -> Claim<B::Word> {
        let masks = &self.board.masks();
        let division = self.division();
        let cells = CountedCells::of(masks, &self.sides, &division, self.nb_moves);
        let has = by(Clause::Traps, lowest(masks, division.traps) | division.odd_threat);
        let fewer = usize::from(upper < cells.uppers[0]);
        let lines = cells.lines(masks, self.sides.filled()).map(|lines| lines[fewer]);
        let [one, _, three] = cells.taking;
        self.claim_of_lines(has, if fewer == 0 { one & !three } else { one }, lines)
    }

    /// Returns the claim of a strategy that needs `has`, and needs that no line is completed except the lines
    /// that may be completed now. `lines` are all lines that matter, and `cells` the empty cells of the lines
    /// that lack a single cell.
    #[inline(always)]
    fn claim_of_lines(&self, has: B::Word, cells: B::Word, lines: Starts<B::Word>) -> Claim<B::Word> {
        let masks = &self.board.masks();
        let (filled, empty) = (self.sides.filled(), self.sides.empty(masks));
        let lacks = by(Clause::Cells, cells & !self.sides.our_threats);
        let lines = lines_of_two(masks, lines, by(Clause::LinesOfTwo, empty));
        Claim { has, lacks: lacks | blockers(masks, lines, self.sides.them, has & filled) }
    }

    one_copy_in_wasm! {
        /// Returns the claim, for the side to move, of the lower bound by the number of stones.
        pub(super) fn claim_of_lower(&self) -> Claim<B::Word> {
            let cell = self.moves.lowest();
            let playable = (self.sides.playable ^ cell | cell << 1) & self.board.masks().board;
            Claim { has: B::Word::ZERO, lacks: by(Clause::LowerByStones, playable) }
        }
    }
}

/// The claims of a node that fails high by the bound of a child.
impl<B: Layout, const L: usize> Children<'_, B, L> {
    one_copy_in_wasm! {
        /// Returns the claim before a move, given the claim after it.
        pub(super) fn before_our_move(
            &self,
            lane: usize,
            claim: Claim<B::Word>,
        ) -> Claim<B::Word> {
            let (node, masks) = (self.node, &self.node.masks());
            let empty = masks.board ^ node.position.occupied;
            claim.before_our_move(masks, self.cells[lane], node.position.us, node.our_threats, empty)
        }
    }

    /// Returns the claim of a node with a lost child.
    #[inline(always)]
    pub(super) fn claim_of_lost_child(&self, lane: usize) -> Claim<B::Word> {
        self.before_our_move(lane, self.child(lane).claim_of_loss())
    }

    one_copy_in_wasm! {
        /// Returns the claim of a node that claimeven decides.
        pub(super) fn claim_of_claimeven(
            &self,
            bounds: &ClaimevenBounds<L>,
        ) -> Claim<B::Word> {
            let is_least = |&lane: &usize| bounds.uppers[lane] == i64::from(bounds.least);
            let lane = (0..self.len()).find(is_least).unwrap_or(0);
            self.before_our_move(lane, self.child(lane).claim_of_claimeven())
        }
    }

    /// Returns the claim of a node that the fours of a child decide.
    pub(super) fn claim_of_fours(&self, cut: FourCut) -> Claim<B::Word> {
        let FourCut { lane, upper, by_stones } = cut;
        let child = self.child(lane);
        let claim =
            if by_stones { child.claim_of_stones(i64::from(upper)) } else { child.claim_of_claimeven() };
        self.before_our_move(lane, claim)
    }
}

/// The claims of the bounds of children that are in the table.
impl<B: Layout, const L: usize> Moves<'_, B, L> {
    one_copy_in_wasm! {
        /// Returns the claims after the excluded moves.
        pub(super) fn claims_of_excluded(&self, table: Option<&TableHandle<'_>>) -> Claims<B::Word> {
            let (node, mut claims) = (self.children.node, Claims::NONE);
            for lane in lanes(!self.bounds.candidates & ((1 << self.children.len()) - 1)) {
                let bound = Bounds::at_least(self.bounds.of_child(lane).lower);
                // A shared node that is searched once more gets here after other searches, which may have
                // replaced the entry.
                let lookup = self.keys.lookup(self.children, lane);
                let claim = table.and_then(|table| table.claim(&node.masks(), &lookup, bound));
                let claim = claim.unwrap_or_else(|| {
                    if bound.lower == static_bounds(&node.masks(), node.nb_moves + 1).lower {
                        self.children.child(lane).claim_of_lower()
                    } else {
                        self.child(lane).claim_of_itself(true)
                    }
                });
                claims.add(&node.masks(), node.position.occupied, self.children.cells[lane], claim);
            }
            claims
        }
    }

    one_copy_in_wasm! {
        /// Returns the claim of the node, which fails high by the bound of a child in the table.
        pub(super) fn claim_of_cut(&self, table: Option<&TableHandle<'_>>) -> Claim<B::Word> {
            let (node, upper) = (self.children.node, -self.bounds.guaranteed);
            let is_least = |&lane: &usize| self.bounds.of_child(lane).upper == upper;
            let lane = (0..self.children.len()).find(is_least).unwrap_or(0);
            let (lookup, bound) = (self.keys.lookup(self.children, lane), Bounds::at_most(upper));
            let found = table.and_then(|table| table.claim(&node.masks(), &lookup, bound));
            // The number of stones alone does not decide a node here: otherwise its own bounds would have
            // decided it before it was entered.
            found.map_or_else(
                || node.claim_of_itself(true),
                |claim| self.children.before_our_move(lane, claim),
            )
        }
    }
}

/// The clauses of R8, which tests leave out one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clause {
    LossHas,
    LossLacks,
    LowerByStones,
    OurMove,
    TheirMovePlayable,
    TheirMoveLosing,
    TheirMoveLines,
    Traps,
    FullBoardFour,
    SecondFours,
    Cells,
    LinesOfTwo,
}

/// Returns the cells that a clause adds. When a test leaves the clause out, claims become wrong.
#[inline(always)]
#[cfg_attr(not(test), expect(unused_variables, reason = "only tests leave clauses out"))]
fn by<W: Word>(clause: Clause, cells: W) -> W {
    #[cfg(test)]
    if checks::LEFT_OUT.get() == Some(clause) {
        return W::ZERO;
    }
    cells
}

/// The tools of the checks of claims.
#[cfg(test)]
pub(super) mod checks {
    use std::cell::Cell;

    use super::{Claim, Clause, Layout, Node, Word};
    use crate::bounds::Bounds;

    thread_local! {
        /// The clause that is left out.
        pub(in crate::search) static LEFT_OUT: Cell<Option<Clause>> = const { Cell::new(None) };
    }

    impl Clause {
        pub(in crate::search) const ALL: [Self; 12] = [
            Self::LossHas,
            Self::LossLacks,
            Self::LowerByStones,
            Self::OurMove,
            Self::TheirMovePlayable,
            Self::TheirMoveLosing,
            Self::TheirMoveLines,
            Self::Traps,
            Self::FullBoardFour,
            Self::SecondFours,
            Self::Cells,
            Self::LinesOfTwo,
        ];
    }

    /// A claim that was stored.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(in crate::search) struct Stored<W> {
        pub(in crate::search) occupied: W,
        pub(in crate::search) claim: Claim<W>,
        /// Whether the claimant is the side to move.
        pub(in crate::search) is_lower: bool,
        /// The bound, from the side to move.
        pub(in crate::search) bound: i32,
    }

    impl<W: Word> Stored<W> {
        pub(in crate::search) fn new<B: Layout<Word = W>>(
            node: &Node<B>,
            claim: Claim<W>,
            proven: Bounds,
        ) -> Self {
            let is_lower = proven.upper == i32::MAX;
            let bound = if is_lower { proven.lower } else { proven.upper };
            Self { occupied: node.position.occupied, claim, is_lower, bound }
        }
    }
}

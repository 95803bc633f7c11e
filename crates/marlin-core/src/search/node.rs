//! [`Node`]: a position to search; [`Child`]: the position after a move, before anything is concluded from
//! it.

use super::claimeven::{ClaimevenBound, Division, Fours, claimeven, divide, upper_by_stones};
use crate::bitboard;
use crate::geometry::{Layout, Masks};
use crate::raw_position::{RawPosition, Sides};
use crate::transposition::{FormKey, HeightsKey, TableKey, has_claims};
use crate::word::{Word, mix};

/// A position to search, with the values that its parent has computed.
///
/// The game is not over, we, the side to move, cannot win at once, and we have a move after which they cannot
/// either. A node from [`Node::root`] need not satisfy this: it is not searched itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node<B: Layout> {
    pub(super) board: B,
    /// The stones.
    pub position: RawPosition<B::Word>,
    /// The number of stones.
    pub nb_moves: u32,
    /// The cell played last, 0 if that is not known.
    pub(super) last: B::Word,
    /// Our moves after which they cannot win at once.
    pub(super) moves: B::Word,
    /// Winning cells of the side to move.
    pub(super) our_threats: B::Word,
    /// Winning cells of the other side.
    pub(super) their_threats: B::Word,
    pub(super) key: TableKey,
}

impl<B: Layout> Node<B> {
    /// Returns the node of a position without a parent, to make children of. It is not searched itself, and
    /// its key is never used.
    pub fn root(board: B, position: &RawPosition) -> Self {
        let position = position.in_words::<B::Word>();
        let sides = position.sides(&board.masks());
        Self {
            board,
            position,
            nb_moves: position.nb_moves(),
            last: B::Word::ZERO,
            moves: sides.non_losing_moves(),
            our_threats: sides.our_threats,
            their_threats: sides.their_threats,
            key: TableKey::Form(FormKey::default()),
        }
    }

    /// Returns the masks of the board.
    #[inline(always)]
    pub(super) fn masks(&self) -> Masks<B::Word> {
        self.board.masks()
    }

    /// Returns the sets of both sides.
    #[inline(always)]
    pub(super) fn sides(&self) -> Sides<B::Word> {
        Sides {
            us: self.position.us,
            them: self.position.them(),
            playable: self.position.playable(&self.masks()),
            our_threats: self.our_threats,
            their_threats: self.their_threats,
        }
    }

    /// Returns whether the stones that fours take may bound a child's score by a target. The lowest such
    /// bound is the score of a win with the fourth stone.
    #[inline(always)]
    pub(super) fn stones_may_decide(&self, target: i32) -> bool {
        target > 0 && self.masks().win_in(self.nb_moves + 1, 6) <= target
    }

    /// Returns the key by which the main table keeps an answer about the node, and a team marks it as busy: a
    /// form, whatever the number of its stones.
    pub(super) fn answer_key(&self) -> FormKey {
        ReducedForm::alone(&self.masks(), self.sides()).hashed_key(self.nb_moves)
    }
}

/// The position after a move. It is the turn of the other player there, so `sides.us` is the node's `them`.
#[derive(Debug, Clone, Copy)]
pub struct Child<B: Layout> {
    pub(super) board: B,
    pub(super) nb_moves: u32,
    /// The cell played.
    pub(super) cell: B::Word,
    pub(super) sides: Sides<B::Word>,
    /// Winning cells of the side that has just moved, before its move.
    pub(super) their_threats_before: B::Word,
    /// Moves after which the side that has just moved cannot win at once.
    pub(super) moves: B::Word,
}

/// The maximum number of stones at which a child and its mirror image share a key. With more stones, mirror
/// images among the children of a node are too rare.
pub(super) const MIRROR_MAX_STONES: u32 = 12;

impl<B: Layout> Child<B> {
    /// Returns the child of a node after a stone on a cell.
    #[inline(always)]
    pub fn of(node: &Node<B>, cell: B::Word) -> Self {
        let mut child = Self::expanded(node, cell, B::Word::ZERO, B::Word::ZERO);
        let sides = &mut child.sides;
        sides.their_threats = bitboard::winning_cells(&node.masks(), sides.them, sides.filled());
        child.moves = child.sides.non_losing_moves();
        child
    }

    /// Returns a child whose threats and moves have been found already.
    #[inline(always)]
    pub(super) fn expanded(node: &Node<B>, cell: B::Word, their_threats: B::Word, moves: B::Word) -> Self {
        let masks = node.masks();
        // The turn has passed: the node's `them` is the side to move now.
        let us = node.position.them();
        let them = node.position.us | cell;
        let playable = ((us | them) + masks.bottom) & masks.board;
        let our_threats = node.their_threats & !cell;
        Self {
            board: node.board,
            nb_moves: node.nb_moves + 1,
            cell,
            sides: Sides { us, them, playable, our_threats, their_threats },
            their_threats_before: node.our_threats,
            moves,
        }
    }

    /// Returns the child as a node with its key in the table.
    #[inline(always)]
    pub(super) fn as_node(&self, parent: &Node<B>, key: TableKey) -> Node<B> {
        Node {
            board: parent.board,
            position: parent.position.after(self.cell),
            nb_moves: self.nb_moves,
            last: self.cell,
            moves: self.moves,
            our_threats: self.sides.our_threats,
            their_threats: self.sides.their_threats,
            key,
        }
    }

    /// Returns the score of the child if the rules alone decide it.
    pub(super) fn decided(&self) -> Option<i32> {
        let is_lost = self.their_threats_before & self.cell != B::Word::ZERO;
        self.sides.decided(&self.board.masks(), self.nb_moves, is_lost)
    }

    /// Returns the bound for the side to move by claimeven of the side that has just moved.
    #[inline(always)]
    pub(super) fn claimeven(&self) -> ClaimevenBound {
        claimeven(&self.board.masks(), &self.sides, self.nb_moves, &self.division())
    }

    /// Returns the division of the empty cells by claimeven.
    #[inline(always)]
    pub(super) fn division(&self) -> Division<B::Word> {
        divide(&self.board.masks(), &self.sides, self.nb_moves)
    }

    /// Returns the fours that claimeven leaves to the side to move.
    #[inline(always)]
    pub(super) fn fours(&self) -> Fours<B::Word> {
        Fours::new(&self.board.masks(), self.sides, &self.division())
    }

    /// Returns an upper bound for the side to move by the stones that its fours take under claimeven.
    #[inline(always)]
    pub(super) fn upper_by_stones(&self) -> i64 {
        upper_by_stones(&self.board.masks(), &self.sides, &self.division(), self.nb_moves)
    }

    /// Returns the least upper bound for the side to move by claimeven and its fours.
    pub(super) fn best_upper(&self) -> i64 {
        let ClaimevenBound { upper, upper_if_second, .. } = self.claimeven();
        let come_second = upper_if_second < upper && self.fours().all_come_second(&self.board.masks());
        if come_second { upper_if_second } else { upper.min(self.upper_by_stones()) }
    }

    /// Returns the lines that each side can still complete.
    #[inline(always)]
    pub(super) fn open_lines(&self) -> OpenLines<B::Word> {
        OpenLines::of(&self.board.masks(), &self.sides)
    }

    /// Returns the reduced form of the child.
    #[inline(always)]
    pub(super) fn reduced(&self, lines: &OpenLines<B::Word>) -> ReducedForm<B::Word> {
        ReducedForm::of(&self.board.masks(), &self.sides, lines)
    }

    /// Returns the key in the table. On early plies mirror images share one.
    pub fn key(&self) -> TableKey {
        let masks = &self.board.masks();
        if has_claims(masks, self.nb_moves) {
            TableKey::Heights(HeightsKey::new(masks, self.sides.playable))
        } else if self.nb_moves <= MIRROR_MAX_STONES {
            TableKey::Form(self.symmetric_key())
        } else {
            TableKey::Form(self.reduced(&self.open_lines()).hashed_key(self.nb_moves))
        }
    }

    /// Returns a key that the mirror image shares.
    pub(super) fn symmetric_key(&self) -> FormKey {
        let masks = &self.board.masks();
        ReducedForm::alone(masks, self.sides).min_mirror(masks).hashed_key(self.nb_moves)
    }

    /// Returns a key that keeps all stones.
    pub(super) fn unreduced_key(&self) -> FormKey {
        ReducedForm::unreduced(&self.sides).hashed_key(self.nb_moves)
    }
}

/// The lines that each side can still complete.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenLines<W> {
    /// Empty cells that may yet be played before the game ends.
    reachable: W,
    /// The winning cells of each side, as far as they are reachable.
    our_threats: W,
    their_threats: W,
    /// Cells on the lines that each side can still complete, without its winning cells.
    pub(super) our_lines: W,
    pub(super) their_lines: W,
}

impl<W: Word> OpenLines<W> {
    /// Returns the open lines of both sides.
    #[inline(always)]
    pub(super) fn of(masks: &Masks<W>, sides: &Sides<W>) -> Self {
        let &Sides { us, them, our_threats, their_threats, .. } = sides;
        let empty = sides.empty(masks);
        // The game ends at a cell where both win, and at the upper of two stacked winning cells at the
        // latest: nothing above is ever played.
        let last =
            our_threats & their_threats | our_threats & our_threats << 1 | their_threats & their_threats << 1;
        let reachable = empty & !bitboard::fill_up(masks, last << 1 & masks.board);
        let our_threats = our_threats & reachable;
        let their_threats = their_threats & reachable;
        // A line through a side's own winning cell adds nothing, because the game ends with the stone on that
        // cell.
        let our_lines = bitboard::cells_on_fours(masks, us | reachable & !our_threats);
        let their_lines = bitboard::cells_on_fours(masks, them | reachable & !their_threats);
        Self { reachable, our_threats, their_threats, our_lines, their_lines }
    }

    /// Returns the reachable cells that still matter.
    #[inline(always)]
    pub(super) fn live(&self) -> W {
        self.reachable & (self.our_lines | self.their_lines | self.our_threats | self.their_threats)
    }
}

/// The parts of a position that can still matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ReducedForm<W> {
    /// The stones of the side to move on lines that it can still complete, and its winning cells.
    pub(super) us: W,
    /// The same for the other side.
    pub(super) them: W,
    /// The playable cells of the columns in which a cell still matters; the other columns count as full.
    pub(super) playable: W,
}

impl<W: Word> ReducedForm<W> {
    /// Returns the form of a position in which the side to move cannot win at once.
    #[inline(always)]
    pub(super) fn of(masks: &Masks<W>, sides: &Sides<W>, lines: &OpenLines<W>) -> Self {
        Self {
            us: sides.us & lines.our_lines | lines.our_threats,
            them: sides.them & lines.their_lines | lines.their_threats,
            playable: sides.playable & bitboard::whole_columns(masks, lines.live()),
        }
    }

    /// Calls [`Self::of`], outside of loops over the lanes.
    #[inline(never)]
    fn alone(masks: &Masks<W>, sides: Sides<W>) -> Self {
        Self::of(masks, &sides, &OpenLines::of(masks, &sides))
    }

    /// Returns the lesser of the form and its mirror image: positions that mirror one another share it.
    pub(super) fn min_mirror(self, masks: &Masks<W>) -> Self {
        let mirror = |cells| bitboard::mirror(masks, cells);
        self.min(Self { us: mirror(self.us), them: mirror(self.them), playable: mirror(self.playable) })
    }

    /// Returns the form that keeps everything.
    pub(super) fn unreduced(&Sides { us, them, playable, .. }: &Sides<W>) -> Self {
        Self { us, them, playable }
    }

    /// Returns two hashes of the form and the number of stones, which determines the side to move and the
    /// moves left.
    ///
    /// The words are mixed separately and added up in two ways. Every step is a bijection of each word while
    /// the others are fixed; a word of more than 64 bits has one half of the pair for each hash. The hash is
    /// only ever compared as a whole; the check is taken apart, so its bits are mixed once more.
    #[inline(always)]
    pub(super) fn hashed_key(self, nb_moves: u32) -> FormKey {
        let stones = u64::from(nb_moves).wrapping_mul(0x8ebc_6af0_9c88_c6e3);
        let us = self.us.mixed(0x9e37_79b9_7f4a_7c15);
        let them = self.them.mixed(0xbf58_476d_1ce4_e5b9);
        let playable = (self.playable ^ W::of(stones.into())).mixed(0x94d0_49bb_1331_11eb);
        let check = us[1].rotate_left(42).wrapping_add(them[1]).wrapping_add(playable[1].rotate_left(21));
        let hash = us[0].wrapping_add(them[0].rotate_left(21)).wrapping_add(playable[0].rotate_left(42));
        FormKey { hash, check: mix(check, 0xa076_1d64_78bd_642f) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Checks that forms which differ from one another in few cells have different hashes, each by itself.
    fn check_neighbours<W: Word>(masks: &Masks<W>, base: ReducedForm<W>) {
        let one: Vec<W> = bitboard::each(masks.board).chain([W::ZERO]).collect();
        let (mut forms, mut hashes, mut checks) = (HashSet::new(), HashSet::new(), HashSet::new());
        let mut check = |form: ReducedForm<W>, nb_moves| {
            if forms.insert((form, nb_moves)) {
                let key = form.hashed_key(nb_moves);
                assert!(hashes.insert(key.hash), "{form:x?} with {nb_moves} stones");
                assert!(checks.insert(key.check), "{form:x?} with {nb_moves} stones");
            }
        };
        for &first in &one {
            for &second in &one {
                for &third in &one {
                    let (us, them) = (base.us ^ first, base.them ^ second);
                    check(ReducedForm { them: them ^ third, us, ..base }, 20);
                    check(ReducedForm { playable: base.playable ^ third, us, them }, 20);
                }
                for nb_moves in 0..64 {
                    check(ReducedForm { playable: base.playable ^ first ^ second, ..base }, nb_moves);
                }
            }
        }
    }

    #[test]
    fn mirror_images_share_a_form() {
        let standard = &Masks::of(7, 6);
        let form = ReducedForm { us: 0b11, them: 1 << 14 | 1 << 42, playable: 0b100 };
        let image = ReducedForm { us: 0b11 << 42, them: 1 << 28 | 1, playable: 0b100 << 42 };
        assert_eq!(form.min_mirror(standard), image.min_mirror(standard));
        assert!([form, image].contains(&form.min_mirror(standard)));
    }

    #[test]
    fn forms_that_differ_in_few_cells_have_different_hashes() {
        check_neighbours(
            &Masks::of(7, 6).in_u64(),
            ReducedForm { us: 0x0102_0408_1021, them: 0x0810_2143, playable: 0x0204_0811 },
        );
        check_neighbours(
            &Masks::of(8, 8),
            ReducedForm {
                us: 0x4021_0305_0b11_2201,
                them: 1 << 70 | 0x0105_0208_1102,
                playable: 1 << 65 | 0x8102,
            },
        );
        check_neighbours(
            &Masks::of(8, 7).in_u64(),
            ReducedForm { us: 0x4021_0305_0b11_2201, them: 0x0105_0208_1102, playable: 0x8102 },
        );
    }
}

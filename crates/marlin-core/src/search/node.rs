//! [`Node`]: a position to search; [`Child`]: the position after a move, before anything is concluded from it.

use super::claimeven::{Claimeven, Division, Fours, claimeven, divide, upper_by_stones};
use super::reduced::{OpenLines, ReducedForm};
use crate::bitboard;
use crate::bounds::NextTwoStones;
use crate::geometry::{Layout, Masks};
use crate::raw_position::RawPosition;
use crate::transposition::TableKey;

/// A position to search, with the values that its parent has computed.
///
/// The game is not over, we, the side to move, cannot win at once, and we have a move after which they cannot either. A
/// node from [`Node::root`] need not satisfy this: it is not searched itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node<B: Layout> {
    pub(super) board: B,
    pub(super) position: RawPosition,
    pub(super) nb_moves: u32,
    /// The cell played last, 0 if that is not known.
    pub(super) last: u64,
    /// Our moves after which they cannot win at once.
    pub(super) moves: u64,
    /// Winning cells of the side to move.
    pub(super) our_threats: u64,
    /// Winning cells of the other side.
    pub(super) their_threats: u64,
    pub(super) key: TableKey,
}

impl<B: Layout> Node<B> {
    /// Returns the node of a position without a parent, to make children of. It is not searched itself, and its key is
    /// never used.
    pub(super) fn root(board: B, position: RawPosition) -> Self {
        let masks = &board.masks();
        let their_threats = position.their_threats(masks);
        Self {
            board,
            position,
            nb_moves: position.nb_moves(),
            last: 0,
            moves: bitboard::non_losing_cells(position.playable(masks), their_threats),
            our_threats: position.our_threats(masks),
            their_threats,
            key: TableKey::default(),
        }
    }

    /// Returns the numbers of the board.
    #[inline(always)]
    pub(super) fn masks(&self) -> Masks {
        self.board.masks()
    }
}

/// The position after a move. It is the turn of the other player there, so `us` is the node's `them`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child<B> {
    pub(super) board: B,
    pub(super) nb_moves: u32,
    /// The cell played.
    pub(super) cell: u64,
    /// Stones of the side to move, and of the side that has just moved.
    pub(super) us: u64,
    pub(super) them: u64,
    pub(super) playable: u64,
    /// Winning cells of the side to move.
    pub(super) our_threats: u64,
    /// Winning cells of the side that has just moved, now and before its move.
    pub(super) their_threats: u64,
    pub(super) their_threats_before: u64,
    /// Moves after which the side that has just moved cannot win at once.
    pub(super) moves: u64,
}

/// The greatest number of stones of a child whose mirror image has the same key. With more, mirror images are too rare
/// to look for them among the children of a node.
pub(super) const MIRROR_MAX_STONES: u32 = 12;

impl<B: Layout> Child<B> {
    /// Returns the child of a node after a stone on a cell.
    #[inline(always)]
    pub(super) fn of(node: &Node<B>, cell: u64) -> Self {
        let mut child = Self::expanded(node, cell, 0, 0);
        child.their_threats = bitboard::winning_cells(&node.masks(), child.them, child.us | child.them);
        child.moves = bitboard::non_losing_cells(child.playable, child.their_threats);
        child
    }

    /// Returns a child whose threats and moves have been found already.
    #[inline(always)]
    pub(super) fn expanded(node: &Node<B>, cell: u64, their_threats: u64, moves: u64) -> Self {
        let masks = node.masks();
        // The turn has passed: the stones of the node's `them` are those of the side to move now.
        let us = node.position.them();
        let them = node.position.us | cell;
        let playable = ((us | them) + masks.bottom) & masks.board;
        Self {
            board: node.board,
            nb_moves: node.nb_moves + 1,
            cell,
            us,
            them,
            playable,
            our_threats: node.their_threats & !cell,
            their_threats,
            their_threats_before: node.our_threats,
            moves,
        }
    }

    /// Returns the child as a node.
    pub(super) fn as_node(&self, parent: &Node<B>) -> Node<B> {
        Node {
            board: parent.board,
            position: parent.position.after(self.cell),
            nb_moves: self.nb_moves,
            last: self.cell,
            moves: self.moves,
            our_threats: self.our_threats,
            their_threats: self.their_threats,
            key: self.key(),
        }
    }

    /// Returns the score of the child if the rules alone decide it.
    pub(super) fn decided(&self) -> Option<i32> {
        let next = NextTwoStones {
            is_lost: self.their_threats_before & self.cell != 0,
            our_threats: self.our_threats,
            their_threats: self.their_threats,
            playable: self.playable,
        };
        next.decide(&self.board.masks(), self.nb_moves)
    }

    /// Returns the bound for the side to move by claimeven of the side that has just moved.
    #[inline(always)]
    pub(super) fn claimeven(&self) -> Claimeven {
        claimeven(&self.board.masks(), self.us, self.them, self.nb_moves, &self.division())
    }

    /// Returns the division of the empty cells by claimeven.
    #[inline(always)]
    fn division(&self) -> Division {
        let masks = &self.board.masks();
        divide(masks, self.us, self.them, self.playable, self.their_threats, self.nb_moves)
    }

    /// Returns the fours that claimeven leaves to the side to move.
    #[inline(always)]
    pub(super) fn fours(&self) -> Fours {
        Fours::new(&self.board.masks(), self.us, self.them, self.playable, &self.division())
    }

    /// Returns an upper bound for the side to move by the stones that its fours take under claimeven.
    #[inline(always)]
    pub(super) fn upper_by_stones(&self) -> i64 {
        upper_by_stones(&self.board.masks(), self.us, self.playable, &self.division(), self.nb_moves)
    }

    /// Returns the least upper bound for the side to move by claimeven and its fours.
    pub(super) fn best_upper(&self) -> i64 {
        let Claimeven { upper, upper_if_second, .. } = self.claimeven();
        let come_second = upper_if_second < upper && self.fours().all_come_second(&self.board.masks());
        if come_second { upper_if_second } else { upper.min(self.upper_by_stones()) }
    }

    /// Returns the lines that each side can still complete.
    #[inline(always)]
    pub(super) fn open_lines(&self) -> OpenLines {
        OpenLines::of(&self.board.masks(), (self.us, self.our_threats), (self.them, self.their_threats))
    }

    /// Returns the reduced form of the child.
    #[inline(always)]
    pub(super) fn reduced(&self, lines: &OpenLines) -> ReducedForm {
        ReducedForm::of(&self.board.masks(), self.us, self.them, self.playable, lines)
    }

    /// Returns the key in the table. On early plies mirror images share one.
    pub(super) fn key(&self) -> TableKey {
        if self.nb_moves <= MIRROR_MAX_STONES {
            return self.symmetric_key();
        }
        self.reduced(&self.open_lines()).key(self.nb_moves)
    }

    /// Returns a key that the mirror image shares.
    pub(super) fn symmetric_key(&self) -> TableKey {
        let form = self.reduced(&self.open_lines());
        form.min_mirror(&self.board.masks()).key(self.nb_moves)
    }

    /// Returns a key that keeps all stones.
    pub(super) fn unreduced_key(&self) -> TableKey {
        ReducedForm::unreduced(self.us, self.them, self.playable).key(self.nb_moves)
    }
}

//! [`Node`]: a position to search.

use crate::bitboard;
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

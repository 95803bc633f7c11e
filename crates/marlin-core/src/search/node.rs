//! [`Node`]: a position to search.

use crate::bitboard;
use crate::position::Position;
use crate::transposition::TableKey;

/// A position to search, with what its parent found out about it.
///
/// The game isn't over, we, the side to move, can't win at once, and we have a move after which they can't either. A node
/// from [`Node::root`] needn't satisfy this: it isn't searched itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node<const W: usize, const H: usize> {
    pub(super) position: Position<W, H>,
    pub(super) nb_moves: u32,
    /// The cell played last, 0 if that isn't known.
    pub(super) last: u64,
    /// Our moves after which they can't win at once.
    pub(super) moves: u64,
    /// Winning cells of the side to move.
    pub(super) our_threats: u64,
    /// Winning cells of the other side.
    pub(super) their_threats: u64,
    pub(super) key: TableKey,
}

impl<const W: usize, const H: usize> Node<W, H> {
    /// Returns the node of a position without a parent, to make children of. It isn't searched itself, and its key is never
    /// used.
    pub(super) fn root(position: Position<W, H>) -> Self {
        let their_threats = position.opponent_winning_cells().bits();
        Self {
            position,
            nb_moves: position.nb_moves(),
            last: 0,
            moves: bitboard::non_losing_cells(position.playable_cells().bits(), their_threats),
            our_threats: position.winning_cells().bits(),
            their_threats,
            key: TableKey::default(),
        }
    }
}

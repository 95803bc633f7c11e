//! Everything that is asked of the children of a node, for all columns at once.
//!
//! One column is one lane: [`Children::survey`] and [`Children::promises`] are loops over the columns without a branch in them, whose
//! bodies the compiler turns into vector code.

use super::bounds::{self, FollowUp};
use super::canonical::{Canonical, Prospects};
use super::ordering::{self, FEATURES};
use crate::bitboard;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::transposition::Fingerprint;

/// A position to search, with what its parent found out about it.
///
/// The side to move can't win at once, and the board isn't full.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<const W: usize, const H: usize> {
    pub(super) position: Position<W, H>,
    pub(super) nb_moves: u32,
    /// The cell played last, 0 if that isn't known.
    pub(super) last: u64,
    /// The moves after which the opponent can't win at once.
    pub(super) moves: u64,
    /// Winning cells of the side to move.
    pub(super) own_wins: u64,
    /// Winning cells of the other side.
    pub(super) enemy_wins: u64,
    pub(super) name: Fingerprint,
}

impl<const W: usize, const H: usize> Node<W, H> {
    /// Returns the node of a position that is searched without a parent. Nobody asks for its name.
    pub(super) fn root(position: Position<W, H>) -> Self {
        let enemy_wins = position.opponent_winning_cells();
        Self {
            position,
            nb_moves: position.nb_moves(),
            last: 0,
            moves: bitboard::non_losing_cells(position.playable_cells(), enemy_wins),
            own_wins: position.winning_cells(),
            enemy_wins,
            name: Fingerprint::default(),
        }
    }
}

/// What is known of each child of a node, by column, `L` columns at least.
///
/// A column that can't be played holds values without meaning.
#[derive(Debug)]
pub(super) struct Children<const L: usize> {
    /// The cell that the stone falls on.
    pub(super) cells: [u64; L],
    /// The moves of the child after which the node's side can't win at once; without one the child is lost.
    pub(super) moves: [u64; L],
    /// Winning cells of the side that has just moved.
    pub(super) wins: [u64; L],
    /// Upper bounds of the scores of the side to move in the child.
    pub(super) ceilings: [i64; L],
    /// What the order is made by, as in [`Outlook`].
    leader_fours: [u32; L],
    mover_lines: [u64; L],
    other_lines: [u64; L],
    live: [u64; L],
    places: [u64; L],
    checks: [u64; L],
}

impl<const L: usize> Children<L> {
    /// Returns room for what there is to know.
    #[inline(always)]
    pub(super) const fn unknown() -> Self {
        Self {
            cells: [0; L],
            moves: [0; L],
            wins: [0; L],
            ceilings: [0; L],
            leader_fours: [0; L],
            mover_lines: [0; L],
            other_lines: [0; L],
            live: [0; L],
            places: [0; L],
            checks: [0; L],
        }
    }

    /// Looks at all children of a node. It is done in place, because so much isn't moved for nothing.
    #[inline(always)]
    pub(super) fn survey<const W: usize, const H: usize>(&mut self, node: &Node<W, H>) {
        let columns = const { columns::<W, H, L>() };
        let playable = node.position.playable_cells();
        for (lane, column) in columns.into_iter().enumerate() {
            let child = Child::of(node, playable & column);
            let FollowUp { ceiling, leader_fours } = child.follow_up::<W, H>();
            let prospects = child.prospects::<W, H>();
            let name = child.canonical::<W, H>(&prospects).fingerprint(child.nb_moves);
            self.cells[lane] = child.cell;
            self.moves[lane] = child.safe;
            self.wins[lane] = child.wins;
            self.ceilings[lane] = ceiling;
            self.leader_fours[lane] = leader_fours;
            self.mover_lines[lane] = prospects.mover_lines;
            self.other_lines[lane] = prospects.other_lines;
            self.live[lane] = prospects.live();
            self.places[lane] = name.place;
            self.checks[lane] = name.check;
        }
        if node.nb_moves < MIRROR_PLIES {
            self.name_with_mirror_images(node);
        }
    }

    /// Returns a child as a node of its own.
    #[inline(always)]
    pub(super) fn node<const W: usize, const H: usize>(
        &self,
        parent: &Node<W, H>,
        column: usize,
    ) -> Node<W, H> {
        Node {
            position: parent.position.after(self.cells[column]),
            nb_moves: parent.nb_moves + 1,
            last: self.cells[column],
            moves: self.moves[column],
            own_wins: parent.enemy_wins & !self.cells[column],
            enemy_wins: self.wins[column],
            name: self.name(column),
        }
    }

    /// Returns the cells after which the opponent loses whatever it plays.
    #[inline(always)]
    pub(super) fn lost<const W: usize, const H: usize>(&self, parent: &Node<W, H>) -> u64 {
        // After the last stone there is no move because the board is full.
        if parent.nb_moves + 1 == Geometry::<W, H>::CELLS {
            return 0;
        }
        let lost =
            self.cells.iter().zip(&self.moves).map(|(&cell, &moves)| if moves == 0 { cell } else { 0 });
        lost.fold(0, |all, cell| all | cell)
    }

    /// Returns the score that some move reaches for certain by the ceilings.
    #[inline(always)]
    pub(super) fn floor(&self, moves: u64) -> i32 {
        let floors = self.cells.iter().zip(&self.ceilings);
        let floors = floors.map(|(&cell, &ceiling)| if moves & cell == 0 { i64::MIN } else { -ceiling });
        floors.fold(i64::MIN, i64::max).max(i64::from(i32::MIN)) as i32
    }

    /// Returns what the features of each child promise to its parent, more for a better move.
    #[inline(always)]
    pub(super) fn promises<const W: usize, const H: usize>(
        &self,
        parent: &Node<W, H>,
        weights: &[i32; FEATURES],
    ) -> [i64; L] {
        let mut promises = [0; L];
        for (lane, promise) in promises.iter_mut().enumerate() {
            let child = Child::seen(parent, self.cells[lane], self.wins[lane], self.moves[lane]);
            let outlook = Outlook {
                leader_fours: self.leader_fours[lane],
                mover_lines: self.mover_lines[lane],
                other_lines: self.other_lines[lane],
                live: self.live[lane],
            };
            *promise = ordering::dot(&ordering::features::<W, H>(&child, &outlook), weights);
        }
        promises
    }

    /// Names every child as its mirror image is named.
    #[cold]
    fn name_with_mirror_images<const W: usize, const H: usize>(&mut self, parent: &Node<W, H>) {
        for lane in 0..L {
            let child = Child::of(parent, self.cells[lane]);
            let form = child.canonical::<W, H>(&child.prospects::<W, H>());
            let name = form.of_either_side::<W, H>().fingerprint(child.nb_moves);
            (self.places[lane], self.checks[lane]) = (name.place, name.check);
        }
    }

    /// Names every child by all of its stones instead of by what matters.
    pub(super) fn name_plainly<const W: usize, const H: usize>(&mut self, parent: &Node<W, H>) {
        for lane in 0..L {
            let Child { mover, other, playable, .. } = Child::of(parent, self.cells[lane]);
            let name = Canonical::plain(mover, other, playable).fingerprint(parent.nb_moves + 1);
            (self.places[lane], self.checks[lane]) = (name.place, name.check);
        }
    }

    /// Returns the name of a child in the table.
    #[inline(always)]
    pub(super) const fn name(&self, column: usize) -> Fingerprint {
        Fingerprint { place: self.places[column], check: self.checks[column] }
    }
}

/// The number of stones from which on mirror images are too rare to look for them.
const MIRROR_PLIES: u32 = 12;

/// One child, before anything is concluded from it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub(super) nb_moves: u32,
    /// The cell played.
    pub(super) cell: u64,
    /// Stones of the side to move now, and of the side that has just moved.
    pub(super) mover: u64,
    pub(super) other: u64,
    pub(super) playable: u64,
    /// Winning cells of the side that has just moved, now and before.
    pub(super) wins: u64,
    pub(super) wins_before: u64,
    /// Winning cells of the side to move.
    pub(super) enemy_wins: u64,
    /// Moves after which the side that has just moved can't win at once.
    pub(super) safe: u64,
}

impl Child {
    /// Returns the child of a node after a stone on a cell.
    #[inline(always)]
    pub(super) const fn of<const W: usize, const H: usize>(node: &Node<W, H>, cell: u64) -> Self {
        let mut child = Self::seen(node, cell, 0, 0);
        child.wins = bitboard::winning_cells::<W, H>(child.other, child.mover | child.other);
        child.safe = bitboard::non_losing_cells(child.playable, child.wins);
        child
    }

    /// Returns a child whose wins and safe moves have been found already.
    #[inline(always)]
    const fn seen<const W: usize, const H: usize>(
        node: &Node<W, H>,
        cell: u64,
        wins: u64,
        safe: u64,
    ) -> Self {
        let mover = node.position.opponent();
        let other = node.position.current() | cell;
        let playable = ((mover | other) + Geometry::<W, H>::BOTTOM_MASK) & Geometry::<W, H>::BOARD_MASK;
        Self {
            nb_moves: node.nb_moves + 1,
            cell,
            mover,
            other,
            playable,
            wins,
            wins_before: node.own_wins,
            enemy_wins: node.enemy_wins & !cell,
            safe,
        }
    }

    /// Returns what the side that has just moved reaches by following up.
    #[inline(always)]
    pub(super) fn follow_up<const W: usize, const H: usize>(&self) -> FollowUp {
        bounds::follow_up::<W, H>(self.mover, self.other, self.playable, self.wins, self.nb_moves)
    }

    /// Returns what each side can still complete.
    #[inline(always)]
    pub(super) fn prospects<const W: usize, const H: usize>(&self) -> Prospects {
        Prospects::of::<W, H>((self.mover, self.enemy_wins), (self.other, self.wins))
    }

    /// Returns what of the child can still matter.
    #[inline(always)]
    pub(super) fn canonical<const W: usize, const H: usize>(&self, prospects: &Prospects) -> Canonical {
        Canonical::of::<W, H>(self.mover, self.other, self.playable, prospects)
    }

    /// Returns what the order is made by, besides the child itself.
    pub(super) fn outlook<const W: usize, const H: usize>(&self) -> Outlook {
        let prospects = self.prospects::<W, H>();
        Outlook {
            leader_fours: self.follow_up::<W, H>().leader_fours,
            mover_lines: prospects.mover_lines,
            other_lines: prospects.other_lines,
            live: prospects.live(),
        }
    }
}

/// What a survey finds out about a child on the way, and the order is made by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outlook {
    /// The fours by which the follower's strategy fails.
    pub(super) leader_fours: u32,
    /// Cells on lines that the side to move, and the other side, can still complete.
    pub(super) mover_lines: u64,
    pub(super) other_lines: u64,
    /// Empty cells that still matter.
    pub(super) live: u64,
}

/// Returns the cells of each column, none for the lanes past the last one.
///
/// Fewer lanes than columns are compiled for wide boards, but never run.
const fn columns<const W: usize, const H: usize, const L: usize>() -> [u64; L] {
    let mut columns = [0; L];
    let mut column = 0;
    while column < W && column < L {
        columns[column] = Geometry::<W, H>::column_mask(column);
        column += 1;
    }
    columns
}

//! Everything that is asked of the children of a node, for all columns at once.
//!
//! One column is one lane: [`survey`] is a loop over the columns without a branch in it, whose body the compiler
//! turns into vector code.

use super::bounds;
use super::canonical::{Canonical, Prospects};
use super::ordering::{self, FEATURES};
use crate::bitboard;
use crate::cpu::{Cpu, Level};
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
            moves: bounds::non_losing_cells(position.playable_cells(), enemy_wins),
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
    /// What the features of the child promise to its parent, more for a better move.
    pub(super) promises: [i64; L],
    places: [u64; L],
    checks: [u64; L],
}

impl<const L: usize> Children<L> {
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

/// Looks at all children of a node, with the instructions of a CPU level.
#[inline]
#[expect(unsafe_code, reason = "compiled for the baseline alone, the search takes twice the time")]
pub(super) fn survey<const W: usize, const H: usize, const L: usize>(
    cpu: Cpu,
    node: &Node<W, H>,
    weights: &[i32; FEATURES],
) -> Children<L> {
    match cpu.level() {
        Level::Baseline => survey_lanes(node, weights),
        // SAFETY: a `Cpu` of this level exists only where the machine was seen to have the features.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { survey_avx2(node, weights) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { survey_avx512(node, weights) },
    }
}

/// [`survey_lanes`], compiled for AVX2. The features are those that [`Cpu::available`] asks for.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn survey_avx2<const W: usize, const H: usize, const L: usize>(
    node: &Node<W, H>,
    weights: &[i32; FEATURES],
) -> Children<L> {
    survey_lanes(node, weights)
}

/// [`survey_lanes`], compiled for AVX-512. The features are those that [`Cpu::available`] asks for.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512vl,avx512vpopcntdq")]
fn survey_avx512<const W: usize, const H: usize, const L: usize>(
    node: &Node<W, H>,
    weights: &[i32; FEATURES],
) -> Children<L> {
    survey_lanes(node, weights)
}

#[inline(always)]
fn survey_lanes<const W: usize, const H: usize, const L: usize>(
    node: &Node<W, H>,
    weights: &[i32; FEATURES],
) -> Children<L> {
    let columns = const { columns::<W, H, L>() };
    let playable = node.position.playable_cells();
    let mut children = Children {
        cells: [0; L],
        moves: [0; L],
        wins: [0; L],
        ceilings: [0; L],
        promises: [0; L],
        places: [0; L],
        checks: [0; L],
    };
    for (lane, column) in columns.into_iter().enumerate() {
        let child = Child::of(node, playable & column);
        let Child { cell, mover, other, playable, wins, safe, .. } = child;
        let nb_moves = node.nb_moves + 1;
        let prospects = child.prospects::<W, H>();
        let name = Canonical::of::<W, H>(mover, other, playable, &prospects).fingerprint(nb_moves);
        children.cells[lane] = cell;
        children.moves[lane] = safe;
        children.wins[lane] = wins;
        children.ceilings[lane] = bounds::follow_up_ceiling::<W, H>(mover, other, playable, wins, nb_moves);
        children.promises[lane] = ordering::dot(&ordering::features::<W, H>(&child, &prospects), weights);
        children.places[lane] = name.place;
        children.checks[lane] = name.check;
    }
    children
}

/// One child, before anything is concluded from it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    /// The cell played.
    pub(super) cell: u64,
    /// Stones of the side to move now, and of the side that has just moved.
    pub(super) mover: u64,
    pub(super) other: u64,
    pub(super) playable: u64,
    /// Winning cells of the side that has just moved, now and before.
    pub(super) wins: u64,
    pub(super) wins_before: u64,
    /// Winning cells of the side to move, now and before.
    pub(super) enemy_wins: u64,
    pub(super) enemy_wins_before: u64,
    /// Moves after which the side that has just moved can't win at once.
    pub(super) safe: u64,
}

impl Child {
    /// Returns the child of a node after a stone on a cell.
    #[inline(always)]
    pub(super) const fn of<const W: usize, const H: usize>(node: &Node<W, H>, cell: u64) -> Self {
        let mover = node.position.opponent();
        let other = node.position.current() | cell;
        let mask = mover | other;
        let playable = (mask + Geometry::<W, H>::BOTTOM_MASK) & Geometry::<W, H>::BOARD_MASK;
        let wins = bitboard::winning_cells::<W, H>(other, mask);
        Self {
            cell,
            mover,
            other,
            playable,
            wins,
            wins_before: node.own_wins,
            enemy_wins: node.enemy_wins & !cell,
            enemy_wins_before: node.enemy_wins,
            safe: bounds::non_losing_cells(playable, wins),
        }
    }

    /// Returns what each side can still complete.
    #[inline(always)]
    pub(super) fn prospects<const W: usize, const H: usize>(&self) -> Prospects {
        Prospects::of::<W, H>((self.mover, self.enemy_wins), (self.other, self.wins))
    }
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

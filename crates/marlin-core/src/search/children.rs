//! Everything that is asked of the children of a node, for all columns at once.
//!
//! One column is one lane: [`survey`] is a loop over the columns without a branch in it, whose body the compiler
//! turns into vector code.

use super::bounds;
use super::canonical::Canonical;
use crate::bitboard;
use crate::cpu::{Cpu, Level};
use crate::geometry::Geometry;
use crate::position::Position;
use crate::transposition::Fingerprint;

/// A position to search, with what its parent found out about it.
///
/// The side to move can't win at once, and the board isn't full.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<const W: usize, const H: usize> {
    pub(super) position: Position<W, H>,
    pub(super) nb_moves: u32,
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
            moves: self.moves[column],
            own_wins: parent.enemy_wins & !self.cells[column],
            enemy_wins: self.wins[column],
            name: self.name(column),
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
) -> Children<L> {
    match cpu.level() {
        Level::Baseline => survey_lanes(node),
        // SAFETY: a `Cpu` of this level exists only where the machine was seen to have the features.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { survey_avx2(node) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { survey_avx512(node) },
    }
}

/// [`survey_lanes`], compiled for AVX2. The features are those that [`Cpu::available`] asks for.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn survey_avx2<const W: usize, const H: usize, const L: usize>(node: &Node<W, H>) -> Children<L> {
    survey_lanes(node)
}

/// [`survey_lanes`], compiled for AVX-512. The features are those that [`Cpu::available`] asks for.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512dq,avx512vl,avx512vpopcntdq")]
fn survey_avx512<const W: usize, const H: usize, const L: usize>(node: &Node<W, H>) -> Children<L> {
    survey_lanes(node)
}

#[inline(always)]
fn survey_lanes<const W: usize, const H: usize, const L: usize>(node: &Node<W, H>) -> Children<L> {
    let columns = const { columns::<W, H, L>() };
    let (mover, mask) = (node.position.current(), node.position.mask());
    let enemy = node.position.opponent();
    let playable = node.position.playable_cells();
    let nb_moves = node.nb_moves + 1;
    let mut children = Children {
        cells: [0; L],
        moves: [0; L],
        wins: [0; L],
        ceilings: [0; L],
        places: [0; L],
        checks: [0; L],
    };
    for (lane, column) in columns.into_iter().enumerate() {
        let cell = playable & column;
        let (mover, mask) = (mover | cell, mask | cell);
        let playable = (mask + Geometry::<W, H>::BOTTOM_MASK) & Geometry::<W, H>::BOARD_MASK;
        let wins = bitboard::winning_cells::<W, H>(mover, mask);
        let enemy_wins = node.enemy_wins & !cell;
        let name = Canonical::of::<W, H>((enemy, enemy_wins), (mover, wins), playable).fingerprint(nb_moves);
        children.cells[lane] = cell;
        children.moves[lane] = bounds::non_losing_cells(playable, wins);
        children.wins[lane] = wins;
        children.ceilings[lane] = bounds::follow_up_ceiling::<W, H>(enemy, mover, playable, wins, nb_moves);
        children.places[lane] = name.place;
        children.checks[lane] = name.check;
    }
    children
}

/// Returns the cells of each column, none for the lanes past the last one.
const fn columns<const W: usize, const H: usize, const L: usize>() -> [u64; L] {
    let mut columns = [0; L];
    let mut column = 0;
    while column < W {
        columns[column] = Geometry::<W, H>::column_mask(column);
        column += 1;
    }
    columns
}

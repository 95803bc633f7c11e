//! Everything that is asked of the children of a node, for all of its non-losing moves at once.
//!
//! Each child has a lane. A question is a loop over the lanes without a branch in it, which the compiler turns into vector
//! code. The questions come in stages, and a node that one of them decides doesn't pay for the next: [`Children::expand`],
//! [`Children::follow_up`], [`Children::hash`] and [`Children::prefetch`], [`Children::probe`], [`Children::prioritise`].

use super::Window;
use super::claimeven::{self, FollowUp};
use super::ordering::history::{MEMORIES, Remembered};
use super::ordering::{self, Weights};
use super::reduced::{Canonical, Prospects};
use crate::bitboard;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::score::Bounds;
use crate::transposition::{Fingerprint, View};

/// A position to search, with what its parent found out about it.
///
/// The side to move can't win at once, and the board isn't full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// What is known of the children of a node by its non-losing moves, a lane each; the first lane is that of the leftmost move.
///
/// The lanes after the last child repeat it, so that loops can run over all lanes. Every loop reads copies of the
/// fields: the compiler makes no vector code of one that reads and writes parts of the same struct. Aligned, no vector lies
/// across two cache lines.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Children<const L: usize> {
    /// The cell that the stone falls on.
    cells: [u64; L],
    /// What is proven of the score, from the side to move in the child.
    lowers: [i64; L],
    uppers: [i64; L],
    /// The moves of the child after which the node's side can't win at once; without one the child is lost.
    moves: [u64; L],
    /// Winning cells of the side that has just moved.
    wins: [u64; L],
    /// Upper bounds of the score by following up.
    ceilings: [i64; L],
    /// What the order is made by, as in [`Outlook`].
    leader_fours: [u32; L],
    mover_lines: [u64; L],
    other_lines: [u64; L],
    live: [u64; L],
    /// The name in the table, and the bucket that may hold it.
    places: [u64; L],
    checks: [u64; L],
    buckets: [u64; L],
    /// What the order adds up for the moves: more for a better one.
    priorities: [i64; L],
    /// The non-losing moves of the node.
    of_node: u64,
}

impl<const L: usize> Children<L> {
    /// Returns the children of a node with the bounds that hold by the rules alone.
    #[inline(always)]
    pub(super) fn of<const W: usize, const H: usize>(node: &Node<W, H>) -> Self {
        let (lower, upper) = claimeven::without_immediate_wins::<W, H>(node.nb_moves + 1);
        Self {
            cells: cells_in_lanes::<W, H, L>(node.moves),
            lowers: [i64::from(lower); L],
            uppers: [i64::from(upper); L],
            moves: [0; L],
            wins: [0; L],
            ceilings: [i64::MAX; L],
            leader_fours: [0; L],
            mover_lines: [0; L],
            other_lines: [0; L],
            live: [0; L],
            places: [0; L],
            checks: [0; L],
            buckets: [0; L],
            priorities: [0; L],
            of_node: node.moves,
        }
    }

    /// Returns the number of children.
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.of_node.count_ones() as usize
    }

    /// Returns the lane of a move.
    #[inline(always)]
    pub(super) const fn lane(&self, cell: u64) -> usize {
        (self.of_node & cell.wrapping_sub(1)).count_ones() as usize % L
    }

    /// Finds the winning cells and the non-losing moves in the children, and returns whether one of them is lost: whatever
    /// the opponent plays there, the node's side wins.
    #[inline(always)]
    pub(super) fn expand<const W: usize, const H: usize>(&mut self, node: &Node<W, H>) -> bool {
        let cells = self.cells;
        let (mut moves, mut wins, mut lost) = ([0; L], [0; L], 0);
        for lane in 0..L {
            let child = Child::of(node, cells[lane]);
            moves[lane] = child.safe;
            wins[lane] = child.wins;
            lost |= if child.safe == 0 { child.cell } else { 0 };
        }
        (self.moves, self.wins) = (moves, wins);
        // After the last stone there is no move because the board is full.
        lost != 0 && node.nb_moves + 1 != Geometry::<W, H>::CELLS
    }

    /// Bounds the scores by following up, after [`Self::expand`]. Returns the score that the node reaches by it for
    /// certain.
    #[inline(always)]
    pub(super) fn follow_up<const W: usize, const H: usize>(&mut self, node: &Node<W, H>) -> i32 {
        let (cells, wins, mut uppers) = (self.cells, self.wins, self.uppers);
        let (mut ceilings, mut leader_fours, mut least) = ([0; L], [0; L], i64::MAX);
        for lane in 0..L {
            let child = Child::seen(node, cells[lane], wins[lane], 0);
            let FollowUp { ceiling, leader_fours: fours } = child.follow_up::<W, H>();
            ceilings[lane] = ceiling;
            leader_fours[lane] = fours;
            uppers[lane] = uppers[lane].min(ceiling);
            least = least.min(ceiling);
        }
        (self.ceilings, self.leader_fours, self.uppers) = (ceilings, leader_fours, uppers);
        -least as i32
    }

    /// Finds the names in the table, after [`Self::expand`].
    #[inline(always)]
    pub(super) fn hash<const W: usize, const H: usize>(&mut self, node: &Node<W, H>) {
        let (cells, wins) = (self.cells, self.wins);
        let (mut mover_lines, mut other_lines, mut live) = ([0; L], [0; L], [0; L]);
        let (mut places, mut checks) = ([0; L], [0; L]);
        for lane in 0..L {
            let child = Child::seen(node, cells[lane], wins[lane], 0);
            let prospects = child.prospects::<W, H>();
            let name = child.canonical::<W, H>(&prospects).fingerprint(child.nb_moves);
            mover_lines[lane] = prospects.mover_lines;
            other_lines[lane] = prospects.other_lines;
            live[lane] = prospects.live();
            places[lane] = name.place;
            checks[lane] = name.check;
        }
        (self.mover_lines, self.other_lines, self.live) = (mover_lines, other_lines, live);
        (self.places, self.checks) = (places, checks);
        if node.nb_moves < MIRROR_PLIES {
            self.rename(node, Child::name::<W, H>);
        }
    }

    /// Names the children by all of their stones instead of by what matters.
    pub(super) fn hash_unreduced<const W: usize, const H: usize>(&mut self, node: &Node<W, H>) {
        self.rename(node, Child::unreduced_name);
    }

    /// Names the children one by one.
    #[cold]
    fn rename<const W: usize, const H: usize>(
        &mut self,
        node: &Node<W, H>,
        name: impl Fn(&Child) -> Fingerprint,
    ) {
        for lane in 0..L {
            let name = name(&Child::of(node, self.cells[lane]));
            (self.places[lane], self.checks[lane]) = (name.place, name.check);
        }
    }

    /// Finds the buckets of the table, after [`Self::hash`], and prefetches them.
    #[inline(always)]
    pub(super) fn prefetch<const W: usize, const H: usize>(
        &mut self,
        node: &Node<W, H>,
        table: &View<'_, W, H>,
    ) {
        self.buckets = self.checks.map(|check| table.bucket(check, node.nb_moves + 1));
        for bucket in self.buckets {
            table.prefetch(bucket, node.nb_moves + 1);
        }
    }

    /// Returns what a table knows of a child, after [`Self::prefetch`].
    #[inline(always)]
    pub(super) fn probe<const W: usize, const H: usize>(
        &self,
        node: &Node<W, H>,
        table: &View<'_, W, H>,
        lane: usize,
    ) -> Option<Bounds<W, H>> {
        table.probe_bucket(self.buckets[lane % L], self.name(lane), node.nb_moves + 1)
    }

    /// Finds the part of each move's priority that comes from the features of its child and from what is remembered of the
    /// move, but for its successes.
    #[inline(always)]
    pub(super) fn prioritise<const W: usize, const H: usize>(
        &mut self,
        node: &Node<W, H>,
        weights: &Weights,
        remembered: &Remembered,
    ) {
        let (cells, wins, moves) = (self.cells, self.wins, self.moves);
        let (lowers, uppers, ceilings) = (self.lowers, self.uppers, self.ceilings);
        let (mover_lines, other_lines, live) = (self.mover_lines, self.other_lines, self.live);
        let (leader_fours, mut priorities) = (self.leader_fours, [0; L]);
        for lane in 0..L {
            let child = Child::seen(node, cells[lane], wins[lane], moves[lane]);
            let outlook = Outlook {
                leader_fours: leader_fours[lane],
                mover_lines: mover_lines[lane],
                other_lines: other_lines[lane],
                live: live[lane],
            };
            let features = ordering::features::<W, H>(&child, &outlook);
            let memories = remembered.of(cells[lane], [lowers[lane], uppers[lane], ceilings[lane]]);
            priorities[lane] =
                ordering::dot(&features, &weights.features) + ordering::dot(&memories, &weights.memories);
        }
        self.priorities = priorities;
    }

    /// Returns the part of a move's priority that [`Self::prioritise`] has found.
    #[inline(always)]
    pub(super) const fn priority(&self, lane: usize) -> i64 {
        self.priorities[lane % L]
    }

    /// Returns what is known of a move besides the position it makes, but for its successes.
    #[inline(always)]
    pub(super) fn memories(&self, lane: usize, remembered: &Remembered) -> [u32; MEMORIES] {
        let lane = lane % L;
        remembered.of(self.cells[lane], [self.lowers[lane], self.uppers[lane], self.ceilings[lane]])
    }

    /// Returns the cell that the stone of a child falls on.
    #[inline(always)]
    pub(super) const fn cell(&self, lane: usize) -> u64 {
        self.cells[lane % L]
    }

    /// Returns what is proven of the score of a child.
    #[inline(always)]
    pub(super) const fn window(&self, lane: usize) -> Window {
        Window { lower: self.lowers[lane % L] as i32, upper: self.uppers[lane % L] as i32 }
    }

    /// Takes note of what is proven of the score of a child.
    #[inline(always)]
    pub(super) fn set_window(&mut self, lane: usize, window: Window) {
        self.lowers[lane % L] = i64::from(window.lower);
        self.uppers[lane % L] = i64::from(window.upper);
    }

    /// Returns a child as a node of its own.
    #[inline(always)]
    pub(super) fn node<const W: usize, const H: usize>(
        &self,
        parent: &Node<W, H>,
        lane: usize,
    ) -> Node<W, H> {
        let cell = self.cell(lane);
        Node {
            position: parent.position.after(cell),
            nb_moves: parent.nb_moves + 1,
            last: cell,
            moves: self.moves[lane % L],
            own_wins: parent.enemy_wins & !cell,
            enemy_wins: self.wins[lane % L],
            name: self.name(lane),
        }
    }

    /// Returns the name of a child in the table.
    #[inline(always)]
    pub(super) const fn name(&self, lane: usize) -> Fingerprint {
        Fingerprint { place: self.places[lane % L], check: self.checks[lane % L] }
    }
}

/// The number of stones from which on the children's mirror images are too rare to look for them.
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

    /// Returns the child as a node of its own.
    pub(super) fn node<const W: usize, const H: usize>(&self, parent: &Node<W, H>) -> Node<W, H> {
        Node {
            position: parent.position.after(self.cell),
            nb_moves: self.nb_moves,
            last: self.cell,
            moves: self.safe,
            own_wins: self.enemy_wins,
            enemy_wins: self.wins,
            name: self.name::<W, H>(),
        }
    }

    /// Returns what the side that has just moved reaches by following up.
    #[inline(always)]
    pub(super) fn follow_up<const W: usize, const H: usize>(&self) -> FollowUp {
        claimeven::follow_up::<W, H>(self.mover, self.other, self.playable, self.wins, self.nb_moves)
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

    /// Returns the name in the table. On early plies mirror images share one.
    pub(super) fn name<const W: usize, const H: usize>(&self) -> Fingerprint {
        let form = self.canonical::<W, H>(&self.prospects::<W, H>());
        let is_early = self.nb_moves <= MIRROR_PLIES;
        let form = if is_early { form.of_either_side::<W, H>() } else { form };
        form.fingerprint(self.nb_moves)
    }

    /// Returns a name that keeps all stones.
    fn unreduced_name(&self) -> Fingerprint {
        Canonical::plain(self.mover, self.other, self.playable).fingerprint(self.nb_moves)
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

/// What the bounds and the hash of a child find out on the way, and the order is made by.
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

/// Returns the cells of a set, a lane each, from the left.
#[inline(always)]
fn cells_in_lanes<const W: usize, const H: usize, const L: usize>(cells: u64) -> [u64; L] {
    let mut lanes = [0; L];
    if W <= 8 && L <= 8 {
        // Vector code needs them next, and words that were written one by one aren't there for it at once.
        let columns = &const { columns_in_lanes::<W, H>() }[bitboard::columns::<W, H>(cells)];
        for lane in 0..L {
            lanes[lane] = cells & (Geometry::<W, H>::column_mask(0) << columns[lane]);
        }
    } else {
        let mut left = cells;
        for lane in &mut lanes {
            *lane = left & left.wrapping_neg();
            let others = left ^ *lane;
            left = if others == 0 { *lane } else { others };
        }
    }
    lanes
}

/// Returns, for every set of columns as a number, where the columns of its members begin. What is left of the eight places
/// repeats the last of them.
const fn columns_in_lanes<const W: usize, const H: usize>() -> [[u8; 8]; 256] {
    let mut lanes = [[0; 8]; 256];
    let mut set: usize = 0;
    while set < 256 {
        let (mut left, mut lane) = (set, 0);
        while lane < 8 {
            lanes[set][lane] = ((left.trailing_zeros() as usize % W) * (H + 1)) as u8;
            let others = left & left.wrapping_sub(1);
            left = if others == 0 { left } else { others };
            lane += 1;
        }
        set += 1;
    }
    lanes
}

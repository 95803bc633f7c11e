//! The canonical form of a position: what of it can still matter. Positions with the same form have the same score.
//!
//! docs/proofs.md proves it and shows it on a board.

use crate::bitboard;
use crate::geometry::Geometry;
use crate::transposition::Fingerprint;

/// What each side can still complete.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prospects {
    /// Empty cells that may yet be played before the game ends.
    reachable: u64,
    /// Winning cells of the side to move, and of the other side, as far as they are reachable.
    mover_wins: u64,
    other_wins: u64,
    /// Cells on lines that the side to move, and the other side, can still complete but for winning cells.
    pub(super) mover_lines: u64,
    pub(super) other_lines: u64,
}

impl Prospects {
    /// Returns the prospects of the side to move and of the other, each given by its stones and its winning cells.
    #[inline(always)]
    pub(super) fn of<const W: usize, const H: usize>(
        (mover, mover_wins): (u64, u64),
        (other, other_wins): (u64, u64),
    ) -> Self {
        let empty = Geometry::<W, H>::BOARD_MASK ^ (mover | other);
        // The game ends at a cell where both win, and at the upper of two stacked winning cells at the latest:
        // nothing above is ever played.
        let last = mover_wins & other_wins | mover_wins & mover_wins << 1 | other_wins & other_wins << 1;
        let reachable = empty & !bitboard::fill_up::<W, H>(last << 1 & Geometry::<W, H>::BOARD_MASK);
        let mover_wins = mover_wins & reachable;
        let other_wins = other_wins & reachable;
        // A line through one's own winning cell adds nothing: the game ends with the stone on it.
        let mover_lines = bitboard::cells_on_fours::<H>(mover | reachable & !mover_wins);
        let other_lines = bitboard::cells_on_fours::<H>(other | reachable & !other_wins);
        Self { reachable, mover_wins, other_wins, mover_lines, other_lines }
    }

    /// Returns the reachable cells that still matter.
    #[inline(always)]
    pub(super) const fn live(&self) -> u64 {
        self.reachable & (self.mover_lines | self.other_lines | self.mover_wins | self.other_wins)
    }
}

/// What of a position can still matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Canonical {
    /// The stones of the side to move that lie on a line it can still complete, and its winning cells.
    mover: u64,
    /// The same of the other side.
    other: u64,
    /// The playable cells of the columns in which a cell still matters; the other columns count as full.
    open: u64,
}

impl Canonical {
    /// Returns the form of a position with these stones, in which the side to move can't win at once.
    #[inline(always)]
    pub(super) fn of<const W: usize, const H: usize>(
        mover: u64,
        other: u64,
        playable: u64,
        prospects: &Prospects,
    ) -> Self {
        Self {
            mover: mover & prospects.mover_lines | prospects.mover_wins,
            other: other & prospects.other_lines | prospects.other_wins,
            open: playable & bitboard::whole_columns::<W, H>(prospects.live()),
        }
    }

    /// Returns the form or its mirror image, whichever is less: positions that mirror one another share it.
    pub(super) fn of_either_side<const W: usize, const H: usize>(self) -> Self {
        let mirror = bitboard::mirror::<W, H>;
        self.min(Self { mover: mirror(self.mover), other: mirror(self.other), open: mirror(self.open) })
    }

    /// Returns the form that keeps everything.
    pub(super) const fn plain(mover: u64, other: u64, playable: u64) -> Self {
        Self { mover, other, open: playable }
    }

    /// Returns two hashes of the form and the number of stones, which tells the side to move and the moves left.
    ///
    /// The words are scrambled apart from one another and added up in two ways. Every step is a bijection of each word
    /// while the others stay. The place is only ever compared as a whole; the check is taken apart, so its bits are
    /// scrambled once more.
    #[inline(always)]
    pub(super) const fn fingerprint(self, nb_moves: u32) -> Fingerprint {
        let stones = (nb_moves as u64).wrapping_mul(0x8ebc_6af0_9c88_c6e3);
        let mover = spread(self.mover, 0x9e37_79b9_7f4a_7c15);
        let other = spread(self.other, 0xbf58_476d_1ce4_e5b9);
        let open = spread(self.open ^ stones, 0x94d0_49bb_1331_11eb);
        let check = mover.rotate_left(42).wrapping_add(other).wrapping_add(open.rotate_left(21));
        Fingerprint {
            place: mover.wrapping_add(other.rotate_left(21)).wrapping_add(open.rotate_left(42)),
            check: spread(check, 0xa076_1d64_78bd_642f),
        }
    }
}

/// Scrambles a word; this can be undone. The upper half is carried down before the multiplication, which carries only
/// upwards, and the middle after it.
#[inline(always)]
const fn spread(word: u64, odd: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(odd);
    word ^ (word >> 29)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Checks that forms which differ from one another in few cells have different hashes, each by itself.
    fn check_neighbours<const W: usize, const H: usize>(base: Canonical) {
        let cells = (0..64).map(|bit| 1 << bit & Geometry::<W, H>::BOARD_MASK).filter(|&cell| cell != 0);
        let one: Vec<u64> = cells.chain([0]).collect();
        let (mut forms, mut places, mut checks) = (HashSet::new(), HashSet::new(), HashSet::new());
        let mut check = |form: Canonical, nb_moves| {
            if forms.insert((form, nb_moves)) {
                let name = form.fingerprint(nb_moves);
                assert!(places.insert(name.place), "{form:x?} with {nb_moves} stones");
                assert!(checks.insert(name.check), "{form:x?} with {nb_moves} stones");
            }
        };
        for &first in &one {
            for &second in &one {
                for &third in &one {
                    let (mover, other) = (base.mover ^ first, base.other ^ second);
                    check(Canonical { other: other ^ third, mover, ..base }, 20);
                    check(Canonical { open: base.open ^ third, mover, other }, 20);
                }
                for nb_moves in 0..64 {
                    check(Canonical { open: base.open ^ first ^ second, ..base }, nb_moves);
                }
            }
        }
    }

    #[test]
    fn mirror_images_share_a_form() {
        let form = Canonical { mover: 0b11, other: 1 << 14 | 1 << 42, open: 0b100 };
        let image = Canonical { mover: 0b11 << 42, other: 1 << 28 | 1, open: 0b100 << 42 };
        assert_eq!(form.of_either_side::<7, 6>(), image.of_either_side::<7, 6>());
        assert!([form, image].contains(&form.of_either_side::<7, 6>()));
    }

    #[test]
    fn forms_that_differ_in_few_cells_have_different_hashes() {
        check_neighbours::<7, 6>(Canonical {
            mover: 0x0102_0408_1021,
            other: 0x0810_2143,
            open: 0x0204_0811,
        });
        check_neighbours::<8, 7>(Canonical {
            mover: 0x4021_0305_0b11_2201,
            other: 0x0105_0208_1102,
            open: 0x8102,
        });
    }
}

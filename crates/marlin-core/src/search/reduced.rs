//! The reduced form of a position, the part that can still matter, and its hash. Positions with the same form and
//! number of stones have the same score.
//!
//! docs/proofs.md proves it and shows it on a board.

use crate::bitboard;
use crate::geometry::Masks;
use crate::transposition::TableKey;

/// The lines that each side can still complete.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenLines {
    /// Empty cells that may yet be played before the game ends.
    reachable: u64,
    /// The winning cells of each side, as far as they are reachable.
    our_threats: u64,
    their_threats: u64,
    /// Cells on the lines that each side can still complete, its winning cells apart.
    pub(super) our_lines: u64,
    pub(super) their_lines: u64,
}

impl OpenLines {
    /// Returns the open lines of the side to move and of the other, each given by its stones and its winning cells.
    #[inline(always)]
    pub(super) fn of(
        masks: &Masks,
        (us, our_threats): (u64, u64),
        (them, their_threats): (u64, u64),
    ) -> Self {
        let empty = masks.board ^ (us | them);
        // The game ends at a cell where both win, and at the upper of two stacked winning cells at the latest:
        // nothing above is ever played.
        let last =
            our_threats & their_threats | our_threats & our_threats << 1 | their_threats & their_threats << 1;
        let reachable = empty & !bitboard::fill_up(masks, last << 1 & masks.board);
        let our_threats = our_threats & reachable;
        let their_threats = their_threats & reachable;
        // A line through one's own winning cell adds nothing: the game ends with the stone on it.
        let our_lines = bitboard::cells_on_fours(masks, us | reachable & !our_threats);
        let their_lines = bitboard::cells_on_fours(masks, them | reachable & !their_threats);
        Self { reachable, our_threats, their_threats, our_lines, their_lines }
    }

    /// Returns the reachable cells that still matter.
    #[inline(always)]
    pub(super) const fn live(&self) -> u64 {
        self.reachable & (self.our_lines | self.their_lines | self.our_threats | self.their_threats)
    }
}

/// The parts of a position that can still matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ReducedForm {
    /// The stones of the side to move on lines that it can still complete, and its winning cells.
    us: u64,
    /// The same of the other side.
    them: u64,
    /// The playable cells of the columns in which a cell still matters; the other columns count as full.
    playable: u64,
}

impl ReducedForm {
    /// Returns the form of a position with these stones, in which the side to move cannot win at once.
    #[inline(always)]
    pub(super) fn of(masks: &Masks, us: u64, them: u64, playable: u64, lines: &OpenLines) -> Self {
        Self {
            us: us & lines.our_lines | lines.our_threats,
            them: them & lines.their_lines | lines.their_threats,
            playable: playable & bitboard::whole_columns(masks, lines.live()),
        }
    }

    /// Returns the form or its mirror image, whichever is less: positions that mirror one another share it.
    pub(super) fn min_mirror(self, masks: &Masks) -> Self {
        let mirror = |cells| bitboard::mirror(masks, cells);
        self.min(Self { us: mirror(self.us), them: mirror(self.them), playable: mirror(self.playable) })
    }

    /// Returns the form that keeps everything.
    pub(super) const fn unreduced(us: u64, them: u64, playable: u64) -> Self {
        Self { us, them, playable }
    }

    /// Returns two hashes of the form and the number of stones, which determines the side to move and the moves left.
    ///
    /// The words are mixed separately and added up in two ways. Every step is a bijection of each word while the others
    /// are fixed. The hash is only ever compared as a whole; the check is taken apart, so its bits are mixed once more.
    #[inline(always)]
    pub(super) const fn key(self, nb_moves: u32) -> TableKey {
        let stones = (nb_moves as u64).wrapping_mul(0x8ebc_6af0_9c88_c6e3);
        let us = mix(self.us, 0x9e37_79b9_7f4a_7c15);
        let them = mix(self.them, 0xbf58_476d_1ce4_e5b9);
        let playable = mix(self.playable ^ stones, 0x94d0_49bb_1331_11eb);
        let check = us.rotate_left(42).wrapping_add(them).wrapping_add(playable.rotate_left(21));
        TableKey {
            hash: us.wrapping_add(them.rotate_left(21)).wrapping_add(playable.rotate_left(42)),
            check: mix(check, 0xa076_1d64_78bd_642f),
        }
    }
}

/// Mixes the bits of a word, reversibly. The upper half is carried down before the multiplication, which carries only
/// upwards, and the middle after it.
#[inline(always)]
const fn mix(word: u64, odd: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(odd);
    word ^ (word >> 29)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Checks that forms which differ from one another in few cells have different hashes, each by itself.
    fn check_neighbours(masks: &Masks, base: ReducedForm) {
        let cells = (0..64).map(|bit| 1 << bit & masks.board).filter(|&cell| cell != 0);
        let one: Vec<u64> = cells.chain([0]).collect();
        let (mut forms, mut hashes, mut checks) = (HashSet::new(), HashSet::new(), HashSet::new());
        let mut check = |form: ReducedForm, nb_moves| {
            if forms.insert((form, nb_moves)) {
                let key = form.key(nb_moves);
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
            &Masks::of(7, 6),
            ReducedForm { us: 0x0102_0408_1021, them: 0x0810_2143, playable: 0x0204_0811 },
        );
        check_neighbours(
            &Masks::of(8, 7),
            ReducedForm { us: 0x4021_0305_0b11_2201, them: 0x0105_0208_1102, playable: 0x8102 },
        );
    }
}

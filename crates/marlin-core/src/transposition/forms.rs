//! [`FormTable`]: the small table of a thread. Entries are keyed by the reduced form itself, so a position can use the
//! bounds of any form that it dominates or is dominated by (R8 in docs/proofs.md).

use std::hint::black_box;

use bytemuck::allocation::try_zeroed_slice_box;

use super::TableKey;
use crate::bounds::Bounds;
use crate::cpu;
use crate::geometry::Masks;

/// Entries in a bucket: a bucket is a cache line.
const BUCKET_ENTRIES: usize = 4;

/// The bits of the index of a bucket: 2 MiB, about a core's own cache. Measured with `marlin-bench L1_R2`: 1 MiB takes
/// more nodes, 4 MiB more time.
const INDEX_BITS: u32 = 15;

/// The bits of an index for the numbers of columns. The others are for the number of empty cells.
const COLUMN_BITS: u32 = 10;

/// The greatest number of empty cells that an index has room for.
pub(super) const MAX_EMPTY_CELLS: u32 = (1 << (INDEX_BITS - COLUMN_BITS)) - 1;

/// The bits of a bound, at the upper end of a word.
const BOUND_BITS: u32 = 6;
const BOUND_SHIFT: u32 = 64 - BOUND_BITS;

/// A lower bound is stored as its distance from the least, and an upper bound as its distance from the greatest, so that
/// the tightest bound is the greatest number and 0 bounds nothing. No board of one word has a score beyond 30.
const LEAST: i32 = -32;
const GREATEST: i32 = 31;

/// Words in a bucket: the first words of its entries, then the second ones, so that vector code compares all of them at
/// once. The first entry is the newest.
const BUCKET_WORDS: usize = 2 * BUCKET_ENTRIES;

/// Buckets of reduced forms with their bounds. An entry is two words:
///
/// ```text
///   63   58 57         48                                        0
///  +-------+------------+------------------------------------------+
///  | lower | generation | us;   at the sentinels, bit 0 of columns |
///  +-------+------------+------------------------------------------+
///  | upper | generation | them; at the sentinels, bit 1            |
///  +-------+------------+------------------------------------------+
/// ```
///
/// The number of a column is the row of its playable cell, counted from 1, and 0 if no cell of the column is live. Two
/// bits of it are stored. The others and the number of empty cells, xored with a hash of those two, are the index of the
/// bucket. So an entry and its place tell the whole form, on boards whose forms [fit](fits).
///
/// One thread owns a table at a time: the words of a torn entry would be another form, with bounds that are not proven.
#[derive(Default)]
pub(super) struct FormTable {
    /// The buckets, with room before them to start at a cache line.
    words: Box<[u64]>,
    /// The first word that starts a cache line.
    first: usize,
    /// From 1, so that zeroed memory is of no generation.
    generation: u64,
}

/// Returns the bits of the number of a column.
const fn number_bits<W>(masks: &Masks<W>) -> u32 {
    u32::BITS - masks.height.leading_zeros()
}

/// Returns the bits of a word up to the last sentinel.
const fn board_bits<W>(masks: &Masks<W>) -> u32 {
    masks.width * masks.stride()
}

/// Returns the bits of a generation in each word of an entry.
const fn generation_bits(masks: &Masks<u64>) -> u32 {
    BOUND_SHIFT - board_bits(masks)
}

/// Returns whether an entry has room for the forms of a board.
#[inline(always)]
pub(super) const fn fits<W>(masks: &Masks<W>) -> bool {
    if board_bits(masks) > 64 {
        return false;
    }
    let in_index = number_bits(masks).saturating_sub(2) * masks.width;
    let above_board = 64 - board_bits(masks);
    number_bits(masks) <= 4
        && in_index <= COLUMN_BITS
        && in_index <= above_board
        && above_board >= BOUND_BITS + 2
}

impl TableKey {
    /// Returns the key of a form, on a board whose forms fit: the words of an entry, and above the board in the second one
    /// the bits of the columns' numbers that belong to the index.
    #[inline(always)]
    pub(crate) fn of_form(masks: &Masks<u64>, us: u64, them: u64, playable: u64) -> Self {
        let bits = number_bits(masks);
        let first = bit_of_numbers(masks, playable, 0);
        let second = if bits > 1 { bit_of_numbers(masks, playable, 1) } else { 0 };
        let third = if bits > 2 { gathered(masks, bit_of_numbers(masks, playable, 2)) } else { 0 };
        let fourth = if bits > 3 { gathered(masks, bit_of_numbers(masks, playable, 3)) } else { 0 };
        let in_index = third | fourth << masks.width;
        Self { hash: us | first, check: them | second | in_index << board_bits(masks) }
    }
}

/// The cells of a column whose rows, counted from 1, have a bit: the lowest bit first.
const NUMBERED_ROWS: [u64; 4] = [0x5555, 0x6666, 0x7878, 0x7f80];

/// The bits of the columns in groups of 2, 4, 8 and 16, next to one another from the lowest cell of the first column of each
/// group on: by the height of the board.
const GROUPS: [[u64; 4]; 16] = {
    let mut groups = [[0; 4]; 16];
    let (mut height, mut step) = (0, 0);
    while height < 16 {
        let (mut bit, columns) = (0, 2 << step);
        while bit < 64 {
            groups[height][step] |= ((1 << columns) - 1) << bit;
            bit += columns * (height + 1);
        }
        (height, step) = if step == 3 { (height + 1, 0) } else { (height, step + 1) };
    }
    groups
};

/// Returns a bit of the number of each column, at its sentinel.
#[inline(always)]
const fn bit_of_numbers(masks: &Masks<u64>, playable: u64, bit: usize) -> u64 {
    // The cells of a column carry one of them up to the sentinel.
    let rows = masks.bottom * (NUMBERED_ROWS[bit] & masks.first_column);
    ((playable & rows) + masks.board) & masks.sentinels
}

/// Returns the sentinels of a set next to one another, from the lowest bit on.
#[inline(always)]
const fn gathered(masks: &Masks<u64>, sentinels: u64) -> u64 {
    let ones = sentinels >> masks.height;
    let pairs = joined(masks, ones, 0);
    let quads = joined(masks, pairs, 1);
    let eights = joined(masks, quads, 2);
    if masks.width > 8 { joined(masks, eights, 3) } else { eights }
}

/// Joins the bits of every other group of columns to those of the group before it.
#[inline(always)]
const fn joined(masks: &Masks<u64>, bits: u64, step: u32) -> u64 {
    let distance = masks.height << step;
    let moved = if distance < u64::BITS { bits >> distance } else { 0 };
    (bits | moved) & GROUPS[masks.height as usize % 16][step as usize]
}

impl FormTable {
    /// Makes an empty table for a board whose forms fit, and one without a bucket for others.
    pub(super) fn new(masks: &Masks<u64>) -> Option<Self> {
        let count = if fits(masks) { 1 << INDEX_BITS } else { 0 };
        let words: Box<[u64]> = try_zeroed_slice_box((count + 1) * BUCKET_WORDS).ok()?;
        let first = words.as_ptr().align_offset(BUCKET_WORDS * size_of::<u64>()).min(BUCKET_WORDS);
        Some(Self { words, first, generation: 1 })
    }

    /// Writes zeros to all memory. A new table has it at once then, and an old one is as a new one.
    pub(super) fn touch(&mut self) {
        self.words.fill(black_box(0));
        self.generation = 1;
    }

    /// Returns whether it has no memory.
    pub(super) const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Forgets all entries.
    pub(super) fn clear(&mut self, masks: &Masks<u64>) {
        self.generation += 1;
        if fits(masks) && self.generation > low_bits((2 * generation_bits(masks)).min(32)) {
            self.generation = 1;
            self.words.fill(0);
        }
    }

    /// Returns the index of the bucket of a form.
    #[inline(always)]
    pub(super) const fn bucket_index(masks: &Masks<u64>, key: TableKey, nb_moves: u32) -> u64 {
        let stored = key.hash & masks.sentinels | (key.check & masks.sentinels) >> 1;
        let hash = stored.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - INDEX_BITS);
        let empty = (masks.cells() - nb_moves) as u64;
        hash ^ (key.check >> board_bits(masks) | empty << COLUMN_BITS)
    }

    /// Prefetches a bucket.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u64) {
        cpu::prefetch(&self.words[self.start(index)]);
    }

    /// Returns the bounds that the entries of a bucket prove for a position, given by its form and by all stones and winning
    /// cells of the side to move and of the other side.
    #[inline(always)]
    pub(super) fn find(&self, masks: &Masks<u64>, index: u64, key: TableKey, all: (u64, u64)) -> Bounds {
        let bucket = self.bucket(index);
        let tag_bits = low_bits(BOUND_SHIFT) & !masks.board;
        let (us_and_tag, them_and_tag) = self.without_bounds(masks, key);
        let (us, them) = (key.hash & masks.board, key.check & masks.board);
        let (mut lowers, mut uppers) = ([0; BUCKET_ENTRIES], [0; BUCKET_ENTRIES]);
        for entry in 0..BUCKET_ENTRIES {
            let (its_us, its_them) = (bucket[entry], bucket[BUCKET_ENTRIES + entry]);
            let other_tag = (its_us ^ us_and_tag | its_them ^ them_and_tag) & tag_bits;
            let not_dominated = its_us & masks.board & !all.0 | them & !its_them;
            let not_dominating = us & !its_us | its_them & masks.board & !all.1;
            lowers[entry] = if other_tag | not_dominated == 0 { its_us >> BOUND_SHIFT } else { 0 };
            uppers[entry] = if other_tag | not_dominating == 0 { its_them >> BOUND_SHIFT } else { 0 };
        }
        Bounds { lower: LEAST + greatest(lowers), upper: GREATEST - greatest(uppers) }
    }

    /// Stores a form as the newest of its bucket, in place of the same form or else of the oldest.
    #[inline(always)]
    pub(super) fn put(&mut self, masks: &Masks<u64>, key: TableKey, nb_moves: u32, bounds: Bounds) {
        let (us, them) = self.without_bounds(masks, key);
        let start = self.start(Self::bucket_index(masks, key, nb_moves));
        let Some(bucket) = self.words[start..].first_chunk_mut::<BUCKET_WORDS>() else {
            unreachable!("a bucket")
        };
        let mut replaceable: u32 = 1 << (BUCKET_ENTRIES - 1);
        for entry in 0..BUCKET_ENTRIES {
            let other = (bucket[entry] ^ us | bucket[BUCKET_ENTRIES + entry] ^ them) & low_bits(BOUND_SHIFT);
            replaceable |= u32::from(other == 0) << entry;
        }
        let replaced = replaceable.trailing_zeros() as usize;
        for entry in (1..BUCKET_ENTRIES).rev() {
            if entry <= replaced {
                bucket[entry] = bucket[entry - 1];
                bucket[BUCKET_ENTRIES + entry] = bucket[BUCKET_ENTRIES + entry - 1];
            }
        }
        bucket[0] = us | ((bounds.lower - LEAST) as u64) << BOUND_SHIFT;
        bucket[BUCKET_ENTRIES] = them | ((GREATEST - bounds.upper) as u64) << BOUND_SHIFT;
    }

    /// Returns the index of the first word of a bucket.
    #[inline(always)]
    const fn start(&self, index: u64) -> usize {
        self.first + index as usize * BUCKET_WORDS
    }

    #[inline(always)]
    fn bucket(&self, index: u64) -> &[u64; BUCKET_WORDS] {
        let Some(bucket) = self.words[self.start(index)..].first_chunk() else { unreachable!("a bucket") };
        bucket
    }

    /// Returns the words of an entry of this generation without the bounds.
    #[inline(always)]
    const fn without_bounds(&self, masks: &Masks<u64>, key: TableKey) -> (u64, u64) {
        let (bits, shift) = (generation_bits(masks), board_bits(masks));
        let (low, high) = (self.generation & low_bits(bits), self.generation >> bits);
        (key.hash & low_bits(shift) | low << shift, key.check & low_bits(shift) | high << shift)
    }
}

#[inline(always)]
fn greatest(numbers: [u64; BUCKET_ENTRIES]) -> i32 {
    numbers.into_iter().fold(0, u64::max) as i32
}

#[inline(always)]
const fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    /// A form, its number of stones, and all stones and winning cells of both sides.
    #[derive(Debug, Clone, Copy)]
    struct Case {
        us: u64,
        them: u64,
        playable: u64,
        nb_moves: u32,
        all: (u64, u64),
    }

    /// Numbers that look random, from a seed.
    struct Random(u64);

    impl Random {
        fn word(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (self.0 ^ self.0 >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word ^ word >> 29
        }

        /// Returns a case with stones and winning cells anywhere.
        fn case(&mut self, masks: &Masks<u64>) -> Case {
            let (us, them) = (self.word() & masks.board, self.word() & masks.board);
            let (us, them) = (us & !them, them);
            let all = (
                us | self.word() & self.word() & masks.board,
                them | self.word() & self.word() & masks.board,
            );
            let playable = if self.word().is_multiple_of(2) { masks.bottom } else { 0 };
            Case { us, them, playable, nb_moves: masks.cells() - 5, all }
        }

        /// Returns a case that differs in few cells, often in none, and now and then in another part.
        fn changed(&mut self, masks: &Masks<u64>, case: &Case) -> Case {
            let mut few =
                || self.word() & self.word() & self.word() & self.word() & self.word() & masks.board;
            let (us, them) = (case.us & !few() | few() & few(), case.them & !few() | few() & few());
            let all = (us | case.all.0, them | case.all.1);
            let playable = if self.word().is_multiple_of(8) { case.playable ^ 1 } else { case.playable };
            Case {
                us,
                them,
                playable,
                nb_moves: case.nb_moves - u32::from(self.word().is_multiple_of(8)),
                all,
            }
        }
    }

    fn boards() -> impl Iterator<Item = &'static Masks<u64>> {
        BoardSize::all().filter_map(BoardSize::narrow_masks).filter(|masks| fits(masks) && masks.cells() > 6)
    }

    impl Case {
        fn key(&self, masks: &Masks<u64>) -> TableKey {
            TableKey::of_form(masks, self.us, self.them, self.playable)
        }

        fn index(&self, masks: &Masks<u64>) -> u64 {
            FormTable::bucket_index(masks, self.key(masks), self.nb_moves)
        }
    }

    const NOTHING: Bounds = Bounds { lower: LEAST, upper: GREATEST };

    #[test]
    fn the_forms_of_nearly_all_boards_up_to_56_bits_fit() {
        let small = BoardSize::all().filter(|size| board_bits(size.masks()) <= 56 && size.height() < 16);
        let others = small.filter(|size| !fits(size.masks()));
        assert_eq!(others.map(|size| size.to_string()).collect::<Vec<_>>().join(" "), "11x4 6x8 5x10");
    }

    /// Returns the playable cells and the number of stones of an entry, by its words and the index of its bucket.
    fn decoded(masks: &Masks<u64>, us: u64, them: u64, index: u64) -> (u64, u32) {
        let stored = us & masks.sentinels | (them & masks.sentinels) >> 1;
        let rest = index ^ stored.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - INDEX_BITS);
        let mut playable = 0;
        for column in 0..masks.width {
            let sentinel = masks.height + column * masks.stride();
            let bits = [us >> sentinel, them >> sentinel, rest >> column, rest >> (masks.width + column)];
            let number: u64 = (0..number_bits(masks)).map(|bit| (bits[bit as usize] & 1) << bit).sum();
            playable |= if number == 0 { 0 } else { masks.bottom_mask(column as usize) << (number - 1) };
        }
        (playable, masks.cells() - (rest >> COLUMN_BITS) as u32)
    }

    #[test]
    fn an_entry_and_its_place_tell_the_whole_form() {
        let mut random = Random(1);
        for masks in boards() {
            let board_bits = low_bits(board_bits(masks));
            for _ in 0..1000 {
                let row = |random: &mut Random| random.word() % u64::from(masks.height + 1);
                let column = |column| match row(&mut random) {
                    0 => 0,
                    number => masks.bottom_mask(column) << (number - 1),
                };
                let playable = (0..masks.width as usize).map(column).sum();
                let case = Case { playable, ..random.case(masks) };
                let nb_moves = masks.cells() - (random.word() as u32 % MAX_EMPTY_CELLS).min(masks.cells());
                let key = case.key(masks);
                let (us, them) = (key.hash & board_bits, key.check & board_bits);
                let index = FormTable::bucket_index(masks, key, nb_moves);
                assert!(index < 1 << INDEX_BITS);
                assert_eq!((us & masks.board, them & masks.board), (case.us, case.them));
                assert_eq!(decoded(masks, us, them, index), (playable, nb_moves), "{masks:?}");
            }
        }
    }

    #[test]
    fn an_empty_table_bounds_nothing_not_even_a_form_without_a_live_cell() {
        for masks in boards() {
            let table = FormTable::new(masks).unwrap();
            for nb_moves in masks.cells().saturating_sub(MAX_EMPTY_CELLS)..=masks.cells() {
                let case = Case { us: 0, them: 0, playable: 0, nb_moves, all: (masks.board, masks.board) };
                let found = table.find(masks, case.index(masks), case.key(masks), case.all);
                assert_eq!(found, NOTHING);
            }
        }
    }

    #[test]
    fn a_position_is_bounded_by_what_it_dominates_and_by_what_dominates_it() {
        let (mut random, mut lower_only, mut upper_only, mut both) = (Random(2), 0, 0, 0);
        for masks in [
            Masks::of(4, 4).narrow(),
            Masks::of(7, 6).narrow(),
            Masks::of(7, 7).narrow(),
            Masks::of(8, 6).narrow(),
            Masks::of(5, 9).narrow(),
        ] {
            for _ in 0..4000 {
                let entry = random.case(&masks);
                let probed = random.changed(&masks, &entry);
                let mut table = FormTable::new(&masks).unwrap();
                table.put(&masks, entry.key(&masks), entry.nb_moves, Bounds { lower: -7, upper: 9 });
                let found = table.find(&masks, probed.index(&masks), probed.key(&masks), probed.all);
                let is_alike = (entry.playable, entry.nb_moves) == (probed.playable, probed.nb_moves);
                let is_within = |part: u64, whole: u64| part & !whole == 0;
                let dominates =
                    is_alike && is_within(entry.us, probed.all.0) && is_within(probed.them, entry.them);
                let is_dominated =
                    is_alike && is_within(probed.us, entry.us) && is_within(entry.them, probed.all.1);
                let lower = if dominates { -7 } else { LEAST };
                let upper = if is_dominated { 9 } else { GREATEST };
                assert_eq!(found, Bounds { lower, upper }, "{entry:?} {probed:?}");
                lower_only += u32::from(dominates && !is_dominated);
                upper_only += u32::from(is_dominated && !dominates);
                both += u32::from(dominates && is_dominated);
            }
        }
        assert!(lower_only.min(upper_only).min(both) > 100, "{lower_only} {upper_only} {both}");
    }

    #[test]
    fn the_tightest_bounds_of_a_bucket_count_and_a_full_one_loses_the_oldest_form() {
        let masks = &Masks::of(7, 6).narrow();
        let form = |us| Case { us, them: 0, playable: masks.bottom, nb_moves: 20, all: (masks.board, 0) };
        let mut table = FormTable::new(masks).unwrap();
        let forms = [1, 2, 4, 8, 16].map(|us| form(us << 1));
        let lower = |table: &FormTable| {
            table.find(masks, forms[0].index(masks), forms[0].key(masks), forms[0].all).lower
        };
        for (case, bound) in forms.iter().zip([5, 4, 3, 2, 1]) {
            table.put(masks, case.key(masks), case.nb_moves, Bounds { lower: bound, upper: 18 });
            assert_eq!(lower(&table), if bound == 1 { 4 } else { 5 });
        }
        // Stored again, a form is the newest and has its new bounds.
        table.put(masks, forms[1].key(masks), 20, Bounds { lower: 3, upper: 18 });
        table.put(masks, forms[0].key(masks), 20, Bounds { lower: -1, upper: 18 });
        assert_eq!(lower(&table), 3);
    }

    #[test]
    fn clearing_forgets_all_entries_however_often() {
        for masks in [Masks::of(7, 6).narrow(), Masks::of(7, 7).narrow(), Masks::of(8, 6).narrow()] {
            let case = Case { us: 2, them: 4, playable: masks.bottom, nb_moves: 40, all: (2, 4) };
            let mut table = FormTable::new(&masks).unwrap();
            for _ in 0..100 {
                assert_eq!(table.find(&masks, case.index(&masks), case.key(&masks), case.all), NOTHING);
                table.put(&masks, case.key(&masks), case.nb_moves, Bounds { lower: 1, upper: 2 });
                let found = table.find(&masks, case.index(&masks), case.key(&masks), case.all);
                assert_eq!(found, Bounds { lower: 1, upper: 2 });
                table.clear(&masks);
            }
        }
    }
}

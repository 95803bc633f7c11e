//! [`ClaimTable`]: the small table of a thread. An entry is a bound with its claim, which holds for every position of the same
//! heights that matches it (R8 in docs/proofs.md).

use std::array::from_fn;
use std::hint::black_box;

use bytemuck::allocation::try_zeroed_slice_box;

use super::TableKey;
use crate::bounds::Bounds;
use crate::cpu;
use crate::geometry::Masks;
use crate::word::Word;

/// Entries in a bucket: a bucket is two cache lines.
const BUCKET_ENTRIES: usize = 8;

/// The bits of the index of a bucket: 2 MiB, about a core's own cache. With as many entries, buckets of four take 5 to 9 % more
/// nodes on 7x6, and 4 MiB takes more time: `marlin-bench L1_R3 --count 100`.
const INDEX_BITS: u32 = 14;

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

/// Buckets of claims. An entry is two words:
///
/// ```text
///   63   58 57         48                                         0
///  +-------+------------+------------------------------------------+
///  | lower | generation | has;   at the sentinels, bit 0 of columns |
///  +-------+------------+------------------------------------------+
///  | upper | generation | lacks; at the sentinels, bit 1            |
///  +-------+------------+------------------------------------------+
/// ```
///
/// The claim of a lower bound is one of the side to move, that of an upper bound one of the other side; an entry has one of
/// the two. The number of a column is the row of its playable cell, counted from 1, and 0 if the column is full. Two bits of it
/// are stored. The others, xored with a hash of those two, are the index of the bucket. So an entry and its place tell all
/// heights, on boards that [fit](fits).
///
/// One thread owns a table at a time: the words of a torn entry would be another claim, which is not proven.
#[derive(Default)]
pub(super) struct ClaimTable {
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

/// Returns whether an entry has room for the claims of a board.
#[inline(always)]
pub(super) const fn fits<W>(masks: &Masks<W>) -> bool {
    if board_bits(masks) > 64 {
        return false;
    }
    let in_index = number_bits(masks).saturating_sub(2) * masks.width;
    let above_board = 64 - board_bits(masks);
    number_bits(masks) <= 4
        && in_index <= INDEX_BITS
        && in_index <= above_board
        && above_board >= BOUND_BITS + 2
}

impl TableKey {
    /// Returns the key of the heights, given by the playable cells, on a board whose claims fit: the bits at the sentinels of
    /// an entry's words, and above the board in the second one the bits of the columns' numbers that belong to the index.
    #[inline(always)]
    pub(crate) fn of_heights(masks: &Masks<u64>, playable: u64) -> Self {
        let bits = number_bits(masks);
        let first = bit_of_numbers(masks, playable, 0);
        let second = if bits > 1 { bit_of_numbers(masks, playable, 1) } else { 0 };
        let third = if bits > 2 { gathered(masks, bit_of_numbers(masks, playable, 2)) } else { 0 };
        let fourth = if bits > 3 { gathered(masks, bit_of_numbers(masks, playable, 3)) } else { 0 };
        let in_index = third | fourth << masks.width;
        Self { hash: first, check: second | in_index << board_bits(masks) }
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

impl ClaimTable {
    /// Makes an empty table for a board whose claims fit, and one without a bucket for others.
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

    /// Returns the index of the bucket of the heights.
    #[inline(always)]
    pub(super) const fn bucket_index(masks: &Masks<u64>, key: TableKey) -> u64 {
        let stored = key.hash & masks.sentinels | (key.check & masks.sentinels) >> 1;
        let hash = stored.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - INDEX_BITS);
        hash ^ key.check >> board_bits(masks)
    }

    /// Prefetches a bucket.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u64) {
        let bucket = self.bucket(index);
        cpu::prefetch(&bucket[0]);
        cpu::prefetch(&bucket[BUCKET_ENTRIES]);
    }

    /// Returns the bounds that the claims of a bucket prove for a position, given by the key of its heights and by all stones
    /// and winning cells of the side to move and of the other side.
    #[inline(always)]
    pub(super) fn find(&self, masks: &Masks<u64>, index: u64, key: TableKey, all: (u64, u64)) -> Bounds {
        let bucket = self.bucket(index);
        let tag_bits = low_bits(BOUND_SHIFT) & !masks.board;
        let (has_tag, lacks_tag) = self.without_bounds(masks, key);
        // The lower bounds, then the upper ones.
        let mut bounds = [0; 2 * BUCKET_ENTRIES];
        for entry in 0..BUCKET_ENTRIES {
            let (first, second) = (bucket[entry], bucket[BUCKET_ENTRIES + entry]);
            let other_tag = (first ^ has_tag | second ^ lacks_tag) & tag_bits;
            let (has, lacks) = (first & masks.board, second & masks.board);
            let not_ours = has & !all.0 | lacks & all.1;
            let not_theirs = has & !all.1 | lacks & all.0;
            bounds[entry] = (first >> BOUND_SHIFT & u64::all_if(other_tag | not_ours == 0)) as u32;
            bounds[BUCKET_ENTRIES + entry] =
                (second >> BOUND_SHIFT & u64::all_if(other_tag | not_theirs == 0)) as u32;
        }
        // In vectors: each round leaves the greater of two in both places.
        let of_four: [u32; BUCKET_WORDS] = from_fn(|place| bounds[place].max(bounds[place ^ 4]));
        let of_two: [u32; BUCKET_WORDS] = from_fn(|place| of_four[place].max(of_four[place ^ 2]));
        let greatest = |place: usize| of_two[place].max(of_two[place ^ 1]) as i32;
        Bounds { lower: LEAST + greatest(0), upper: GREATEST - greatest(BUCKET_ENTRIES) }
    }

    /// Returns the claim of the newest entry that proves a bound of a side, as [`Self::find`] has found it.
    #[inline(always)]
    pub(super) fn claim(
        &self,
        masks: &Masks<u64>,
        index: u64,
        key: TableKey,
        all: (u64, u64),
        bound: Bounds,
    ) -> Option<[u64; 2]> {
        let bucket = self.bucket(index);
        let (has_tag, lacks_tag) = self.without_bounds(masks, key);
        let [lower, upper] = stored(bound);
        let (claimant, other) = if lower > 0 { all } else { (all.1, all.0) };
        let proves = |&entry: &usize| {
            let (first, second) = (bucket[entry], bucket[BUCKET_ENTRIES + entry]);
            let other_tag = (first ^ has_tag | second ^ lacks_tag) & low_bits(BOUND_SHIFT) & !masks.board;
            let misses = first & masks.board & !claimant | second & masks.board & other;
            [first, second].map(|word| word >> BOUND_SHIFT) == [lower, upper] && other_tag | misses == 0
        };
        let entry = (0..BUCKET_ENTRIES).find(proves)?;
        Some([bucket[entry], bucket[BUCKET_ENTRIES + entry]].map(|word| word & masks.board))
    }

    /// Stores a claim as the newest of its bucket, in place of the same one or else of the oldest.
    #[inline(always)]
    pub(super) fn put(&mut self, masks: &Masks<u64>, key: TableKey, [has, lacks]: [u64; 2], bound: Bounds) {
        let start = self.start(Self::bucket_index(masks, key));
        let (first, second) = self.without_bounds(masks, key);
        let (first, second) = (first | has, second | lacks);
        let Some(bucket) = self.words[start..].first_chunk_mut::<BUCKET_WORDS>() else {
            unreachable!("a bucket")
        };
        let mut replaceable: u32 = 1 << (BUCKET_ENTRIES - 1);
        for entry in 0..BUCKET_ENTRIES {
            let other =
                (bucket[entry] ^ first | bucket[BUCKET_ENTRIES + entry] ^ second) & low_bits(BOUND_SHIFT);
            replaceable |= u32::from(other == 0) << entry;
        }
        let replaced = replaceable.trailing_zeros() as usize;
        for entry in (1..BUCKET_ENTRIES).rev() {
            if entry <= replaced {
                bucket[entry] = bucket[entry - 1];
                bucket[BUCKET_ENTRIES + entry] = bucket[BUCKET_ENTRIES + entry - 1];
            }
        }
        let [lower, upper] = stored(bound);
        bucket[0] = first | lower << BOUND_SHIFT;
        bucket[BUCKET_ENTRIES] = second | upper << BOUND_SHIFT;
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

/// Returns bounds as they are stored, each as its distance from the loosest.
#[inline(always)]
fn stored(Bounds { lower, upper }: Bounds) -> [u64; 2] {
    [lower.max(LEAST) - LEAST, GREATEST - upper.min(GREATEST)].map(|distance| distance as u64)
}

#[inline(always)]
const fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoardSize;

    /// A claim with its bound, for heights given by the playable cells.
    #[derive(Debug, Clone, Copy)]
    struct Entry {
        playable: u64,
        claim: [u64; 2],
        bound: Bounds,
    }

    impl Entry {
        /// Returns whether it proves its bound for a position of the same heights.
        fn holds(&self, playable: u64, all: (u64, u64)) -> bool {
            let [has, lacks] = self.claim;
            let (claimant, other) = if self.is_lower() { all } else { (all.1, all.0) };
            self.playable == playable && has & claimant == has && lacks & other == 0
        }

        fn is_lower(&self) -> bool {
            self.bound.upper == i32::MAX
        }
    }

    /// What a table does, with a list of all entries, the newest first.
    struct Model<'a> {
        masks: &'a Masks<u64>,
        entries: Vec<Entry>,
    }

    impl Model<'_> {
        fn index(&self, playable: u64) -> u64 {
            ClaimTable::bucket_index(self.masks, TableKey::of_heights(self.masks, playable))
        }

        /// Returns the entries that hold, of those that a bucket has room for.
        fn holding(&self, playable: u64, all: (u64, u64)) -> impl Iterator<Item = &Entry> {
            let is_near = move |entry: &&Entry| self.index(entry.playable) == self.index(playable);
            let bucket = self.entries.iter().filter(is_near).take(8);
            bucket.filter(move |entry| entry.holds(playable, all))
        }

        fn find(&self, playable: u64, all: (u64, u64)) -> Bounds {
            self.holding(playable, all).fold(NOTHING, |found, entry| found.within(entry.bound))
        }

        fn claim(&self, playable: u64, all: (u64, u64), bound: Bounds) -> Option<[u64; 2]> {
            let found = self.holding(playable, all).find(|entry| entry.bound == bound);
            found.map(|entry| entry.claim)
        }

        fn put(&mut self, new: Entry) {
            self.entries.retain(|old| (old.playable, old.claim) != (new.playable, new.claim));
            self.entries.insert(0, new);
        }
    }

    /// Numbers that look random, from a seed.
    struct Random(u64);

    impl Random {
        fn word(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (self.0 ^ self.0 >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word ^ word >> 29
        }

        fn below(&mut self, count: u64) -> u64 {
            self.word() % count
        }

        /// Returns the playable cells of any heights.
        fn playable(&mut self, masks: &Masks<u64>) -> u64 {
            let column = |column| match self.below(u64::from(masks.height + 1)) {
                0 => 0,
                number => masks.bottom_mask(column) << (number - 1),
            };
            (0..masks.width as usize).map(column).sum()
        }

        /// Returns any heights, others, and two that share the bucket of the first.
        fn heights(&mut self, masks: &Masks<u64>) -> Vec<u64> {
            let index = |playable| ClaimTable::bucket_index(masks, TableKey::of_heights(masks, playable));
            let first = self.playable(masks);
            let mut heights = vec![first, self.playable(masks)];
            while heights.len() < 4 {
                let other = self.playable(masks);
                if index(other) == index(first) && !heights.contains(&other) {
                    heights.push(other);
                }
            }
            heights
        }

        /// Returns a claim of some cells, and a bound of either side.
        fn entry(&mut self, playable: u64, cells: u64) -> Entry {
            let claim = [self.word() & self.word() & cells, self.word() & self.word() & cells];
            let value = 10 * self.below(7) as i32 - 30;
            let bound = if self.below(2) == 0 { Bounds::at_least(value) } else { Bounds::at_most(value) };
            Entry { playable, claim, bound }
        }
    }

    /// Returns the boards that fit, without the smallest.
    fn boards() -> impl Iterator<Item = &'static Masks<u64>> {
        BoardSize::all().filter_map(BoardSize::narrow_masks).filter(|masks| fits(masks) && masks.cells() > 6)
    }

    fn board(name: &str) -> &'static Masks<u64> {
        name.parse::<BoardSize>().unwrap().narrow_masks().unwrap()
    }

    fn key_and_index(masks: &Masks<u64>, playable: u64) -> (TableKey, u64) {
        let key = TableKey::of_heights(masks, playable);
        (key, ClaimTable::bucket_index(masks, key))
    }

    fn find(table: &ClaimTable, masks: &Masks<u64>, playable: u64, all: (u64, u64)) -> Bounds {
        let (key, index) = key_and_index(masks, playable);
        table.find(masks, index, key, all)
    }

    fn put(table: &mut ClaimTable, masks: &Masks<u64>, Entry { playable, claim, bound }: Entry) {
        table.put(masks, TableKey::of_heights(masks, playable), claim, bound);
    }

    const NOTHING: Bounds = Bounds { lower: LEAST, upper: GREATEST };

    #[test]
    fn the_claims_of_nearly_all_boards_up_to_56_bits_fit() {
        let is_small = |size: &BoardSize| board_bits(size.masks()) <= 56 && size.height() < 16;
        assert!(BoardSize::all().filter(|size| fits(size.masks())).all(|size| is_small(&size)));
        let others = BoardSize::all().filter(|size| is_small(size) && !fits(size.masks()));
        assert_eq!(others.map(|size| size.to_string()).collect::<Vec<_>>().join(" "), "11x4 6x8 5x10");
    }

    /// Returns the playable cells of an entry, by its words and the index of its bucket.
    fn decoded(masks: &Masks<u64>, [first, second]: [u64; 2], index: u64) -> u64 {
        let stored = first & masks.sentinels | (second & masks.sentinels) >> 1;
        let rest = index ^ stored.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - INDEX_BITS);
        let mut playable = 0;
        for column in 0..masks.width {
            let sentinel = masks.height + column * masks.stride();
            let bits =
                [first >> sentinel, second >> sentinel, rest >> column, rest >> (masks.width + column)];
            let number: u64 = (0..number_bits(masks)).map(|bit| (bits[bit as usize] & 1) << bit).sum();
            playable |= if number == 0 { 0 } else { masks.bottom_mask(column as usize) << (number - 1) };
        }
        playable
    }

    #[test]
    fn an_entry_and_its_place_tell_all_heights() {
        let mut random = Random(1);
        for masks in boards() {
            let mut table = ClaimTable::new(masks).unwrap();
            for _ in 0..1000 {
                let entry = Entry { playable: random.playable(masks), ..random.entry(0, masks.board) };
                put(&mut table, masks, entry);
                let (_, index) = key_and_index(masks, entry.playable);
                assert!(index < 1 << INDEX_BITS);
                let bucket = table.bucket(index);
                let words = [bucket[0], bucket[BUCKET_ENTRIES]];
                assert_eq!(words.map(|word| word & masks.board), entry.claim);
                assert_eq!(decoded(masks, words, index), entry.playable, "{masks:?}");
            }
        }
    }

    #[test]
    fn an_empty_table_bounds_nothing_not_even_a_full_board() {
        for masks in boards() {
            let table = ClaimTable::new(masks).unwrap();
            for playable in [0, masks.bottom, masks.bottom << (masks.height - 1)] {
                for all in [(0, 0), (masks.board, masks.board)] {
                    assert_eq!(find(&table, masks, playable, all), NOTHING);
                }
            }
        }
    }

    #[test]
    fn a_table_finds_what_a_list_of_its_entries_proves() {
        let (mut random, mut lower_only, mut upper_only, mut both, mut of_several) = (Random(2), 0, 0, 0, 0);
        for masks in ["7x6", "7x7", "8x6", "5x9", "10x4"].map(board) {
            let (mut table, heights) = (ClaimTable::new(masks).unwrap(), random.heights(masks));
            for _ in 0..100 {
                let cells = random.word() & random.word() & random.word() & masks.board;
                let mut model = Model { masks, entries: Vec::new() };
                for _ in 0..100 {
                    // Most of them are of the first heights.
                    let playable = heights[(random.below(8) as usize).saturating_sub(4)];
                    let entry = random.entry(playable, cells);
                    put(&mut table, masks, entry);
                    model.put(entry);
                    let playable = heights[(random.below(8) as usize).saturating_sub(4)];
                    let all = (random.word() & masks.board, random.word() & masks.board);
                    let found = find(&table, masks, playable, all);
                    assert_eq!(found, model.find(playable, all));
                    let (key, index) = key_and_index(masks, playable);
                    for bound in [Bounds::at_least(found.lower), Bounds::at_most(found.upper)] {
                        let claim = table.claim(masks, index, key, all, bound);
                        assert_eq!(claim, model.claim(playable, all, bound));
                    }
                    let is_below = found.lower > LEAST;
                    let is_above = found.upper < GREATEST;
                    lower_only += u32::from(is_below && !is_above);
                    upper_only += u32::from(is_above && !is_below);
                    both += u32::from(is_below && is_above);
                    of_several += u32::from(model.holding(playable, all).count() > 2);
                }
                table.clear(masks);
            }
        }
        let least = lower_only.min(upper_only).min(both).min(of_several);
        assert!(least > 1000, "{lower_only} {upper_only} {both} {of_several}");
    }

    #[test]
    fn a_full_bucket_loses_the_oldest_claim_and_a_claim_put_again_has_its_new_bound() {
        let masks = board("7x6");
        let mut table = ClaimTable::new(masks).unwrap();
        let entry = |cell: u32, lower| Entry {
            playable: masks.bottom,
            claim: [1 << cell, 0],
            bound: Bounds::at_least(lower),
        };
        let lower = |table: &ClaimTable| find(table, masks, masks.bottom, (masks.board, 0)).lower;
        // The first one has the greatest bound, and nine are one too many.
        for (cell, bound) in [0, 1, 2, 3, 4, 5, 7, 8].into_iter().zip((2..10).rev()) {
            put(&mut table, masks, entry(cell, bound));
            assert_eq!(lower(&table), 9);
        }
        put(&mut table, masks, entry(9, 1));
        assert_eq!(lower(&table), 8);
        // The two oldest are put again: no other one is lost.
        put(&mut table, masks, entry(1, -1));
        assert_eq!(lower(&table), 7);
        put(&mut table, masks, entry(2, -1));
        assert_eq!(lower(&table), 6);
    }

    #[test]
    fn clearing_forgets_all_entries_however_often() {
        for masks in ["7x6", "7x7", "8x6", "4x13"].map(board) {
            let mut table = ClaimTable::new(masks).unwrap();
            let entry = Entry { playable: masks.bottom, claim: [2, 4], bound: Bounds::at_least(1) };
            let lower = |table: &ClaimTable| find(table, masks, masks.bottom, (2, 0)).lower;
            for _ in 0..20 {
                put(&mut table, masks, entry);
                assert_eq!(lower(&table), 1);
                for _ in 0..20 {
                    table.clear(masks);
                    assert_eq!(lower(&table), LEAST);
                }
            }
            // After the last generation comes that of the entry.
            let forget: [fn(&mut ClaimTable, &Masks<u64>); 2] = [ClaimTable::clear, |table, _| table.touch()];
            for forget in forget {
                table.generation = 1;
                put(&mut table, masks, entry);
                table.generation = low_bits(2 * generation_bits(masks));
                forget(&mut table, masks);
                assert_eq!((table.generation, lower(&table)), (1, LEAST));
            }
        }
    }
}

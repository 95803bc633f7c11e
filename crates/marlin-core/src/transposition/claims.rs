//! [`ClaimTable`]: the small table of a thread. An entry is a bound with its claim, which holds for every
//! position of the same heights that matches it (R8 in docs/proofs.md).

use std::array::from_fn;
use std::hint::black_box;

use bytemuck::allocation::try_zeroed_slice_box;

use super::TranspositionTable;
use crate::bounds::Bounds;
use crate::cpu;
use crate::geometry::Masks;
use crate::raw_position::Held;
use crate::word::{Word, mix};

/// Entries in a bucket: in words of 64 bits a bucket is three cache lines, in words of 128 five.
const BUCKET_ENTRIES: usize = 8;

/// A lower bound is stored as its distance from the minimum, and an upper bound as its distance from the
/// maximum, so that a tighter bound is a greater number and 0 bounds nothing. No board has a score beyond 61.
const MINIMUM: i32 = -64;
const MAXIMUM: i32 = 63;

/// The bits of the index of a bucket: 3 MiB in words of 64 bits, 5 MiB in words of 128. With 2 MiB and 10,922
/// buckets the search takes 4 to 5 % more nodes and about as long: `marlin-bench L1_R3 --count 15`.
const INDEX_BITS: u32 = 14;

const _: () =
    assert!(bucket_words::<u128>() << INDEX_BITS == (TranspositionTable::SMALL_MIB << 20) / size_of::<u64>());

const TAG_BITS: u32 = 44;
const GENERATION_BITS: u32 = 6;
const UPPER_SHIFT: u32 = TAG_BITS + GENERATION_BITS;
const LOWER_SHIFT: u32 = UPPER_SHIFT + BOUND_BITS;
const BOUND_BITS: u32 = 7;

const _: () = assert!(LOWER_SHIFT + BOUND_BITS == 64);

/// The last generation; the first is 1, because zeroed memory has 0.
const LAST_GENERATION: u64 = low_bits(GENERATION_BITS);

/// Words of a cache line.
const LINE_WORDS: usize = 64 / size_of::<u64>();

/// The cells that the proof of a bound has used. The claim: every position with the same filled cells in
/// which one side, the claimant, has all cells of `has`, and the other side none of `lacks`, has at least the
/// bound as the claimant's score.
///
/// A side has its stones and its winning cells. So a filled cell of `has` is a stone of the claimant, and an
/// empty cell of `has` is a winning cell of the claimant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Claim<W> {
    pub(crate) has: W,
    pub(crate) lacks: W,
}

/// Buckets of claims. An entry is two sets of cells, `has` and `lacks`, and a word:
///
/// ```text
///   63   57 56   50 49        44 43           0
///  +-------+-------+------------+--------------+
///  | lower | upper | generation | tag: heights |
///  +-------+-------+------------+--------------+
/// ```
///
/// The claimant of a lower bound is the side to move, and the claimant of an upper bound the other side; an
/// entry has one of the two. On boards of one word the tag determines all heights. On larger boards it is a
/// hash of the heights, and the sentinels of both sets have bits of a second hash.
///
/// One thread owns a table at a time: the words of a torn entry would be another claim, which is not proven.
#[derive(Default)]
pub(super) struct ClaimTable {
    /// The buckets, with room before them to start at a cache line.
    words: Box<[u64]>,
    /// The first word that starts a cache line.
    first: usize,
    /// Counts from 1, so that zeroed memory has no generation.
    generation: u64,
}

/// An entry: the sets of its claim, with the bits at their sentinels, and its word.
type Entry<W> = (W, W, u64);

/// Returns the number of words of a bucket. A bucket has the first words of all its entries, then their
/// second words, and so on, so that vector code compares all entries at once. The first entry is the newest.
const fn bucket_words<W: Word>() -> usize {
    (2 * words_of::<W>() + 1) * BUCKET_ENTRIES
}

/// Returns the words of a set.
const fn words_of<W: Word>() -> usize {
    W::BITS as usize / 64
}

/// Returns the bits of the number of a column.
const fn number_bits<W>(masks: &Masks<W>) -> u32 {
    u32::BITS - masks.height.leading_zeros()
}

/// The key of a position in a small table: the heights of its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeightsKey {
    /// On boards that fit one word the numbers of all columns, next to one another. The number of a column is
    /// the row of its playable cell, counted from 1, and 0 if the column is full. On larger boards a hash of
    /// the heights.
    pub(crate) tag: u64,
    /// A second hash of the heights, on larger boards only.
    pub(crate) hash: u64,
}

impl HeightsKey {
    /// Returns the key of the heights, given by the playable cells.
    #[inline(always)]
    pub(crate) fn new<W: Word>(masks: &Masks<W>, playable: W) -> Self {
        if W::BITS == 64 || masks.width * masks.stride() <= 64 {
            return Self { tag: numbers(&masks.low(), playable.low()), hash: 0 };
        }
        let [hash, second] = playable.mixed(0x9e37_79b9_7f4a_7c15);
        Self { tag: mix(second, 0xa076_1d64_78bd_642f) & low_bits(TAG_BITS), hash }
    }
}

/// The cells of a column whose rows, counted from 1, have a bit: the lowest bit first.
const NUMBERED_ROWS: [u64; 6] = {
    let mut rows = [0; 6];
    let mut row = 1;
    while row < 64 {
        let mut bit = 0;
        while bit < 6 {
            rows[bit] |= (row >> bit & 1) << (row - 1);
            bit += 1;
        }
        row += 1;
    }
    rows
};

/// The steps in which the numbers of 32 columns are joined.
const STEPS: u32 = 5;

/// The bits of the joined numbers of every other group of 1, 2, 4, 8 and 16 columns: by the height of the
/// board.
const GROUPS: [[u64; STEPS as usize]; 64] = {
    let mut groups = [[0; STEPS as usize]; 64];
    let mut height: u32 = 1;
    while height < 64 {
        let mut step = 0;
        while step < STEPS {
            let mut start = 0;
            while start < 64 {
                let bits = (u32::BITS - height.leading_zeros()) << step;
                groups[height as usize][step as usize] |= low_bits(bits) << start;
                start += (height + 1) << (step + 1);
            }
            step += 1;
        }
        height += 1;
    }
    groups
};

/// Returns the numbers of all columns, with the number of the first column in the lowest bits.
#[inline(always)]
const fn numbers(masks: &Masks<u64>, playable: u64) -> u64 {
    let bits = number_bits(masks);
    let (mut numbers, mut bit) = (0, 0);
    while bit < bits {
        // The cells of a column carry the bit of its number up to the sentinel.
        let rows = masks.bottom * (NUMBERED_ROWS[bit as usize % 6] & masks.first_column);
        let at_sentinels = ((playable & rows) + masks.board) & masks.sentinels;
        numbers |= at_sentinels >> (masks.height - bit);
        bit += 1;
    }
    let mut step = 0;
    while step < STEPS {
        // The numbers of every other group of columns move next to the numbers of the group before it.
        if masks.stride() << step < 64 {
            let group = GROUPS[masks.height as usize % 64][step as usize];
            let moved = numbers >> ((masks.stride() - bits) << step);
            numbers = numbers & group | moved & group << (bits << step);
        }
        step += 1;
    }
    numbers
}

impl ClaimTable {
    /// Makes an empty table, `None` without memory.
    pub(super) fn new() -> Option<Self> {
        let count = (TranspositionTable::SMALL_MIB << 20) / size_of::<u64>();
        let words: Box<[u64]> = try_zeroed_slice_box(count + LINE_WORDS).ok()?;
        let first = words.as_ptr().align_offset(LINE_WORDS * size_of::<u64>()).min(LINE_WORDS);
        Some(Self { words, first, generation: 1 })
    }

    /// Writes zeros to all memory, so that the system provides the memory of a new table at once, and an old
    /// table is like a new one.
    pub(super) fn touch(&mut self) {
        self.words.fill(black_box(0));
        self.generation = 1;
    }

    /// Forgets all entries.
    pub(super) fn clear(&mut self) {
        if self.generation == LAST_GENERATION {
            self.touch();
        } else {
            self.generation += 1;
        }
    }

    /// Returns the index of the bucket of the heights.
    #[inline(always)]
    pub(super) const fn bucket_index(key: HeightsKey) -> u64 {
        let folded = (key.tag ^ key.tag >> 22) & low_bits(32);
        (folded.wrapping_mul(0xcc9e_2d51) & low_bits(32)) >> (32 - INDEX_BITS)
    }

    /// Prefetches a bucket.
    #[inline(always)]
    pub(super) fn prefetch<W: Word>(&self, index: u64) {
        self.bucket::<W>(index).iter().step_by(LINE_WORDS).for_each(cpu::prefetch);
    }

    /// Returns the bounds that the claims of a bucket prove for a position, given by the key of its heights
    /// and by all stones and winning cells of the side to move and of the other side.
    #[inline(always)]
    pub(super) fn find<W: Word>(
        &self,
        masks: &Masks<W>,
        index: u64,
        key: HeightsKey,
        held: Held<W>,
    ) -> Bounds {
        let bucket = self.bucket::<W>(index);
        let of_key = self.without_bounds(masks, key);
        // The lower bounds, then the upper ones.
        let mut bounds = [0; 2 * BUCKET_ENTRIES];
        for place in 0..BUCKET_ENTRIES {
            let entry = entry::<W>(bucket, place);
            let other_key = other_key(masks, entry, of_key);
            let (has, lacks) = (entry.0 & masks.board, entry.1 & masks.board);
            let not_ours = has & !held.ours | lacks & held.theirs;
            let not_theirs = has & !held.theirs | lacks & held.ours;
            let [lower, upper] =
                [LOWER_SHIFT, UPPER_SHIFT].map(|shift| entry.2 >> shift & low_bits(BOUND_BITS));
            bounds[place] = (lower & u64::all_if(other_key | not_ours == W::ZERO)) as u32;
            bounds[BUCKET_ENTRIES + place] = (upper & u64::all_if(other_key | not_theirs == W::ZERO)) as u32;
        }
        // In vectors: each round leaves the greater of two in both places.
        let of_four: [u32; 2 * BUCKET_ENTRIES] = from_fn(|place| bounds[place].max(bounds[place ^ 4]));
        let of_two: [u32; 2 * BUCKET_ENTRIES] = from_fn(|place| of_four[place].max(of_four[place ^ 2]));
        let maximum = |place: usize| of_two[place].max(of_two[place ^ 1]) as i32;
        Bounds { lower: MINIMUM + maximum(0), upper: MAXIMUM - maximum(BUCKET_ENTRIES) }
    }

    /// Returns the claim of the newest entry that proves a bound of a side, as [`Self::find`] has found it.
    #[inline(always)]
    pub(super) fn claim<W: Word>(
        &self,
        masks: &Masks<W>,
        index: u64,
        key: HeightsKey,
        held: Held<W>,
        bound: Bounds,
    ) -> Option<Claim<W>> {
        let bucket = self.bucket::<W>(index);
        let of_key = self.without_bounds(masks, key);
        let bounds = stored(bound);
        let (claimant, other) =
            if bound.lower > MINIMUM { (held.ours, held.theirs) } else { (held.theirs, held.ours) };
        (0..BUCKET_ENTRIES).map(|place| entry::<W>(bucket, place)).find_map(|entry| {
            let (has, lacks) = (entry.0 & masks.board, entry.1 & masks.board);
            let misses = has & !claimant | lacks & other;
            let proves = entry.2 & !low_bits(UPPER_SHIFT) == bounds
                && other_key(masks, entry, of_key) | misses == W::ZERO;
            proves.then_some(Claim { has, lacks })
        })
    }

    /// Stores a claim as the newest of its bucket, in place of the same one or else of the oldest.
    #[inline(always)]
    pub(super) fn put<W: Word>(
        &mut self,
        masks: &Masks<W>,
        key: HeightsKey,
        Claim { has, lacks }: Claim<W>,
        bound: Bounds,
    ) {
        let start = self.start::<W>(Self::bucket_index(key));
        let (has_bits, lacks_bits, tag) = self.without_bounds(masks, key);
        let new = (has | has_bits, lacks | lacks_bits, tag);
        let bucket = &mut self.words[start..start + bucket_words::<W>()];
        let mut replaceable: u32 = 1 << (BUCKET_ENTRIES - 1);
        for place in 0..BUCKET_ENTRIES {
            let old = entry::<W>(bucket, place);
            let other = old.0 ^ new.0 | old.1 ^ new.1 | other_tag(old.2, tag);
            replaceable |= u32::from(other == W::ZERO) << place;
        }
        let replaced = replaceable.trailing_zeros() as usize;
        for place in (1..BUCKET_ENTRIES).rev() {
            if place <= replaced {
                for words in bucket.chunks_exact_mut(BUCKET_ENTRIES) {
                    words[place] = words[place - 1];
                }
            }
        }
        set_newest(bucket, (new.0, new.1, tag | stored(bound)));
    }

    /// Returns the index of the first word of a bucket.
    #[inline(always)]
    const fn start<W: Word>(&self, index: u64) -> usize {
        self.first + index as usize * bucket_words::<W>()
    }

    #[inline(always)]
    fn bucket<W: Word>(&self, index: u64) -> &[u64] {
        let start = self.start::<W>(index);
        &self.words[start..start + bucket_words::<W>()]
    }

    /// Returns an entry of this generation without cells and bounds.
    #[inline(always)]
    fn without_bounds<W: Word>(&self, masks: &Masks<W>, key: HeightsKey) -> Entry<W> {
        let bits = W::of(u128::from(key.hash) << 64 | u128::from(key.hash));
        (bits & masks.sentinels, bits >> 1 & masks.sentinels, key.tag | self.generation << TAG_BITS)
    }
}

/// Returns the entry at a place in a bucket.
#[inline(always)]
fn entry<W: Word>(bucket: &[u64], place: usize) -> Entry<W> {
    let word = |number: usize| bucket[number * BUCKET_ENTRIES + place];
    let set = |first: usize| {
        let last = first + words_of::<W>() - 1;
        W::of(u128::from(word(last)) << (W::BITS - 64) | u128::from(word(first)))
    };
    (set(0), set(words_of::<W>()), word(2 * words_of::<W>()))
}

/// Writes the newest entry of a bucket.
#[inline(always)]
fn set_newest<W: Word>(bucket: &mut [u64], (has, lacks, word): Entry<W>) {
    for (number, set) in [has, lacks].into_iter().enumerate() {
        let first = number * words_of::<W>() * BUCKET_ENTRIES;
        bucket[first] = set.low();
        if W::BITS == 128 {
            bucket[first + BUCKET_ENTRIES] = (set >> (W::BITS - 64)).low();
        }
    }
    bucket[2 * words_of::<W>() * BUCKET_ENTRIES] = word;
}

/// Returns a set that is empty if two words of entries agree but for their bounds.
#[inline(always)]
fn other_tag<W: Word>(one: u64, other: u64) -> W {
    W::of(u128::from((one ^ other) & low_bits(UPPER_SHIFT)))
}

/// Returns a set that is empty if two entries are of one generation and of the same heights.
#[inline(always)]
fn other_key<W: Word>(masks: &Masks<W>, one: Entry<W>, other: Entry<W>) -> W {
    let tag: W = other_tag(one.2, other.2);
    if W::BITS == 64 { tag } else { tag | (one.0 ^ other.0 | one.1 ^ other.1) & masks.sentinels }
}

/// Returns bounds as they are stored, each as its distance from the loosest.
#[inline(always)]
fn stored(Bounds { lower, upper }: Bounds) -> u64 {
    let [lower, upper] = [lower.max(MINIMUM) - MINIMUM, MAXIMUM - upper.min(MAXIMUM)];
    (lower as u64) << LOWER_SHIFT | (upper as u64) << UPPER_SHIFT
}

#[inline(always)]
const fn low_bits(count: u32) -> u64 {
    if count < 64 { (1 << count) - 1 } else { u64::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;
    use crate::geometry::{BoardSize, with_masks};

    /// A claim with its bound, for heights given by the playable cells.
    #[derive(Debug, Clone, Copy)]
    struct Stored<W> {
        playable: W,
        claim: Claim<W>,
        bound: Bounds,
    }

    impl<W: Word> Stored<W> {
        /// Returns whether it proves its bound for a position of the same heights.
        fn holds(&self, playable: W, held: Held<W>) -> bool {
            let Claim { has, lacks } = self.claim;
            let is_lower = self.bound.upper == i32::MAX;
            let (claimant, other) =
                if is_lower { (held.ours, held.theirs) } else { (held.theirs, held.ours) };
            self.playable == playable && has & claimant == has && lacks & other == W::ZERO
        }
    }

    fn index<W: Word>(masks: &Masks<W>, playable: W) -> u64 {
        ClaimTable::bucket_index(HeightsKey::new(masks, playable))
    }

    /// A model of a table: a list of all entries, the newest first.
    struct Model<'a, W> {
        masks: &'a Masks<W>,
        entries: Vec<Stored<W>>,
    }

    impl<W: Word> Model<'_, W> {
        /// Returns the entries that hold, of those that a bucket has room for.
        fn holding(&self, playable: W, held: Held<W>) -> impl Iterator<Item = &Stored<W>> {
            let of_bucket = index(self.masks, playable);
            let is_near = move |entry: &&Stored<W>| index(self.masks, entry.playable) == of_bucket;
            let bucket = self.entries.iter().filter(is_near).take(BUCKET_ENTRIES);
            bucket.filter(move |entry| entry.holds(playable, held))
        }

        fn find(&self, playable: W, held: Held<W>) -> Bounds {
            self.holding(playable, held).fold(NOTHING, |found, entry| found.within(entry.bound))
        }

        fn claim(&self, playable: W, held: Held<W>, bound: Bounds) -> Option<Claim<W>> {
            let found = self.holding(playable, held).find(|entry| entry.bound == bound);
            found.map(|entry| entry.claim)
        }

        fn put(&mut self, new: Stored<W>) {
            self.entries.retain(|old| (old.playable, old.claim) != (new.playable, new.claim));
            self.entries.insert(0, new);
        }
    }

    /// Numbers that look random, from a seed.
    struct Random(u64);

    impl Random {
        fn number(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (self.0 ^ self.0 >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word ^ word >> 29
        }

        fn below(&mut self, count: u64) -> u64 {
            self.number() % count
        }

        fn word<W: Word>(&mut self) -> W {
            W::of(u128::from(self.number()) << 64 | u128::from(self.number()))
        }

        /// Returns the playable cells of any heights.
        fn playable<W: Word>(&mut self, masks: &Masks<W>) -> W {
            (0..masks.width as usize).fold(W::ZERO, |playable, column| {
                playable | masks.cell(column, self.below(u64::from(masks.height) + 1) as usize)
            })
        }

        /// Returns random heights, other random heights, and two that share the bucket of the first.
        fn heights<W: Word>(&mut self, masks: &Masks<W>) -> Vec<W> {
            let first = self.playable(masks);
            let mut heights = vec![first, self.playable(masks)];
            while heights.len() < 4 {
                let other = self.playable(masks);
                if index(masks, other) == index(masks, first) && !heights.contains(&other) {
                    heights.push(other);
                }
            }
            heights
        }

        /// Returns a claim of some cells, and a bound of either side.
        fn entry<W: Word>(&mut self, playable: W, cells: W) -> Stored<W> {
            let [has, lacks] = [(); 2].map(|()| self.word::<W>() & self.word() & cells);
            let value = 20 * self.below(7) as i32 - 60;
            let bound = if self.below(2) == 0 { Bounds::at_least(value) } else { Bounds::at_most(value) };
            Stored { playable, claim: Claim { has, lacks }, bound }
        }
    }

    fn board(name: &str) -> &'static Masks<u64> {
        name.parse::<BoardSize>().unwrap().masks_u64().unwrap()
    }

    fn find<W: Word>(table: &ClaimTable, masks: &Masks<W>, playable: W, held: Held<W>) -> Bounds {
        table.find(masks, index(masks, playable), HeightsKey::new(masks, playable), held)
    }

    fn put<W: Word>(table: &mut ClaimTable, masks: &Masks<W>, Stored { playable, claim, bound }: Stored<W>) {
        table.put(masks, HeightsKey::new(masks, playable), claim, bound);
    }

    const NOTHING: Bounds = Bounds { lower: MINIMUM, upper: MAXIMUM };

    #[test]
    fn the_tag_of_a_board_of_one_word_tells_all_heights() {
        let mut random = Random(1);
        for masks in BoardSize::all().map(BoardSize::masks).filter(|masks| masks.width * masks.stride() <= 64)
        {
            let bits = number_bits(masks);
            assert!(bits * masks.width <= TAG_BITS, "{masks:?}");
            for _ in 0..200 {
                let playable = random.playable(masks);
                let tag = HeightsKey::new(masks, playable).tag;
                let decoded = (0..masks.width).fold(0, |cells, column| {
                    let number = (tag >> (bits * column) & low_bits(bits)) as usize;
                    cells | number.checked_sub(1).map_or(0, |row| masks.cell(column as usize, row))
                });
                assert_eq!((decoded, tag >> (bits * masks.width)), (playable, 0), "{masks:?}");
            }
        }
    }

    #[test]
    fn heights_of_larger_boards_have_different_keys_and_all_boards_use_many_buckets() {
        fn check<W: Word>(masks: &Masks<W>, random: &mut Random) {
            let mut heights: Vec<W> = (0..2000).map(|_| random.playable(masks)).collect();
            heights.sort_unstable();
            heights.dedup();
            let keys = heights.iter().map(|&playable| HeightsKey::new(masks, playable).tag);
            assert_eq!(keys.collect::<std::collections::HashSet<_>>().len(), heights.len(), "{masks:?}");
            let indices = heights.iter().map(|&playable| index(masks, playable));
            assert!(indices.clone().all(|index| index < 1 << INDEX_BITS));
            let used = indices.collect::<std::collections::HashSet<_>>().len();
            assert!(10 * used >= 8 * heights.len(), "{used} buckets of {} heights: {masks:?}", heights.len());
        }
        let mut random = Random(3);
        for size in BoardSize::all() {
            with_masks!(size, masks => check(masks, &mut random));
        }
    }

    #[test]
    fn an_empty_table_bounds_nothing_not_even_a_full_board() {
        fn check<W: Word>(table: &ClaimTable, masks: &Masks<W>) {
            for playable in [W::ZERO, masks.bottom, masks.bottom << (masks.height - 1)] {
                for cells in [W::ZERO, masks.board] {
                    assert_eq!(find(table, masks, playable, Held { ours: cells, theirs: cells }), NOTHING);
                }
            }
        }
        let table = ClaimTable::new().unwrap();
        for size in BoardSize::all() {
            with_masks!(size, masks => check(&table, masks));
        }
    }

    #[test]
    fn a_table_finds_what_a_list_of_its_entries_proves() {
        fn check<W: Word>(masks: &Masks<W>) {
            let (mut random, mut lower_only, mut upper_only, mut both, mut of_several) =
                (Random(2), 0, 0, 0, 0);
            let (mut table, heights) = (ClaimTable::new().unwrap(), random.heights(masks));
            for _ in 0..60 {
                // Few cells, so that claims match.
                let cells = bitboard::each(masks.board)
                    .filter(|_| random.below(8) == 0)
                    .take(6)
                    .fold(W::ZERO, |cells, cell| cells | cell);
                let mut model = Model { masks, entries: Vec::new() };
                for _ in 0..100 {
                    // Most of them are of the first heights.
                    let playable = heights[(random.below(8) as usize).saturating_sub(4)];
                    let entry = random.entry(playable, cells);
                    put(&mut table, masks, entry);
                    model.put(entry);
                    let playable = heights[(random.below(8) as usize).saturating_sub(4)];
                    let [ours, theirs] = [(); 2].map(|()| random.word::<W>() & masks.board);
                    let held = Held { ours, theirs };
                    let found = find(&table, masks, playable, held);
                    assert_eq!(found, model.find(playable, held));
                    let key = HeightsKey::new(masks, playable);
                    for bound in [Bounds::at_least(found.lower), Bounds::at_most(found.upper)] {
                        let claim = table.claim(masks, index(masks, playable), key, held, bound);
                        assert_eq!(claim, model.claim(playable, held, bound));
                    }
                    let is_below = found.lower > MINIMUM;
                    let is_above = found.upper < MAXIMUM;
                    lower_only += u32::from(is_below && !is_above);
                    upper_only += u32::from(is_above && !is_below);
                    both += u32::from(is_below && is_above);
                    of_several += u32::from(model.holding(playable, held).count() > 2);
                }
                table.clear();
            }
            let least = lower_only.min(upper_only).min(both).min(of_several);
            assert!(least > 200, "{lower_only} {upper_only} {both} {of_several}: {masks:?}");
        }
        for name in ["7x6", "7x7", "8x7", "5x10", "16x3", "10x10", "25x4", "8x15"] {
            with_masks!(name.parse::<BoardSize>().unwrap(), masks => check(masks));
        }
    }

    #[test]
    fn a_full_bucket_loses_the_oldest_claim_and_a_claim_put_again_has_its_new_bound() {
        let masks = board("7x6");
        let mut table = ClaimTable::new().unwrap();
        let entry = |cell: u32, lower| Stored {
            playable: masks.bottom,
            claim: Claim { has: 1 << cell, lacks: 0 },
            bound: Bounds::at_least(lower),
        };
        let lower = |table: &ClaimTable| {
            find(table, masks, masks.bottom, Held { ours: masks.board, theirs: 0 }).lower
        };
        // The first one has the maximum bound, and nine are one too many.
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
        let masks = board("7x6");
        let mut table = ClaimTable::new().unwrap();
        let entry =
            Stored { playable: masks.bottom, claim: Claim { has: 2, lacks: 4 }, bound: Bounds::at_least(1) };
        let lower = |table: &ClaimTable| find(table, masks, masks.bottom, Held { ours: 2, theirs: 0 }).lower;
        // Put once, it remains forgotten beyond the last generation.
        for _ in 0..2 {
            put(&mut table, masks, entry);
            assert_eq!(lower(&table), 1);
            for _ in 0..2 * LAST_GENERATION {
                table.clear();
                assert_eq!(lower(&table), MINIMUM);
            }
        }
        put(&mut table, masks, entry);
        table.touch();
        assert_eq!((table.generation, lower(&table)), (1, MINIMUM));
    }
}

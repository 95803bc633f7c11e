//! Tests of the table.

use super::*;

fn key(word: u64) -> FormKey {
    let mix = |word: u64| {
        let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word ^ word >> 29
    };
    FormKey { hash: mix(mix(word + 1)), check: mix(mix(word + 77)) }
}

/// Returns the key of some position with a number of stones.
fn key_with(nb_moves: u32, word: u64) -> TableKey {
    let masks = &Masks::of(7, 6).in_u64();
    if has_claims(masks, nb_moves) {
        let heights = (0..7).map(|column| masks.cell(column, (word >> (2 * column)) as usize % 4));
        TableKey::Heights(HeightsKey::new(masks, heights.sum()))
    } else {
        TableKey::Form(key(word))
    }
}

/// Stores the bounds of a position without a stone or a winning cell: a claim for each of them, if there are
/// claims.
fn put(handle: &mut TableHandle<'_>, key: TableKey, bounds: Bounds, nodes: u64) {
    let masks = &Masks::of(7, 6);
    match key {
        TableKey::Heights(key) => {
            handle.store_claim(masks, key, Claim { has: 0, lacks: 1 }, Bounds::at_least(bounds.lower));
            handle.store_claim(masks, key, Claim { has: 0, lacks: 2 }, Bounds::at_most(bounds.upper));
        }
        TableKey::Form(key) => handle.store(key, bounds, nodes),
    }
}

fn store(table: &TranspositionTable, key: TableKey, bounds: Bounds, nodes: u64) {
    put(&mut table.handle(), key, bounds, nodes);
}

/// Returns the bounds of such a position, `None` if the table has none.
fn found(handle: &TableHandle<'_>, key: TableKey) -> Option<Bounds> {
    let bounds = handle.probe(&Masks::of(7, 6), &handle.lookup(key, Held { ours: 0, theirs: 0 }));
    (bounds.lower > -64 || bounds.upper < 63).then_some(bounds)
}

fn table(mib: usize) -> TranspositionTable {
    TranspositionTable::new(mib).unwrap()
}

const fn bounds(lower: i32, upper: i32) -> Bounds {
    Bounds { lower, upper }
}

#[test]
fn what_is_stored_is_found_in_either_table() {
    let table = table(1);
    for nb_moves in [0, 13, 14, 41] {
        for lower in -18..=18 {
            for upper in lower..=18 {
                store(&table, key_with(nb_moves, 77), bounds(lower, upper), 1);
                assert_eq!(found(&table.handle(), key_with(nb_moves, 77)), Some(bounds(lower, upper)));
            }
        }
        assert_eq!(found(&table.handle(), key_with(nb_moves, 78)), None);
    }
}

#[test]
fn touched_memory_keeps_what_is_stored() {
    let table = table(1);
    let keys = || (0..30).flat_map(|nb_moves| (0..100).map(move |word| key_with(nb_moves, word)));
    keys().for_each(|key| store(&table, key, bounds(-1, 1), 1));
    let count = || keys().filter(|&key| found(&table.handle(), key).is_some()).count();
    let before = count();
    for _more_than_all in 0..100 {
        table.handle().touch_some();
    }
    assert_eq!(count(), before);
    assert!(before > 1000, "{before}");
}

#[test]
fn an_entry_answers_for_its_hash_only_with_its_check() {
    let table = table(1);
    store(&table, TableKey::Form(key(1)), bounds(1, 1), 1);
    let other_check = FormKey { check: key(1).check ^ 1 << 63, ..key(1) };
    let other_hash = FormKey { hash: key(1).hash ^ 1, ..key(1) };
    assert_eq!(found(&table.handle(), TableKey::Form(other_check)), None);
    assert_eq!(found(&table.handle(), TableKey::Form(other_hash)), None);
}

#[test]
fn a_torn_entry_is_empty() {
    let table = table(1);
    store(&table, TableKey::Form(key(1)), bounds(1, 1), 1);
    table.main.tear(key(1));
    assert_eq!(found(&table.handle(), TableKey::Form(key(1))), None);
}

/// Stores 800,000 positions in a table of 65,536 entries, every 40th of which took 1000 nodes. Returns
/// whether the bounds of each are found, in the order in which they were stored.
fn found_in_overfull_table() -> Vec<bool> {
    let table = table(1);
    let value = |word: u64| (word % 37) as i32 - 18;
    for word in 0..800_000 {
        let nodes = if word % 40 == 0 { 1000 } else { 1 };
        store(&table, key_with(0, word), bounds(value(word), value(word)), nodes);
    }
    let found = |word| found(&table.handle(), key_with(0, word));
    (0..800_000)
        .map(|word| found(word).inspect(|b| assert_eq!(*b, bounds(value(word), value(word)))).is_some())
        .collect()
}

/// Returns the share in thousandths of the expensive positions of [`found_in_overfull_table`] that are found,
/// and of the others.
fn shares(found: &[bool]) -> [usize; 2] {
    let share = |is_expensive: bool| {
        let words = (0..found.len()).filter(|word| (word % 40 == 0) == is_expensive);
        let kept = words.clone().filter(|&word| found[word]).count();
        kept * 1000 / words.count()
    };
    [share(true), share(false)]
}

#[test]
fn an_overfull_table_keeps_expensive_entries_longer_than_cheap_ones_and_answers_right() {
    let [expensive, cheap] = shares(&found_in_overfull_table()[720_000..]);
    assert!(expensive > 900 && cheap < 700, "{expensive} and {cheap} of 1000 recent entries are kept");
}

#[test]
fn an_expensive_entry_gives_way_once_many_others_have_been_stored_after_it() {
    let [expensive, _] = shares(&found_in_overfull_table()[..80_000]);
    assert!(expensive < 100, "{expensive} of 1000 old entries are kept");
}

#[test]
fn hashfull_counts_the_entries_of_the_present_generation() {
    let table = table(1);
    assert_eq!(table.hashfull(), 0);
    for word in 0..1 << 16 {
        store(&table, key_with(0, word), bounds(0, 0), 1);
    }
    let full = table.hashfull();
    assert!((600..1000).contains(&full), "{full} of 1000 after as many stores as there are entries");
    table.clear();
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn prefaulting_empties_both_tables_and_leaves_them_working() {
    let table = table(1);
    for nb_moves in [0, 41] {
        store(&table, key_with(nb_moves, 5), bounds(1, 1), 1);
    }
    table.prefault();
    for nb_moves in [0, 41] {
        assert_eq!(found(&table.handle(), key_with(nb_moves, 5)), None);
        store(&table, key_with(nb_moves, 5), bounds(2, 2), 1);
        assert_eq!(found(&table.handle(), key_with(nb_moves, 5)), Some(bounds(2, 2)));
    }
}

#[test]
fn clearing_empties_the_table_however_often() {
    let table = table(1);
    for round in 0..2 * LAST_GENERATION as u32 {
        let key = key_with(round % 42, 5);
        assert_eq!(found(&table.handle(), key), None);
        store(&table, key, bounds(1, 1), 1);
        assert_eq!(found(&table.handle(), key), Some(bounds(1, 1)));
        table.clear();
    }
}

#[test]
fn absurd_sizes_are_errors() {
    let error = |mib| TranspositionTable::new(mib).unwrap_err();
    assert_eq!(error(0), TableError::OutOfRange { mib: 0 });
    assert_eq!(error(usize::MAX), TableError::OutOfRange { mib: usize::MAX });
    assert_eq!(error((1 << 16) + 1), TableError::OutOfRange { mib: (1 << 16) + 1 });
}

#[test]
fn sizes_need_not_be_powers_of_two() {
    assert_eq!(table(3).hash_mib(), 3);
}

#[test]
fn threads_have_small_tables_of_their_own_and_the_next_thread_gets_the_one_used_last() {
    let (table, key) = (table(1), key_with(41, 5));
    let (mut first, second) = (table.handle(), table.handle());
    put(&mut first, key, bounds(1, 1), 1);
    assert_eq!(found(&first, key), Some(bounds(1, 1)));
    assert_eq!(found(&second, key), None);
    assert_eq!(found(&table.handle(), key), None);
    drop(second);
    drop(first);
    assert_eq!(found(&table.handle(), key), Some(bounds(1, 1)));
}

#[test]
fn a_small_table_forgets_what_was_stored_before_a_clearing_that_it_missed() {
    let (table, key) = (table(1), key_with(41, 5));
    let mut handle = table.handle();
    table.clear();
    put(&mut handle, key, bounds(1, 1), 1);
    drop(handle);
    assert_eq!(found(&table.handle(), key), None);
}

//! [`BusyTable`]: the positions that the threads of a team are searching.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::transposition::TableKey;

/// The number of entries. There are a few dozen busy positions at a time. Of two positions that share an entry one is
/// not seen, and of two threads at one position the first to leave clears the entry. Both cost some work and nothing
/// else.
const LEN: usize = 1024;

/// The positions that are being searched.
#[derive(Debug)]
pub(in crate::search) struct BusyTable {
    /// Their hashes, by the lowest bits.
    hashes: Box<[AtomicU64]>,
}

impl BusyTable {
    pub(in crate::search) fn new() -> Self {
        Self { hashes: (0..LEN).map(|_| AtomicU64::new(0)).collect() }
    }

    fn entry(&self, key: TableKey) -> &AtomicU64 {
        &self.hashes[key.hash as usize % LEN]
    }

    /// Returns whether a thread is searching a position.
    pub(in crate::search) fn is_marked(&self, key: TableKey) -> bool {
        self.entry(key).load(Relaxed) == key.hash
    }

    /// Marks a position that a thread begins to search.
    pub(in crate::search) fn mark(&self, key: TableKey) {
        self.entry(key).store(key.hash, Relaxed);
    }

    /// Takes the mark off a position that a thread has searched.
    pub(in crate::search) fn unmark(&self, key: TableKey) {
        let _or_another_is_marked = self.entry(key).compare_exchange(key.hash, 0, Relaxed, Relaxed);
    }
}

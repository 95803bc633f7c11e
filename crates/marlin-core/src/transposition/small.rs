//! [`SmallTables`]: the small tables that no thread uses, and [`SmallTable`], one of them.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::claims::ClaimTable;
use super::{MAX_THREADS, TableError, TranspositionTable};
use crate::target::IS_WASM;

/// The free small tables of one or more tables. One maximum holds for all of them together. Once it is
/// reached, a thread takes the free small table that was used least recently, whatever its board.
#[derive(Default)]
pub(super) struct SmallTables(Mutex<State>);

struct State {
    /// In the order of their last use.
    free: VecDeque<SmallTable>,
    /// The number of all small tables, including those in use.
    count: usize,
    /// The maximum number of small tables that are kept.
    most: usize,
}

impl Default for State {
    fn default() -> Self {
        Self { free: VecDeque::new(), count: 0, most: MAX_THREADS }
    }
}

impl SmallTables {
    /// A thread that panicked has left the state valid: a small table is complete before it is added.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a small table for a table.
    pub(super) fn add(&self, owner: u64, is_reserved: bool) -> Result<(), TableError> {
        let small =
            SmallTable::new(owner).ok_or(TableError::OutOfMemory { mib: TranspositionTable::SMALL_MIB })?;
        let mut state = self.lock();
        state.free.push_front(SmallTable { is_reserved, ..small });
        state.count += 1;
        Ok(())
    }

    /// Makes the small tables that a program may need at the same time. No more are kept.
    pub(super) fn reserve(&self, owner: u64, count: usize) -> Result<(), TableError> {
        while self.lock().count < count {
            self.add(owner, true)?;
        }
        self.lock().most = count;
        Ok(())
    }

    /// Frees the small tables of a table that is dropped, for other tables.
    pub(super) fn retire(&self, owner: u64) {
        for small in self.lock().free.iter_mut().filter(|small| small.owner == owner) {
            small.owner = UNOWNED;
        }
    }

    /// Takes the small table that a table has used last, else one of a dropped table, else a new one, else
    /// one of another table. `None` without memory.
    pub(super) fn take(&self, owner: u64) -> Option<SmallTable> {
        let mut state = self.lock();
        if let Some(index) = state.free.iter().rposition(|small| small.owner == owner) {
            let small = state.free.remove(index);
            drop(state);
            return small.map(SmallTable::touched);
        }
        let retired = state.free.iter().position(|small| small.owner == UNOWNED);
        let replaced = retired.or_else(|| (state.count >= state.most).then_some(0));
        let other = replaced.and_then(|index| state.free.remove(index));
        if other.is_none() {
            state.count += 1;
        }
        drop(state);
        let small = match other {
            Some(other) => Some(other.for_table(owner)),
            None => SmallTable::new(owner).map(|new| SmallTable { is_reserved: true, ..new }.touched()),
        };
        if small.is_none() {
            self.lock().count -= 1;
        }
        small
    }

    /// Takes a small table that a table has used since the table was cleared, if one is free.
    pub(super) fn take_free(&self, owner: u64, clears: u64) -> Option<SmallTable> {
        let mut state = self.lock();
        let index = state.free.iter().rposition(|small| small.owner == owner && small.clears == clears)?;
        state.free.remove(index)
    }

    /// Takes back a small table that a thread has used.
    pub(super) fn leave(&self, small: SmallTable) {
        let mut state = self.lock();
        if state.count <= state.most {
            state.free.push_back(small);
        } else {
            state.count -= 1;
        }
    }
}

/// The owner of the small tables of dropped tables.
const UNOWNED: u64 = u64::MAX;

/// The small table of a thread.
#[derive(Default)]
pub(super) struct SmallTable {
    pub(super) claims: ClaimTable,
    /// The table to whose positions its entries belong.
    owner: u64,
    /// The number of times that the owner had been cleared when this small table was last cleared.
    clears: u64,
    /// Whether its memory is to be [touched](ClaimTable::touch) before it is used, as for threads beside the
    /// first.
    is_reserved: bool,
}

impl SmallTable {
    fn new(owner: u64) -> Option<Self> {
        Some(Self { claims: ClaimTable::new()?, owner, clears: 0, is_reserved: false })
    }

    /// Returns the small table, with its memory touched if it is reserved.
    fn touched(mut self) -> Self {
        if self.is_reserved && !IS_WASM {
            self.claims.touch();
        }
        Self { is_reserved: false, ..self }
    }

    /// Returns an empty small table for another table, in the same memory.
    fn for_table(mut self, owner: u64) -> Self {
        self.claims.touch();
        Self { owner, clears: 0, is_reserved: false, ..self }
    }

    /// Forgets all entries if the owner has been cleared since.
    pub(super) fn follow(&mut self, clears: u64) {
        if self.clears != clears {
            self.clears = clears;
            self.claims.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::geometry::BoardSize;
    use crate::transposition::TranspositionTable;

    fn state(table: &TranspositionTable) -> (usize, usize) {
        let state = table.small.lock();
        (state.count, state.free.len())
    }

    #[test]
    fn tables_of_several_boards_share_no_more_small_tables_than_are_reserved() {
        let main = TranspositionTable::new(1).unwrap();
        main.small.reserve(main.id, 3).unwrap();
        assert_eq!(state(&main), (3, 3));
        let boards = ["5x4", "8x7", "10x10"].map(|board| board.parse::<BoardSize>().unwrap());
        for size in boards {
            let table = main.beside(size, 1).unwrap();
            let handles = [(); 3].map(|()| table.handle());
            assert_eq!(state(&main), (3, 0));
            // Beyond the reservation there is one more, which is not kept.
            drop((main.handle(), handles));
            assert_eq!(state(&main), (3, 3), "{size}");
        }
    }

    #[test]
    fn the_small_tables_of_a_dropped_table_are_used_again() {
        let main = TranspositionTable::new(1).unwrap();
        for _ in 0..5 {
            let table = main.beside(main.size, 1).unwrap();
            let _handles = [(); 2].map(|()| table.handle());
            assert_eq!(state(&main), (3, 1));
        }
    }
}

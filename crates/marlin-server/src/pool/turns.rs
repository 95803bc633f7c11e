//! [`Turns`]: the boards that have a table at a time, in turn.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use marlin_core::{BoardSize, StopFlag};

/// The time for which a board keeps its table at least while another board waits for one.
const TURN: Duration = Duration::from_secs(1);

/// The longest time after which a search that waits looks whether it was stopped.
const LOOK: Duration = Duration::from_millis(20);

/// The boards beside the main one whose tables are in use: a bounded number at a time. Searches on one board share its table. Where
/// another board waits, the searches on the one that has had a table for longest end with their bounds after its turn, and those
/// that come later wait too.
#[derive(Debug, Clone)]
pub(super) struct Turns(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Wakes those that wait.
    changes: Condvar,
    most: usize,
}

#[derive(Debug, Default)]
struct State {
    boards: Vec<Board>,
    /// Those that wait, in the order of their arrival.
    waiting: BTreeMap<u64, BoardSize>,
    next_number: u64,
}

/// A board whose table is in use.
#[derive(Debug)]
struct Board {
    size: BoardSize,
    since: Instant,
    /// The flags of its searches, by their numbers.
    searches: BTreeMap<u64, StopFlag>,
    /// Whether its turn is over.
    is_over: bool,
}

/// The use of a board's table, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    turns: Turns,
    size: BoardSize,
    number: u64,
}

impl Turns {
    /// Returns the turns of a number of boards.
    pub(super) fn of(most: usize) -> Self {
        Self(Arc::new(Shared { state: Mutex::default(), changes: Condvar::new(), most }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a search may use the table of a board. `None` if it is stopped before, or the deadline is over.
    pub(super) fn wait(&self, size: BoardSize, flag: &StopFlag, deadline: Instant) -> Option<Turn> {
        let mut state = self.lock();
        let number = state.next_number;
        state.next_number += 1;
        loop {
            if state.enter(size, number, flag, self.0.most) {
                state.waiting.remove(&number);
                return Some(Turn { turns: self.clone(), size, number });
            }
            state.waiting.insert(number, size);
            let now = Instant::now();
            if flag.is_stopped() || now >= deadline {
                state.waiting.remove(&number);
                self.0.changes.notify_all();
                return None;
            }
            state.end_longest(now);
            state = self.0.changes.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    /// Lets a search use the table of its board, if that has one and its turn is not over, or if there is room and no other board
    /// has waited longer. Returns whether it does.
    fn enter(&mut self, size: BoardSize, number: u64, flag: &StopFlag, most: usize) -> bool {
        let is_next = self.waiting.values().next().is_none_or(|&first| first == size);
        let is_of_board = |board: &Board| board.size == size;
        if is_next && self.boards.len() < most && !self.boards.iter().any(is_of_board) {
            let (since, searches, is_over) = (Instant::now(), BTreeMap::new(), false);
            self.boards.push(Board { size, since, searches, is_over });
        }
        let board = self.boards.iter_mut().find(|board| is_of_board(board) && !board.is_over);
        board.map(|board| board.searches.insert(number, flag.clone())).is_some()
    }

    /// Stops the searches on the board that has had a table for longest, if its turn is over.
    fn end_longest(&mut self, now: Instant) {
        let Some(board) = self.boards.iter_mut().min_by_key(|board| board.since) else { return };
        if now >= board.since + TURN {
            board.is_over = true;
            board.searches.values().for_each(StopFlag::stop);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.turns.lock();
        for board in state.boards.iter_mut().filter(|board| board.size == self.size) {
            board.searches.remove(&self.number);
        }
        state.boards.retain(|board| !board.searches.is_empty());
        drop(state);
        self.turns.0.changes.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::tests::PATIENCE;

    fn board(text: &str) -> BoardSize {
        text.parse().unwrap()
    }

    fn later() -> Instant {
        Instant::now() + 2 * PATIENCE
    }

    #[test]
    fn searches_on_one_board_share_a_turn_and_the_next_board_waits_for_its_end() {
        let turns = Turns::of(1);
        let flags = [(); 3].map(|()| StopFlag::new());
        let held = [0, 1].map(|i| turns.wait(board("4x4"), &flags[i], later()).unwrap());
        thread::scope(|scope| {
            let next = scope.spawn(|| turns.wait(board("5x4"), &flags[2], later()).is_some());
            // The turn of the first board ends.
            while !flags[1].is_stopped() {
                thread::yield_now();
            }
            assert!(flags[0].is_stopped() && !flags[2].is_stopped());
            // One that comes later waits behind the other board.
            assert!(turns.wait(board("4x4"), &flags[0], later()).is_none(), "it was stopped");
            drop(held);
            assert!(next.join().unwrap());
        });
        assert!(turns.wait(board("4x4"), &StopFlag::new(), later()).is_some());
    }

    #[test]
    fn boards_that_ask_again_at_once_leave_turns_to_others() {
        let (turns, is_over) = (Turns::of(2), StopFlag::new());
        thread::scope(|scope| {
            for size in ["9x6", "8x7", "9x7", "10x6"] {
                let (turns, is_over) = (&turns, &is_over);
                scope.spawn(move || {
                    while !is_over.is_stopped() {
                        let flag = StopFlag::new();
                        let Some(_turn) = turns.wait(board(size), &flag, later()) else { continue };
                        // An endless search.
                        while !flag.is_stopped() && !is_over.is_stopped() {
                            thread::sleep(Duration::from_millis(1));
                        }
                    }
                });
            }
            for _ in 0..3 {
                assert!(turns.wait(board("6x5"), &StopFlag::new(), later()).is_some());
            }
            is_over.stop();
        });
    }

    #[test]
    fn one_that_is_stopped_or_late_waits_no_longer() {
        let turns = Turns::of(1);
        let _held = turns.wait(board("4x4"), &StopFlag::new(), later()).unwrap();
        let stopped = StopFlag::new();
        stopped.stop();
        assert!(turns.wait(board("5x4"), &stopped, later()).is_none());
        assert!(turns.wait(board("5x4"), &StopFlag::new(), Instant::now()).is_none());
        assert!(turns.lock().waiting.is_empty());
    }
}

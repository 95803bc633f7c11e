//! [`Turns`]: the boards that have a table at a time, in turn.

use std::collections::BTreeMap;
use std::time::Duration;

use marlin_core::{BoardSize, StopFlag};

/// The time that searches on a board run at least before they end for another board that waits for a table.
const TURN: Duration = Duration::from_secs(1);

/// The boards beside the main one whose tables are in use: a bounded number at a time. Searches on one board
/// share its table. A search that waits for one has not begun, and takes no thread. To make room, the board
/// that has had a table for longest gives its table up after its turn: its searches end with their bounds,
/// and its later searches wait too.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// In the order of their first searches.
    boards: Vec<Board>,
    most: usize,
    /// The number of boards that have got a table. Every second table goes to the waiting search with the
    /// first deadline, and not to the search that has waited longest. Otherwise a search with less time than
    /// a turn would have no chance.
    pub(super) given: u64,
}

/// A board whose table is in use.
#[derive(Debug)]
struct Board {
    size: BoardSize,
    /// The time for which its searches have run.
    ran: Duration,
    /// The flags of its searches, by their numbers.
    searches: BTreeMap<u64, StopFlag>,
    /// Whether its turn is over.
    is_over: bool,
}

impl Turns {
    /// Returns the turns of a number of boards at a time.
    pub(super) const fn of(most: usize) -> Self {
        Self { boards: Vec::new(), most, given: 0 }
    }

    /// Returns whether a board has a table.
    pub(super) fn has(&self, size: BoardSize) -> bool {
        self.boards.iter().any(|board| board.size == size)
    }

    /// Returns whether a search may use the table of its board: it has one, and its turn is not over, or
    /// there is room.
    pub(super) fn may_enter(&self, size: BoardSize) -> bool {
        match self.boards.iter().find(|board| board.size == size) {
            Some(board) => !board.is_over,
            None => self.boards.len() < self.most,
        }
    }

    /// Lets a search use the table of its board, if it may. Returns whether it does.
    pub(super) fn enter(&mut self, size: BoardSize, number: u64, flag: &StopFlag) -> bool {
        if !self.may_enter(size) {
            return false;
        }
        if !self.has(size) {
            let (ran, searches, is_over) = (Duration::ZERO, BTreeMap::new(), false);
            self.boards.push(Board { size, ran, searches, is_over });
            self.given += 1;
        }
        for board in self.boards.iter_mut().filter(|board| board.size == size) {
            board.searches.insert(number, flag.clone());
        }
        true
    }

    /// Adds a time for which a search has run.
    pub(super) fn add(&mut self, size: BoardSize, ran: Duration) {
        for board in self.boards.iter_mut().filter(|board| board.size == size) {
            board.ran += ran;
        }
    }

    /// Ends the use of a table by a search.
    pub(super) fn leave(&mut self, size: BoardSize, number: u64) {
        for board in self.boards.iter_mut().filter(|board| board.size == size) {
            board.searches.remove(&number);
        }
        self.boards.retain(|board| !board.searches.is_empty());
    }

    /// Stops the searches on the board that has had a table for longest and has had its turn, unless another
    /// one is ending.
    pub(super) fn end_longest(&mut self) {
        if self.boards.iter().any(|board| board.is_over) {
            return;
        }
        if let Some(board) = self.boards.iter_mut().find(|board| board.ran >= TURN) {
            board.is_over = true;
            board.searches.values().for_each(StopFlag::stop);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_on_one_board_share_a_turn_and_end_it_together() {
        let [small, other] = ["4x4", "5x4"].map(|board| board.parse().unwrap());
        let (mut turns, flags) = (Turns::of(1), [(); 3].map(|()| StopFlag::new()));
        assert!(turns.enter(small, 1, &flags[0]) && turns.enter(small, 2, &flags[1]));
        assert!(!turns.enter(other, 3, &flags[2]));
        turns.end_longest();
        turns.add(small, TURN / 2);
        turns.end_longest();
        assert!(!flags[0].is_stopped(), "its turn is not over");
        turns.add(small, TURN / 2);
        turns.end_longest();
        assert!(flags[0].is_stopped() && flags[1].is_stopped() && !flags[2].is_stopped());
        // One that comes later waits too.
        assert!(!turns.enter(small, 4, &flags[2]) && !turns.enter(other, 3, &flags[2]));
        turns.leave(small, 1);
        assert!(!turns.may_enter(other));
        turns.leave(small, 2);
        assert!(turns.enter(other, 3, &flags[2]) && !turns.may_enter(small));
    }

    #[test]
    fn one_board_ends_at_a_time_the_longest_first() {
        let boards: [BoardSize; 3] = ["9x6", "8x7", "9x7"].map(|board| board.parse().unwrap());
        let (mut turns, flags) = (Turns::of(3), [(); 3].map(|()| StopFlag::new()));
        for ((number, size), flag) in (0..).zip(boards).zip(&flags) {
            assert!(turns.enter(size, number, flag));
            turns.add(size, 2 * TURN);
        }
        turns.end_longest();
        turns.end_longest();
        assert_eq!([0, 1, 2].map(|index| flags[index].is_stopped()), [true, false, false]);
        turns.leave(boards[0], 0);
        turns.end_longest();
        assert_eq!([0, 1, 2].map(|index| flags[index].is_stopped()), [true, true, false]);
    }
}

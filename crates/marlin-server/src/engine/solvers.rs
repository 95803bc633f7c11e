//! [`Solvers`]: a solver for each board, with bounded memory.

use std::sync::{Mutex, PoisonError};

use marlin_core::BoardSize;
use marlin_core::any::Solver;

use super::pool::Refused;

/// The number of boards beside the first that have a table at a time.
const OTHERS: usize = 3;

/// A solver for each board: all requests for a board share its table.
///
/// The first board keeps its solver for good. Of the others, those asked for last have one, and a board that wasn't asked
/// for in a while gives its table up. So the tables take four times the size of one, and for the moment in which a search
/// still uses a table that was given up, one more for each such search.
#[derive(Debug)]
pub(super) struct Solvers {
    first: Solver,
    /// The one asked for last stands last.
    others: Mutex<Vec<Solver>>,
}

impl Solvers {
    /// Returns solvers with the settings of the first one, and one thread each.
    pub(super) fn new(first: &Solver) -> Self {
        Self { first: first.to_builder().threads(1).build(), others: Mutex::default() }
    }

    /// Returns the board that keeps its solver.
    pub(super) fn board(&self) -> BoardSize {
        self.first.size()
    }

    /// Returns the solver of a board.
    pub(super) fn of(&self, board: BoardSize) -> Result<Solver, Refused> {
        if board == self.first.size() {
            return Ok(self.first.clone());
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let solver = if let Some(place) = others.iter().position(|solver| solver.size() == board) {
            others.remove(place)
        } else {
            if others.len() == OTHERS {
                others.remove(0);
            }
            self.make_in_place_of(&mut others, board)?
        };
        others.push(solver.clone());
        Ok(solver)
    }

    /// Makes a solver. Where there is no memory for its table, the oldest tables make room.
    fn make_in_place_of(&self, others: &mut Vec<Solver>, board: BoardSize) -> Result<Solver, Refused> {
        loop {
            match self.first.for_board(board) {
                Ok(solver) => return Ok(solver),
                Err(_) if others.is_empty() => return Err(Refused::Memory),
                Err(_) => drop(others.remove(0)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solvers() -> Solvers {
        Solvers::new(&Solver::builder_on(BoardSize::STANDARD).hash_mib(1).unwrap().build())
    }

    #[test]
    fn boards_that_were_not_asked_for_in_a_while_give_their_tables_up() {
        let solvers = solvers();
        for board in ["4x4", "5x4", "6x4", "4x4", "7x4", "7x6"] {
            let board = board.parse().unwrap();
            assert_eq!(solvers.of(board).unwrap().size(), board);
        }
        let kept: Vec<_> =
            solvers.others.lock().unwrap().iter().map(|other| other.size().to_string()).collect();
        assert_eq!(kept, ["6x4", "4x4", "7x4"]);
    }

    #[test]
    fn requests_for_a_board_share_its_table() {
        let solvers = solvers();
        for board in [BoardSize::STANDARD, "5x4".parse().unwrap()] {
            let [one, other] = [(); 2].map(|()| solvers.of(board).unwrap());
            assert!(std::sync::Arc::ptr_eq(one.table(), other.table()));
        }
    }
}

//! [`SolverPool`]: a solver for each board, with bounded memory.

use std::sync::{Arc, Mutex, PoisonError};

use marlin_core::any::Solver;
use marlin_core::{BoardSize, TableSizeError};

/// The number of other boards that have a table at a time.
const MAX_OTHERS: usize = 3;

/// A solver for each board, with the settings of a main one. All solvers of a board share its table, also those of clones.
///
/// The main board keeps its table. The three other boards that were requested last have one each, so that all tables together
/// have four times the size of one. A search keeps the table that it uses until its end.
///
/// # Examples
///
/// ```
/// use marlin_core::BoardSize;
/// use marlin_core::any::{Position, Solver};
/// use marlin_support::solvers::SolverPool;
///
/// let pool = SolverPool::new(Solver::builder_on(BoardSize::STANDARD).hash_mib(1)?.build());
/// let position = Position::parse("5x4".parse()?, "33")?;
/// let solver = pool.on(position.size())?;
/// assert_eq!(solver.solve(&position).get(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SolverPool {
    main: Solver,
    /// In the order of the last request.
    others: Arc<Mutex<Vec<Solver>>>,
}

impl SolverPool {
    /// Returns a pool with the solver of the main board.
    pub fn new(main: Solver) -> Self {
        Self { main, others: Arc::default() }
    }

    /// Returns the solver of the main board.
    pub const fn main(&self) -> &Solver {
        &self.main
    }

    /// Returns the solver of a board. Without memory for a new table, the oldest tables of other boards are freed first.
    ///
    /// # Errors
    ///
    /// There is no memory for the table, even without those of other boards.
    pub fn on(&self, board: BoardSize) -> Result<Solver, TableSizeError> {
        if board == self.main.size() {
            return Ok(self.main.clone());
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let solver = match others.iter().position(|solver| solver.size() == board) {
            Some(index) => others.remove(index),
            None => self.make(board, &mut others)?,
        };
        others.push(solver.clone());
        Ok(solver)
    }

    /// Clears the tables of all boards.
    pub fn clear(&self) {
        self.main.table().clear();
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.iter().for_each(|solver| solver.table().clear());
    }

    /// Makes a solver, in place of the oldest where there is no room or no memory.
    fn make(&self, board: BoardSize, others: &mut Vec<Solver>) -> Result<Solver, TableSizeError> {
        if others.len() == MAX_OTHERS {
            others.remove(0);
        }
        loop {
            match self.main.for_board(board) {
                Err(_) if !others.is_empty() => drop(others.remove(0)),
                made => return made,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool() -> SolverPool {
        SolverPool::new(Solver::builder_on(BoardSize::STANDARD).hash_mib(1).unwrap().threads(1).build())
    }

    fn request(pool: &SolverPool, board: &str) -> Solver {
        pool.on(board.parse().unwrap()).unwrap()
    }

    #[test]
    fn the_boards_that_were_requested_last_keep_their_tables() {
        let pool = pool();
        for board in ["4x4", "5x4", "6x4", "4x4", "7x4", "7x6"] {
            let solver = request(&pool, board);
            assert_eq!((solver.size().to_string(), solver.threads()), (board.to_owned(), 1));
        }
        let kept: Vec<_> =
            pool.others.lock().unwrap().iter().map(|solver| solver.size().to_string()).collect();
        assert_eq!(kept, ["6x4", "4x4", "7x4"]);
    }

    #[test]
    fn all_solvers_of_a_board_share_its_table() {
        let pool = pool();
        let clone = pool.clone();
        for board in ["7x6", "5x4"] {
            let (one, other) = (request(&pool, board), request(&clone, board));
            assert!(Arc::ptr_eq(one.table(), other.table()), "{board}");
        }
        assert_eq!(pool.main().size(), BoardSize::STANDARD);
    }
}

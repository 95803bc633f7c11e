//! [`SolverPool`]: a solver for each board, with bounded memory. Books of files.

use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use marlin_core::{BoardSize, Book, BookError, Solver, TableError};

use crate::files::open_regular;
use crate::text::excerpt;

/// The number of other boards that have a table at a time.
const MAX_OTHERS: usize = 3;

/// A solver for each board, with the settings of a main one. All solvers of a board share its table, also those of clones.
///
/// The main board keeps its table. The three other boards that were requested last have one each, so that all tables together
/// have four times the size of one. A search keeps the table that it uses until its end, and shares it with later searches of
/// its board; [`most_beyond`](Self::most_beyond) bounds the number of such tables.
///
/// # Examples
///
/// ```
/// use marlin_core::{BoardSize, Position, Solver, SolverBuilder};
/// use marlin_support::solvers::SolverPool;
///
/// let pool = SolverPool::new(SolverBuilder::on(BoardSize::STANDARD).hash_mib(1)?.build());
/// let position = Position::parse("5x4".parse()?, "33")?;
/// let solver = pool.on(position.size())?;
/// assert_eq!(solver.solve(&position).get(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SolverPool {
    main: Solver,
    others: Arc<Mutex<Others>>,
    most_beyond: usize,
}

/// The solvers of other boards.
#[derive(Debug, Default)]
struct Others {
    /// In the order of the last request.
    last: Vec<Solver>,
    /// Those of earlier requests whose tables are still in use.
    beyond: Vec<Solver>,
}

fn is_in_use(solver: &Solver) -> bool {
    Arc::strong_count(solver.table()) > 1
}

impl Others {
    /// Drops one of the last solvers, or moves it beyond them while its table is in use.
    fn drop_at(&mut self, index: usize) {
        let dropped = self.last.remove(index);
        if is_in_use(&dropped) {
            self.beyond.push(dropped);
        }
    }
}

impl SolverPool {
    /// Returns a pool with the solver of the main board.
    pub fn new(main: Solver) -> Self {
        Self { main, others: Arc::default(), most_beyond: usize::MAX }
    }

    /// Returns this pool with a bound on the tables that searches keep beyond the four: a board that would need one more is
    /// refused until one of these searches ends.
    #[must_use]
    pub fn most_beyond(self, most_beyond: usize) -> Self {
        Self { most_beyond, ..self }
    }

    /// Returns the solver of the main board.
    pub const fn main(&self) -> &Solver {
        &self.main
    }

    /// Returns the solver of a board. Without memory for a new table, the oldest tables of other boards are freed first.
    ///
    /// # Errors
    ///
    /// There is no memory for the table, even without those of other boards, or all that may be in use at a time are.
    pub fn on(&self, board: BoardSize) -> Result<Solver, TableError> {
        if board == self.main.size() {
            return Ok(self.main.clone());
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.beyond.retain(is_in_use);
        let is_of_board = |solver: &Solver| solver.size() == board;
        let solver = if let Some(index) = others.last.iter().position(is_of_board) {
            others.last.remove(index)
        } else {
            let kept = others.beyond.iter().position(is_of_board).map(|index| others.beyond.remove(index));
            self.make_room(&mut others)?;
            match kept {
                Some(solver) => solver,
                None => self.make(board, &mut others)?,
            }
        };
        others.last.push(solver.clone());
        Ok(solver)
    }

    /// Makes room for one more solver. One whose table is in use leaves last.
    fn make_room(&self, others: &mut Others) -> Result<(), TableError> {
        if others.last.len() < MAX_OTHERS {
            return Ok(());
        }
        let index = others.last.iter().position(|solver| !is_in_use(solver));
        if index.is_none() && others.beyond.len() >= self.most_beyond {
            return Err(TableError::OutOfMemory { mib: self.main.table().hash_mib() });
        }
        others.drop_at(index.unwrap_or(0));
        Ok(())
    }

    /// Clears the tables of all boards.
    pub fn clear(&self) {
        self.main.table().clear();
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.last.iter().chain(&others.beyond).for_each(|solver| solver.table().clear());
    }

    /// Makes a solver, in place of the oldest where there is no memory.
    fn make(&self, board: BoardSize, others: &mut Others) -> Result<Solver, TableError> {
        loop {
            match self.main.for_board(board) {
                Err(_) if !others.last.is_empty() => others.drop_at(0),
                made => return made,
            }
        }
    }
}

/// The reason why there is no engine with these options.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The system has no memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The file of `--book` is not a book of the board.
    #[error("{name}: {source}")]
    Book {
        /// The file, fit to print.
        name: String,
        /// The reason.
        source: BookError,
    },
}

/// Reads a book of a board, or of the board that the file names.
///
/// # Errors
///
/// [`EngineError::Book`] if the file cannot be read or is not a book of the board.
pub fn read_book(path: &Path, board: Option<BoardSize>) -> Result<Book, EngineError> {
    let read = |file| match board {
        Some(board) => Book::read_for(board, BufReader::new(file)),
        None => Book::read(BufReader::new(file)),
    };
    let book = open_regular(path).map_err(BookError::from).and_then(read);
    book.map_err(|source| EngineError::Book { name: excerpt(&path.to_string_lossy()), source })
}

#[cfg(test)]
mod tests {
    use marlin_core::SolverBuilder;

    use super::*;

    fn pool() -> SolverPool {
        SolverPool::new(SolverBuilder::on(BoardSize::STANDARD).hash_mib(1).unwrap().threads(1).build())
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
            pool.others.lock().unwrap().last.iter().map(|solver| solver.size().to_string()).collect();
        assert_eq!(kept, ["6x4", "4x4", "7x4"]);
    }

    #[test]
    fn tables_in_use_are_shared_by_later_requests_and_bounded() {
        let pool = pool().most_beyond(2);
        let boards = ["4x4", "5x4", "6x4", "7x4", "4x5"];
        let mut in_use: Vec<_> = boards.map(|board| request(&pool, board)).into();
        assert!(pool.on("5x5".parse().unwrap()).is_err());
        for (board, solver) in boards.iter().zip(&in_use) {
            assert!(Arc::ptr_eq(request(&pool, board).table(), solver.table()), "{board}");
        }
        in_use.pop();
        assert!(pool.on("5x5".parse().unwrap()).is_ok());
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

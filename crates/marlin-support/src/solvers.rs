//! [`SolverPool`]: a solver for each board, with bounded memory. Books of files.

use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use marlin_core::{BoardSize, Book, BookError, Lookup, Solver, TableError};

use crate::files::open_regular;
use crate::text::excerpt;

/// The number of other boards that have a table at a time.
pub const MAX_OTHERS: usize = 3;

/// The memory that remains for a program beside its tables.
const SPARE_BYTES: usize = 16 << 20;

/// A solver for each board, with the settings of a main one. All solvers of a board share its table, also in
/// clones of the pool.
///
/// The main board keeps its table. The three other boards that were requested last have one each, so that all
/// tables together have four times the size of one. A search keeps the table that it uses until its end, and
/// shares it with later searches of its board. So there are no more tables while searches run on at most
/// [`MAX_OTHERS`] other boards at a time.
///
/// # Examples
///
/// ```
/// use marlin_core::{BoardSize, Position, Solver};
/// use marlin_support::solvers::SolverPool;
///
/// let pool = SolverPool::new(Solver::builder().hash_mib(1)?.build());
/// let position = Position::parse("5x4".parse()?, "33")?;
/// let solver = pool.on(position.size())?;
/// assert_eq!(solver.solve(&position).get(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct SolverPool {
    main: Solver,
    others: Arc<Mutex<Others>>,
}

/// The solvers of other boards.
#[derive(Debug, Default)]
struct Others {
    /// In the order of the last request.
    last: Vec<Solver>,
    /// Solvers of earlier requests whose tables are still in use.
    beyond: Vec<Solver>,
}

/// Returns a solver if there is memory beside it for the work of a program: not all of it may go to tables.
///
/// # Errors
///
/// [`TableError::OutOfMemory`] if there is none.
pub fn with_spare(solver: Solver) -> Result<Solver, TableError> {
    let mib = solver.table().hash_mib();
    let spare = Vec::<u8>::new().try_reserve_exact(SPARE_BYTES);
    spare.map(|()| solver).map_err(|_| TableError::OutOfMemory { mib })
}

/// Makes the small tables for as many search threads at a time as a program may have, on all boards together:
/// later no search lacks memory.
///
/// # Errors
///
/// [`TableError::OutOfMemory`] if the system refuses, or would leave no memory for the work of the program.
pub fn reserve(solver: Solver, threads: usize) -> Result<Solver, TableError> {
    solver.table().reserve(threads)?;
    with_spare(solver)
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
        Self { main, others: Arc::default() }
    }

    /// Returns the solver of the main board.
    pub const fn main(&self) -> &Solver {
        &self.main
    }

    /// Returns the lookups on a board. They use the table of the board's solver if there is one. No solver is
    /// made for them.
    pub fn lookup(&self, board: BoardSize) -> Lookup {
        if board == self.main.size() {
            return self.main.lookup();
        }
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let solver = others.last.iter().chain(&others.beyond).find(|solver| solver.size() == board);
        solver.map_or_else(|| self.main.lookup_on(board), Solver::lookup)
    }

    /// Returns the solver of a board, for a thread that searches next. Without memory for a new table, the
    /// oldest tables of other boards are freed first.
    ///
    /// # Errors
    ///
    /// There is no memory for the table, even without the tables of other boards, or none for the work of the
    /// thread.
    pub fn on(&self, board: BoardSize) -> Result<Solver, TableError> {
        let solver = self.find(board)?;
        solver.table().reserve_next()?;
        with_spare(solver)
    }

    fn find(&self, board: BoardSize) -> Result<Solver, TableError> {
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
            if others.last.len() == MAX_OTHERS {
                // A solver whose table is in use leaves only if the table of each is in use.
                let index = others.last.iter().position(|solver| !is_in_use(solver));
                others.drop_at(index.unwrap_or(0));
            }
            match kept {
                Some(solver) => solver,
                None => self.make(board, &mut others)?,
            }
        };
        others.last.push(solver.clone());
        Ok(solver)
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
            match self.main.for_board(board).and_then(with_spare) {
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
    /// The file of `--book` cannot be read, or is not a book.
    #[error("{}", about_book(name, source))]
    Book {
        /// The file, fit to print.
        name: String,
        /// The reason.
        source: BookError,
    },
    /// The file of `--book` is a book of another board.
    #[error("{name}: the book is for a board of {found}, not of {board}")]
    OtherBook {
        /// The file, fit to print.
        name: String,
        /// The board of the book.
        found: BoardSize,
        /// The board that needs one.
        board: BoardSize,
    },
}

fn about_book(name: &str, source: &BookError) -> String {
    match source {
        BookError::Io(error) => format!("cannot read {name}: {error}"),
        _ => format!("{name}: {source}"),
    }
}

/// Reads a book of a board, or of the board that the file names.
///
/// # Errors
///
/// [`EngineError::Book`] if the file cannot be read or is not a book, [`EngineError::OtherBook`] for one of
/// another board.
pub fn read_book(path: &Path, board: Option<BoardSize>) -> Result<Book, EngineError> {
    let name = || excerpt(&path.to_string_lossy());
    let read = |file| Book::read(BufReader::new(file));
    let book = open_regular(path).map_err(BookError::from).and_then(read);
    let book = book.map_err(|source| EngineError::Book { name: name(), source })?;
    match board {
        Some(board) if board != book.size() => {
            Err(EngineError::OtherBook { name: name(), found: book.size(), board })
        }
        _ => Ok(book),
    }
}

#[cfg(test)]
mod tests {
    use marlin_core::Position;

    use super::*;

    fn pool() -> SolverPool {
        SolverPool::new(Solver::builder().hash_mib(1).unwrap().threads(1).build())
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
    fn tables_in_use_are_shared_by_later_requests() {
        let pool = pool();
        let boards = ["4x4", "5x4", "6x4", "7x4", "4x5"];
        let in_use: Vec<_> = boards.map(|board| request(&pool, board)).into();
        for (board, solver) in boards.iter().zip(&in_use) {
            assert!(Arc::ptr_eq(request(&pool, board).table(), solver.table()), "{board}");
        }
    }

    #[test]
    fn a_lookup_uses_a_table_that_is_there_and_makes_none() {
        let (pool, size) = (pool(), "6x5".parse().unwrap());
        let position = Position::parse(size, "1213").unwrap();
        let known = || pool.lookup(size).analyze(&position);
        assert!(!known().is_complete() && pool.others.lock().unwrap().last.is_empty());
        let analysis = pool.on(size).unwrap().query(&position).analyze();
        assert_eq!(known().columns, analysis.columns);
        // A game that is over, a win at once, and the empty board are known by the rules and the book.
        for moves in ["1212121", "121212", ""] {
            let position = Position::parse("8x7".parse().unwrap(), moves).unwrap();
            assert!(pool.lookup(position.size()).best_move(&position).bounds.score().is_some(), "{moves}");
        }
        assert_eq!(pool.others.lock().unwrap().last.len(), 1);
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

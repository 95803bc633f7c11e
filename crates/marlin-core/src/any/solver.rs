//! [`Solver`] and [`SolverBuilder`]: exact answers to positions of a board whose size is chosen at run time.

use std::sync::Arc;

use super::book::Book;
use crate::board_size::BoardSize;
use crate::builder::DEFAULT_HASH_MIB;
use crate::cpu::Cpu;
use crate::search::{Resources, default_threads};
use crate::transposition::{self, Table, TableSizeError};

/// Answers positions of a board of any size exactly; [`Solver`](crate::Solver) has the size in its type.
///
/// It is made for one board, because its table and its book are. Clones share both. Whatever takes a position panics if the
/// position is one of another board.
///
/// # Examples
///
/// ```
/// use marlin_core::any::{Game, Solver};
///
/// let size = "6x5".parse()?;
/// let solver = Solver::new(size);
/// let mut game = Game::empty(size);
/// while let Some(column) = solver.best_move(game.position()) {
///     game.play(column)?;
/// }
/// assert!(game.is_draw()); // as the published result says
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solver {
    size: BoardSize,
    pub(super) table: Arc<Table>,
    pub(super) book: Option<Arc<Book>>,
    cpu: Cpu,
    threads: Option<usize>,
}

impl Solver {
    /// The most threads of a search: see [`Solver::MAX_THREADS`](crate::Solver::MAX_THREADS).
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(marlin_core::any::Solver::MAX_THREADS, 256);
    /// ```
    pub const MAX_THREADS: usize = transposition::MAX_THREADS;

    /// Returns a solver of a board: see [`SolverBuilder`] for what it has.
    ///
    /// # Panics
    ///
    /// If the system has no 64 MiB for its table.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::{Position, Solver};
    ///
    /// let size = "4x4".parse()?;
    /// assert_eq!(Solver::new(size).solve(&Position::empty(size)).get(), 0);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn new(size: BoardSize) -> Self {
        Self::builder(size).build()
    }

    /// Returns a builder of a solver with other settings: see [`Solver::builder`](crate::Solver::builder).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Solver;
    ///
    /// let solver = Solver::builder("8x7".parse()?).hash_mib(16)?.threads(2).build();
    /// assert_eq!((solver.table().hash_mib(), solver.threads()), (16, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder(size: BoardSize) -> SolverBuilder {
        let book = Book::embedded(size).map(Arc::new);
        SolverBuilder { size, table: None, book, cpu: Cpu::detect(), threads: None }
    }

    /// Returns a builder with the settings of this solver, which shares its table and its book.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Solver;
    ///
    /// let solver = Solver::new("4x4".parse()?);
    /// assert_eq!(solver.to_builder().threads(3).build().threads(), 3);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn to_builder(&self) -> SolverBuilder {
        let Self { size, table, book, cpu, threads } = self.clone();
        SolverBuilder { size, table: Some(table), book, cpu, threads }
    }

    /// Returns the size of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Solver;
    ///
    /// assert_eq!(Solver::new(BoardSize::STANDARD).size(), BoardSize::STANDARD);
    /// ```
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of threads of each search.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Solver;
    ///
    /// assert!(Solver::new(BoardSize::STANDARD).threads() >= 1);
    /// ```
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads)
    }

    /// Returns the CPU level whose instructions the search uses.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Solver;
    /// use marlin_core::{BoardSize, Cpu};
    ///
    /// assert_eq!(Solver::new(BoardSize::STANDARD).cpu(), Cpu::detect());
    /// ```
    pub const fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// Returns the book, if the solver has one.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Solver;
    ///
    /// assert!(Solver::new("8x7".parse()?).book().is_none());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub const fn book(&self) -> Option<&Arc<Book>> {
        self.book.as_ref()
    }

    /// Returns the table.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Solver;
    ///
    /// Solver::new(BoardSize::STANDARD).table().clear();
    /// ```
    pub fn table(&self) -> &Table {
        &self.table
    }

    pub(super) fn resources(&self) -> Resources<'_> {
        Resources { table: &self.table, cpu: self.cpu, threads: self.threads }
    }
}

/// Puts a [`Solver`] together: see [`SolverBuilder`](crate::SolverBuilder).
///
/// Without settings it has a table of 64 MiB, the book that the library has for the board, and as many threads as the
/// machine runs at once.
///
/// # Examples
///
/// ```
/// use marlin_core::any::Solver;
///
/// let solver = Solver::builder("6x7".parse()?).hash_mib(8)?.without_book().threads(1).build();
/// assert_eq!(solver.threads(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct SolverBuilder {
    size: BoardSize,
    /// `None` for a new one of the default size.
    table: Option<Arc<Table>>,
    book: Option<Arc<Book>>,
    cpu: Cpu,
    threads: Option<usize>,
}

impl SolverBuilder {
    /// Sets a new table of a size in MiB.
    ///
    /// # Errors
    ///
    /// Those of [`TranspositionTable::new`](crate::TranspositionTable::new).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Solver;
    ///
    /// assert!(Solver::builder("8x7".parse()?).hash_mib(0).is_err());
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn hash_mib(self, mib: usize) -> Result<Self, TableSizeError> {
        Ok(Self { table: Some(Arc::new(Table::new(self.size.cells(), mib)?)), ..self })
    }

    /// Sets a book that other solvers may share.
    ///
    /// # Panics
    ///
    /// If the book is one of another board.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::{fs::File, sync::Arc};
    /// use marlin_core::any::{Book, Solver};
    ///
    /// let book = Book::read(None, File::open("8x7.book")?)?;
    /// let solver = Solver::builder(book.size()).book(Arc::new(book)).build();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn book(self, book: Arc<Book>) -> Self {
        assert!(book.size() == self.size, "a book of {} for a solver of {}", book.size(), self.size);
        Self { book: Some(book), ..self }
    }

    /// Leaves the book out: the solver searches every position.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Solver;
    ///
    /// assert!(Solver::builder(BoardSize::STANDARD).without_book().build().book().is_none());
    /// ```
    pub fn without_book(self) -> Self {
        Self { book: None, ..self }
    }

    /// Sets the number of threads of each search: see [`SolverBuilder::threads`](crate::SolverBuilder::threads).
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::BoardSize;
    /// use marlin_core::any::Solver;
    ///
    /// assert_eq!(Solver::builder(BoardSize::STANDARD).threads(0).build().threads(), 1);
    /// ```
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: Some(threads.clamp(1, Solver::MAX_THREADS)), ..self }
    }

    /// Sets the CPU level whose instructions the search uses.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Solver;
    /// use marlin_core::{BoardSize, Cpu};
    ///
    /// let solver = Solver::builder(BoardSize::STANDARD).cpu(Cpu::BASELINE).build();
    /// assert_eq!(solver.cpu(), Cpu::BASELINE);
    /// ```
    pub fn cpu(self, cpu: Cpu) -> Self {
        Self { cpu, ..self }
    }

    /// Returns the solver.
    ///
    /// # Panics
    ///
    /// If [`Self::hash_mib`] has set no table, and the system has no 64 MiB for one.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::any::Solver;
    ///
    /// let solver = Solver::builder("8x7".parse()?).build();
    /// assert_eq!(solver.table().hash_mib(), 64);
    /// # Ok::<(), marlin_core::BoardSizeError>(())
    /// ```
    pub fn build(self) -> Solver {
        let Self { size, table, book, cpu, threads } = self;
        let table = table.unwrap_or_else(|| match Table::new(size.cells(), DEFAULT_HASH_MIB) {
            Ok(table) => Arc::new(table),
            Err(error) => panic!("{error}"),
        });
        Solver { size, table, book, cpu, threads }
    }
}

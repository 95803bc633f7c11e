//! [`Solver`]: exact answers to positions, and [`SolverBuilder`], which chooses its parts.

use std::sync::Arc;

use crate::book::Book;
use crate::cpu::Cpu;
use crate::geometry::{BoardSize, assert_same_board};
use crate::search::{Resources, Sharing, default_threads};
use crate::transposition::{self, TableError, TranspositionTable};

/// Answers positions exactly: the first plies from an opening [`Book`], all others by search. A solver for
/// the standard board has a book from the start ([`Book::embedded`]).
///
/// A solver is a handle on a [`TranspositionTable`] and a book, and keeps nothing else between two calls, so
/// it is `Send + Sync`, and clones of it in many threads share both. [`Solver::builder`] chooses the table,
/// the book and the threads.
///
/// [`Solver::solve`] and its siblings return exact answers. [`Solver::query`] adds limits and progress, and
/// returns bounds, the only type for a score that is not proven.
///
/// # Many threads
///
/// One search uses all cores by itself. To search many positions at once, give each of your threads a clone
/// of a solver with one thread. A [`StopFlag`](crate::StopFlag) ends the searches that it was given to, from
/// any thread:
///
/// ```
/// use std::thread;
/// use marlin_core::{Position, Solver, StopFlag};
///
/// let solver = Solver::builder().threads(1).build();
/// let positions = ["44", "4433", "32164625"].map(|moves| moves.parse::<Position>().unwrap());
/// let stop = StopFlag::new();
/// thread::scope(|scope| {
///     for position in &positions {
///         let (solver, stop) = (solver.clone(), stop.clone());
///         scope.spawn(move || {
///             let report = solver.query(position).stop(stop).score();
///             println!("{}", report.bounds); // the score, or its bounds at the time of the stop
///         });
///     }
///     stop.stop();
/// });
/// ```
///
/// # Examples
///
/// ```
/// use marlin_core::{Column, Outcome, Position, Solver};
///
/// let solver = Solver::new();
/// let position: Position = "4433".parse()?;
/// assert_eq!(solver.solve(&position).get(), 18);
/// assert_eq!(solver.solve_outcome(&position), Outcome::Win);
/// assert_eq!(solver.best_move(&position), Some(Column::E));
/// assert_eq!(solver.query(&position).analyze().scores()[Column::A].unwrap().get(), -3);
/// # Ok::<(), marlin_core::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solver {
    size: BoardSize,
    pub(crate) table: Arc<TranspositionTable>,
    book: Option<Book>,
    /// The source of the books of other boards.
    library: Library,
    cpu: Cpu,
    /// The requested number; `None` for the number that the machine runs at once.
    threads: Option<usize>,
}

impl Solver {
    /// The maximum number of threads of a search.
    pub const MAX_THREADS: usize = transposition::MAX_THREADS;

    /// Returns the size of the board whose positions it answers.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of threads of a search.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads)
    }

    /// Returns the CPU level whose instructions the search uses.
    pub const fn cpu(&self) -> Cpu {
        self.cpu
    }

    /// Returns the book, if the solver has one.
    pub const fn book(&self) -> Option<&Book> {
        self.book.as_ref()
    }

    /// Returns the table.
    pub const fn table(&self) -> &Arc<TranspositionTable> {
        &self.table
    }

    /// Returns the book of a board that a solver like this one has.
    pub(crate) fn book_of(&self, size: BoardSize) -> Option<Book> {
        self.library.book(size)
    }

    /// Returns the resources of a search.
    pub(crate) fn resources(&self) -> Resources<'_> {
        Resources {
            table: &self.table,
            cpu: self.cpu,
            threads: self.threads,
            growth: None,
            sharing: Sharing::STANDARD,
        }
    }
}

/// Solvers with the parts that a [`SolverBuilder`] chooses.
impl Solver {
    /// Returns a solver for the standard board with the defaults of [`Solver::builder`]. [`Solver::on`]
    /// returns one for any other board.
    ///
    /// # Panics
    ///
    /// As [`SolverBuilder::build`] does.
    pub fn new() -> Self {
        Self::on(BoardSize::STANDARD)
    }

    /// Returns a solver for a board with the defaults of [`Solver::builder`].
    ///
    /// # Panics
    ///
    /// As [`SolverBuilder::build`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Position, Solver};
    ///
    /// let size: BoardSize = "5x5".parse()?;
    /// assert_eq!(Solver::on(size).solve(&Position::on(size)).get(), 0);
    /// # Ok::<(), marlin_core::ParseError>(())
    /// ```
    pub fn on(size: BoardSize) -> Self {
        Self::builder_on(size).build()
    }

    /// Returns a builder of a solver for the standard board with a table of 64 MiB, the book of
    /// [`Book::embedded`], the number of threads that the machine runs at once, and the machine's highest CPU
    /// level. [`Solver::builder_on`] returns one for any other board.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::Solver;
    ///
    /// let solver = Solver::builder().hash_mib(16)?.without_book().threads(1).build();
    /// assert_eq!(solver.solve(&"32164625".parse()?).get(), 11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder() -> SolverBuilder {
        Self::builder_on(BoardSize::STANDARD)
    }

    /// Returns a builder of a solver for a board, with the defaults of [`Solver::builder`].
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{Position, Solver};
    ///
    /// let size = "6x5".parse()?;
    /// let solver = Solver::builder_on(size).hash_mib(4)?.build();
    /// assert_eq!(solver.solve(&Position::on(size)).get(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder_on(size: BoardSize) -> SolverBuilder {
        let (library, cpu) = (Library::Embedded, Cpu::detect());
        SolverBuilder { size, table: None, library, cpu, threads: None }
    }

    /// Returns a solver for another board, with a table of the same size, the same number of threads and the
    /// same CPU level. For the same board the two solvers share the table; for another board they share the
    /// small tables of search threads.
    ///
    /// After [`SolverBuilder::without_book`] no board has a book. Otherwise the new solver has the book that
    /// this solver was given, if it is a book of that board, or else the book of the library.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfMemory`] if the system has no memory for the table.
    ///
    /// # Examples
    ///
    /// ```
    /// use marlin_core::{BoardSize, Solver};
    ///
    /// let solver = Solver::builder().hash_mib(4)?.threads(1).build();
    /// let other = solver.for_board("5x4".parse::<BoardSize>()?)?;
    /// assert_eq!((other.table().hash_mib(), other.threads()), (4, 1));
    /// // A solver for the standard board has its book again.
    /// let again = other.for_board(BoardSize::STANDARD)?;
    /// assert_eq!(again.book().map(|book| book.plies()), solver.book().map(|book| book.plies()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_board(&self, size: BoardSize) -> Result<Self, TableError> {
        let table = if size == self.size {
            Arc::clone(&self.table)
        } else {
            Arc::new(self.table.beside(size, self.table.hash_mib())?)
        };
        Ok(SolverBuilder { size, table: Some(table), ..self.to_builder() }.build())
    }

    /// Returns a builder with the table, book, threads and CPU level of this solver. The new solver shares
    /// the table with its proven bounds, unless the builder is given another table.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use marlin_core::Solver;
    ///
    /// let solver = Solver::new();
    /// let single = solver.to_builder().threads(1).build();
    /// assert!(Arc::ptr_eq(solver.table(), single.table()));
    /// assert!(single.book().is_some());
    /// ```
    pub fn to_builder(&self) -> SolverBuilder {
        let Self { size, table, library, cpu, threads, .. } = self.clone();
        SolverBuilder { size, table: Some(table), library, cpu, threads }
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

/// Builds a [`Solver`]: [`Solver::builder`], [`Solver::builder_on`] and [`Solver::to_builder`] return it.
///
/// Only a new table can fail, so only [`SolverBuilder::hash_mib`] returns a `Result`.
///
/// # Examples
///
/// ```
/// use std::{sync::Arc, thread};
/// use marlin_core::{Position, Solver, TranspositionTable};
///
/// // Two solvers in two threads share their results.
/// let table = Arc::new(TranspositionTable::new(16)?);
/// thread::scope(|scope| {
///     for moves in ["444444", "4444443"] {
///         let solver = Solver::builder().table(Arc::clone(&table)).threads(1).build();
///         scope.spawn(move || solver.solve(&moves.parse::<Position>().unwrap()));
///     }
/// });
/// # Ok::<(), marlin_core::TableError>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until `build` is called"]
pub struct SolverBuilder {
    size: BoardSize,
    /// `None` for a new one of the default size.
    table: Option<Arc<TranspositionTable>>,
    library: Library,
    cpu: Cpu,
    threads: Option<usize>,
}

impl SolverBuilder {
    /// Sets a new table of a size in MiB.
    ///
    /// # Errors
    ///
    /// The errors of [`TranspositionTable::new`].
    pub fn hash_mib(self, mib: usize) -> Result<Self, TableError> {
        let table = match &self.table {
            Some(table) => table.beside(self.size, mib)?,
            None => TranspositionTable::on(self.size, mib)?,
        };
        Ok(self.table(Arc::new(table)))
    }

    /// Sets a table that other solvers of the board may share.
    ///
    /// # Panics
    ///
    /// If it is the table of another board.
    pub fn table(self, table: Arc<TranspositionTable>) -> Self {
        assert_same_board("a table", table.size(), "a solver", self.size);
        Self { table: Some(table), ..self }
    }

    /// Sets a book.
    ///
    /// # Panics
    ///
    /// If it is the book of another board.
    pub fn book(self, book: Book) -> Self {
        assert_same_board("a book", book.size(), "a solver", self.size);
        Self { library: Library::Named(book), ..self }
    }

    /// Leaves the book out: the solver searches every position.
    pub fn without_book(self) -> Self {
        Self { library: Library::Closed, ..self }
    }

    /// Sets the number of threads of each search, from 1 to 256; a number outside that range counts as the
    /// nearer end of it.
    ///
    /// A search begins with one thread; the others join if it takes longer than a few milliseconds. Answers
    /// do not depend on the number. With one thread node counts, and the nodes at which a limit ends a
    /// search, are the same each time; with more they vary. To search many positions at once, give each
    /// thread a clone of a solver with one thread, or a reference to it.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: Some(threads.clamp(1, Solver::MAX_THREADS)), ..self }
    }

    /// Sets the CPU level whose instructions the search uses. Answers and node counts do not depend on it.
    pub fn cpu(self, cpu: Cpu) -> Self {
        Self { cpu, ..self }
    }

    /// Returns the solver. Unless [`Self::hash_mib`] or [`Self::table`] set a table, it has one of 64 MiB, or
    /// the largest for which the system has memory.
    ///
    /// # Panics
    ///
    /// If the system has no memory for the smallest table either.
    pub fn build(self) -> Solver {
        let Self { size, table, library, cpu, threads } = self;
        let table = table.unwrap_or_else(|| Arc::new(largest_table(size)));
        Solver { size, table, book: library.book(size), library, cpu, threads }
    }
}

/// Returns a table of the default size, or the largest for which there is memory.
fn largest_table(size: BoardSize) -> TranspositionTable {
    let mut mib = TranspositionTable::DEFAULT_MIB;
    loop {
        match TranspositionTable::on(size, mib) {
            Ok(table) => return table,
            Err(error) if mib == TranspositionTable::MIN_MIB => panic!("{error}"),
            Err(_) => mib /= 2,
        }
    }
}

/// The source of the books of other boards, for [`Solver::for_board`].
#[derive(Debug, Clone)]
pub(crate) enum Library {
    /// There are no books: every position is searched.
    Closed,
    /// The book of the library, if it has one.
    Embedded,
    /// This book for its own board; for all others the same as [`Self::Embedded`].
    Named(Book),
}

impl Library {
    /// Returns the book for a board.
    fn book(&self, size: BoardSize) -> Option<Book> {
        match self {
            Self::Closed => None,
            Self::Named(book) if book.size() == size => Some(book.clone()),
            Self::Embedded | Self::Named(_) => Book::embedded(size),
        }
    }
}
